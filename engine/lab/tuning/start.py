"""The initial weights of the tuner: round estimates, none of them tuned.

Piece-square values are those of ALIBABA, with a centralised king in the endgame; the other terms
are a few centipawns each.
"""

from typing import Any

import numpy as np

from engine.evaluation.alibaba.piece_square import KINDS, KING, SQUARES, centre_distance, linear
from engine.evaluation.alibaba.piece_square import piece_square as alibaba_value
from engine.evaluation.tapered.weights import WEIGHTS, pack

MATERIAL = ([90, 320, 330, 480, 960, 0], [110, 300, 320, 530, 980, 0])

KING_AT_HOME = 2
"""Factor of ALIBABA's king values in the middle game."""
KING_IN_THE_CENTRE = 10
"""Centipawns per step towards the centre in the endgame."""

# For knight, bishop, rook and queen: centipawns per square in the middle game and in the endgame,
# the number of squares worth 0, and the largest number.
MOBILITY = ((4, 4, 4, 8), (4, 5, 6, 13), (2, 4, 7, 14), (1, 2, 13, 27))

# By field: middle game and endgame; lists go by rank, distance, or as the field says.
GUESSES: dict[str, tuple[Any, Any]] = {
    "tempo": (15, 10),
    "bishop_pair": (25, 40),
    "bishop_pawns": (-2, -4),
    "knight_outpost": (20, 12),
    "bishop_outpost": (15, 8),
    "rook_open": (25, 10),
    "rook_half_open": (12, 8),
    "rook_seventh": (5, 20),
    "isolated": (-8, -10),
    "doubled": (-6, -14),
    "backward": (-6, -8),
    "weak_unopposed": (-8, -8),
    "phalanx": ([0, 3, 5, 8, 16, 30, 50, 0], [0, 0, 3, 6, 15, 30, 50, 0]),
    "supported": ([0, 0, 8, 8, 12, 25, 40, 0], [0, 0, 5, 6, 12, 25, 40, 0]),
    "passed": ([0, 0, 0, 5, 15, 35, 60, 0], [0, 5, 10, 20, 40, 70, 110, 0]),
    "passed_supported": ([0, 0, 0, 5, 10, 15, 20, 0], [0, 0, 5, 10, 15, 25, 35, 0]),
    "passed_blocked": ([0, 0, 0, 0, -5, -10, -20, 0], [0, 0, -5, -10, -20, -35, -50, 0]),
    "passed_safe": ([0, 0, 0, 0, 5, 15, 30, 0], [0, 0, 5, 10, 20, 40, 60, 0]),
    "passed_own_king": ([0] * 8, [20, 18, 12, 6, 0, -6, -12, -18]),
    "passed_enemy_king": ([0] * 8, [-30, -20, -10, 0, 10, 20, 25, 30]),
    "shelter": (
        [[-15, 10, 5, 0, -5, -8, -8, 0], [-25, 15, 8, 0, -5, -10, -10, 0]],
        [[0] * 8, [0] * 8],
    ),
    "storm": (
        [[-5, 0, -25, -20, -10, -3, 0, 0], [0, 0, -15, -5, 0, 0, 0, 0]],
        [[0] * 8, [0] * 8],
    ),
    "pawn_threat": ([45, 60, 60], [40, 40, 40]),
    "minor_threat": ([35, 35], [25, 25]),
    "rook_threat": (35, 25),
    "hanging": ([5, 25], [15, 25]),
    "push_threat": (15, 12),
}

DANGER_IN_THE_MIDDLE_GAME, DANGER_IN_THE_ENDGAME = 400, 60
"""Centipawns of the most dangerous attack; quadratic in the units."""


def starting_weights() -> Any:
    """Make the initial weights; returns an array of one WEIGHTS."""
    weights = np.zeros(1, WEIGHTS)
    (record,) = weights
    record["material"] = pack(*MATERIAL)
    for kind in KINDS:
        record["piece_square"][kind] = pack(*squares_of(kind))
    for kind, (middle, endgame, usual, most) in enumerate(MOBILITY):
        beyond = np.arange(most + 1) - usual
        record["mobility"][kind, : most + 1] = pack(middle * beyond, endgame * beyond)
    units = np.arange(64)
    danger = [
        np.rint(most * (units / 63) ** 2)
        for most in (DANGER_IN_THE_MIDDLE_GAME, DANGER_IN_THE_ENDGAME)
    ]
    record["danger"] = pack(*danger)
    for field, guess in GUESSES.items():
        record[field] = pack(*guess)
    return weights.view(np.recarray)


def squares_of(kind: int) -> tuple[list[int], list[int]]:
    """Return the piece-square values of a kind for the middle game and the endgame."""
    middle = [alibaba_value(kind, square, linear) for square in SQUARES]
    if kind == KING:
        steps = [KING_IN_THE_CENTRE * (3 - centre_distance(square)) for square in SQUARES]
        return [KING_AT_HOME * value for value in middle], steps
    return middle, middle
