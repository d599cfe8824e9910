"""Piece-square values of ALIBABA: mobility and control of the centre.

A piece is worth more on a square from which it attacks more of an empty board, and near the centre.
The numbers are ours; the rule is that of Breuker (1998), chapter 2, and the centre functions are
named by Lazar (1995). Nothing depends on the root, so a value kept in the table stays true.
"""

from collections.abc import Callable
from functools import cache

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
KINDS = range(6)
SQUARES = range(64)

DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STRAIGHTS = ((1, 0), (0, -1), (-1, 0), (0, 1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

# Pawn and king have rules of their own below.
DIRECTIONS = {KNIGHT: LEAPS, BISHOP: DIAGONALS, ROOK: STRAIGHTS, QUEEN: DIAGONALS + STRAIGHTS}

# Centipawns for each square attacked.
MOBILITY = {KNIGHT: 3, BISHOP: 2, ROOK: 1, QUEEN: 1}

# Centipawns between a square of weight 0 and one of weight 1.
CENTRE = {PAWN: 16, KNIGHT: 24, BISHOP: 12, ROOK: 6, QUEEN: 8, KING: 0}

# Centipawns of a pawn by rank: no pawn stands on the first or the last one.
ADVANCE = (0, 0, 2, 6, 12, 21, 33, 0)

# Centipawns of a king on its first rank by file, a to h, and on the other ranks. Small, because the
# same table serves the endgame, where the king has to advance.
SHELTER = (10, 12, 6, 0, 0, 6, 12, 10)
OUTSIDE = (0, -4, -8, -8, -8, -8, -8, -8)


def centre_distance(square: int) -> int:
    """Tell how far a square is from the centre: 0 on d4, e4, d5, e5 up to 6 in the corners."""
    file, rank = square % 8, square // 8
    return (abs(2 * file - 7) + abs(2 * rank - 7)) // 2 - 1


def even(square: int) -> float:
    """Weigh all squares alike."""
    return 1.0


def linear(square: int) -> float:
    """Let the weight fall by equal steps from the centre (1) to the corners (0)."""
    return 1 - centre_distance(square) / 6


def exponential(square: int) -> float:
    """Halve the weight with every step away from the centre, where it is 1."""
    return 0.5 ** centre_distance(square)


Centre = Callable[[int], float]

# The values of the option Centre Function.
CENTRE_FUNCTIONS: dict[str, Centre] = {
    "Default": even,
    "Linear": linear,
    "Expo": exponential,
}


@cache
def mobility(kind: int, square: int) -> int:
    """Count the squares that a knight, bishop, rook or queen attacks on an empty board."""
    attacked = 0
    for east, north in DIRECTIONS[kind]:
        file, rank = square % 8 + east, square // 8 + north
        while file in range(8) and rank in range(8):
            attacked += 1
            if kind == KNIGHT:
                break
            file, rank = file + east, rank + north
    return attacked


def own_rule(kind: int, square: int) -> int:
    """Give the centipawns that do not come from the centre."""
    file, rank = square % 8, square // 8
    if kind == PAWN:
        return ADVANCE[rank]
    if kind == KING:
        return OUTSIDE[rank] if rank else SHELTER[file]
    return MOBILITY[kind] * mobility(kind, square)


def preference(kind: int, square: int, centre: Centre) -> float:
    """Give the centipawns of a square before the average is taken off."""
    return own_rule(kind, square) + CENTRE[kind] * centre(square)


@cache
def average(kind: int, centre: Centre) -> float:
    """Average the preference over the squares on which the piece can stand."""
    squares = SQUARES[8:56] if kind == PAWN else SQUARES
    return sum(preference(kind, square, centre) for square in squares) / len(squares)


def piece_square(kind: int, square: int, centre: Centre) -> int:
    """Value a square for a white piece, relative to the average square of its kind.

    Parameters
    ----------
    kind : int
        0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king.
    square : int
        a1 = 0, b1 = 1, …, h8 = 63. For Black look up ``square ^ 56``.
    centre : Centre
        A value of `CENTRE_FUNCTIONS`.

    Returns
    -------
    int
        Centipawns; 0 for a pawn on the first or the last rank.
    """
    if kind == PAWN and square not in SQUARES[8:56]:
        return 0
    return round(preference(kind, square, centre) - average(kind, centre))
