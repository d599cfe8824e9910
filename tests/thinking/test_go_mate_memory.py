"""`go mate` beside memory that takes its time: stop, tables, release, what cannot be had."""

import threading
import time
from collections.abc import Callable

import chess
import pytest

from engine.options import defaults
from engine.process.deep_threads import start_deep
from engine.proof.memory import new_table
from engine.proof.settings import FEWEST_SLOTS, MOST_NODES, ProofError, Settings
from engine.table.memory import TranspositionTable
from engine.thinking.limits import ANY_LENGTH, Limits
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.large_memory import LargeTable, release_later
from engine.thinking.proving.mate_search import MateSearch
from tests.proof.problems import PROBLEMS
from tests.search.positions import SMALL, board_of
from tests.thinking.mate_asker import Asked, mate_of, no_thread


@pytest.mark.parametrize("beside", [False, True])
def test_memory_that_cannot_be_had_is_said_and_a_move_comes(
    monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    """For `go mate`, and for a proof beside the search of a move."""
    asked, board = Asked(Proof_At_Root=beside), chess.Board(PROBLEMS["K194"].fen)
    monkeypatch.setattr("engine.proof.memory.available_bytes", lambda: 1000)
    limits = {"nodes": 60_000} if beside else {"mate": 38}
    result, _ = asked.go(board, **limits)
    assert result.move in board.legal_moves
    assert "cannot give a proof search" in " ".join(result.remarks)


def stop_soon(asked: Asked, seconds: float = 0.1) -> threading.Timer:
    """Let a search go on for a moment."""
    stopper = threading.Timer(seconds, asked.engine.stop)
    stopper.start()
    return stopper


def test_stop_ends_it() -> None:
    asked = Asked()

    def stop() -> None:
        while not asked.is_proving():
            time.sleep(0.01)
        asked.engine.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    stopper.join()
    assert result.move is not None and "ended before" in result.remarks[0]


@pytest.mark.parametrize("limits", [{}, {"movetime_ms": 2000}])
def test_a_table_that_is_not_there_yet_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    """The pages of a large table may take longer than the move, or than the user waits."""
    asked, asked_for = Asked(Mate_Search="df-pn"), []

    def endless(settings: Settings, goes_on: Callable[[], bool]) -> None:
        asked_for.append(settings)
        if not limits:
            stop_soon(asked)
        while goes_on():
            time.sleep(0.001)
        raise ProofError("nobody hears this")

    monkeypatch.setattr("engine.thinking.proving.large_memory.new_table", endless)
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH, **limits)
    assert result.move is not None and "ended before" in result.remarks[0]
    assert len(asked_for) == 1


def test_memory_that_is_not_released_yet_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two GiB take a quarter of a second; here they are never released."""
    asked, given = Asked(Mate_Search="BTA"), []

    def never(things: list[ChessProver], delay: float) -> threading.Event:
        given.extend(things)
        stop_soon(asked)
        return threading.Event()

    monkeypatch.setattr("engine.thinking.proving.mate_search.release_later", never)
    late = stop_soon(asked, 60.0)
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    late.cancel()
    assert result.move is not None and "ended before" in result.remarks[0]
    assert len(given) == 1


def test_memory_is_released_in_a_thread() -> None:
    released_by = []

    class Held:
        def __del__(self) -> None:
            released_by.append(threading.current_thread())

    things: list[object] = [Held()]
    assert release_later(things).wait(60)
    assert not things and released_by[0] is not threading.current_thread()


def test_memory_is_released_without_a_thread_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `go mate` that has proved its mate must not end without a move for that."""

    things: list[object] = [object()]
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    assert release_later(things).is_set() and not things


def test_a_table_without_a_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a `go mate` without a limit would wait for it for ever."""

    monkeypatch.setattr("engine.thinking.proving.large_memory.new_table", no_thread)
    asked = Asked(Mate_Search="df-pn")
    late = stop_soon(asked, 60.0)
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    late.cancel()
    assert result.move is not None and result.remarks[-1].startswith("There is no memory for a")


def test_a_table_that_cannot_have_its_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    with pytest.raises(ProofError, match="no memory for a thread"):
        LargeTable(Settings("dfpn", slots=FEWEST_SLOTS))


def test_a_table_that_is_not_used_any_more_is_let_go() -> None:
    """df-pn does not see the fifty-move rule: pn² goes on, and has the memory for itself."""
    board = board_of(SMALL["mate in two, clock 98 (B2)"])
    settings = {**defaults(), "mate_search": "df-pn"}
    search = MateSearch(board, 2, settings)
    dropped, drop = [], search._drop_table
    search._drop_table = lambda: dropped.append(search._table) or drop()  # type: ignore[method-assign]
    found = search.run(lambda proved: None)
    assert found.leaves_fifty_aside and dropped[0] is not None and dropped[-1] is None


@pytest.mark.parametrize("form", ["PN2", "df-pn"])
def test_a_ponderhit_ends_the_search_that_runs(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins without a limit of time, and would take an hour of it."""
    monkeypatch.setattr("engine.thinking.proving.mate_search.FIRST_NODES", MOST_NODES)
    asked, heard = Asked(Mate_Search=form), []
    asked.engine.set_position(chess.Board())
    asked.engine.prepare_go()
    limits = Limits(mate=ANY_LENGTH, ponder=True, movetime_ms=100)
    thread = start_deep(lambda: heard.append(asked.engine.think(limits, lambda news: None)), "go")
    while not asked.is_proving():
        time.sleep(0.01)
    asked.engine.ponderhit()
    thread.join(timeout=60)
    hangs = thread.is_alive()
    asked.engine.stop()
    thread.join()
    assert not hangs and heard[0].move is not None


def test_all_questions_of_a_mate_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*arguments: object) -> TranspositionTable:
        made.append(new_table(*arguments))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr("engine.thinking.proving.large_memory.new_table", counted)
    board = chess.Board(PROBLEMS["R35"].fen)
    _, infos = Asked(Mate_Search="df-pn").go(board, mate=ANY_LENGTH, nodes=300_000)
    assert mate_of(board, infos) == 4 and len(made) == 1
