"""Piece-square values: the rule is mobility and the centre, and nothing else.

Two sides of the board are alike, so a table that prefers one of them has a slip in it.
"""

import chess
import pytest

from engine.evaluation.alibaba import piece_square as room
from engine.evaluation.alibaba.piece_square import (
    CENTRE_FUNCTIONS,
    DIRECTIONS,
    KINDS,
    SQUARES,
    centre_distance,
    mobility,
)

pytestmark = pytest.mark.uncompiled

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = KINDS


def piece_square(kind, square, centre):
    return room.piece_square(kind, square, CENTRE_FUNCTIONS[centre])


NAMES = ["pawn", "knight", "bishop", "rook", "queen", "king"]

# kind, square, centre function, value, worked by hand:
# a knight sees 2 squares from a1 and 8 from e4, 5.25 on average (336 / 64); 3 each. The linear
# weight is 0 on a1, 1 on e4, 1/2 on average; times 24. -9.75 - 12 = -21.75 and 8.25 + 12 = 20.25.
# A bishop sees 7 from a1 and 13 from e4, 8.75 on average (560 / 64); 2 each; centre 12.
# A rook sees 14 from everywhere; centre 6. A queen 21 and 27, 22.75 on average; centre 8.
HAND_WORKED = {
    "knight a1 linear": (KNIGHT, chess.A1, "Linear", -22),
    "knight e4 linear": (KNIGHT, chess.E4, "Linear", 20),
    "knight a1 default": (KNIGHT, chess.A1, "Default", -10),
    "knight e4 default": (KNIGHT, chess.E4, "Default", 8),
    "bishop h8 linear": (BISHOP, chess.H8, "Linear", -10),  # -3.5 - 6 = -9.5, ties to even
    "bishop d5 linear": (BISHOP, chess.D5, "Linear", 14),  # 8.5 + 6 = 14.5, ties to even
    "rook a1 default": (ROOK, chess.A1, "Default", 0),
    "rook a1 linear": (ROOK, chess.A1, "Linear", -3),
    "queen a1 linear": (QUEEN, chess.A1, "Linear", -6),  # -1.75 - 4 = -5.75
    "queen d4 linear": (QUEEN, chess.D4, "Linear", 8),  # 4.25 + 4 = 8.25
}


@pytest.mark.parametrize("case", HAND_WORKED.values(), ids=HAND_WORKED.keys())
def test_hand_worked(case):
    kind, square, centre, value = case
    assert piece_square(kind, square, centre) == value


@pytest.mark.parametrize("kind", DIRECTIONS, ids=NAMES[KNIGHT:KING])
def test_mobility_is_that_of_an_empty_board(kind):
    for square in SQUARES:
        board = chess.Board(None)
        board.set_piece_at(square, chess.Piece(kind + 1, chess.WHITE))
        assert mobility(kind, square) == len(board.attacks(square))


@pytest.mark.parametrize("centre", CENTRE_FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_the_two_wings_are_alike(kind, centre):
    for square in SQUARES:
        mirrored = chess.square_mirror(square) ^ 63  # the same rank, the opposite file
        assert piece_square(kind, square, centre) == piece_square(kind, mirrored, centre)


@pytest.mark.parametrize("centre", CENTRE_FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_values_sum_to_about_nothing_and_stay_modest(kind, centre):
    values = [piece_square(kind, square, centre) for square in SQUARES]
    assert abs(sum(values)) <= 32, "rounding, at most half a centipawn a square"
    assert max(map(abs, values)) <= 40


@pytest.mark.parametrize("centre", CENTRE_FUNCTIONS)
@pytest.mark.parametrize("kind", DIRECTIONS, ids=NAMES[KNIGHT:KING])
def test_a_step_to_the_centre_never_loses(kind, centre):
    for square in SQUARES:
        for neighbour in chess.SquareSet(chess.BB_KING_ATTACKS[square]):
            files = abs(chess.square_file(neighbour) - chess.square_file(square))
            ranks = abs(chess.square_rank(neighbour) - chess.square_rank(square))
            if files + ranks == 1 and centre_distance(neighbour) < centre_distance(square):
                assert piece_square(kind, neighbour, centre) >= piece_square(kind, square, centre)


def test_default_has_no_preference_for_the_centre():
    weights = {CENTRE_FUNCTIONS["Default"](square) for square in SQUARES}
    assert len(weights) == 1
    assert {piece_square(ROOK, square, "Default") for square in SQUARES} == {0}
    for rank in range(1, 7):
        values = {piece_square(PAWN, 8 * rank + file, "Default") for file in range(8)}
        assert len(values) == 1, "pawns of one rank are worth the same"


def test_weights_of_the_centre_functions():
    """Both have 1 in the centre; Expo keeps less and less of Linear's weight outwards."""
    linear, exponential = CENTRE_FUNCTIONS["Linear"], CENTRE_FUNCTIONS["Expo"]
    assert linear(chess.E4) == exponential(chess.E4) == 1
    assert linear(chess.A1) == 0
    assert exponential(chess.A1) == 1 / 64
    for square in SQUARES:
        if 0 < centre_distance(square) < 6:
            assert exponential(square) < linear(square)


def test_centre_distance_counts_steps():
    walk = [chess.E4, chess.F4, chess.G4, chess.H4, chess.H3, chess.H2, chess.H1]
    assert [centre_distance(square) for square in walk] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("centre", CENTRE_FUNCTIONS)
def test_pawns_advance_and_hold_the_centre(centre):
    for file in range(8):
        values = [piece_square(PAWN, 8 * rank + file, centre) for rank in range(1, 7)]
        if file in (0, 7):
            assert values == sorted(values), "a rook's pawn only ever gains by going on"
        assert values[-1] > values[0]
    assert piece_square(PAWN, chess.E4, centre) > piece_square(PAWN, chess.E2, centre)
    for outside in (chess.A1, chess.E8):
        assert piece_square(PAWN, outside, centre) == 0


@pytest.mark.parametrize("centre", CENTRE_FUNCTIONS)
def test_the_king_prefers_his_corner(centre):
    at_home = piece_square(KING, chess.E1, centre)
    castled = piece_square(KING, chess.G1, centre)
    in_the_middle = piece_square(KING, chess.E4, centre)
    assert castled > at_home > in_the_middle
    assert castled - in_the_middle <= 25, "mild: the same table serves the endgame"
