"""The strong search: a switch or a number for each of its ideas, so that matches can judge them.

docs/algorithms.md names the paper of each idea and the file that holds it. "Near the leaves" is
where few plies remain to be searched; the file of an idea says how few.
"""

from engine.options.kinds import Check, Option, Spin

MOST_CENTIPAWNS = 500  # of a margin
MOST_REDUCTION = 300  # hundredths of a ply
LEAST_DIVISOR = 50  # hundredths
MOST_DIVISOR = 1000  # hundredths

MODERN: tuple[Option, ...] = (
    Check("Null Move", "null_move", True, sentence="prune if passing the move still fails high"),
    Check(
        "Null Move Verification",
        "null_move_verification",
        True,
        sentence="confirm deep null-move cut-offs by a search without null moves (zugzwang)",
    ),
    Check(
        "Reverse Futility",
        "reverse_futility",
        True,
        sentence="near the leaves, return when the static evaluation exceeds beta by a margin",
    ),
    Spin(
        "Reverse Futility Margin",
        "reverse_futility_margin",
        75,
        0,
        MOST_CENTIPAWNS,
        sentence="centipawns per ply that remains",
    ),
    Check(
        "Razoring",
        "razoring",
        True,
        sentence="near the leaves, search only captures if the static evaluation is far below "
        "alpha",
    ),
    Check(
        "Futility",
        "futility",
        True,
        sentence="near the leaves, skip quiet moves if the static evaluation is far below alpha; "
        "in quiescence, skip captures that cannot raise alpha (delta pruning)",
    ),
    Spin(
        "Futility Margin",
        "futility_margin",
        90,
        0,
        MOST_CENTIPAWNS,
        sentence="centipawns per ply that remains after the reduction, on top of a constant",
    ),
    Check(
        "Late Move Pruning",
        "late_move_pruning",
        True,
        sentence="near the leaves, skip the quiet moves that follow a number of others; "
        "in quiescence, skip the remaining quiet evasions once a move avoids mate",
    ),
    Check(
        "History Pruning",
        "history_pruning",
        True,
        sentence="near the leaves, skip quiet moves with a bad history",
    ),
    Check(
        "Exchange Pruning",
        "exchange_pruning",
        True,
        sentence="near the leaves, skip moves that lose too much by static exchange evaluation "
        "(SEE pruning)",
    ),
    Check(
        "Late Move Reductions",
        "late_move_reductions",
        True,
        sentence="search late moves at reduced depth; they are re-searched if they raise alpha",
    ),
    Spin(
        "Reduction Base",
        "reduction_base",
        50,
        0,
        MOST_REDUCTION,
        sentence="constant part of the reduction of late moves, in hundredths of a ply",
    ),
    Spin(
        "Reduction Divisor",
        "reduction_divisor",
        225,
        LEAST_DIVISOR,
        MOST_DIVISOR,
        sentence="what divides ln(depth) x ln(move number) in the reduction, in hundredths",
    ),
    Check(
        "Internal Iterative Reduction",
        "internal_iterative_reduction",
        True,
        sentence="search a position without a table move one ply less deep",
    ),
    Check(
        "Quiescence Checks",
        "quiescence_checks",
        True,
        sentence="in the first ply of quiescence, search quiet checks too",
    ),
    Check(
        "Check Extension",
        "check_extension",
        True,
        sentence="search checks that lose no material one ply deeper",
    ),
    Check(
        "Singular Extension",
        "singular_extension",
        True,
        sentence="search the table move deeper if all other moves fail low well below its score",
    ),
    Check(
        "Singular Cut",
        "singular_cut",
        True,
        sentence="return early when the search for singular moves shows that another move reaches "
        "beta, too (multi-cut)",
    ),
    Check(
        "Multi Cut",
        "multi_cut",
        False,
        sentence="Modern and Selective: prune an expected cut-node where several of the first "
        "moves fail high in reduced searches; the options Multi Cut M to Multi Cut Store say how",
    ),
    Check(
        "Mate Distance Pruning",
        "mate_distance_pruning",
        True,
        sentence="cut off where no mate can be shorter than one that was found",
    ),
    Check(
        "Killer Moves",
        "killer_moves",
        True,
        sentence="first of the quiet moves, try those that caused a cut-off at the same ply",
    ),
    Check(
        "Counter Moves",
        "counter_moves",
        True,
        sentence="first of the quiet moves, try the one that refuted the opponent's last move",
    ),
    Check(
        "Capture History",
        "capture_history",
        True,
        sentence="order captures by the cut-offs that they caused, too",
    ),
    Check(
        "Continuation History",
        "continuation_history",
        True,
        sentence="order quiet moves by their success after the last two moves, too",
    ),
    Check(
        "Lazy Evaluation",
        "lazy_evaluation",
        True,
        sentence="in quiescence, skip the full evaluation when material and piece-square value lie "
        "far outside the window",
    ),
    Check(
        "Correction History",
        "correction_history",
        True,
        sentence="correct the static evaluation by search results of positions with the same pawns "
        "or pieces",
    ),
)
