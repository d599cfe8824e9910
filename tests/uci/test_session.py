"""Commands and a fake engine: what is obeyed, what is refused, and what is said about it."""

import threading
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.machine import keeping
from engine.uci.commands import COMMANDS
from engine.uci.go import KEYWORDS
from tests.uci.fake_engine import FakeEngine
from tests.uci.talk import PATIENCE, Talk


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake engine needs no core: whether that of the searches is kept is another matter."""
    monkeypatch.setattr("engine.uci.session.have_core", lambda part, say: None)
    monkeypatch.setattr("engine.uci.session.has_core", lambda part: True)


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
    "control characters in a FEN": "position fen \x1b[2J\x07 w - - 0 1",
    "no such Value": "setoption name Kong Value value 3",
    "Value without a value": "setoption name Pawn Value",
}


@pytest.mark.parametrize("line", COMPLAINED.values(), ids=COMPLAINED)
def test_complained(talk: Talk, line: str) -> None:
    (answer,) = talk.obey(line).lines
    assert answer.startswith("info string ")
    assert answer.isprintable() and len(answer) < 300
    assert talk.session.complaints == 1
    assert talk.engine.calls == []


@pytest.fixture(scope="module")
def no_compiler() -> Iterator[None]:
    """`compile` is one of the commands, and cannot be stopped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.uci.session.have_core", lambda part, say: None)
        patch.setattr("engine.uci.session.has_core", lambda part: True)
        yield


WORDS = [*COMMANDS, *KEYWORDS, "startpos", "fen", "moves", "e2e4", "0000", "name", "value", "Hash"]
WORDS += ["8/8/8/8/8/8/8/8", "w", "-", "1", "-1", "UCI_Chess960", "true", "on"]
lines = some.text() | some.lists(some.sampled_from(WORDS) | some.text(max_size=5)).map(" ".join)


@given(some.lists(lines, max_size=8))
@settings(max_examples=60, deadline=None)
def test_no_line_ends_the_process(no_compiler: None, written: list[str]) -> None:
    """Whatever is written, nothing is raised and every answer is one line."""
    talk = Talk()
    talk.engine.finishes_early = True
    for line in written:
        talk.session.obey(line)
    assert talk.session.close(PATIENCE)
    assert talk.session.obey("isready") and talk.lines[-1] == "readyok"
    assert not [line for line in talk.lines if "\n" in line or "Internal error" in line]


def test_an_option_that_stays_as_it_is_leaves_the_position(talk: Talk) -> None:
    """A position of Chess960 is known by its castling rights, whatever the option says."""
    fen = "1rkr4/pp3ppp/8/8/8/8/PP3PPP/1RKR4 w DBdb - 0 1"
    talk.obey(f"position fen {fen}", "setoption name UCI_Chess960 value false")
    assert (
        talk.engine.board.castling_rights == chess.BB_B1 | chess.BB_D1 | chess.BB_B8 | chess.BB_D8
    )
    assert talk.engine.board.chess960


def test_what_is_cut_off_at_the_end_is_told_of(talk: Talk) -> None:
    """A compilation cannot be stopped; a search can, and then nothing is to be told."""
    assert talk.obey("go infinite").session.close(PATIENCE)
    assert talk.moves == ["a2a3"] and talk.lines[-1].startswith("bestmove")
    may_end, before = threading.Event(), len(talk.lines)
    talk.session.thinking.run(lambda: [] if may_end.wait(PATIENCE) else ["too late"])
    assert not talk.session.close(0.05)
    (told,) = talk.lines[before:]
    assert "was stopped before it had finished" in told
    may_end.set()
    assert talk.session.close(PATIENCE) and talk.lines[before:] == [told]


def test_isready_waits_for_memory_but_never_during_a_search(talk: Talk) -> None:
    """Stop must not stand behind it; and 10 s are the patience of programs."""
    talk.obey("isready")
    (seconds,) = talk.engine.readied
    assert 0 < seconds < 10
    talk.obey("go infinite", "isready")
    assert talk.lines[-1] == "readyok" and len(talk.engine.readied) == 1
    talk.obey("stop").wait()
    assert talk.moves == ["a2a3"]


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


def test_notices_of_the_compiler_are_told_once(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """E: a read-only installation plays on, and says where the compiled code is."""
    monkeypatch.setattr(keeping, "notices", ["The core is kept elsewhere."])
    talk.obey("isready", "isready")
    assert talk.lines == ["info string The core is kept elsewhere.", "readyok", "readyok"]


def test_a_fault_in_a_command(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(FakeEngine, "evaluation")
    talk.obey("eval", "isready")
    assert talk.lines[0].startswith("info string Internal error in eval: AttributeError")
    assert talk.lines[1:] == ["readyok"]


def test_perft(talk: Talk) -> None:
    talk.obey("go perft 3").wait()
    assert len(talk.lines) == 22
    assert "a2a3: 3" in talk.lines and talk.lines[-2:] == ["", "Nodes searched: 60"]


def test_perft_can_be_stopped(talk: Talk) -> None:
    """Its total is of some moves only, and must not be taken for the number of the position."""
    talk.obey("go perft 3", "stop").wait()
    counted = len(talk.lines) - 2
    assert counted < 20 and talk.moves == []
    assert talk.lines[-1] == f"Stopped after {counted} of 20 moves: {3 * counted} nodes so far."


def test_what_can_be_looked_at(talk: Talk) -> None:
    talk.obey("d", "eval", "table")
    assert talk.lines[:2] == ["r n b q k b n r", "p p p p p p p p"]
    assert talk.lines[8:] == ["evaluation: 17 centipawns for white, the side to move", "3 filled"]


def test_bench(talk: Talk) -> None:
    talk.obey("bench 5").wait()
    assert talk.lines == ["position 1 depth 5", "Bench: 4711"]


BENCHES = {
    "bench": (8, "Modern"),
    "bench 5": (5, "Modern"),
    "bench AliBaba": (8, "AliBaba"),
    "bench 6 alibaba": (6, "AliBaba"),
    "bench ALIBABA 6": (6, "AliBaba"),
    "bench 0": (1, "Modern"),
    "bench -3 Modern": (1, "Modern"),
}


@pytest.mark.parametrize(("line", "asked"), BENCHES.items())
def test_what_is_benched(talk: Talk, line: str, asked: tuple[int, str]) -> None:
    """A depth and a search, in any order, capitals or not."""
    talk.obey(line).wait()
    assert talk.engine.calls == [f"bench {asked[0]} {asked[1]}"]
    assert talk.complaints == [] and talk.lines[-1] == "Bench: 4711"


@pytest.mark.parametrize("words", ["5 6", "AliBaba Modern", "5 NoSuch", "Ali Baba", "1.5", "abc"])
def test_a_bench_that_does_not_exist(talk: Talk, words: str) -> None:
    """Another search than the one that was meant would give a wrong signature."""
    talk.obey(f"bench {words}").wait()
    (complaint,) = talk.complaints
    assert "a depth and a search (Modern, AliBaba, Selective)" in complaint
    assert f"'{words}'" in complaint
    assert talk.engine.calls == []


def test_a_stopped_bench_has_no_signature(talk: Talk) -> None:
    """Scripts read `Bench: N`; the sum of the first positions is not it."""
    talk.engine.bench_positions = 10_000
    talk.obey("bench 5").until(lambda: len(talk.lines) >= 3).obey("stop").wait()
    *lines, last = talk.lines
    assert last == f"Stopped after {len(lines)} of 25 positions."
    assert not [line for line in lines if "Bench" in line]


def test_debug_shows_the_statistics_of_each_search(talk: Talk) -> None:
    """Lazar 1995: three summary lines after a search."""
    talk.obey("debug on", "go depth 1").wait()
    assert talk.lines[-2] == "info string 3 filled"
    talk.obey("debug off", "go depth 1").wait()
    assert talk.complaints == ["info string 3 filled"]
