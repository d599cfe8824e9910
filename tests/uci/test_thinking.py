"""Searches of a fake engine: each `go` is answered once, when it is due.

The rows of the list of public faults that need the real search are in test_pipes.py.
"""

import threading
import time

import chess
import pytest

from tests.uci.talk import A_WHILE, PATIENCE, Talk


def test_a_search_reports_and_answers_once(talk: Talk) -> None:
    talk.obey("go depth 1").wait()
    assert talk.lines == [
        "info depth 1 seldepth 2 multipv 1 score cp 30 nodes 20 nps 20000 hashfull 0 time 0 "
        "pv a2a3 a7a5",
        "info depth 2 currmove a2a3 currmovenumber 1",
        "info nodes 40 nps 40 hashfull 5 time 1000",
        "bestmove a2a3 ponder a7a5",
    ]


def test_a_bad_number_is_told_and_the_search_takes_place(talk: Talk) -> None:
    talk.obey("go depth three movetime 1").wait()
    assert len(talk.complaints) == 1 and talk.moves == ["a2a3"]


def test_isready_during_a_search(talk: Talk) -> None:
    """C5, cutechess#476: readyok at once, and the search goes on."""
    talk.obey("go infinite").until(lambda: "think" in talk.engine.calls)
    talk.obey("isready")
    assert talk.lines[-1] == "readyok" and talk.session.thinking.busy


def test_stop_ends_a_finite_search(talk: Talk) -> None:
    """C4, python-chess#22."""
    talk.obey("go movetime 60000", "stop").wait()
    assert talk.moves == ["a2a3"]


def test_stop_when_idle_does_not_end_the_next_search(talk: Talk) -> None:
    """C3, arasan#21."""
    talk.obey("stop", "position startpos", "go infinite")
    time.sleep(A_WHILE)
    assert talk.moves == [] and talk.session.thinking.busy


def test_stop_at_once_after_go_is_not_lost(talk: Talk) -> None:
    for _ in range(20):
        talk.obey("go infinite", "stop").wait()
    assert len(talk.moves) == 20


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000"])
def test_a_search_that_is_over_waits_for_stop(talk: Talk, go: str) -> None:
    """C1, rodent-iv#15: a mate was found, but nobody asked for the move yet."""
    talk.engine.finishes_early = True
    talk.obey(go)
    time.sleep(A_WHILE)
    assert talk.moves == []
    talk.obey("isready", "stop").wait()
    assert talk.moves == ["a2a3"]


def test_silence_until_ponderhit(talk: Talk) -> None:
    """C9, cutechess#180."""
    talk.obey("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
    time.sleep(A_WHILE)
    assert talk.moves == []
    talk.obey("ponderhit").wait()
    assert talk.moves == ["a2a3"] and "ponderhit" in talk.engine.calls


def test_ponderhit_after_the_search_is_over(talk: Talk) -> None:
    talk.engine.finishes_early = True
    talk.obey("go ponder wtime 1000 btime 1000", "ponderhit").wait()
    assert talk.moves == ["a2a3"]


def test_ponderhit_does_not_end_an_infinite_search(talk: Talk) -> None:
    talk.obey("go infinite", "ponderhit")
    time.sleep(A_WHILE)
    assert talk.moves == [] and "ponderhit" not in talk.engine.calls


# C7, lc0#506: the search that was running answers first, for the position that it searched
INTERRUPTIONS = {
    "position": "position startpos moves e2e4",
    "ucinewgame": "ucinewgame",
    "setoption": "setoption name Hash value 1",
    "button": "setoption name Clear Hash",
    "go": "go depth 1",
}


@pytest.mark.parametrize("line", INTERRUPTIONS.values(), ids=INTERRUPTIONS)
def test_a_command_during_a_search_lets_it_answer_first(talk: Talk, line: str) -> None:
    talk.obey("position startpos moves d2d4", "go infinite", line)
    assert talk.moves[:1] == ["a7a5"], "legal in the searched position, in which Black moves"
    done = [call for call in talk.engine.calls if call != "set_position"]
    assert done[:2] == ["think", "stop"] or done[:1] == ["stop"]


@pytest.mark.parametrize("line", ["setoption name Hash value x", "nonsense", "debug on"])
def test_a_command_without_effect_does_not_disturb(talk: Talk, line: str) -> None:
    talk.obey("go infinite", line)
    assert talk.moves == [] and talk.session.thinking.busy


@pytest.mark.parametrize(
    "lines",
    [("ucinewgame", "position startpos"), ("position startpos",), ()],
    ids=["ucinewgame", "position", "go"],
)
def test_pondering_that_nobody_waits_for_ends_silently(talk: Talk, lines: tuple[str, ...]) -> None:
    """C8, cutechess#88: exactly one bestmove, that of the later `go`."""
    talk.obey("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    talk.obey(*lines, "position startpos", "go depth 3").wait()
    assert talk.moves == ["a2a3"]


def test_after_ponderhit_a_search_is_like_any_other(talk: Talk) -> None:
    talk.obey("go ponder movetime 60000", "ponderhit", "ucinewgame")
    assert talk.moves == ["a2a3"]


def test_an_option_during_pondering_lets_it_answer(talk: Talk) -> None:
    talk.obey("go ponder wtime 1000 btime 1000", "setoption name Hash value 1")
    assert talk.moves == ["a2a3"]


def test_a_finished_game(talk: Talk) -> None:
    """B8, Stockfish#494, Ethereal 12: mated, and still an infinite search waits for stop."""
    talk.obey("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "go depth 4").wait()
    assert talk.lines[-1] == "bestmove (none)"
    talk.obey("go infinite")
    time.sleep(A_WHILE)
    assert talk.moves == ["(none)"]
    talk.obey("stop").wait()
    assert talk.moves == ["(none)", "(none)"]


def test_a_fault_in_the_engine_costs_no_game(talk: Talk, capfd: pytest.CaptureFixture) -> None:
    talk.engine.breaks = True
    talk.obey("go depth 3").wait()
    assert "RuntimeError, the fake engine was told to break" in talk.complaints[0]
    assert chess.Move.from_uci(talk.moves[0]) in chess.Board().legal_moves
    assert capfd.readouterr().err == ""
    talk.obey("debug on", "go depth 3").wait()
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.parametrize("line", ["d", "eval", "table", "bench"])
def test_looking_does_not_disturb_a_search(talk: Talk, line: str) -> None:
    talk.obey("go infinite", line)
    assert talk.complaints == ["info string A search is running; send stop first."]
    assert talk.session.thinking.busy


def test_looking_right_after_the_answer(talk: Talk) -> None:
    """Whoever has read `bestmove` may go on: the search counts as over by then."""
    answered = threading.Event()
    plain = talk.session._output

    def output(*lines: str) -> None:
        Talk.__call__(plain, *lines)
        if lines[-1].startswith("bestmove"):
            assert not talk.session.thinking.busy
            answered.set()

    talk.session.thinking._output = output
    talk.obey("go depth 1")
    assert answered.wait(PATIENCE)


def test_close_during_a_search(talk: Talk) -> None:
    """C26: the end of input ends the search."""
    talk.obey("go infinite")
    assert talk.session.close(PATIENCE) and talk.moves == ["a2a3"]
