"""The strong search: a switch or a number for each of its ideas, so that matches can judge them.

Sources: docs/algorithms.md names the paper of each idea and the file that holds it.
"""

from engine.options.kinds import Check, Combo, Option, Spin

SEARCHES = ("Modern", "AliBaba")

MODERN: tuple[Option, ...] = (
    Combo(
        "Search",
        "search",
        "Modern",
        SEARCHES,
        "Modern: the strong search; AliBaba: the search of the thesis, without pruning",
        "search",
    ),
    Spin("Threads", "threads", 1, 1, 256, "searching threads, which share the table", "threads"),
    Spin("MultiPV", "multipv", 1, 1, 256, "lines that are searched and shown"),
    Check("Null Move", "null_move", True, "a position in which even a pass is too good is left"),
    Check(
        "Null Move Verification",
        "null_move_verification",
        True,
        "deep null-move cut-offs are confirmed by a search without passes (zugzwang)",
    ),
    Check(
        "Reverse Futility",
        "reverse_futility",
        True,
        "near the leaves a position far above the window is left",
    ),
    Spin(
        "Reverse Futility Margin",
        "reverse_futility_margin",
        75,
        0,
        500,
        "centipawns for each ply that is left",
    ),
    Check(
        "Razoring",
        "razoring",
        True,
        "near the leaves a position far below the window gets captures only",
    ),
    Check(
        "Futility",
        "futility",
        True,
        "near the leaves quiet moves are left out when the position is far below the window",
    ),
    Spin(
        "Futility Margin",
        "futility_margin",
        90,
        0,
        500,
        "centipawns for each ply that is left",
    ),
    Check(
        "Late Move Pruning",
        "late_move_pruning",
        True,
        "near the leaves the last quiet moves are left out",
    ),
    Check(
        "History Pruning",
        "history_pruning",
        True,
        "near the leaves quiet moves with a bad history are left out",
    ),
    Check(
        "Exchange Pruning",
        "exchange_pruning",
        True,
        "near the leaves moves that lose material by exchanges are left out",
    ),
    Check(
        "Late Move Reductions",
        "late_move_reductions",
        True,
        "later moves are searched less deep, and again if they surprise",
    ),
    Spin(
        "Reduction Base",
        "reduction_base",
        50,
        0,
        300,
        "hundredths of a ply by which every late move is reduced",
    ),
    Spin(
        "Reduction Divisor",
        "reduction_divisor",
        225,
        50,
        1000,
        "a hundred times what divides ln(depth) x ln(number of the move)",
    ),
    Check(
        "Internal Iterative Reduction",
        "internal_iterative_reduction",
        True,
        "a position without a table move is searched one ply less deep",
    ),
    Check(
        "Quiescence Checks",
        "quiescence_checks",
        True,
        "beyond the last ply, quiet moves that give check are tried too, for one ply",
    ),
    Check("Check Extension", "check_extension", True, "safe checks are searched a ply deeper"),
    Check(
        "Singular Extension",
        "singular_extension",
        True,
        "a table move that is much better than all others is searched a ply deeper",
    ),
    Check(
        "Singular Cut",
        "singular_cut",
        True,
        "the probe of the singular extension cuts off when another move reaches the window too",
    ),
    Check(
        "Mate Distance Pruning",
        "mate_distance_pruning",
        True,
        "no line is searched that could not be a shorter mate than the one known",
    ),
    Check(
        "Killer Moves", "killer_moves", True, "quiet moves that cut off at the same ply come first"
    ),
    Check(
        "Counter Moves", "counter_moves", True, "quiet moves that refuted the last move come first"
    ),
    Check(
        "Capture History",
        "capture_history",
        True,
        "captures that cut off elsewhere are tried earlier",
    ),
    Check(
        "Continuation History",
        "continuation_history",
        True,
        "quiet moves are ordered by what followed the last moves elsewhere",
    ),
    Check(
        "Lazy Evaluation",
        "lazy_evaluation",
        True,
        "beyond the last ply a placement far outside the window is not evaluated any further",
    ),
    Check(
        "Correction History",
        "correction_history",
        True,
        "the evaluation is corrected by what searches of like positions found",
    ),
)
