"""The search of the thesis, ALIBABA, and its evaluation.

Source: Breuker 1998, section 2.3.1; Lazar 1995.
"""

from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS
from engine.options.kinds import Check, Combo, Option, Spin

ALIBABA: tuple[Option, ...] = (
    Check(
        "Faithful Flags",
        "faithful_flags",
        False,
        "bounds flagged exactly as in figure 2.7 of Breuker (1998), its flaw included",
        "clear",
    ),
    Check("PVS", "pvs", True, "principal variation search: later moves with a minimal window"),
    Check(
        "Aspiration", "aspiration", True, "start an iteration with a window around the last score"
    ),
    Check("Quiescence", "quiescence", True, "search captures beyond the last ply", "clear"),
    Spin(
        "Quiescence Margin",
        "quiescence_margin",
        100,
        0,
        1000,
        "centipawns by which a capture may miss the window and still be searched",
        "clear",
    ),
    Check(
        "Refutation Table",
        "refutation_table",
        True,
        "order the lines of the last iteration first in the next one",
    ),
    Combo(
        "History",
        "history",
        "depth",
        ("off", "depth", "depth squared", "two to the depth"),
        "history heuristic: what a good move is credited with",
    ),
    Combo(
        "Centre Function",
        "centre_function",
        "Linear",
        tuple(CENTRE_FUNCTIONS),
        "how the value of a square grows towards the centre",
        "values",
    ),
    Spin("Pawn Value", "pawn_value", 100, 1, 2000, "a pawn, in centipawns", "values"),
    Spin("Knight Value", "knight_value", 325, 1, 2000, "a knight, in centipawns", "values"),
    Spin("Bishop Value", "bishop_value", 325, 1, 2000, "a bishop, in centipawns", "values"),
    Spin("Rook Value", "rook_value", 500, 1, 2000, "a rook, in centipawns", "values"),
    Spin("Queen Value", "queen_value", 900, 1, 2000, "a queen, in centipawns", "values"),
    Spin("King Value", "king_value", 1500, 1, 2000, "a king, in the sums that `d` shows"),
)
