"""The words after `go`: which limits they mean, and that nonsense never prevents a search."""

import chess
import pytest

from engine.thinking.limits import ANY_LENGTH, Limits
from engine.uci.go import read_go

START = chess.Board()
BLACK = chess.Board("rnb1kbnr/pp2pppp/8/8/3NP3/8/PP3PPP/RNB1KB1R b KQkq - 0 1")

UNDERSTOOD = {
    "nothing": ("", Limits(infinite=True)),
    "depth": ("depth 8", Limits(depth=8)),
    "nodes": ("nodes 1000", Limits(nodes=1000)),
    "movetime": ("movetime 5000", Limits(movetime_ms=5000)),
    "white's clock": (
        "wtime 1 btime 2 winc 3 binc 4 movestogo 5",
        Limits(time_ms=1, increment_ms=3, moves_to_go=5),
    ),
    "infinite": ("infinite", Limits(infinite=True)),
    "infinite with a depth": ("infinite depth 9", Limits(infinite=True, depth=9)),
    "mate": ("mate 3", Limits(mate=3)),
    "mate without a number (Stockfish#2667)": ("mate", Limits(mate=ANY_LENGTH)),
    "mate in more moves than anybody counts": (
        "mate " + 15 * "9",
        Limits(mate=ANY_LENGTH - 1),
    ),
    "mate before another word": ("mate depth 5", Limits(depth=5, mate=ANY_LENGTH)),
    "ponder": ("ponder wtime 1000 btime 2000", Limits(ponder=True, time_ms=1000)),
    "ponder alone": ("ponder", Limits(ponder=True, infinite=True)),
    "searchmoves at the end": (
        "depth 4 searchmoves a2a3 h2h3",
        Limits(depth=4, searchmoves=("a2a3", "h2h3")),
    ),
    "searchmoves in the middle": (
        "searchmoves a2a3 h2h3 depth 4",
        Limits(depth=4, searchmoves=("a2a3", "h2h3")),
    ),
    "depth 0 is the least search": ("depth 0", Limits(depth=1)),
    "nodes 0": ("nodes 0", Limits(nodes=1)),
    "only the other side's clock": ("btime 700", Limits(time_ms=700)),
    "negative depth": ("depth -3", Limits(depth=1)),
    "movetime 0 (Stockfish#3720)": ("movetime 0", Limits(movetime_ms=0)),
    "negative clock of the opponent (camel#219)": (
        "wtime 165661 btime -170671 winc 2000 binc 2000",
        Limits(time_ms=165661, increment_ms=2000),
    ),
    "negative clock (byte-knight#100)": ("wtime -50 btime 1000", Limits(time_ms=-50)),
    "the last of two depths": ("depth 4 depth 5", Limits(depth=5)),
}


@pytest.mark.parametrize(("words", "limits"), UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_understood(words: str, limits: Limits) -> None:
    order = read_go(words.split(), START)
    assert order.limits == limits
    assert order.perft is None and order.complaints == ()


def test_blacks_clock() -> None:
    order = read_go("wtime 1 btime 2 winc 3 binc 4".split(), BLACK)
    assert order.limits == Limits(time_ms=2, increment_ms=4)


def test_a_clock_of_the_opponent_alone_is_taken_for_ours() -> None:
    """There is a clock in this game: a search without end would lose on it."""
    assert read_go(["wtime", "1000"], BLACK).limits == Limits(time_ms=1000)


@pytest.mark.parametrize(
    ("text", "depth", "complaints"), [("5", 5, 0), ("0", 0, 0), ("-5", 0, 1), ("1000000", 30, 1)]
)
def test_perft(text: str, depth: int, complaints: int) -> None:
    """A depth beyond the core's stacks must not reach it."""
    order = read_go(["perft", text], START)
    assert (order.perft, len(order.complaints)) == (depth, complaints)


COMPLAINED = {
    "word for a number": ("depth abc nodes 5", Limits(nodes=5), "depth"),
    "no number": ("depth", Limits(movetime_ms=1000), "depth"),
    "keyword for a number": ("depth nodes 5", Limits(nodes=5), "depth"),
    "fraction": ("movetime 1.5 depth 3", Limits(depth=3), "movetime"),
    "number too long": ("nodes " + 30 * "9" + " depth 3", Limits(depth=3), "nodes"),
    "word for a mate": ("mate soon depth 3", Limits(depth=3, mate=ANY_LENGTH), "any mate"),
    "mate 0": ("mate 0", Limits(mate=1), "mate"),
    "mate below 0": ("mate -3", Limits(mate=1), "mate"),
    "unknown word": ("fast depth 3", Limits(depth=3), "fast"),
    "illegal searchmove": (
        "depth 3 searchmoves e2e5 a2a3",
        Limits(depth=3, searchmoves=("a2a3",)),
        "e2e5",
    ),
    "no legal searchmove": ("depth 3 searchmoves e2e5", Limits(depth=3), "e2e5"),
    "null move": ("depth 3 searchmoves 0000", Limits(depth=3), "0000"),
    "word of a million letters": ("x" * 1_000_000 + " depth 3", Limits(depth=3), "xxx"),
}


@pytest.mark.parametrize(("words", "limits", "said"), COMPLAINED.values(), ids=COMPLAINED)
def test_complained_and_searched(words: str, limits: Limits, said: str) -> None:
    """Once a program said `go` it waits for a move: what is wrong is skipped, and told."""
    order = read_go(words.split(), START)
    assert order.limits == limits
    complaint, *further = order.complaints
    assert said in complaint and len(complaint) < 200
    none_left = "searchmoves" in words and not limits.searchmoves
    assert further == (["searchmoves: none is left; all moves are searched."] if none_left else [])


@pytest.mark.parametrize(("wrong", "sentences"), [(8, 8), (9, 8), (2000, 8)])
def test_many_words_that_are_no_moves(wrong: int, sentences: int) -> None:
    """Nobody reads thousands of sentences; the last one counts those that were left out."""
    order = read_go(["depth", "3", "searchmoves", "a2a3", *["e2e5"] * wrong], START)
    assert order.limits.searchmoves == ("a2a3",)
    assert len(order.complaints) == sentences
    if wrong > sentences:
        assert order.complaints[-1] == f"searchmoves: {wrong - 7} more are not legal here."


@pytest.mark.parametrize(
    "words", ["depth", "depth abc", "movetime 1e3", "nodes 9" + "9" * 30, "perft x"]
)
def test_an_unreadable_limit_ends_by_itself(words):
    """Whoever names a limit does not want an infinite search: it takes a second, and says why."""
    order = read_go(words.split(), START)
    assert order.limits == Limits(movetime_ms=1000) and order.perft is None
    assert len(order.complaints) == 1


def test_a_mate_in_an_unreadable_number_of_moves():
    """Some mate is wanted; as with other limits that cannot be read, the search takes a second."""
    order = read_go(["mate", "five"], START)
    assert order.limits == Limits(mate=ANY_LENGTH, movetime_ms=1000)
    assert order.complaints == (
        "go mate needs a whole number, not 'five'; any mate is looked for.",
    )


def test_an_unreadable_limit_beside_a_good_one():
    """The one that can be read holds."""
    assert read_go("depth x nodes 50".split(), START).limits == Limits(nodes=50)
