"""The usual search within a `go mate`: its limits, the line that is kept, advice that is proved."""

import threading
import time

import chess
import pytest

from engine.search.shared.score import MATE
from engine.thinking.limits import ANY_LENGTH, Limits, budget
from engine.thinking.news import Info, Report, Result
from engine.thinking.proving.found import LONGEST_MATE
from engine.thinking.proving.usual_search import BRIEF_NODES, UsualSearch
from engine.thinking.signals import Signals
from tests.search.positions import SMALL, board_of
from tests.thinking.mate_asker import Asked, mate_of

FEW_MEN = "8/8/8/2r3k1/8/1K6/3b4/8 b - - 0 1"
"""Mate in six, of a game of Sesame on the clock; df-pn has proved that none is shorter."""
MOVE = chess.Move.from_uci("e2e4")


def told(depth: int, score: int, bound: str = "", multipv: int = 1) -> Info:
    """A line that a search reports."""
    return Info(depth, depth, score, bound, 100, 0, 0, (MOVE,), multipv)


class Told:
    """A search that reports given lines, and notes what it is asked for."""

    def __init__(self, *lines: list[Info]) -> None:
        self.lines, self.asked = list(lines), list[Limits]()

    def think(self, limits: Limits, report: Report) -> Result:
        self.asked.append(limits)
        for info in self.lines.pop(0):
            report(info)
        return Result(MOVE, None)


def usual(search: Told, limits: Limits) -> UsualSearch:
    return UsualSearch(search.think, limits, limits.mate or 1, budget(limits, 0))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([told(1, 5), told(2, 7), told(3, -4)], 2),  # the deepest
        ([told(1, 5), told(2, 7), told(2, 30, "upperbound")], 1),  # an exact score
        ([told(4, MATE - 9), told(5, MATE - 5), told(9, 50)], 1),  # the shortest mate
        ([told(4, MATE - 9), told(5, MATE - 5, "lowerbound")], 0),  # a mate that is not exact
        ([told(4, 20), told(5, 90, multipv=2)], 0),  # another line than the first
        ([told(4, 20), told(4, 25)], 1),  # the last word
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_line_that_is_kept(lines: list[Info], expected: int, at_once: bool) -> None:
    """Whether one search shows the lines or several: then each must show a first line."""
    firsts = [info for info in lines if info.multipv == 1]
    search = Told(lines) if at_once else Told(*([info] for info in firsts))
    thinking = usual(search, Limits(mate=9))
    while search.lines:
        thinking.look(1000, 9)
    assert thinking.best == lines[expected]
    assert thinking.nodes == 100 * len(search.asked)


def test_no_line_before_any_search() -> None:
    with pytest.raises(RuntimeError):
        assert usual(Told(), Limits(mate=2)).best


@pytest.mark.parametrize(
    ("limits", "nodes"),
    [
        (Limits(mate=4), BRIEF_NODES),
        (Limits(mate=4, nodes=70_000), 7_000),
        (Limits(mate=4, nodes=3), 1),
        (Limits(mate=4, movetime_ms=10), 2_500),
        (Limits(mate=ANY_LENGTH), BRIEF_NODES),
    ],
)
def test_the_first_search_is_brief(limits: Limits, nodes: int) -> None:
    search = Told([told(1, 5)])
    usual(search, limits).begin()
    (asked,) = search.asked
    assert asked.nodes == nodes
    assert asked.mate == min(limits.mate or 0, LONGEST_MATE)
    assert asked.movetime_ms == limits.movetime_ms


def test_it_ends_with_the_move() -> None:
    """Also while the opponent is to move: then `ponderhit` starts its clock, or has done so."""
    search = Told([told(1, 5)], [told(1, 5)])
    limits = Limits(mate=4, movetime_ms=5000, ponder=True, searchmoves=("e2e4",))
    thinking = usual(search, limits)
    thinking.look(1000, 3)
    thinking.end_at(time.monotonic() + 2)
    thinking.look(2000, 2)
    before, after = search.asked
    assert (before.mate, before.nodes, before.movetime_ms) == (3, 1000, 5000)
    assert before.ponder and before.searchmoves == ("e2e4",)
    assert (after.mate, after.nodes) == (2, 2000)
    assert 1000 < (after.movetime_ms or 0) <= 2000


def test_what_alpha_beta_shows_is_proved() -> None:
    """With as many nodes and no advice the form that pn² begins with proves nothing."""
    board = chess.Board(FEW_MEN)
    _, infos = Asked(Mate_Search="PN2").go(board, mate=6, nodes=250_000)
    assert mate_of(board, infos) == 6
    result, _ = Asked(Mate_Search="BTA").go(board, mate=6, nodes=250_000)
    assert "is proved" not in " ".join(result.remarks)


def test_a_known_mate_is_shortened_by_advice_too() -> None:
    """A wanted length is not exceeded, and a mate that is shown is not longer than a proved one."""
    board = board_of(SMALL["mate in two"])
    result, infos = Asked(Mate_Search="PN2", Search="AliBaba").go(board, mate=ANY_LENGTH)
    assert mate_of(board, infos) == 2
    assert result.remarks == ("Mate in 2 is proved; it is proved that none is shorter.",)


@pytest.mark.parametrize("comes_before", [True, False])
def test_a_stop_between_two_searches(monkeypatch: pytest.MonkeyPatch, comes_before: bool) -> None:
    """It is not lost where the threads are made ready for the next search."""
    asked, renewals, renew = Asked(Mate_Search="PN2"), [0], Signals.renew

    def stopping(self: Signals, threads: list[object]) -> None:
        renewals[0] += 1
        if renewals[0] == 3 and comes_before:
            asked.engine.stop()
        renew(self, threads)  # type: ignore[arg-type]
        if renewals[0] == 3 and not comes_before:
            asked.engine.stop()

    monkeypatch.setattr(Signals, "renew", stopping)
    thread = threading.Thread(target=asked.go, args=(chess.Board(),), kwargs={"mate": 40})
    thread.start()
    thread.join(60)
    ended = not thread.is_alive()
    asked.engine.stop()
    thread.join()
    assert ended and renewals == [3]
