"""A move out of the table may belong to another position: it is legal here exactly if the generator
would write it, and then it comes back as the generator's whole word.

Two different positions under one key are the type-1 error of Breuker (1998), section 2.2. An engine
that played the other position's move corrupted its board (pirarucu #135, Soul #2).
"""

import chess
import numpy as np
import pytest

from tests.games import board_of, name, word

# Where a wrong question is most dangerous: what to look up is whatever 16 bits can be.
SHARP = {
    "start": chess.STARTING_FEN,
    "castling, pins, en passant and promotions": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1"
    ),
    "promotions on both sides": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "en passant opens the rank": "8/8/8/8/R2Pp2k/8/8/7K b - d3 0 1",
    "en passant along the pin": "6k1/b7/8/1pP5/8/8/8/6K1 w - b6 0 1",
    "two takers en passant, one pinned": "1k6/8/8/2PpP3/8/B7/8/3RK3 w - d6 0 1",
    "en passant takes the checker": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "double check": "4k3/8/8/8/4r3/3n4/8/R3K3 w - - 0 1",
    "checked by a knight": "4k3/8/8/8/1b6/5n2/3P4/R3K2R w KQ - 0 1",
    "mate": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "stalemate": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "pawns before the last rank, pinned": "2r4k/1bPb4/2K5/8/8/8/8/8 w - - 0 1",
    "castling out of a pawn's check": "4k2r/3P4/8/8/8/8/8/4K3 b k - 0 1",
    "Chess960: neighbours": "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "Chess960: inner rooks": "1r2k1r1/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1",
    "Chess960: the rook shields the king that stays": "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
}
EVERY = 5
"""Of the visits to random games, every so many are asked about everything: 2400."""


def expected_words(words):
    """Give the answers to all names from the list of legal moves."""
    answers = np.zeros(1 << 16, np.uint64)
    for move in words:
        answers[name(move)] = move
    return answers


@pytest.mark.parametrize("fen", SHARP.values(), ids=SHARP)
def test_all_names_in_sharp_positions(fen, rules):
    """Of the 65,536 names, only those of legal moves give a word."""
    board = board_of(fen)
    rules.put(board)
    wrong = rules.legal_words() != expected_words([word(board, move) for move in board.legal_moves])
    assert np.flatnonzero(wrong).tolist() == []


def test_all_names_in_random_games(games, rules):
    """The same in positions that nobody chose."""
    for i in range(0, len(games.fens), EVERY):
        rules.put(games.before[i])
        wrong = rules.legal_words() != expected_words(games.words[i])
        assert not wrong.any(), (games.fens[i], np.flatnonzero(wrong).tolist())


def test_moves_of_other_positions(games, rules):
    """What a colliding entry would bring: moves legal two plies ago, or in another game."""
    legal = illegal = 0
    for i in range(2, len(games.fens), 3):
        rules.put(games.before[i])
        answers = {name(move): move for move in games.words[i]}
        for move in games.words[i - 2] + games.words[i // 2]:
            assert rules.legal(name(move)) == answers.get(name(move), 0), (
                games.fens[i],
                name(move),
            )
            legal += name(move) in answers
            illegal += name(move) not in answers
    assert min(legal, illegal) > 10_000


NAMED = {
    "no move": (chess.STARTING_FEN, 0, 0),
    "a pawn's double step comes back with its mark": (
        chess.STARTING_FEN,
        12 | 28 << 6,
        12 | 28 << 6 | 7 << 15 | 1 << 21,
    ),
    "a step with a promotion": (chess.STARTING_FEN, 12 | 20 << 6 | 4 << 12, 0),
    "a knight that promotes": (chess.STARTING_FEN, 1 | 18 << 6 | 1 << 12, 0),
    "a promotion without a piece": ("7k/P7/8/8/8/8/8/K7 w - - 0 1", 48 | 56 << 6, 0),
    "a promotion to a king": ("7k/P7/8/8/8/8/8/K7 w - - 0 1", 48 | 56 << 6 | 5 << 12, 0),
    "a promotion to a knight": (
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        48 | 56 << 6 | 1 << 12,
        48 | 56 << 6 | 7 << 15 | 1 << 18,
    ),
    "castling is named by the rook's square": (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        4 | 7 << 6,
        4 | 7 << 6 | 5 << 12 | 7 << 15 | 1 << 23,
    ),
    "castling by the king's way": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4 | 6 << 6, 0),
    "castling without the right": ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 4 | 7 << 6, 0),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", NAMED.values(), ids=NAMED)
def test_names(case, rules):
    """Hand-made names and words, bit by bit."""
    fen, named, answer = case
    rules.put(chess.Board(fen))
    assert rules.legal(named) == answer
