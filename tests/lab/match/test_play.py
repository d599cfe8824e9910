"""Games with fake engines: every end, every fault, and what is written down."""

import time
from dataclasses import replace

import pytest

from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.play import play_game
from engine.lab.match.player import Player
from engine.lab.match.records import Adjudication, MatchError, Opening, Reason
from engine.lab.match.sheet import ForfeitError
from engine.lab.match.worker import RunningEngines, check_side
from tests.lab.match.fakes.sides import ended, fake, fake_xboard, game_of, match_of, task_of

GOOD = fake("Good")


def test_a_game_is_written_down():
    white, black = fake("W", "scores=15,-20"), fake("B", "scores=,m-4")
    game = game_of(white, black)
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert [move.uci for move in game.moves] == 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]
    first, second, third = game.moves[:3]
    assert (first.score_cp, first.mate, first.depth, first.nodes) == (15, None, 3, 321)
    assert (second.score_cp, second.mate) == (None, -4)
    assert third.score_cp == -20
    assert game.white_time_ms == pytest.approx(sum(move.time_ms for move in game.moves[::2]))
    assert game.black_time_ms == pytest.approx(sum(move.time_ms for move in game.moves[1::2]))
    assert game.white.version == game.black.version == "Fake 1.0"
    assert len(game.white.source) == 16
    assert game.host and game.started.endswith("+00:00") and 0 < game.seconds < 60
    assert game.detail == ""


def test_mate():
    line = "line=f2f3,e7e5,g2g4,d8h4"
    assert ended(game_of(fake("W", line), fake("B", line))) == ("0-1", Reason.CHECKMATE)


def test_an_opening_is_played_first():
    """The engines go on from it, and it belongs to the moves that may be repeated."""
    opening = Opening("knights", moves=("g1f3", "g8f6", "f3g1", "f6g8"))
    game = game_of(GOOD, fake("B"), opening)
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert len(game.moves) == 4


def test_an_opening_in_which_black_begins():
    """The first move, and its time, are Black's."""
    opening = Opening("black", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    line = "line=g8f6,f3g1"
    game = game_of(fake("W", line), fake("B", line, "dies", "2"), opening)
    assert ended(game) == ("1-0", Reason.CRASH)
    assert (game.black_time_ms, game.white_time_ms) == tuple(move.time_ms for move in game.moves)


@pytest.mark.parametrize(
    "opening",
    [
        Opening("bad", moves=("e2e5",)),
        Opening("bad", moves=("castle",)),
        Opening("bad", "no position"),
        Opening("bad", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ],
    ids=["illegal", "no move", "no position", "no kings"],
)
def test_an_opening_that_cannot_be_played(opening):
    game = game_of(GOOD, fake("B"), opening)
    assert ended(game) == ("*", Reason.BAD_OPENING)
    assert game.detail.startswith("bad: ")


def test_an_opening_that_is_over():
    mated = Opening("fool", moves=("f2f3", "e7e5", "g2g4", "d8h4"))
    game = game_of(GOOD, fake("B"), mated)
    assert ended(game) == ("0-1", Reason.CHECKMATE)
    assert game.moves == ()


def test_the_judge_is_asked():
    rules = Adjudication(resign_moves=1, resign_score=300, draw_moves=0, move_limit=0)
    game = game_of(fake("W", "scores=400"), fake("B", "scores=-400"), adjudication=rules)
    assert ended(game) == ("1-0", Reason.ADJUDICATED_WIN)
    assert len(game.moves) == 2


# What Black's engine does at its second move, and what is written down: see the fake.
FAULTS = {
    "illegal": (Reason.ILLEGAL_MOVE, 'Bad answered "bestmove e2e5", which is not a legal move.'),
    "word": (Reason.ILLEGAL_MOVE, 'Bad answered "bestmove castle", which is not a legal move.'),
    "unprintable": (Reason.ILLEGAL_MOVE, 'Bad answered "bestmove ??[2Jxxx'),
    "null": (Reason.NO_MOVE, "Bad sent no move, but has legal moves."),
    "none": (Reason.NO_MOVE, "Bad sent no move, but has legal moves."),
    "empty": (Reason.NO_MOVE, "Bad sent no move, but has legal moves."),
    "dies": (Reason.CRASH, "Bad exited unexpectedly with status 7: out of memory."),
    "hangs": (Reason.NO_ANSWER, "Bad did not answer within 0.5 s or to stop."),
    "waits": (Reason.NO_ANSWER, "Bad did not answer within 0.5 s, but reacted to stop."),
    "chatters": (Reason.NO_ANSWER, "Bad did not answer within 0.5 s or to stop."),
    "endless": (Reason.PROTOCOL_ERROR, "Bad wrote a line that is too long."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_engine_that_fails_has_lost(fault):
    reason, sentence = FAULTS[fault]
    patience = 10.0 if fault == "endless" else 0.5
    game = game_of(GOOD, fake("Bad", fault, "3"), patience_seconds=patience)
    assert ended(game) == ("1-0", reason)
    assert game.detail.startswith(sentence)
    assert [move.uci for move in game.moves] == ["g1f3", "g8f6", "f3g1"]


def test_white_may_fail_too():
    assert ended(game_of(fake("Bad", "dies", "0"), GOOD)) == ("0-1", Reason.CRASH)


def test_garbage_is_overlooked():
    """Lines that are no UCI, bytes that are no text, a standard error that nobody asked for."""
    game = game_of(GOOD, fake("Noisy", "garbage"))
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert game.moves[3].score_cp == 0


@pytest.mark.parametrize("pause", ["0", "0.05"])
@pytest.mark.parametrize("polling", [True, False], ids=["by its pipes", "by python-chess"])
def test_a_second_answer_is_no_answer_to_the_next_question(monkeypatch, polling, pause):
    """Whether it comes at once or while the other side is thinking."""
    monkeypatch.setattr("engine.lab.match.player.POLLING", polling)
    settings = match_of(fake("Twice", "repeats", f"pause={pause}"), fake("B"))
    engines = RunningEngines(settings)
    for number in (1, 2):
        game = engines.play(task_of(*settings.sides, number=number))
        assert ended(game) == ("1/2-1/2", Reason.REPETITION)
        assert [move.uci for move in game.moves] == 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]
        assert {move.score_cp for move in game.moves} == {0}
    engines.close()


def test_a_liar_about_nodes(tmp_path):
    """Numbers that the database could not add up are no numbers."""
    game = game_of(fake("W", f"nodes={10**18 - 1}"), fake("B"))
    assert [move.nodes for move in game.moves[:2]] == [None, 321]


def test_patience_may_be_longer_than_a_poll_can_wait():
    """A poll takes 31 bits of milliseconds, that is 24 days."""
    game = game_of(GOOD, fake("B"), limit="99999:00")
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)


NO_START = {
    "no program": (replace(GOOD, command=("no-such-engine",)), "No such file"),
    "no right": (replace(GOOD, command=(__file__,)), "Permission denied"),
    "ends at once": (fake("Good", "quits"), "Good exited unexpectedly with status 1: no licence."),
    "says nothing": (fake("Good", "silent"), "Good did not answer within 0.5 s."),
    "never ready": (fake("Good", "unready"), "Good did not answer within 0.5 s."),
    "unknown option": (fake("Good", options=(("Hahs", "1"),)), "Good has no option Hahs; it has"),
    "bad value": (fake("Good", options=(("Hash", "99"),)), 'Hash of Good cannot be "99"'),
    "XBoard without ping": (fake_xboard("Good", "old"), "required feature: ping"),
}


@pytest.mark.parametrize("name", NO_START)
def test_an_engine_that_does_not_start(name):
    """Nobody has lost; before a match the same is said by an exception."""
    side, sentence = NO_START[name]
    game = game_of(side, fake("B"), start_seconds=0.5)
    assert ended(game) == ("*", Reason.NO_START)
    assert game.moves == ()
    assert sentence in game.detail
    with pytest.raises(MatchError) as refusal:
        check_side(side, match_of(side, start_seconds=0.5))
    assert str(refusal.value) == game.detail


def test_a_side_is_checked_by_its_first_move():
    with pytest.raises(MatchError, match=r"Bad did not answer within .* or to stop"):
        check_side(fake("Bad", "hangs", "0"), match_of(GOOD))
    assert check_side(GOOD, match_of(GOOD)).version == "Fake 1.0"


def lines(log):
    return log.read_text().splitlines()


def test_what_a_uci_engine_is_told(tmp_path):
    """One ucinewgame for each game, options once, and the limit with every move."""
    log = tmp_path / "log"
    black = fake("B", f"log={log}", options=(("Hash", "32"), ("Mode", "Fast=true")))
    opening = Opening("rook pawns", moves=("a2a3", "a7a6", "a3a4", "a6a5"))
    engines = RunningEngines(match_of(GOOD, black))
    for number in (1, 3):
        engines.play(task_of(GOOD, black, opening, number))
    engines.close()
    told = lines(log)
    assert told[:5] == [
        "uci",
        "setoption name Hash value 32",
        "setoption name Mode=Fast value true",
        "isready",
        "ucinewgame",
    ]
    assert told.count("uci") == 1
    assert told.count("ucinewgame") == 2
    first = "position startpos moves a2a3 a7a6 a3a4 a6a5 g1f3"
    assert [line for line in told if line.startswith(first)] == 2 * [
        first,
        f"{first} g8f6 f3g1",
        f"{first} g8f6 f3g1 f6g8 g1f3",
        f"{first} g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
    ]
    assert {line for line in told if line.startswith("go")} == {"go nodes 100"}
    assert told[-1] == "quit"


def test_the_position_is_told_from_where_the_opening_begins(tmp_path):
    log = tmp_path / "log"
    fen = "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1"
    opening = Opening("end game", fen, ("e2e4", "e8e7"))
    white = fake("W", f"log={log}", "line=-,-,g1f3")
    game_of(white, fake("B", "dies", "0"), opening)
    assert f"position fen {fen} moves e2e4 e8e7" in lines(log)


@pytest.mark.parametrize("polling", [True, False], ids=["by its pipes", "by python-chess"])
def test_neither_bounds_nor_further_lines_are_scores(monkeypatch, polling):
    """They do not come into records, and so not into PGN; nor do they end a game."""
    monkeypatch.setattr("engine.lab.match.player.POLLING", polling)
    rules = Adjudication(resign_moves=1, resign_score=300, draw_moves=1, draw_score=0, draw_from=1)
    white, black = fake("W", "scores=-40|m10>"), fake("B", "scores=1:299|2:-900|1:-1000<")
    game = game_of(white, black, adjudication=rules)
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert {(move.score_cp, move.mate) for move in game.moves[::2]} == {(-40, None)}
    assert {(move.score_cp, move.mate) for move in game.moves[1::2]} == {(299, None)}


def test_a_player_ends_in_time():
    """Even one that hears nothing is gone after its close; closing again does nothing."""
    player = Player(fake("Bad", "hangs", "0"), 5.0)
    settings = match_of(GOOD, GOOD)
    game = play_game(task_of(GOOD, GOOD), (player, player), settings, Adjudicator(Adjudication()))
    assert game.reason is Reason.NO_ANSWER
    assert player.broken
    began = time.monotonic()
    player.close()
    player.close()
    assert time.monotonic() - began < 5


def test_ending_an_engine_that_writes_on_and_on(caplog):
    """It says nothing itself: asyncio complained of a process that had been asked for its end."""
    for _ in range(10):
        with pytest.raises(ForfeitError, match="did not answer within"):
            Player(fake("Loud", "noisy"), 0.2)
    assert caplog.messages == []


def test_a_fault_between_the_games():
    """It is the player's word; `RunningEngines` starts another."""
    player = Player(fake("Bad", "second"), 0.5)
    player.new_game()
    with pytest.raises(ForfeitError, match=r"Bad did not answer within 0\.5 s"):
        player.new_game()
    player.close()


def test_python_chess_plays_where_pipes_cannot_be_polled(monkeypatch):
    """As on Windows: slower, and the same moves."""
    monkeypatch.setattr("engine.lab.match.player.POLLING", False)
    game = game_of(GOOD, fake("Bad", "illegal", "3"), limit="10+0.1")
    assert ended(game) == ("1-0", Reason.ILLEGAL_MOVE)
    assert game.moves[0].score_cp == 0
    game = game_of(GOOD, fake("Bad", "hangs", "3"), limit="movetime=400")
    assert ended(game) == ("1-0", Reason.TIME_FORFEIT)
