"""Conversations with a fake engine: what is said, when, and in which order.

Rows of the list of public faults (C and parts of B) that concern the conversation and not the
search are here; those that need the real search are in test_pipes.py.
"""

import threading
import time
from collections.abc import Callable, Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine import compiled
from engine.uci.commands import COMMANDS
from engine.uci.go import KEYWORDS
from engine.uci.session import Session
from tests.uci.fake_engine import FakeEngine

PATIENCE = 10.0  # seconds
A_WHILE = 0.1  # long enough for the fake to do what it should not


class Talk:
    """A session with a fake engine, and everything that it said."""

    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.lines: list[str] = []
        self.session = Session(self.engine, self)

    def __call__(self, *lines: str) -> None:
        self.lines.extend(lines)

    def say(self, sentence: str) -> None:
        self(f"info string {sentence}")

    def obey(self, *lines: str) -> "Talk":
        for line in lines:
            assert self.session.obey(line)
        return self

    def wait(self) -> "Talk":
        assert self.session.thinking.wait(PATIENCE), "the search does not end"
        return self

    def until(self, condition: Callable[[], bool]) -> "Talk":
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.001)
        return self

    @property
    def moves(self) -> list[str]:
        return [line.split()[1] for line in self.lines if line.startswith("bestmove")]

    @property
    def complaints(self) -> list[str]:
        return [line for line in self.lines if line.startswith("info string")]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setattr(compiled, "notices", [])
    talk = Talk()
    yield talk
    talk.session.close(PATIENCE)
    assert not talk.session.thinking.busy


def test_every_command_is_listed_and_obeyed(talk: Talk) -> None:
    assert talk.session._handlers.keys() | {"quit"} == COMMANDS.keys()
    talk.obey("help")
    assert [line.split()[0] for line in talk.lines] == list(COMMANDS)


def test_greeting(talk: Talk) -> None:
    talk.obey("uci")
    assert talk.lines[0].startswith("id name Sesame ")
    assert talk.lines[1] == "id author the Sesame authors"
    assert talk.lines[-1] == "uciok"
    assert all(line.startswith("option name ") for line in talk.lines[2:-1])


def test_quit() -> None:
    assert Talk().session.obey("quit") is False


# C28, lichess-bot#868: whatever is written, the process lives
IGNORED = {
    "empty line": "",
    "spaces": " \t ",
    "CRLF": "debug off\r\n",
    "register": "register later",
    "stop": "stop",
    "ponderhit": "ponderhit",
}


@pytest.mark.parametrize("line", IGNORED.values(), ids=IGNORED)
def test_ignored(talk: Talk, line: str) -> None:
    assert talk.obey(line).lines == []


COMPLAINED = {
    "unknown word": "foo",
    "a million letters": "x" * 1_000_000,
    "control characters": "\x01\x02\x1b[2J",
    "other scripts": "♞ ½ 象棋",
    "undecodable": b"\xff\xfe\x80".decode(errors="replace"),
    "setoption alone": "setoption",
    "setoption without name": "setoption Hash 32",
    "setoption with an empty name": "setoption name",
    "unknown option (stockfish.js#28)": "setoption name NoSuch value 1",
    "bad value (stockfish.js#28)": "setoption name Hash value abc",
    "no value (stockfish.js#28)": "setoption name Hash",
    "button with value": "setoption name Clear Hash value true",
    "debug": "debug",
    "debug perhaps": "debug perhaps",
    "bench abc": "bench abc",
    "position": "position",
    "garbage FEN": "position fen hello",
}


@pytest.mark.parametrize("line", COMPLAINED.values(), ids=COMPLAINED)
def test_complained(talk: Talk, line: str) -> None:
    (answer,) = talk.obey(line).lines
    assert answer.startswith("info string ")
    assert answer.isprintable() and len(answer) < 300
    assert talk.session.complaints == 1
    assert talk.engine.calls == []


WORDS = [*COMMANDS, *KEYWORDS, "startpos", "fen", "moves", "e2e4", "0000", "name", "value", "Hash"]
WORDS += ["8/8/8/8/8/8/8/8", "w", "-", "1", "-1", "UCI_Chess960", "true", "on"]
lines = some.text() | some.lists(some.sampled_from(WORDS) | some.text(max_size=5)).map(" ".join)


@given(some.lists(lines, max_size=8))
@settings(max_examples=60, deadline=None)
def test_no_line_ends_the_process(written: list[str]) -> None:
    """Whatever is written, nothing is raised and every answer is one line."""
    talk = Talk()
    talk.engine.finishes_early = True
    for line in written:
        talk.session.obey(line)
    assert talk.session.close(PATIENCE)
    assert talk.session.obey("isready") and talk.lines[-1] == "readyok"
    assert not [line for line in talk.lines if "\n" in line or "Fault" in line]


def test_unknown_words_before_a_command_are_skipped(talk: Talk) -> None:
    """UCI: `joho debug on` is `debug on`."""
    talk.obey("joho go depth 3").wait()
    assert talk.engine.limits[0].depth == 3 and talk.moves == ["a2a3"]


def test_setoption(talk: Talk) -> None:
    talk.obey(
        "setoption name Hash value 32",
        "setoption name hash bits value 48",
        "setoption name Table Use value move only",
        "setoption NAME PVS VALUE FALSE",
        "setoption name Clear Hash",
    )
    assert talk.lines == []
    assert talk.engine.calls == [
        "configure hash_mib=32",
        "configure hash_bits=48",
        "configure table_use=move only",
        "configure pvs=False",
        "press clear_hash",
    ]


def test_an_option_that_the_engine_refuses(talk: Talk) -> None:
    """Hash larger than the memory: a sentence, and the old table stays."""
    talk.engine.has_memory = False
    talk.obey("setoption name Hash value 1048576", "isready")
    assert talk.lines == ["info string There is no memory for that.", "readyok"]
    assert talk.engine.settings["hash_mib"] == 64


def test_chess960_changes_the_notation_of_the_position_at_hand(talk: Talk) -> None:
    talk.obey("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")
    talk.obey("setoption name UCI_Chess960 value true")
    talk.obey("go depth 1 searchmoves e1h1").wait()
    assert talk.engine.limits[0].searchmoves == ("e1h1",) and not talk.complaints


def test_a_refused_position_leaves_the_old_one(talk: Talk) -> None:
    talk.obey("position startpos moves e2e4", "position fen 8/8/8/8/8/8/8/8 w - - 0 1")
    assert talk.engine.board.move_stack == [chess.Move.from_uci("e2e4")]
    assert len(talk.complaints) == 1


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


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000", "go mate"])
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


def test_notices_of_the_compiler_are_told_once(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """E: a read-only installation plays on, and says where the compiled code is."""
    monkeypatch.setattr(compiled, "notices", ["The core is kept elsewhere."])
    talk.obey("isready", "isready")
    assert talk.lines == ["info string The core is kept elsewhere.", "readyok", "readyok"]


def test_a_fault_in_a_command(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(FakeEngine, "evaluation")
    talk.obey("eval", "isready")
    assert talk.lines[0].startswith("info string Fault in eval: AttributeError")
    assert talk.lines[1:] == ["readyok"]


def test_perft(talk: Talk) -> None:
    talk.obey("go perft 3").wait()
    assert len(talk.lines) == 22
    assert "a2a3: 3" in talk.lines and talk.lines[-2:] == ["", "Nodes searched: 60"]


def test_perft_can_be_stopped(talk: Talk) -> None:
    talk.obey("go perft 3", "stop").wait()
    assert talk.lines[-1].startswith("Nodes searched: ") and talk.moves == []


def test_what_can_be_looked_at(talk: Talk) -> None:
    talk.obey("d", "eval", "table")
    assert talk.lines[:2] == ["r n b q k b n r", "p p p p p p p p"]
    assert talk.lines[8:] == ["evaluation: 17 centipawns for white, who is to move", "3 filled"]


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


def test_bench(talk: Talk) -> None:
    talk.obey("bench 5").wait()
    assert talk.lines == ["position 1 depth 5", "Bench: 4711"]


def test_debug_shows_the_statistics_of_each_search(talk: Talk) -> None:
    """Lazar 1995: three summary lines after a search."""
    talk.obey("debug on", "go depth 1").wait()
    assert talk.lines[-2] == "info string 3 filled"
    talk.obey("debug off", "go depth 1").wait()
    assert talk.complaints == ["info string 3 filled"]


def test_close_during_a_search(talk: Talk) -> None:
    """C26: the end of input ends the search."""
    talk.obey("go infinite")
    assert talk.session.close(PATIENCE) and talk.moves == ["a2a3"]
