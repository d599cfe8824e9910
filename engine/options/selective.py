"""The selective search: its algorithm, and a switch and numbers for each idea of the thesis.

Names and numbers follow Björnsson 2002; docs/choices.md tells what the thesis leaves open. Depths
are in hundredths of a ply: 100 is a move without extension.
"""

from engine.options.kinds import Change, Check, Combo, Option, Spin

PLY = 100  # hundredths
MOST_DEPTH = 2000  # hundredths of a ply, of a limit for the remaining depth
HEAVIEST = 2 * PLY  # of a move class
MOST_CENTIPAWNS = 500  # of a margin
MOST_MOVES_TRIED, MOST_CUT_OFFS, MOST_REDUCTION = 64, 16, 6
LONGEST_GUARD = 8  # plies
MOST_LAYERS = 8

WEIGHTED = (
    ("Check", 10, "moves that give check"),
    ("Recapture", 84, "captures on the square of a capture just before"),
    ("Forced", 68, "the only legal reply to a check"),
    ("Passed Push", 91, "moves of a passed pawn to its sixth or seventh rank"),
)
"""The classes of moves with a weight, the weight that the thesis learned from a test suite, and
what they are."""


def weights(suffix: str, phase: str) -> tuple[Option, ...]:
    """Return the rows of the weights of a phase of the game."""
    return tuple(
        Spin(
            f"Weight {name}{suffix}",
            f"weight_{name}{suffix}".lower().replace(" ", "_"),
            learned,
            0,
            HEAVIEST,
            sentence=f"Selective: depth that {what} use up{phase}, in hundredths of a ply",
        )
        for name, learned, what in WEIGHTED
    )


ALGORITHMS: tuple[Option, ...] = (
    Combo(
        "Algorithm",
        "algorithm",
        "PVS",
        ("PVS", "AlphaBeta", "NegaScout", "MTD(f)"),
        sentence="Selective: how the tree is searched; null move, uncertainty cut-offs and "
        "multi-cut belong to the zero-window searches of PVS and MTD(f)",
    ),
    Combo(
        "Evaluation",
        "evaluation",
        "Usual",
        ("Usual", "Tapered", "AliBaba"),
        sentence="Selective: the static evaluation; usual is Tapered. The other searches have "
        "always their own",
        on_change=Change.EVALUATION,
    ),
    Spin(
        "Aspiration Margin",
        "aspiration_margin",
        30,
        1,
        MOST_CENTIPAWNS,
        sentence="Selective: half the width of the first window of an iteration, in centipawns "
        "(option Aspiration)",
    ),
    Check(
        "Internal Iterative Deepening",
        "internal_iterative_deepening",
        False,
        sentence="Selective: PVS begins a node of the principal variation without a table move "
        "with the move that a search two plies less deep finds",
    ),
    Check(
        "Pure Search",
        "pure_search",
        False,
        sentence="Selective: no null move, no multi-cut, no extensions, and no draws by repetition "
        "or fifty moves, so that a value depends on position and depth alone",
        on_change=Change.CLEAR,
    ),
    Spin(
        "Null Move R",
        "null_move_r",
        2,
        1,
        3,
        sentence="Selective: plies by which the search after a null move is reduced",
    ),
    Check(
        "Null Move Endgame Off",
        "null_move_endgame_off",
        True,
        sentence="Selective: no null move when the side to move has at most a rook and a minor "
        "piece",
    ),
)

UNCERTAINTY: tuple[Option, ...] = (
    Check(
        "Uncertainty Cuts",
        "uncertainty_cuts",
        False,
        sentence="Selective: give up an expected cut-node whose promising moves did not cut off; "
        "the value of the root stays exact",
    ),
    Spin(
        "Uncertainty Ratio",
        "uncertainty_ratio",
        60,
        1,
        100,
        sentence="Selective, uncertainty cut-offs: percentage of the legal moves after which an "
        "expected cut-node is given up",
    ),
    Check(
        "Uncertainty Captures",
        "uncertainty_captures",
        True,
        sentence="Selective, uncertainty cut-offs: captures and promotions are always searched "
        "before a node is given up",
    ),
    Spin(
        "Uncertainty Min Rem",
        "uncertainty_min_rem",
        PLY,
        0,
        MOST_DEPTH,
        sentence="Selective, uncertainty cut-offs: only nodes with more remaining depth are "
        "given up, in hundredths of a ply",
    ),
    Check(
        "Uncertainty Skip In Check",
        "uncertainty_skip_in_check",
        False,
        sentence="Selective, uncertainty cut-offs: nodes in check are never given up",
    ),
)

MULTI_CUT: tuple[Option, ...] = (
    Spin(
        "Multi Cut M",
        "multi_cut_m",
        10,
        1,
        MOST_MOVES_TRIED,
        sentence="multi-cut: number of moves that are tried",
    ),
    Spin(
        "Multi Cut C",
        "multi_cut_c",
        3,
        1,
        MOST_CUT_OFFS,
        sentence="multi-cut: number of tried moves that must fail high",
    ),
    Spin(
        "Multi Cut R",
        "multi_cut_r",
        2,
        1,
        MOST_REDUCTION,
        sentence="multi-cut: plies by which the tries are reduced",
    ),
    Spin(
        "Multi Cut Min Rem",
        "multi_cut_min_rem",
        0,
        0,
        MOST_DEPTH,
        sentence="multi-cut: least remaining depth in hundredths of a ply; 0: as "
        "much as Multi Cut R",
    ),
    Spin(
        "Multi Cut Margin",
        "multi_cut_margin",
        0,
        0,
        MOST_CENTIPAWNS,
        sentence="multi-cut: centipawns by which a try may stay below beta and still count",
    ),
    Check(
        "Multi Cut Endgame Off",
        "multi_cut_endgame_off",
        True,
        sentence="no multi-cut when the side to move has at most a rook and a minor piece",
    ),
    Spin(
        "Multi Cut Ext Guard",
        "multi_cut_ext_guard",
        3,
        0,
        LONGEST_GUARD,
        sentence="no multi-cut if one of so many moves before the node was extended",
    ),
    Combo(
        "Multi Cut Store",
        "multi_cut_store",
        "reduced",
        ("none", "reduced", "full"),
        sentence="depth with which the table remembers a multi-cut",
    ),
    Spin(
        "Multi Cut Layers",
        "multi_cut_layers",
        1,
        1,
        MOST_LAYERS,
        sentence="Selective, multi-cut: number of nodes on a path whose tries must succeed "
        "before one is pruned",
    ),
    Check(
        "Multi Cut Singular",
        "multi_cut_singular",
        False,
        sentence="Selective, multi-cut: if one try alone fails high and all others stay below "
        "beta by a margin, its move "
        "is extended by a ply",
    ),
    Spin(
        "Singular Margin",
        "singular_margin",
        50,
        0,
        MOST_CENTIPAWNS,
        sentence="Selective: centipawns by which the other tries must stay below beta for Multi "
        "Cut Singular",
    ),
)

EXTENSIONS: tuple[Option, ...] = (
    Combo(
        "Extensions",
        "extensions",
        "Fractional",
        ("None", "Fractional"),
        sentence="Selective: whether moves of some classes use up less depth, or more, than a ply",
        on_change=Change.CLEAR,
    ),
    *weights("", ""),
    Check(
        "Weights Per Phase",
        "weights_per_phase",
        False,
        sentence="Selective, extensions: endings have weights of their own",
    ),
    *weights(" Ending", " in endings"),
    Combo(
        "Ext Combine",
        "ext_combine",
        "priority",
        ("priority", "least", "additive"),
        sentence="Selective, extensions: what a move of several classes uses up: the weight of "
        "the first (forced reply, "
        "check, recapture, passed push), the least, or a ply less all that they save",
    ),
    Spin(
        "Ext Max Ply",
        "ext_max_ply",
        0,
        0,
        250,
        sentence="Selective: no move is extended beyond this distance from the root; 0: twice "
        "the depth of "
        "the iteration and eight plies",
    ),
)

SELECTIVE: tuple[Option, ...] = (*ALGORITHMS, *UNCERTAINTY, *MULTI_CUT, *EXTENSIONS)
"""All rows."""
