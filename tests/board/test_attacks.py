"""Every attack table and every question about attacks, against python-chess's own tables.

Sliding attacks are looked up by PEXT or by magic factors; which, is decided before compiling. The
last test runs this file again in a process that has to take the magic factors.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from engine.board.magics import BISHOP_MAGICS, ROOK_MAGICS
from engine.machine.words import processor_gathers
from tests.games import board_of

CHECKOUT = Path(__file__).resolve().parents[2]
WITH_MAGICS = os.environ.get("SESAME_SLIDERS") == "magic"
WORD = (1 << 64) - 1
OCCUPATIONS = 30
EVERY = 10
"""Of the visits to random games, every so many are asked about."""


def rook_attacks(square, occupied):
    """What python-chess says."""
    on_rank = chess.BB_RANK_ATTACKS[square][occupied & chess.BB_RANK_MASKS[square]]
    return on_rank | chess.BB_FILE_ATTACKS[square][occupied & chess.BB_FILE_MASKS[square]]


def bishop_attacks(square, occupied):
    """What python-chess says."""
    return chess.BB_DIAG_ATTACKS[square][occupied & chess.BB_DIAG_MASKS[square]]


def attacks(kind, square, occupied):
    """What python-chess says of a knight, bishop, rook or queen."""
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    straight = rook_attacks(square, occupied) if kind != chess.BISHOP else 0
    return straight | (bishop_attacks(square, occupied) if kind != chess.ROOK else 0)


SLIDERS = {"rook": (rook_attacks, ROOK_MAGICS), "bishop": (bishop_attacks, BISHOP_MAGICS)}
sliders = pytest.mark.parametrize("slider", SLIDERS)


def mask_of(slider, square):
    """Collect the squares whose occupation takes something from the empty board's attacks."""
    look, _ = SLIDERS[slider]
    seen = look(square, 0)
    return sum(bit for bit in chess.BB_SQUARES if seen & bit and look(square, bit) != seen)


def subsets(mask):
    """All subsets in the order of their numbers, which is the order of PEXT."""
    subset = 0
    while True:
        yield subset
        subset = subset - mask & mask
        if not subset:
            return


def random_sets(seed, number):
    """Sets of squares, from thin to thick."""
    chance = random.Random(seed)
    thick = [chance.getrandbits(64) for _ in range(number)]
    return [
        word & (chance.getrandbits(64) if i % 3 else WORD) & (WORD if i % 2 else word >> 1)
        for i, word in enumerate(thick)
    ]


@pytest.mark.uncompiled
def test_leapers(rules):
    """Knights, kings and pawns."""
    assert rules.tables.knight.tolist() == chess.BB_KNIGHT_ATTACKS
    assert rules.tables.king.tolist() == chess.BB_KING_ATTACKS
    assert rules.tables.pawn.tolist() == [
        chess.BB_PAWN_ATTACKS[chess.WHITE],
        chess.BB_PAWN_ATTACKS[chess.BLACK],
    ]


@pytest.mark.uncompiled
def test_lines(rules):
    """What lies between two squares, and on the line through them."""
    for one in chess.SQUARES:
        between = [int(chess.between(one, other)) for other in chess.SQUARES]
        assert rules.tables.between[one].tolist() == between
        assert rules.tables.line[one].tolist() == [chess.ray(one, other) for other in chess.SQUARES]


@sliders
def test_masks(slider, rules):
    """Only squares that matter are looked at."""
    masks = [mask_of(slider, square) for square in chess.SQUARES]
    assert rules.tables[f"{slider}_mask"].tolist() == masks
    shifts = [64 - mask.bit_count() for mask in masks]
    assert rules.tables[f"{slider}_shift"].tolist() == shifts


@sliders
def test_magic_factors(slider):
    """No two sets with different attacks meet in one place, which stays within the table.

    All 107,648 sets are tried, whichever way this processor takes.
    """
    look, factors = SLIDERS[slider]
    for square, factor in enumerate(factors):
        mask, found = mask_of(slider, square), {}
        for occupied in subsets(mask):
            place = (occupied * factor & WORD) >> (64 - mask.bit_count())
            seen = look(square, occupied)
            assert found.setdefault(place, seen) == seen, chess.square_name(square)


@sliders
def test_every_entry(slider, rules):
    """The table holds the attacks where this process looks for them: by number or by factor."""
    look, _ = SLIDERS[slider]
    tables, table = rules.tables, rules.tables.slider.tolist()
    for square in chess.SQUARES:
        start, factor = (int(tables[f"{slider}_{word}"][square]) for word in ("start", "magic"))
        mask = mask_of(slider, square)
        for number, occupied in enumerate(subsets(mask)):
            by_factor = (occupied * factor & WORD) >> (64 - mask.bit_count())
            entry = table[start + (number if processor_gathers() else by_factor)]
            assert entry == look(square, occupied), (chess.square_name(square), hex(occupied))


@pytest.mark.skipif(not WITH_MAGICS, reason="the processor decides, unless it is told")
def test_the_way_taken():
    """The variable is obeyed, or the process below would test the other way once more."""
    assert not processor_gathers()


@pytest.mark.parametrize(
    "kind",
    [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN],
    ids=lambda kind: chess.piece_name(kind),
)
def test_attacks(kind, rules):
    """The compiled look-up, with squares occupied that do not matter as well."""
    for square in chess.SQUARES:
        for occupied in [0, WORD, *random_sets(square, OCCUPATIONS)]:
            found = rules.attacks(kind - 1, square, occupied)
            assert found == attacks(kind, square, occupied), (square, hex(occupied))


def test_checks_and_pins(games, rules):
    """Who gives check, and whom it would uncover: in positions of random games."""
    checked = pinned = 0
    for i in range(0, len(games.fens), EVERY):
        board = board_of(games.fens[i])
        rules.put(games.before[i])
        ours = chess.scan_forward(board.occupied_co[board.turn])
        shields = sum(1 << square for square in ours if board.is_pinned(board.turn, square))
        assert rules.checkers() == board.checkers_mask(), board.fen()
        assert rules.pinned() == shields, board.fen()
        checked += board.is_check()
        pinned += bool(shields)
    assert min(checked, pinned) >= 50


def test_attacked_squares(games, rules):
    """Every square by both sides, as the board stands and with other squares occupied."""
    for i in range(0, len(games.fens), 8 * EVERY):
        board = board_of(games.fens[i])
        rules.put(games.before[i])
        for occupied in (board.occupied, *random_sets(i, 2)):
            for square in chess.SQUARES:
                for by, colour in enumerate((chess.WHITE, chess.BLACK)):
                    attackers = board.attackers_mask(colour, square, occupied)
                    assert rules.attacked(square, occupied, by) == bool(attackers), board.fen()


@pytest.mark.skipif(WITH_MAGICS, reason="this is the process with the magic factors")
def test_with_magic_factors():
    """Without PEXT the tables are right, too, and so are the trees of moves.

    The code for magic factors is compiled into a folder of its own, or this would test nothing.
    Only the look-up differs; what rests on it is seen in the trees, without random games.
    """
    quick = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    these = ["-k", "way_taken or every_entry or test_attacks[ or start or Kiwipete"]
    outcome = subprocess.run(
        [
            sys.executable,
            *quick,
            "tests/board/test_attacks.py",
            "tests/board/test_perft.py",
            *these,
        ],
        cwd=CHECKOUT,
        env={**os.environ, "SESAME_SLIDERS": "magic"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert " passed" in outcome.stdout
