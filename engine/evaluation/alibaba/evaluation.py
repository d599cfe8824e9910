"""ALIBABA's evaluation: material and piece-square values of both sides, kept up by `make`.

It does not depend on the root, so that a score kept in the table stays true in later searches.
Source: Breuker 1998, section 2.3.1; Lazar 1995, evaluation.
"""

from typing import Any

from engine.board.position import Position, Tables
from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS, KINDS, SQUARES, piece_square
from engine.evaluation.bounds import HIGHEST
from engine.machine.core import door, int64, uint64

PIECE_FIELDS = ("pawn_value", "knight_value", "bishop_value", "rook_value", "queen_value")


@door(int64(Position, Tables, uint64, uint64))
def evaluate(pos, tables, weights, state):
    """Return the static value in centipawns for the side to move; `make` has summed it up."""
    value = -pos.value if pos.turn else pos.value
    return min(max(value, -HIGHEST), HIGHEST)


def piece_values(settings: dict[str, Any]) -> list[int]:
    """Return the values of pawn to queen in centipawns, and 0 for the king."""
    return [int(settings[field]) for field in PIECE_FIELDS] + [0]


def fill_values(tables: Any, weights: None, settings: dict[str, Any]) -> None:
    """Put material and piece-square values into TABLES: White's positive, Black's negative.

    Parameters
    ----------
    tables : TABLES record, changed in place
    weights : None
        There are none: the values are options.
    settings : dict
        Piece values and centre function by option field.
    """
    centre = CENTRE_FUNCTIONS[settings["centre_function"]]
    for kind, material in zip(KINDS, piece_values(settings), strict=True):
        for square in SQUARES:
            value = material + piece_square(kind, square, centre)
            tables.value[0, kind, square] = value
            tables.value[1, kind, square ^ 56] = -value
