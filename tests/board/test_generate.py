"""The legal moves and no others, as whole words: python-chess is the witness on random games, the
named positions are traps into which public engines fell.
"""

import chess
import pytest
from numba import uint64

from engine.board.generate import find_checks_and_pins, generate_quiet
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import address, as_record
from tests.doors import NOISY
from tests.games import board_of, is_noisy, word
from tests.when_called import njit_when_called

LEGAL, ILLEGAL = True, False

# Name: FEN, a move, whether it is legal, how many moves are legal; public reports by their project.
TRAPS = {
    "en passant opens the rank (python-chess #70)": (
        "8/8/8/8/R2Pp2k/8/8/7K b - d3 0 1",
        ("e4d3", ILLEGAL),
        6,
    ),
    "en passant along the pin (surge #6)": (
        "6k1/b7/8/1pP5/8/8/8/6K1 w - b6 0 1",
        ("c5b6", LEGAL),
        6,
    ),
    "en passant takes the checker": (
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ("e4d3", LEGAL),
        9,
    ),
    "en passant blocks no check but its own": (
        "4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1",
        ("e5d6", ILLEGAL),
        3,
    ),
    "castling out of a pawn's check (sunfish #66)": (
        "4k2r/3P4/8/8/8/8/8/4K3 b k - 0 1",
        ("e8g8", ILLEGAL),
        5,
    ),
    "castling through a pawn's attack": (
        "4k2r/6P1/8/8/8/8/8/4K3 b k - 0 1",
        ("e8g8", ILLEGAL),
        13,
    ),
    "castling long past an attacked b-file": (
        "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        ("e1c1", LEGAL),
        16,
    ),
    "castling long past a piece on the b-file": (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        ("e1c1", ILLEGAL),
        15,
    ),
    "promotion to a rook (numbfish)": ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", ("f7f8r", LEGAL), 9),
    "promotion while capturing": ("k5r1/5P2/8/8/8/8/8/4K3 w - - 0 1", ("f7g8n", LEGAL), 13),
    "a pinned pawn takes its pinner and promotes": (
        "3q3k/2P5/1K6/8/8/8/8/8 w - - 0 1",
        ("c7d8q", LEGAL),
        11,
    ),
    "a pinned pawn may not push": ("3b3k/2P5/1K6/8/8/8/8/8 w - - 0 1", ("c7c8q", ILLEGAL), 11),
    "the king stays on the line of the check": (
        "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
        ("e1f1", ILLEGAL),
        3,
    ),
    "a double check leaves only the king": (
        "4k3/8/8/8/4r3/3n4/8/R3K3 w - - 0 1",
        ("a1d1", ILLEGAL),
        3,
    ),
    "a double step blocks a check": ("8/8/8/8/r6K/8/2P5/k7 w - - 0 1", ("c2c4", LEGAL), 5),
    "a double step over a piece": ("4k3/8/8/8/8/2n5/2P5/K7 w - - 0 1", ("c2c4", ILLEGAL), 1),
    # Chess960
    "the rook shields the king that stays": (
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
        ("c1b1", ILLEGAL),
        4,
    ),
    "the rook shields the king that comes": (
        "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1",
        ("d1b1", ILLEGAL),
        7,
    ),
    "king and rook change places": ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", ("f1g1", LEGAL), 13),
    "the king goes through an attacked square": (
        "2r1k3/8/8/8/8/8/8/RK6 w A - 0 1",
        ("b1a1", ILLEGAL),
        9,
    ),
    "a piece on the rook's way": ("4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", ("d1a1", ILLEGAL), 15),
    "a piece where the rook lands": ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", ("b1a1", ILLEGAL), 15),
    "king beside the rook: step and castling differ": (
        "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        ("f1h1", LEGAL),
        14,
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", TRAPS.values(), ids=TRAPS)
def test_traps(case, rules):
    """The move in question is generated or not, and all others are as they should be."""
    fen, (text, legal), number = case
    board = board_of(fen)
    rules.put(board)
    found = rules.words()
    assert (word(board, chess.Move.from_uci(text)) in found) == legal
    assert sorted(found) == sorted(word(board, move) for move in board.legal_moves)
    assert len(found) == number


def test_all_moves_of_random_games(games, rules):
    """Exactly python-chess's moves, each with what it moves, captures and promotes to."""
    wrong = []
    for before, words, fen in zip(games.before, games.words, games.fens, strict=True):
        rules.put(before)
        found = rules.words()
        if sorted(found) != sorted(words):
            wrong.append((fen, set(found) ^ set(words)))
    assert wrong == []


def test_noisy_moves_of_random_games(games, rules):
    """Captures and promotions, en passant among them, and nothing quiet."""
    wrong = []
    for before, words, fen in zip(games.before, games.noisy, games.fens, strict=True):
        rules.put(before)
        found = rules.words(NOISY)
        if sorted(found) != sorted(words):
            wrong.append((fen, set(found) ^ set(words)))
    assert wrong == []


def test_counting_writes_nothing(games, rules):
    """`count` gives the length of the list and leaves the list alone."""
    rules.list.move[:] = 99
    numbers = []
    for before in games.before:
        rules.put(before)
        numbers.append(rules.count())
    assert numbers == [len(words) for words in games.words]
    assert (rules.list.move == 99).all()


# Name: FEN, whether the side to move can move.
MOVABLE = {
    "start": (chess.STARTING_FEN, True),
    "mate": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", False),
    "stalemate": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
    "stalemate with a blocked pawn": ("7k/5Q2/6K1/8/7p/7P/8/8 b - - 0 1", False),
    "stalemate with a pinned pawn": ("5N1k/6p1/8/8/8/1B6/8/B6K b - - 0 1", False),
    "only a pinned pawn's capture": ("5N1k/6p1/5B2/8/8/1B6/8/7K b - - 0 1", True),
    "only a pawn moves": ("7k/5Q2/6K1/7p/8/8/8/8 b - - 0 1", True),
    "only en passant": ("8/N4Q2/8/2K1k3/3Pp3/8/8/8 b - d3 0 1", True),
    "a free pawn may step, but not out of check": ("k6R/pp6/8/8/8/7p/8/K7 b - - 0 1", False),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", MOVABLE.values(), ids=MOVABLE)
def test_can_move(case, rules):
    """Some cheap answers must not lead astray: a pawn that is pinned, blocked or no help."""
    fen, movable = case
    rules.put(chess.Board(fen))
    assert rules.can_move() == movable == any(chess.Board(fen).legal_moves)


def test_can_move_in_random_games(games, rules):
    """It can exactly if python-chess has a move; the last positions of some games have none."""
    immobile = 0
    for i, after in enumerate(games.after):
        rules.put(after)
        movable = rules.can_move()
        assert movable == bool(rules.count())
        if not movable:
            board = board_of(games.fens[i])
            board.push(next(m for m in board.legal_moves if word(board, m) == games.played[i]))
            assert not any(board.legal_moves)
            immobile += 1
    assert immobile >= 5


UNUSUAL = chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES
CROWDED = {
    "218 moves (Petrović 1964)": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "promotions everywhere": "nnnnnnnn/PPPPPPPP/8/8/8/k7/8/4K3 w - - 0 1",
    "captures everywhere": "k7/pppppppp/QQQQQQQQ/8/8/8/8/K7 w - - 0 1",
}


@pytest.mark.parametrize("fen", CROWDED.values(), ids=CROWDED)
def test_crowded_positions(fen, rules):
    """The longest lists fit and are complete."""
    board = chess.Board(fen)
    assert board.status() & ~UNUSUAL == chess.STATUS_VALID
    rules.put(board)
    assert sorted(rules.words()) == sorted(word(board, move) for move in board.legal_moves)
    noisy = [word(board, move) for move in board.legal_moves if is_noisy(board, move)]
    assert sorted(rules.words(NOISY)) == sorted(noisy)


@njit_when_called(uint64(uint64, uint64, uint64, uint64))
def quiet_by(pos, tables, moves, behind):
    """Write the quiet moves behind so many others; return where the list ends."""
    position, rules = as_record(pos, POSITION), as_record(tables, TABLES)
    found = as_record(moves, MOVES)
    find_checks_and_pins(position, rules, found)
    found.bad = behind
    return generate_quiet(position, rules, found)


def quiet_words(rules, behind):
    """The quiet moves as the core writes them behind so many others."""
    where = address(rules.pos), address(rules.tables), address(rules.list)
    return [int(move) for move in rules.list.move[behind : int(quiet_by(*where, behind))]]


def test_quiet_moves_of_random_games(games, rules):
    """Noisy and quiet moves together are all moves, and none is both."""
    wrong = []
    cases = zip(games.before, games.words, games.noisy, games.fens, strict=True)
    for before, words, noisy, fen in cases:
        rules.put(before)
        found = quiet_words(rules, 0)
        if sorted(found + noisy) != sorted(words):
            wrong.append((fen, set(found) ^ (set(words) - set(noisy))))
    assert wrong == []


@pytest.mark.parametrize("fen", CROWDED.values(), ids=CROWDED)
def test_quiet_moves_stand_behind_the_losing_captures(fen, rules):
    """The captures that were put off keep their places at the start of the list."""
    board = chess.Board(fen)
    quiet = [word(board, move) for move in board.legal_moves if not is_noisy(board, move)]
    rules.put(board)
    for behind in (0, 1, 7, 40):
        rules.list.move[:] = 99
        assert sorted(quiet_words(rules, behind)) == sorted(quiet)
        assert (rules.list.move[:behind] == 99).all()
