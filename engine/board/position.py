"""A position, a list of moves, and the tables of the rules, as C structs."""

import numpy as np

from engine.machine.core import record

# Six sets of squares by kind and two by colour. `pieces` and `sides` are second names for the
# same memory, for when the kind or the colour is a variable.
POSITION = np.dtype(
    {
        "names": [
            *("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"),
            *("pieces", "sides", "key", "turn", "castling", "en_passant", "fifty", "value"),
        ],
        "formats": ["u8"] * 8 + [("u8", 6), ("u8", 2), "u8", "u8", "u8", "u8", "u8", "i8"],
        "offsets": [0, 8, 16, 24, 32, 40, 48, 56, 0, 48, 64, 72, 80, 88, 96, 104],
        "itemsize": 128,
    },
    align=True,
)
"""
key        Zobrist number of placement, turn, castling rights and en-passant file (`keys.py`)
turn       0 White, 1 Black
castling   the squares of the rooks that may still castle, of both colours
en_passant the en-passant square, 0 if no pawn can legally capture there
fifty      plies since the last capture or pawn move
value      evaluation updated by `make`, from White's point of view (`TABLES.value`)
"""

MOST_MOVES = 320
"""No placement of pieces is known with more moves: 218 by legal play, 288 with any pieces."""

MOVES = np.dtype(
    [
        ("first", "u8"),  # moves tried before the others, 0 if none
        ("second", "u8"),
        ("stage", "u8"),
        ("next", "u8"),  # how many of `move` were handed out
        ("count", "u8"),  # how many there are
        ("bad", "u8"),  # of these, at the start: losing captures that were put off
        ("quiescent", "u8"),  # 1 for the list of a quiescence node, else 0
        ("seen", "u8"),  # whether `checks` and `pins` are those of the list's position
        ("checks", "u8"),  # the pieces that give check
        ("pins", "u8"),  # the pieces that shield their king
        ("move", "u8", MOST_MOVES),  # the move in the low 32 bits, its order in the high
    ],
    align=True,
)

SLIDER_ENTRIES = 107648
"""Subsets of the relevant squares: 102400 for rooks, 5248 for bishops."""

TABLES = np.dtype(
    [
        ("knight", "u8", 64),
        ("king", "u8", 64),
        ("pawn", "u8", (2, 64)),  # the squares that a pawn of this colour attacks
        ("between", "u8", (64, 64)),  # without the ends; empty if not on one line
        ("line", "u8", (64, 64)),  # from edge to edge through both squares
        ("rook_mask", "u8", 64),
        ("rook_magic", "u8", 64),
        ("rook_shift", "u8", 64),
        ("rook_start", "u8", 64),
        ("bishop_mask", "u8", 64),
        ("bishop_magic", "u8", 64),
        ("bishop_shift", "u8", 64),
        ("bishop_start", "u8", 64),
        ("slider", "u8", SLIDER_ENTRIES),
        ("piece_key", "u8", (2, 6, 64)),
        ("en_passant_key", "u8", 64),  # by square; [0] is 0, for "none"
        ("castling_key", "u8", 4),  # White short, White long, Black short, Black long
        ("turn_key", "u8"),
        ("value", "i8", (2, 6, 64)),  # what a piece adds to POSITION.value
    ],
    align=True,
)

Position, Moves, Tables = record(POSITION), record(MOVES), record(TABLES)
