"""Limits and clocks: what engines are told of them, who loses on time, and who does not."""

import chess
import pytest

from engine.lab.match.play import GameClock, next_move
from engine.lab.match.records import Opening, Reason
from engine.lab.match.sheet import Answer, ForfeitError, Sheet
from tests.lab.match.fakes.sides import ended, fake, game_of, match_of

GOOD = fake("Good")
MARGIN_MS = 50.0

SLOW = fake("Slow", "slow", "3", "pause=0.6")


@pytest.mark.parametrize("limit", ["movetime=400", "0.4", "0.4+0.001", "2/0.4"])
def test_time_forfeit(limit):
    """The fake needs 600 ms; with the margin of 50 it has at most 450."""
    game = game_of(GOOD, SLOW, limit=limit)
    assert ended(game) == ("1-0", Reason.TIME_FORFEIT)
    assert "Slow did not answer within" in game.detail


@pytest.mark.parametrize("limit", ["movetime=2000", "2+1", "nodes=1", "depth=1"])
def test_who_is_slow_within_its_limit_has_not_lost(limit):
    game = game_of(GOOD, SLOW, limit=limit, patience_seconds=5.0)
    assert ended(game) == ("1/2-1/2", Reason.REPETITION)
    assert game.moves[3].time_ms > 590


def test_no_forfeit_against_a_bare_king():
    """FIDE's laws of chess, article 6.9: a draw if the other side cannot mate."""
    opening = Opening("bare", "7k/8/8/8/8/8/8/KR6 w - - 0 1")
    game = game_of(fake("Slow", "slow", "0", "pause=0.6"), GOOD, opening, limit="movetime=300")
    assert ended(game) == ("1/2-1/2", Reason.TIME_FORFEIT)


def test_an_answer_that_was_read_too_late():
    """It came while nobody looked: what counts is when we had it."""

    class Late:
        side = GOOD

        def move(self, *_):
            return Answer(chess.Move.from_uci("e2e4"), False, None, None, None, None, 0.5)

    clock = GameClock(match_of(GOOD, limit="movetime=400", margin_ms=50))
    with pytest.raises(ForfeitError, match=r"Good used 500 ms of 450 ms\.") as forfeit:
        next_move(Late(), Sheet(Opening("start")), clock)
    assert forfeit.value.reason is Reason.TIME_FORFEIT


GO = {
    "nodes=500": "go nodes 500",
    "depth=4": "go depth 4",
    "movetime=500": "go movetime 500",
    "60+0.5": "go wtime 60000 btime 60000 winc 500 binc 500",
    "40/60": "go wtime 60000 btime 60000 movestogo 40",
}


@pytest.mark.parametrize("limit", GO)
def test_the_words_for_limits(limit, tmp_path):
    log = tmp_path / "log"
    game_of(fake("W", f"log={log}"), fake("B", "dies", "1"), limit=limit)
    told = log.read_text().splitlines()
    assert next(line for line in told if line.startswith("go")) == GO[limit]


def clock_of(limit):
    return GameClock(match_of(GOOD, limit=limit, margin_ms=MARGIN_MS))


def test_an_increment_is_added_after_the_move():
    clock = clock_of("10+0.5")
    clock.spend(chess.WHITE, 3000)
    assert clock.left_ms == {chess.WHITE: 7500, chess.BLACK: 10_000}
    limit = clock.limit(chess.BLACK)
    assert (limit.white_clock, limit.black_clock) == (7.5, 10)
    assert (limit.white_inc, limit.black_inc, limit.remaining_moves) == (0.5, 0.5, None)


@pytest.mark.parametrize(("limit", "told"), [("10+2", "2"), ("10+0.5", "0.5"), ("10", "0")])
def test_whole_seconds_are_whole_numbers(limit, told):
    """XBoard's `level` and `st` take them as python-chess writes them."""
    limits = clock_of(limit).limit(chess.WHITE)
    assert (str(limits.white_inc), str(limits.black_inc)) == (told, told)
    assert str(clock_of("movetime=3000").limit(chess.WHITE).time) == "3"


def test_after_the_moves_of_a_control_the_time_is_added_again():
    clock = clock_of("2/10")
    assert clock.limit(chess.WHITE).remaining_moves == 2
    clock.spend(chess.WHITE, 3000)
    assert clock.limit(chess.WHITE).remaining_moves == 1
    assert clock.limit(chess.BLACK).remaining_moves == 2
    clock.spend(chess.WHITE, 5000)
    assert clock.left_ms[chess.WHITE] == 12_000
    assert clock.limit(chess.WHITE).remaining_moves == 2


def test_the_margin_is_no_gift():
    """Who answers within it has not lost, but has nothing left."""
    clock = clock_of("1")
    assert clock.allowed_ms(chess.WHITE) == 1050
    clock.spend(chess.WHITE, 1040)
    assert clock.left_ms[chess.WHITE] == 0
    assert clock.allowed_ms(chess.WHITE) == 50


def test_without_a_clock_only_patience_ends():
    clock = clock_of("nodes=10")
    assert clock.allowed_ms(chess.WHITE) is None
    assert clock.patience_ms(chess.WHITE) == 500
