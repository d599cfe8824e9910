"""What the tablebases' answers mean under the fifty-move rule, and which moves are left.

Expected outcomes are counted by hand: a zeroing move in n plies is in time if the counter before
it is below 100, so with a counter of c now it must hold that c + n <= 100.
"""

import random

import chess
import chess.syzygy
import pytest

from engine.search.shared.score import MATE
from engine.uci.tablebase import (
    BLESSED_LOSS,
    CURSED_WIN,
    DRAWN,
    LOSS,
    TABLE_WIN,
    WIN,
    Judged,
    Verdict,
    judge,
)
from tests.uci.tables import SMALL, FakeTables, larger

# White: Ke4 and Rh1; Black: Ka8. The fake tables decide what the moves are worth.
FEN = "k7/8/8/8/4K3/8/8/7R w - - {} 80"
PAWN = "k7/8/8/8/4K3/8/7P/8 w - - {} 80"

# by name: the counter, what the tables say after some moves, the outcome, the moves that are left
RANKED = {
    "a win, a draw": (0, {"e4e5": (-2, -10), "e4d5": (0, 0)}, WIN, "e4e5"),
    "all wins while the counter is young": (
        *(0, {"e4e5": (-2, -10), "e4d5": (-2, -20), "e4f5": (0, 0)}),
        *(WIN, "e4e5 e4d5"),
    ),
    "the shortest win when nothing happens": (
        *(16, {"e4e5": (-2, -10), "e4d5": (-2, -20)}),
        *(WIN, "e4e5"),
    ),
    "two shortest ones": (
        *(30, {"e4e5": (-2, -10), "e4d5": (-2, -20), "h1h2": (-2, -10)}),
        *(WIN, "e4e5 h1h2"),
    ),
    "a win in time, a win too late": (
        *(89, {"e4e5": (-2, -10), "e4d5": (-2, -11)}),
        *(WIN, "e4e5"),
    ),
    "too late": (90, {"e4e5": (-2, -10), "e4d5": (0, 0)}, CURSED_WIN, "e4e5"),
    "rounding: a ply to spare is better": (
        *(5, {"e4e5": (-2, -94), "e4d5": (-2, -93)}),
        *(WIN, "e4d5"),
    ),
    "rounding: without a ply to spare it is still the best": (
        *(5, {"e4e5": (-2, -94), "e4d5": (0, 0)}),
        *(WIN, "e4e5"),
    ),
    "cursed is better than drawn, the shortest first": (
        *(0, {"e4e5": (-1, -101), "e4d5": (-1, -120), "e4f5": (0, 0)}),
        *(CURSED_WIN, "e4e5"),
    ),
    "all draws": (50, {"e4e5": (0, 0), "e4d5": (0, 0)}, DRAWN, "e4e5 e4d5"),
    "a draw is better than a loss": (0, {"e4e5": (0, 0), "e4d5": (2, 5)}, DRAWN, "e4e5"),
    "all losses": (0, {"e4e5": (2, 5), "e4d5": (2, 50)}, LOSS, "e4e5 e4d5"),
    "blessed, the longest first": (
        *(0, {"e4e5": (1, 101), "e4d5": (1, 110), "e4f5": (2, 99)}),
        *(BLESSED_LOSS, "e4d5"),
    ),
    "saved by the counter": (
        *(60, {"e4e5": (2, 45), "e4d5": (2, 20)}),
        *(BLESSED_LOSS, "e4e5"),
    ),
    "not saved: the last ply is in time": (60, {"e4e5": (2, 39)}, LOSS, "e4e5"),
    "no distances": (
        *(0, {"e4e5": (-2, None), "e4d5": (0, None)}),
        *(WIN, "e4e5"),
    ),
}


@pytest.mark.parametrize(("clock", "results", "outcome", "kept"), RANKED.values(), ids=RANKED)
def test_ranking(clock: int, results: dict[str, tuple[int, int]], outcome: int, kept: str) -> None:
    board = chess.Board(FEN.format(clock))
    verdict = judge(FakeTables(results), board, list(map(chess.Move.from_uci, results)), True)
    assert verdict.outcome == outcome
    assert [move.uci() for move in verdict.kept] == kept.split()
    assert board.fen() == FEN.format(clock)


# by name: the counter, the outcome of a pawn's move after which the opponent's result is given
ZEROING = {
    "the last moment": (99, -2, WIN),
    "won, but cursed later": (0, -1, CURSED_WIN),
    "drawn": (0, 0, DRAWN),
    "lost": (99, 2, LOSS),
}


@pytest.mark.parametrize(("clock", "result", "outcome"), ZEROING.values(), ids=ZEROING)
def test_zeroing_moves_start_the_counter_anew(clock: int, result: int, outcome: int) -> None:
    """Their distance is one ply, and only the result is asked for."""
    board = chess.Board(PAWN.format(clock))
    tables = FakeTables({"h2h3": (result, None)})
    verdict = judge(tables, board, [chess.Move.from_uci("h2h3")], True)
    assert verdict.outcome == outcome and tables.asked == ["h2h3"]


# Syzygy50MoveRule off: by name, what the tables say, and the outcome
WITHOUT_THE_RULE = {
    "cursed": ({"e4e5": (-1, -101)}, WIN),
    "blessed": ({"e4e5": (1, 101)}, LOSS),
    "too late": ({"e4e5": (-2, -50)}, WIN),
    "drawn": ({"e4e5": (0, 0)}, DRAWN),
}


@pytest.mark.parametrize(("results", "outcome"), WITHOUT_THE_RULE.values(), ids=WITHOUT_THE_RULE)
def test_without_the_fifty_move_rule(results: dict[str, tuple[int, int]], outcome: int) -> None:
    board = chess.Board(FEN.format(80))
    moves = list(map(chess.Move.from_uci, results))
    assert judge(FakeTables(results), board, moves, False).outcome == outcome


def test_mate_on_the_board_needs_no_table() -> None:
    """B3: it counts on the hundredth ply too."""
    board = chess.Board("k7/8/1K6/8/8/8/8/7R w - - 99 120")
    verdict = judge(FakeTables({}), board, [chess.Move.from_uci("h1h8")], True)
    assert (verdict.outcome, verdict.probes) == (WIN, 0)


def shuffled(times: int) -> chess.Board:
    """The position after the kings have gone to and fro."""
    board = chess.Board(FEN.format(0))
    for _ in range(times):
        for text in ("e4e5", "a8b8", "e5e4", "b8a8"):
            board.push_uci(text)
    return board


def test_a_third_occurrence_is_a_draw() -> None:
    """Whatever the tables say: they know no history."""
    board = shuffled(1)
    for text in ("e4e5", "a8b8", "h1h2", "b8a8", "h2h1", "a8b8"):
        board.push_uci(text)
    results = {"e5e4": (-2, -4), "e5d5": (-2, -20)}
    moves = list(map(chess.Move.from_uci, results))
    verdict = judge(FakeTables(results), board, moves, True)
    assert verdict.judged[moves[0]].outcome == WIN, "its second occurrence"
    board.push_uci("e5e4")
    for text in ("b8a8", "e4e5", "a8b8"):
        board.push_uci(text)
    verdict = judge(FakeTables(results), board, moves, True)
    assert verdict.judged[moves[0]].outcome == DRAWN and verdict.kept == (moves[1],)


def test_a_winner_who_has_repeated_must_hurry() -> None:
    results = {"e4d5": (-2, -20), "e4f5": (-2, -10)}
    moves = list(map(chess.Move.from_uci, results))
    assert judge(FakeTables(results), shuffled(1), moves, True).kept == (moves[1],)
    assert len(judge(FakeTables(results), shuffled(0), moves, True).kept) == 2


def test_a_winner_does_not_repeat() -> None:
    """Of two winning moves the one that leads back is left out, though it is the shorter one."""
    board = chess.Board(FEN.format(0))
    for text in ("h1h2", "a8b8", "h2h3", "b8a8"):
        board.push_uci(text)
    results = {"h3h2": (-2, -4), "h3h4": (-2, -20)}
    moves = list(map(chess.Move.from_uci, results))
    verdict = judge(FakeTables(results), board, moves, True)
    assert [one.repeats for one in verdict.judged.values()] == [True, False]
    assert verdict.kept == (moves[1],)


def test_a_missing_table() -> None:
    """Then there is no verdict, and the search decides."""
    board = chess.Board(FEN.format(0))
    results = {"e4e5": (-2, -10), "e4d5": (None, None)}
    moves = list(map(chess.Move.from_uci, results))
    assert judge(FakeTables(results), board, moves, True) is None


def verdict_of(outcome: int, plies: int) -> Verdict:
    move = chess.Move.from_uci("e4e5")
    return Verdict({move: Judged(move, outcome, plies, False)}, (move,), outcome, 7)


SCORES = {
    "a win": (WIN, 11, 350, TABLE_WIN - 11),
    "a win that looks lost": (WIN, 11, -350, TABLE_WIN - 11),
    "a mate is more than a win": (WIN, 11, MATE - 5, MATE - 5),
    "a loss": (LOSS, 11, 350, 11 - TABLE_WIN),
    "mated": (LOSS, 11, 4 - MATE, 4 - MATE),
    "a draw that looks won": (DRAWN, 0, 350, 0),
    "cursed": (CURSED_WIN, 102, 350, 0),
    "blessed": (BLESSED_LOSS, 102, -350, 0),
}


@pytest.mark.parametrize(("outcome", "plies", "found", "score"), SCORES.values(), ids=SCORES)
@pytest.mark.parametrize("move", ["e4e5", None])
def test_scores(outcome: int, plies: int, found: int, score: int, move: str | None) -> None:
    first = chess.Move.from_uci(move) if move else None
    assert verdict_of(outcome, plies).score(first, found) == score


@pytest.fixture(scope="module")
def small() -> chess.syzygy.Tablebase:
    with chess.syzygy.open_tablebase(str(SMALL)) as tablebase:
        yield tablebase


# Textbook positions: king and pawn, king and rook, king and minor piece
KNOWN = {
    "the king on the sixth rank wins": ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", WIN),
    "also with Black to move": ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", LOSS),
    "White has to give way": ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", DRAWN),
    "Black has to give way": ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", LOSS),
    "a rook's pawn": ("k7/8/K7/P7/8/8/8/8 w - - 0 1", DRAWN),
    "a rook": ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", WIN),
    "a rook that is lost": ("8/8/8/8/8/8/1k6/R3K3 b - - 0 1", DRAWN),
    "a knight": ("8/8/8/4k3/8/8/8/N3K3 w - - 0 1", DRAWN),
    "a rook, too late": ("8/8/8/4k3/8/8/8/R3K3 w - - 90 80", CURSED_WIN),
}


@pytest.mark.parametrize(("fen", "outcome"), KNOWN.values(), ids=KNOWN)
def test_textbook_endings(small: chess.syzygy.Tablebase, fen: str, outcome: int) -> None:
    board = chess.Board(fen)
    assert judge(small, board, list(board.legal_moves), True).outcome == outcome


def test_the_only_move(small: chess.syzygy.Tablebase) -> None:
    """Kd7 takes the opposition; after all others White's king reaches the sixth rank."""
    board = chess.Board("8/4k3/8/3KP3/8/8/8/8 b - - 0 1")
    verdict = judge(small, board, list(board.legal_moves), True)
    assert verdict.outcome == DRAWN
    assert [move.uci() for move in verdict.kept] == ["e7d7"]


@pytest.mark.parametrize("seed", range(6))
def test_any_choice_wins(small: chess.syzygy.Tablebase, seed: int) -> None:
    """King and rook, chosen at random among the moves that are left: mate before move fifty.

    The longest way is 32 plies; 16 more may be wasted before the tables insist.
    """
    chance = random.Random(seed)
    board = random_ending("KRk", chance)
    while not board.is_game_over():
        verdict = judge(small, board, list(board.legal_moves), True)
        assert verdict.outcome == (WIN if board.turn else LOSS)
        board.push(chance.choice(verdict.kept))
    assert board.is_checkmate() and board.halfmove_clock <= 16 + 32 + 2


def random_ending(pieces: str, chance: random.Random) -> chess.Board:
    """Set pieces up anywhere; White is to move, and wins if it has a rook or a queen."""
    while True:
        board = chess.Board(None)
        for square, symbol in zip(chance.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and not board.is_game_over():
            return board


def test_bishop_and_knight() -> None:
    """The hardest of the simple mates: up to 66 plies, so 16 wasted ones leave enough."""
    with chess.syzygy.open_tablebase(str(larger("KBNvK"))) as tablebase:
        for seed in range(3):
            chance = random.Random(seed)
            board = random_ending("KBNk", chance)
            while not board.is_game_over():
                verdict = judge(tablebase, board, list(board.legal_moves), True)
                board.push(chance.choice(verdict.kept))
            assert board.is_checkmate()
