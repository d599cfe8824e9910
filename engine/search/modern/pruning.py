"""What is pruned near the leaves: whole nodes far outside their window, and hopeless late moves.

The ideas have files of their own; here stands the order in which they are asked.
"""

from engine.board.checks import gives_check
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import as_record
from engine.search.modern.histories import is_quiet
from engine.search.modern.ideas.exchange_pruning import NOISY_LOSS, QUIET_LOSS, loses_too_much
from engine.search.modern.ideas.futility import is_far_above, is_far_below, is_futile
from engine.search.modern.ideas.history_pruning import has_bad_history
from engine.search.modern.ideas.late_move_reductions import table_reduction
from engine.search.modern.memory import MEMORY, Node
from engine.search.modern.quiescence import quiescence
from engine.search.shared.depth import whole_plies
from engine.search.shared.score import UNDECIDED
from engine.search.shared.worker import PARAMS, Worker


@core(int64(Worker, Position, Moves, int64, int64, int64, int64))
def value_far_outside(worker, pos, moves, plies, improving, static, alpha):
    """The value of a node whose static value is far outside its minimal window; else UNDECIDED."""
    params = as_record(worker.params, PARAMS)
    # Reverse futility: it fails high as it stands.
    if is_far_above(params, plies, improving, static, alpha + 1):
        return static
    # Razoring: if captures do not help either, it fails low.
    if is_far_below(params, plies, static, alpha):
        score = quiescence(worker, pos, moves, alpha, alpha + 1, params.quiescence_checks)
        if score <= alpha or worker.stop:
            return score
    return int64(UNDECIDED)


@core(boolean(Worker, Position, Node, uint64, int64))
def is_hopeless(worker, pos, node, move, alpha):
    """Whether a move near the leaves is pruned; it would be the next one to be searched."""
    # A capture or promotion: only for what it loses.
    plies = whole_plies(node.depth)
    if not is_quiet(move):
        return loses_too_much(worker, pos, move, plies, NOISY_LOSS)

    # A quiet move is judged by the depth that the reduction leaves it.
    memory, params = as_record(worker.memory, MEMORY), as_record(worker.params, PARAMS)
    less = whole_plies(table_reduction(memory, plies, node.tried + 1))
    plies = max(plies - 1 - less, 0)
    if not gives_check(pos, as_record(worker.tables, TABLES), move):
        if is_futile(params, plies, node.estimate, alpha):
            return True
        if has_bad_history(worker, pos, node, move, plies):
            return True
    return loses_too_much(worker, pos, move, plies, QUIET_LOSS)
