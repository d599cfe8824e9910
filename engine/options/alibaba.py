"""ALIBABA, the search of the thesis, and its evaluation.

Source: Breuker 1998, section 2.3.1; Lazar 1995.
"""

from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS
from engine.options.kinds import Change, Check, Combo, Option, Spin

MOST_CENTIPAWNS = 1000  # of a margin
HIGHEST_VALUE = 2000  # centipawns, of a piece

ALIBABA: tuple[Option, ...] = (
    Check(
        "Faithful Flags",
        "faithful_flags",
        False,
        sentence="set the bounds exactly as in figure 2.7 of Breuker (1998), including its flaw",
        on_change=Change.CLEAR,
    ),
    Check(
        "PVS",
        "pvs",
        True,
        sentence="principal variation search: search later moves with a minimal window",
    ),
    Check(
        "Quiescence",
        "quiescence",
        True,
        sentence="beyond the last ply, search captures and promotions until the position is quiet",
        on_change=Change.CLEAR,
    ),
    Spin(
        "Quiescence Margin",
        "quiescence_margin",
        100,
        0,
        MOST_CENTIPAWNS,
        sentence="centipawns by which a capture may stay below alpha and still be searched",
        on_change=Change.CLEAR,
    ),
    Check(
        "Refutation Table",
        "refutation_table",
        True,
        sentence="try the best line of each root move in the last iteration first",
    ),
    Combo(
        "History",
        "history",
        "depth",
        ("off", "depth", "depth squared", "two to the depth"),
        sentence="history heuristic: what a best move is credited with",
    ),
    Combo(
        "Centre Function",
        "centre_function",
        "Linear",
        tuple(CENTRE_FUNCTIONS),
        sentence="how the value of a square increases towards the centre",
        on_change=Change.VALUES,
    ),
    Spin(
        "Pawn Value",
        "pawn_value",
        100,
        1,
        HIGHEST_VALUE,
        sentence="value of a pawn in centipawns",
        on_change=Change.VALUES,
    ),
    Spin(
        "Knight Value",
        "knight_value",
        325,
        1,
        HIGHEST_VALUE,
        sentence="value of a knight in centipawns",
        on_change=Change.VALUES,
    ),
    Spin(
        "Bishop Value",
        "bishop_value",
        325,
        1,
        HIGHEST_VALUE,
        sentence="value of a bishop in centipawns",
        on_change=Change.VALUES,
    ),
    Spin(
        "Rook Value",
        "rook_value",
        500,
        1,
        HIGHEST_VALUE,
        sentence="value of a rook in centipawns",
        on_change=Change.VALUES,
    ),
    Spin(
        "Queen Value",
        "queen_value",
        900,
        1,
        HIGHEST_VALUE,
        sentence="value of a queen in centipawns",
        on_change=Change.VALUES,
    ),
    Spin(
        "King Value",
        "king_value",
        1500,
        1,
        HIGHEST_VALUE,
        sentence="value of a king in the sums that the command d shows, in centipawns",
    ),
)
