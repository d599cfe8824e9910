"""Draws by rule: repetition, fifty moves, insufficient material, with python-chess as witness.

Once before on the way from the root is enough, or twice before in the game (choice X13 of
docs/choices.md): what is older than the root cannot be changed any more, so one return to it proves
nothing. The counter of the fifty moves yields to mate (blunder #14).
"""

import random
from collections import Counter
from itertools import combinations_with_replacement

import chess
import pytest

from tests.games import board_of, word

START = chess.STARTING_FEN
WHITE_FIRST, BLACK_FIRST = "g1f3 g8f6 f3g1 f6g8 ", "g8f6 g1f3 f6g8 f3g1 "
ONE_MAY_TAKE = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"
MAY_CASTLE = "4k1n1/8/8/8/8/8/8/4K1NR w K - 0 1"

# Name: start, the game to the root, the way from the root; drawn at its end, drawn if strict.
REPETITIONS = {
    "a first return in the game": (START, WHITE_FIRST, "", False, False),
    "a second return in the game": (START, WHITE_FIRST * 2, "", True, True),
    "inside the circle, the third time": (START, WHITE_FIRST * 2 + "g1f3", "", True, True),
    "another place": (START, WHITE_FIRST + "b1c3", "", False, False),
    "after e4 e5, which nobody can take (Ethereal #44)": (
        START,
        "e2e4 e7e5 " + WHITE_FIRST * 2,
        "",
        True,
        True,
    ),
    "after e4, which nobody can take": (START, "e2e4 " + BLACK_FIRST * 2, "", True, True),
    "the first time a pawn could take": (ONE_MAY_TAKE, "e2e4 " + BLACK_FIRST * 2, "", False, False),
    "once more": (ONE_MAY_TAKE, "e2e4 " + BLACK_FIRST * 3, "", True, True),
    "the first time White could castle": (
        MAY_CASTLE,
        "h1h2 g8f6 h2h1 f6g8 h1h2 g8f6 h2h1 f6g8",
        "",
        False,
        False,
    ),
    "back at the root": (START, "", WHITE_FIRST, True, False),
    "back at a place on the way": (START, "", "b1c3 " + BLACK_FIRST, True, False),
    "back at a place before the root": (START, "g1f3 g8f6", "f3g1 f6g8", False, False),
    "back at the place of the root, seen before": (START, WHITE_FIRST, WHITE_FIRST, True, True),
    "back a second time before the root": (
        START,
        WHITE_FIRST + "g1f3 g8f6",
        "f3g1 f6g8",
        True,
        True,
    ),
    "two returns on the way": (START, "", WHITE_FIRST * 2, True, True),
}


def game(fen, moves):
    """Play a game from a FEN."""
    board = board_of(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


def follow(rules, board, moves):
    """Let the core play moves from the root; gives the number of plies."""
    for ply, move in enumerate(moves):
        rules.make(word(board, move), ply)
        board.push(move)
    return len(moves)


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", REPETITIONS.values(), ids=REPETITIONS)
def test_repetition(case, rules):
    """On the way from the root one earlier time is enough, in the game it takes two."""
    fen, past, way, drawn, strictly_drawn = case
    root = game(fen, past)
    rules.put_game(root)
    ply = follow(rules, root, [chess.Move.from_uci(move) for move in way.split()])
    assert rules.repeats(ply) == drawn
    assert rules.repeats(ply, strict=True) == strictly_drawn
    assert rules.repeats(ply, strict=True) == root.is_repetition(3)


@pytest.mark.uncompiled
def test_nothing_before_the_fen(rules):
    """A FEN with a high counter has no past, whatever lay in the stack before it."""
    rules.put_game(game(START, WHITE_FIRST * 2))
    rules.put_game(chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 60 70"))
    assert not rules.repeats()
    assert not rules.repeats(strict=True)


def idle_game(seed):
    """Give random moves that are often taken back, without captures and pawn moves."""
    chance, board = random.Random(seed), chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    while board.ply() < 60:
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        back = [
            move
            for move in quiet
            if len(board.move_stack) > 1
            and (move.to_square, move.from_square)
            == (board.move_stack[-2].from_square, board.move_stack[-2].to_square)
        ]
        if not quiet:
            break
        board.push(chance.choice(back if back and chance.random() < 0.6 else quiet))
    return board


@pytest.mark.parametrize("seed", range(12))
def test_repetition_in_idle_games(seed, rules):
    """Castling rights go on the way; the answers are python-chess's at every ply.

    The game is once the way from the root and once the past of the root.
    """
    moves = idle_game(seed).move_stack
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    rules.put_game(board)
    returns = 0
    for ply, move in enumerate(moves):
        rules.make(word(board, move), ply)
        board.push(move)
        assert rules.repeats(ply + 1) == board.is_repetition(2)
        assert rules.repeats(ply + 1, strict=True) == board.is_repetition(3)
        returns += board.is_repetition(2)
    assert returns
    while board.move_stack:
        rules.put_game(board)
        assert rules.repeats() == rules.repeats(strict=True) == board.is_repetition(3)
        board.pop()


# Name: position, move, whether the fifty moves are over after it.
FIFTY = {
    "the hundredth ply mates (blunder #14)": ("7k/8/6K1/8/8/8/8/R7 w - - 99 100", "a1a8", False),
    "the hundredth ply checks": ("7k/8/5K2/8/8/8/8/R7 w - - 99 100", "a1a8", True),
    "the hundredth ply is quiet": ("7k/8/6K1/8/8/8/8/R7 w - - 99 100", "a1a7", True),
    "the hundredth ply stalemates": ("7k/8/6K1/8/8/8/8/5R2 w - - 99 100", "f1f7", True),
    "the ninety-ninth ply": ("7k/8/6K1/8/8/8/8/R7 w - - 98 100", "a1a7", False),
    "a capture starts again": ("7k/r7/6K1/8/8/8/8/R7 w - - 99 100", "a1a7", False),
    "a pawn move starts again": ("7k/8/6K1/8/8/8/P7/R7 w - - 99 100", "a2a3", False),
    "a long past": ("8/8/4K3/8/8/8/2k5/1r6 w - - 100 136", "e6e5", True),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", FIFTY.values(), ids=FIFTY)
def test_fifty_moves(case, rules):
    """A hundred plies without capture and pawn move are a draw unless the last one mates."""
    fen, move, over = case
    board = game(fen, move)
    rules.put(board)
    assert rules.fifty_moves_are_over() == over
    assert over == (board.halfmove_clock >= 100 and not board.is_checkmate())


KINDS = "PNBRQpnbrq"
DARK, LIGHT = (chess.C3, chess.E3, chess.C5, chess.E5), (chess.D3, chess.F3, chess.D5, chess.F5)


def materials():
    """All boards with up to three pieces beside the kings, and bishops galore.

    A bishop is tried on both colours of squares, which is all that a place can mean here.
    """
    pieces = [*((kind, LIGHT) for kind in KINDS), ("B", DARK), ("b", DARK)]
    for number in range(4):
        yield from combinations_with_replacement(pieces, number)
    bishops = [piece for piece in pieces if piece[0] in "Bb"]
    yield from combinations_with_replacement(bishops, 4)


def test_insufficient_material(rules):
    """The same judgement as python-chess for all small material, 463 cases of it and more."""
    wrong, verdicts = [], Counter()
    for material in materials():
        board = chess.Board("k7/8/8/8/8/8/8/7K w - - 0 1")
        squares = {DARK: iter(DARK), LIGHT: iter(LIGHT)}
        for kind, places in material:
            board.set_piece_at(next(squares[places]), chess.Piece.from_symbol(kind))
        rules.put(board)
        verdicts[board.is_insufficient_material()] += 1
        if rules.has_insufficient_material() != board.is_insufficient_material():
            wrong.append(board.fen())
    assert wrong == []
    assert verdicts[True] >= 20 and verdicts[False] >= 400, verdicts
