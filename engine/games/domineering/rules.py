"""The rules: a domino covers two free cells in the direction of its player; who cannot move loses.

Vertical's dominoes cover two cells of a column, Horizontal's two of a row.
Source: Breuker 1998, chapter 2, domineering.
"""

from engine.games.domineering.position import (
    GUARDS,
    HORIZONTAL,
    LINE_AT,
    NODE,
    ONE,
    PLACE,
    POSITION,
    TABLES,
    THREE,
    VERTICAL,
    VIEWS,
    ZERO,
    Node,
    Position,
    Tables,
)
from engine.machine.core import core, door, uint64, void
from engine.machine.words import as_record, at, copy, lowest, others


@core(void(Position, Tables, Node))
def generate(position, tables, node):
    """Write the legal moves, row by row from the left, by their upper or left cell (X27)."""
    count = ZERO
    for row in range(tables.lines[HORIZONTAL]):
        here = position.free[HORIZONTAL, row + GUARDS]
        if position.turn == VERTICAL:
            first = here & position.free[HORIZONTAL, row + GUARDS + ONE]
        else:
            first = here & here >> ONE
        while first:
            column, first = lowest(first), others(first)
            if position.turn == VERTICAL:
                node.move[count] = column << LINE_AT | row
            else:
                node.move[count] = row << LINE_AT | column
            count += ONE
    node.count = count


@core(void(Position, Tables, uint64))
def make(position, tables, move):
    """Write the position after a move into the next record."""
    below, own, other = at(position, 1), position.turn, ONE - position.turn
    copy(below, position)
    line, place = move >> LINE_AT, move & PLACE
    below.free[own, line + GUARDS] &= ~(THREE << place)
    below.free[other, place + GUARDS] &= ~(ONE << line)
    below.free[other, place + GUARDS + ONE] &= ~(ONE << line)
    for view in range(VIEWS):
        below.key[view] ^= tables.domino_key[own, line, place, view]
    below.turn = other
    below.ply += 1


@door(uint64(uint64, uint64, uint64))
def list_moves(where, tables, node):
    """Write the legal moves of the position at an address into a NODE; return how many there are.

    Their number is the mobility of the player to move.
    """
    found = as_record(node, NODE)
    generate(as_record(where, POSITION), as_record(tables, TABLES), found)
    return found.count


@door(void(uint64, uint64, uint64))
def play(where, tables, move):
    """Write the position after a legal move behind the one at an address."""
    make(as_record(where, POSITION), as_record(tables, TABLES), move)
