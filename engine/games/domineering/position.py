"""A position of domineering, the tables of a board, and a list of moves, as C structs.

Every player sees the board as lines in the direction of his own dominoes: Vertical as columns,
Horizontal as rows. Both views are kept, so that one rule serves both players and a board may have
more cells than a word has bits. A move is a line and the place of its first cell in that line.
"""

import numpy as np

from engine.board.keys import random_words
from engine.machine.core import record
from engine.machine.words import U64

VERTICAL, HORIZONTAL = U64(0), U64(1)
ZERO, ONE, THREE = U64(0), U64(1), U64(3)

LONGEST = 9
"""Cells of the longest line: boards have up to 9 rows and 9 columns."""
GUARDS = U64(2)
"""Lines without free cells on either side of a board, instead of tests for its edge."""
LINES = LONGEST + 2 * int(GUARDS)
MOST_MOVES = LONGEST * (LONGEST - 1)
MOST_PLIES = LONGEST * LONGEST // 2
VIEWS = 4
"""A position, and its images left-right, up-down and both. A quarter turn exchanges the players."""

LINE_AT, PLACE = U64(4), U64(15)
"""Parts of a move: the place of its first cell in bits 0-3, the line above."""

POSITION = np.dtype(
    [
        # By player and line: the free cells, the first one in bit 0. The first line stands behind
        # the guards. What one player sees as the line x with the cell y, the other sees as y and x.
        ("free", "u8", (2, LINES)),
        ("key", "u8", VIEWS),  # Zobrist numbers of the free cells, as they stand and mirrored
        ("turn", "u8"),  # VERTICAL or HORIZONTAL
        ("ply", "i8"),  # dominoes on the board
    ],
    align=True,
)

TABLES = np.dtype(
    [
        ("lines", "u8", 2),  # by player: the number of his lines
        ("packing", "u1", 1 << LONGEST),  # by free cells of a line: the dominoes that fit into it
        ("domino_key", "u8", (2, LONGEST, LONGEST, VIEWS)),  # by player, line, place and view
    ],
    align=True,
)

NODE = np.dtype(
    [
        ("count", "u8"),  # moves in the list
        ("tried", "u8"),  # of these, how many were begun to be searched
        ("best", "u8"),  # the move that wins, if one does
        ("height", "i8"),  # plies of the longest line searched below
        ("move", "u8", MOST_MOVES),
    ],
    align=True,
)

Position, Tables, Node = record(POSITION), record(TABLES), record(NODE)


def fill_tables(tables, rows, columns, seed):
    """Fill TABLES for a board, with the Zobrist numbers of a seed."""
    tables.lines[:] = columns, rows
    for line in range(1 << LONGEST):
        runs = f"{line:b}".split("0")
        tables.packing[line] = sum(len(run) // 2 for run in runs)
    words = random_words(seed, LONGEST * LONGEST)
    cell = np.array(words, np.uint64).reshape(LONGEST, LONGEST)[:rows, :columns]
    for view, seen in enumerate((cell, cell[:, ::-1], cell[::-1], cell[::-1, ::-1])):
        numbers = tables.domino_key[:, :, :, view]
        numbers[VERTICAL, :columns, : rows - 1] = (seen[:-1] ^ seen[1:]).T
        numbers[HORIZONTAL, :rows, : columns - 1] = seen[:, :-1] ^ seen[:, 1:]


def set_up(position, rows, columns, turn):
    """Make a position that of an empty board."""
    position.free[:], position.key[:] = 0, 0
    first = int(GUARDS)
    position.free[VERTICAL, first : first + columns] = (1 << rows) - 1
    position.free[HORIZONTAL, first : first + rows] = (1 << columns) - 1
    position.turn, position.ply = turn, 0
