"""The usual search within a `go mate`: its limits, the line that is kept, advice that is proved."""

import threading
import time
from pathlib import Path
from typing import Any

import chess
import pytest

from engine.search.shared.score import MATE
from engine.thinking.limits import ANY_LENGTH, Limits, budget
from engine.thinking.news import Info, Progress, Report, Result
from engine.thinking.proving.found import LONGEST_MATE
from engine.thinking.proving.mate_search import MateSearch
from engine.thinking.proving.usual_search import BRIEF_NODES, UsualSearch
from engine.thinking.signals import Signals
from tests.search.positions import SMALL, board_of
from tests.thinking.mate_asker import Asked, mate_of

FEW_PIECES = "8/8/8/2r3k1/8/1K6/3b4/8 b - - 0 1"
"""Mate in six, of a game of Sesame on the clock; df-pn has proved that none is shorter."""
MOVE = chess.Move.from_uci("e2e4")


def line(depth: int, score: int, bound: str = "") -> Info:
    """A line that a search reports."""
    return Info(depth, depth, score, bound, 100, 0, 0, (MOVE,))


class Scripted:
    """A search that reports given lines, and notes what it is asked for."""

    def __init__(self, *lines: list[Info]) -> None:
        self.lines, self.asked = list(lines), list[Limits]()

    def think(self, limits: Limits, report: Report) -> Result:
        self.asked.append(limits)
        for info in self.lines.pop(0):
            report(info)
        return Result(MOVE, None)


def usual(search: Scripted, limits: Limits, overhead_ms: int = 0) -> UsualSearch:
    time_of_move = budget(limits, overhead_ms), overhead_ms
    return UsualSearch(search.think, limits, limits.mate or 1, time_of_move)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([line(1, 5), line(2, 7), line(3, -4)], 2),  # the deepest
        ([line(1, 5), line(2, 7), line(2, 30, "upperbound")], 1),  # an exact score
        ([line(4, MATE - 9), line(5, MATE - 5), line(9, 50)], 1),  # the shortest mate
        ([line(4, MATE - 9), line(5, MATE - 5, "lowerbound")], 0),  # a mate that is not exact
        ([line(4, 20), line(4, 25)], 1),  # the last word
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_line_that_is_kept(lines: list[Info], expected: int, at_once: bool) -> None:
    """Whether one search shows the lines or several."""
    search = Scripted(lines) if at_once else Scripted(*([info] for info in lines))
    thinking = usual(search, Limits(mate=9))
    while search.lines:
        thinking.look(1000, 9)
    assert thinking.best == lines[expected]
    assert thinking.nodes == 100 * len(search.asked)


@pytest.mark.parametrize(
    ("info", "shown"),
    [
        (line(9, MATE - 9), 5),
        (line(9, MATE - 15), 8),  # longer than asked for: perhaps the first mate of all
        (line(9, MATE - 9, "lowerbound"), 5),
        (line(9, MATE - 15, "lowerbound"), None),  # it may be shorter: that is still to be found
        (line(9, MATE - 9, "upperbound"), None),
        (line(9, 9 - MATE), None),
        (line(9, 900), None),
    ],
)
def test_the_mate_that_is_to_be_proved(info: Info, shown: int | None) -> None:
    assert usual(Scripted([line(1, 3), info]), Limits(mate=6)).look(1000, 6) == shown


def test_no_line_before_any_search() -> None:
    with pytest.raises(RuntimeError):
        assert usual(Scripted(), Limits(mate=2)).best


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
    search = Scripted([line(1, 5)])
    usual(search, limits).begin()
    (asked,) = search.asked
    assert asked.nodes == nodes
    assert asked.mate == min(limits.mate or 0, LONGEST_MATE)
    assert asked.movetime_ms == limits.movetime_ms


def test_it_ends_with_the_move() -> None:
    """Also while the opponent is to move: then `ponderhit` starts its clock, or has done so."""
    search = Scripted([line(1, 5)], [line(1, 5)])
    limits = Limits(mate=4, movetime_ms=5000, ponder=True, searchmoves=("e2e4",))
    thinking = usual(search, limits)
    thinking.look(1000, 3)
    thinking.end_at(time.monotonic() + 2)
    thinking.look(2000, 2)
    before, after = search.asked
    assert not before.decides_mate
    assert (before.mate, before.nodes, before.movetime_ms) == (3, 1000, 5000)
    assert before.ponder and before.searchmoves == ("e2e4",)
    assert (after.mate, after.nodes) == (2, 2000)
    assert 1000 < (after.movetime_ms or 0) <= 2000


@pytest.mark.parametrize(("movetime_ms", "overhead_ms"), [(1000, 20), (1000, 700), (30, 100)])
def test_the_overhead_is_subtracted_once(movetime_ms: int, overhead_ms: int) -> None:
    search = Scripted([line(1, 5)])
    limits = Limits(mate=4, movetime_ms=movetime_ms)
    usual(search, limits, overhead_ms).look(1000, 3)
    whole, its = budget(limits, overhead_ms), budget(search.asked[0], overhead_ms)
    assert whole is not None and its == whole


def test_what_alpha_beta_shows_is_proved() -> None:
    """With as many nodes and no advice the form that pn² begins with proves nothing."""
    board = chess.Board(FEW_PIECES)
    _, infos = Asked(Mate_Search="PN2").go(board, mate=6, nodes=250_000)
    assert mate_of(board, infos) == 6
    result, _ = Asked(Mate_Search="BTA").go(board, mate=6, nodes=250_000)
    assert "is proved" not in " ".join(result.remarks)


def test_a_mate_that_is_shown_is_asked_for_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any mate, of the one that is shown, and of a shorter one."""
    monkeypatch.setattr("engine.thinking.proving.mate_search.solution_of", lambda *_: None)
    asked, ask = list[tuple[int, bool]](), MateSearch._ask

    def noting(self: MateSearch, moves: int, *others: Any) -> str:
        asked.append((moves, len(others) > 2))
        return ask(self, moves, *others)

    monkeypatch.setattr(MateSearch, "_ask", noting)
    board = board_of(SMALL["mate in two"])
    result, infos = Asked(Mate_Search="PN2").go(board, mate=ANY_LENGTH)
    assert mate_of(board, infos) == 2
    assert result.remarks == ("Mate in 2 is proved; it is proved that none is shorter.",)
    assert (2, True) in asked and (2, False) not in asked


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_the_table_is_not_emptied(search: str) -> None:
    """As it would be by the search without pruning that decides whether there is a mate."""
    asked, board = Asked(Search=search), chess.Board("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47")
    asked.go(board, nodes=20_000)
    before, engine = asked.engine.filled, asked.engine
    engine.prepare_go()
    engine.think(Limits(mate=2), lambda news: None)
    assert engine.filled >= before > 1000


def test_its_nodes_are_told_while_it_runs() -> None:
    """Progress that the search itself reports, as it does once a second."""
    search, seen = Scripted([line(1, 5)]), list[int]()

    def think(limits: Limits, report: Report) -> Result:
        report(Progress(MOVE, 1, 3, 77, 0, 0))
        seen.append(thinking.running)
        return search.think(limits, report)

    thinking = UsualSearch(think, Limits(mate=3), 3, (None, 0))
    thinking.begin()
    assert seen == [77] and (thinking.nodes, thinking.running) == (100, 0)


def test_one_line_and_no_log(tmp_path: Path) -> None:
    """With MultiPV it is as strong as without, and its many searches are not logged."""
    board, several = chess.Board(FEW_PIECES), Asked(MultiPV=3, Tree_Log=tmp_path / "tree")
    result, infos = several.go(board, mate=6, nodes=250_000)
    assert mate_of(board, infos) == 6 and not list(tmp_path.iterdir())
    alone, _ = Asked().go(board, mate=6, nodes=250_000)
    assert alone == result


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
