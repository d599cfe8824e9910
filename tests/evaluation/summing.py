"""A third evaluation, for tests: ALIBABA's values, but summed up by itself and beside the position.

Material and piece-square values are kept apart. Each position that is evaluated or left by a move
is also summed up from its pieces alone, and both are compared; the record of the weights counts
how often, and which moves were seen. POSITION.value stays 0.
"""

from typing import Any

import numpy as np

from engine.board.names import (
    CAPTURED_AT,
    CASTLING,
    EN_PASSANT,
    KIND,
    KIND_AT,
    KING,
    NOTHING,
    ONE,
    PROMOTED_AT,
    ROOK,
    SQUARE,
    TARGET_AT,
)
from engine.board.position import Position, Tables
from engine.evaluation.alibaba.evaluation import piece_values
from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS, KINDS, SQUARES, piece_square
from engine.evaluation.evaluations import Evaluation
from engine.machine.core import core, door, int64, record, tuple_of, uint64, void
from engine.machine.words import U64, as_record, at, copy, lowest, others
from engine.options import defaults

RANK, FLIP, BEHIND = U64(56), U64(56), U64(8)

SUMS = np.dtype([("material", "i8"), ("piece_square", "i8")], align=True)
"""White's less Black's, in centipawns."""

VALUES = np.dtype(
    [
        ("material", "i8", 6),
        ("piece_square", "i8", (6, 64)),
        ("compared", "i8"),  # sums kept beside a position with those of its pieces
        ("wrong", "i8"),  # of these, unequal
        ("captures", "i8"),  # moves by which sums were brought up to date
        ("en_passant", "i8"),
        ("castlings", "i8"),
        ("promotions", "i8"),
        ("passes", "i8"),
    ],
    align=True,
)

Sums, Values = record(SUMS), record(VALUES)


@core(tuple_of(int64, int64)(Values, uint64, uint64, uint64))
def worth(values, colour, kind, square):
    """What a piece adds to the two sums."""
    if colour:
        return -values.material[kind], -values.piece_square[kind, square ^ FLIP]
    return values.material[kind], values.piece_square[kind, square]


@core(tuple_of(int64, int64)(Position, Values))
def summed_up(pos, values):
    """The two sums from the pieces alone."""
    material, piece_squares = int64(0), int64(0)
    for colour in range(U64(2)):
        for kind in range(U64(6)):
            squares = pos.pieces[kind] & pos.sides[colour]
            while squares:
                one, other = worth(values, colour, kind, lowest(squares))
                material, piece_squares = material + one, piece_squares + other
                squares = others(squares)
    return material, piece_squares


@core(void(Position, Values, Sums))
def compare(pos, values, sums):
    """Count whether the kept sums are those of the pieces."""
    material, piece_squares = summed_up(pos, values)
    values.compared += 1
    if material != sums.material or piece_squares != sums.piece_square:
        values.wrong += 1


@core(void(Values, Sums, uint64, uint64, uint64))
def put(values, sums, colour, kind, square):
    """A piece comes."""
    material, piece_squares = worth(values, colour, kind, square)
    sums.material += material
    sums.piece_square += piece_squares


@core(void(Values, Sums, uint64, uint64, uint64))
def take(values, sums, colour, kind, square):
    """A piece goes."""
    material, piece_squares = worth(values, colour, kind, square)
    sums.material -= material
    sums.piece_square -= piece_squares


@door(int64(Position, Tables, uint64, uint64))
def evaluate(pos, tables, weights, state):
    """The sums for the side to move."""
    sums = as_record(state, SUMS)
    compare(pos, as_record(weights, VALUES), sums)
    value = sums.material + sums.piece_square
    return -value if pos.turn else value


@door(int64(Position, Tables, uint64, uint64))
def refresh(pos, tables, weights, state):
    """The sums of the root."""
    sums = as_record(state, SUMS)
    sums.material, sums.piece_square = summed_up(pos, as_record(weights, VALUES))
    return 0


@door(int64(Position, Tables, uint64, uint64, uint64))
def update(pos, tables, weights, state, move):
    """The sums after a move."""
    values, before = as_record(weights, VALUES), as_record(state, SUMS)
    compare(pos, values, before)
    sums, us = at(before, 1), pos.turn
    copy(sums, before)
    if not move:
        values.passes += 1
        return 0
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    kind, captured = move >> KIND_AT & KIND, move >> CAPTURED_AT & KIND
    promoted = move >> PROMOTED_AT & KIND
    take(values, sums, us, kind, origin)
    if move & CASTLING:  # the king takes his own rook
        values.castlings += 1
        take(values, sums, us, ROOK, target)
        short = target > origin
        put(values, sums, us, KING, (origin & RANK) + (U64(6) if short else U64(2)))
        put(values, sums, us, ROOK, (origin & RANK) + (U64(5) if short else U64(3)))
        return 0
    if promoted:
        values.promotions += 1
    put(values, sums, us, promoted if promoted else kind, target)
    if captured != NOTHING:
        values.captures += 1
        if move & EN_PASSANT:
            values.en_passant += 1
            take(values, sums, us ^ ONE, captured, target ^ BEHIND)
        else:
            take(values, sums, us ^ ONE, captured, target)
    return 0


def load_values() -> Any:
    """ALIBABA's values by its default settings, and nothing counted."""
    settings = defaults()
    centre = CENTRE_FUNCTIONS[str(settings["centre_function"])]
    values = np.zeros(1, VALUES).view(np.recarray)
    values[0].material[:] = piece_values(settings)
    values[0].piece_square[:] = [[piece_square(k, s, centre) for s in SQUARES] for k in KINDS]
    return values


def fill_nothing(tables: Any, weights: Any, settings: dict[str, Any]) -> None:
    """Let `make` keep up zeros."""
    tables.value[:] = 0


SUMMING = Evaluation(
    name="Summing",
    sources="none: for tests",
    fill_values=fill_nothing,
    evaluate=evaluate,
    weights=VALUES,
    load_weights=load_values,
    state=SUMS,
    refresh=refresh,
    update=update,
)
