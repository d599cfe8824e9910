"""Real and safe moves, and how a move changes them: what DOMI knows of the game.

Real moves of a player: the dominoes that he could place if the other one passed for ever. Safe
moves: those that nobody can prevent, because the cells on both sides of his line are occupied.
Source: Breuker 1998, chapter 2, domineering.
"""

import numpy as np

from engine.games.domineering.position import (
    GUARDS,
    LINE_AT,
    LINES,
    ONE,
    PLACE,
    THREE,
    ZERO,
    Position,
    Tables,
)
from engine.machine.core import core, int64, record, tuple_of, uint64, void
from engine.machine.words import U64

BY_LINE = np.dtype(
    [
        ("real_moves", "i8", (2, LINES)),  # by player and line; guards have none
        ("safe_moves", "i8", (2, LINES)),
        ("all_real", "i8", 2),  # by player, their sums
        ("all_safe", "i8", 2),
    ],
    align=True,
)
"""The real and safe moves of a position."""

ByLine = record(BY_LINE)
CHANGES = tuple_of(int64, int64, int64, int64)
"""How much a move adds to: own real, own safe, the other's real, the other's safe moves."""


@core(int64(Tables, uint64), forceinline=True)
def dominoes_in(tables, free):
    """The dominoes that fit into the free cells of a line."""
    return int64(tables.packing[free])


@core(int64(Tables, uint64, uint64, uint64), forceinline=True)
def safe_in(tables, before, free, behind):
    """The dominoes that fit where both neighbouring lines are occupied."""
    return int64(tables.packing[free & ~(before | behind)])


@core(void(Position, Tables, ByLine))
def count_moves(position, tables, counts):
    """Count the real and safe moves of both players."""
    for player in range(U64(2)):
        real = safe = int64(0)
        before, free = ZERO, position.free[player, GUARDS]
        for line in range(GUARDS, tables.lines[player] + GUARDS):
            behind = position.free[player, line + ONE]
            counts.real_moves[player, line] = dominoes_in(tables, free)
            counts.safe_moves[player, line] = safe_in(tables, before, free, behind)
            real += counts.real_moves[player, line]
            safe += counts.safe_moves[player, line]
            before, free = free, behind
        counts.all_real[player], counts.all_safe[player] = real, safe


@core(CHANGES(Position, Tables, ByLine, uint64))
def changes(position, tables, counts, move):
    """How a move of the player to move changes the counts of its position.

    His own line loses two cells, and two lines of the other player lose one cell each. Their
    neighbours can win safe moves.
    """
    own, other = position.turn, ONE - position.turn
    own_line, other_line = move >> LINE_AT, move & PLACE
    at_own, at_other = own_line + GUARDS, other_line + GUARDS
    gone, left = ~(THREE << other_line), ~(ONE << own_line)

    free = position.free[own, at_own] & gone
    before, behind = position.free[own, at_own - ONE], position.free[own, at_own + ONE]
    own_real = dominoes_in(tables, free) - counts.real_moves[own, at_own]
    own_safe = (
        safe_in(tables, position.free[own, at_own - GUARDS], before, free)
        + safe_in(tables, before, free, behind)
        + safe_in(tables, free, behind, position.free[own, at_own + GUARDS])
        - counts.safe_moves[own, at_own - ONE]
        - counts.safe_moves[own, at_own]
        - counts.safe_moves[own, at_own + ONE]
    )

    first, second = (
        position.free[other, at_other] & left,
        position.free[other, at_other + ONE] & left,
    )
    before, behind = position.free[other, at_other - ONE], position.free[other, at_other + GUARDS]
    other_real = (
        dominoes_in(tables, first)
        + dominoes_in(tables, second)
        - counts.real_moves[other, at_other]
        - counts.real_moves[other, at_other + ONE]
    )
    other_safe = (
        safe_in(tables, position.free[other, at_other - GUARDS], before, first)
        + safe_in(tables, before, first, second)
        + safe_in(tables, first, second, behind)
        + safe_in(tables, second, behind, position.free[other, at_other + GUARDS + ONE])
        - counts.safe_moves[other, at_other - ONE]
        - counts.safe_moves[other, at_other]
        - counts.safe_moves[other, at_other + ONE]
        - counts.safe_moves[other, at_other + GUARDS]
    )
    return own_real, own_safe, other_real, other_safe
