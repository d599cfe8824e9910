"""A key names what may be played, no more and no less.

Two move orders that end in one position must give one key; a right that changes the legal moves
must change it, and one that changes nothing must not (Apotheosis #39, Ethereal #44).
"""

import chess
import pytest

from engine.board.geometry import new_tables
from engine.board.keys import NUMBERS, random_words
from tests.games import board_of, word

START = chess.STARTING_FEN
STEP = 0xD1342543DE82EF95
WORD = (1 << 64) - 1

# SplitMix64 from the state 1234567, as given by Rosetta Code, "Pseudo-random numbers/Splitmix64".
FIRST_WORDS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


@pytest.mark.uncompiled
def test_the_generator():
    """The published sequence; our seeds are spread over the states by a factor."""
    seed = 1234567 * pow(STEP, -1, 1 << 64) & WORD
    assert random_words(seed, 5) == FIRST_WORDS


@pytest.mark.uncompiled
@pytest.mark.parametrize("seed", [0, 1, 2, 1998])
def test_the_numbers(seed):
    """781 different words (Zobrist; Breuker 1998, section 2.1), each bit about half the time."""
    words = random_words(seed, NUMBERS)
    assert NUMBERS == 12 * 64 + 4 + 8 + 1 == len(set(words))
    assert 0 not in words
    for place in range(64):
        # Six standard deviations.
        assert abs(sum(word >> place & 1 for word in words) - NUMBERS / 2) < 84


def test_seeds_differ():
    """Another seed gives other numbers everywhere."""
    assert not set(random_words(1, NUMBERS)) & set(random_words(2, NUMBERS))
    one, other = (new_tables(seed)[0] for seed in (1, 2))
    assert (one.piece_key != other.piece_key).all()
    assert one.turn_key != other.turn_key


@pytest.mark.uncompiled
def test_files_not_squares(rules):
    """En passant has a number for each file, the same on both ranks; none for "nowhere"."""
    keys = rules.tables.en_passant_key
    assert keys[0] == 0
    assert (keys[16:24] == keys[40:48]).all()
    assert len(set(keys[16:24].tolist())) == 8


# Two ways from one position to another.
MEETINGS = {
    "knights in another order": (START, "g1f3 g8f6 b1c3 b8c6", "b1c3 b8c6 g1f3 g8f6"),
    "double steps in another order": (START, "e2e4 e7e6 d2d4", "d2d4 e7e6 e2e4"),
    "there and back": (START, "g1f3 g8f6 f3g1 f6g8", ""),
    "two captures in another order": (
        "4k3/3p4/8/1p6/8/2N1N3/8/4K3 w - - 0 1",
        "c3b5 e8e7 e3d5 e7e8",
        "e3d5 e8f8 c3b5 f8e8",
    ),
    "rights lost by the king or by the rooks": (
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1e2 e8d8 e2e1 d8e8",
        "a1b1 e8d8 h1g1 d8e8 b1a1 e8d8 g1h1 d8e8",
    ),
    "rights lost by capture or by moving": (
        "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
        "a1a8 e8d7 a8a7 d7e8",
        "e1e2 a8a7 a1a7 e8d8 e2e1 d8e8",
    ),
    "castling or walking": (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1 e8d8 g1h1 d8e8 f1g1 e8d8 h1h2 d8e8",
        "h1g1 e8d8 e1f2 d8e8 f2g3 e8d8 g3h2 d8e8",
    ),
    "a double step, not taken, or two steps": (
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        "e2e4 e8d8 e1d1 d8e8 d1d2 e8d8 d2e1 d8e8",
        "e2e3 e8d8 e3e4 d8e8 e1d1 e8d8 d1e1 d8e8",
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", MEETINGS.values(), ids=MEETINGS)
def test_keys_meet(case, rules):
    """By whichever way: one position, one key, made by differences or from the position alone."""
    fen, *ways = case
    boards, keys = [], []
    for way in ways:
        board = board_of(fen)
        rules.put(board)
        for move in way.split():
            after = rules.make(word(board, board.parse_uci(move)))
            board.push_uci(move)
            rules.put(after)
        boards.append(board.epd(en_passant="legal"))
        keys.append(int(rules.pos.key))
        assert rules.key() == rules.pos.key
    assert boards[0] == boards[1]
    assert keys[0] == keys[1]


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
DIFFERENT = {
    "the side to move": ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 b - -"),
    "White's short right": (f"{KIWIPETE} w KQkq -", f"{KIWIPETE} w Qkq -"),
    "White's long right": (f"{KIWIPETE} w KQkq -", f"{KIWIPETE} w Kkq -"),
    "Black's short right": (f"{KIWIPETE} w KQkq -", f"{KIWIPETE} w KQq -"),
    "Black's long right": (f"{KIWIPETE} w KQkq -", f"{KIWIPETE} w KQk -"),
    "one right for another": (f"{KIWIPETE} w Kq -", f"{KIWIPETE} w Qk -"),
    "a legal capture en passant": (
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
        "4k3/8/8/8/3pP3/8/8/4K3 b - -",
    ),
    "en passant on another file": (
        "4k3/8/8/8/2PpP3/8/8/4K3 b - e3",
        "4k3/8/8/8/2PpP3/8/8/4K3 b - c3",
    ),
    "a piece's colour": ("4k3/8/8/8/8/8/8/3NK3 w - -", "4k3/8/8/8/8/8/8/3nK3 w - -"),
    "a piece's kind": ("4k3/8/8/8/8/8/8/3NK3 w - -", "4k3/8/8/8/8/8/8/3BK3 w - -"),
}
SAME = {
    "the clocks": ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 30 80"),
    "en passant that nobody can take": (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
    "en passant that a pinned pawn may not take": (
        "8/8/8/8/R2Pp2k/8/8/7K b - d3 0 1",
        "8/8/8/8/R2Pp2k/8/8/7K b - - 0 1",
    ),
    "a right without its rook": (
        "3qk1n1/8/8/8/8/8/8/R3K3 w Qk - 0 15",
        "3qk1n1/8/8/8/8/8/8/R3K3 w Q - 0 15",
    ),
    "the names of the rights": (f"{KIWIPETE} w KQkq - 0 1", f"{KIWIPETE} w HAha - 0 1"),
}


def keys_of(fens, rules):
    """The keys of two positions."""
    return [int(rules.record(board_of(fen)).key) for fen in fens]


@pytest.mark.uncompiled
@pytest.mark.parametrize("fens", DIFFERENT.values(), ids=DIFFERENT)
def test_different_keys(fens, rules):
    """What decides about the moves decides about the key."""
    one, other = keys_of(fens, rules)
    assert one != other


@pytest.mark.uncompiled
@pytest.mark.parametrize("fens", SAME.values(), ids=SAME)
def test_same_key(fens, rules):
    """What decides nothing is left out."""
    one, other = keys_of(fens, rules)
    assert one == other


def test_keys_of_random_games(games, rules):
    """Positions of 12,000 visits: equal keys exactly where python-chess sees equal positions."""
    key_of, position_of = {}, {}
    for fen, before in zip(games.fens, games.before, strict=True):
        position, key = " ".join(fen.split()[:4]), int(before.key)
        assert key_of.setdefault(position, key) == key, fen
        assert position_of.setdefault(key, position) == position, fen
        rules.put(before)
        assert rules.key() == key
    assert len(key_of) < len(games.fens)
