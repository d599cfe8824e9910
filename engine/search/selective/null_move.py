"""If passing the move still fails high in a reduced search, the node is pruned.

Risk: zugzwang, therefore not in endings. Applicability: every zero-window node out of check. Cost:
a search R plies less deep. Domain: games in which a move is nearly always worth something.
Source: Björnsson 2002, section 3.3; Donninger 1993; choice X39.
"""

from engine.board.names import NONE
from engine.board.position import Moves, Position
from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64
from engine.machine.words import as_record, at
from engine.search.selective.depth import ONE_PLY
from engine.search.selective.descent import begin_pass
from engine.search.selective.growth import lead_on
from engine.search.selective.memory import MEMORY, SELECTIVE_COUNTS, Node, counts_of
from engine.search.selective.ordering import in_check
from engine.search.shared.endings import has_few_pieces
from engine.search.shared.score import FARTHEST_MATE, INFINITE
from engine.search.shared.worker import PARAMS, Worker


@core(boolean(Worker, Position, Moves, Node, int64))
def may_pass(worker, pos, moves, node, beta):
    """Whether to search the pass: not in check, not twice in a row, not in an ending."""
    params = as_record(worker.params, PARAMS)
    if not params.null_move or params.pure_search or node.skips_pruning:
        return False
    if at(node, -1).played == NONE or abs(beta) > FARTHEST_MATE:
        return False
    if params.null_move_endgame_off and has_few_pieces(pos, pos.turn):
        return False
    return not in_check(worker, pos, moves)


@core(int64(Worker, Position, Moves, Node, int64, int64))
def value_after_pass(worker, pos, moves, node, beta, cut):
    """The value of the reduced search after a pass; the lowest of all if it is unsure."""
    counts = as_record(counts_of(worker), SELECTIVE_COUNTS)
    begin_pass(worker, pos, moves, node)
    counts.passes += 1
    less = (as_record(worker.params, PARAMS).null_move_r + 1) * ONE_PLY
    if as_record(worker.memory, MEMORY).learns:
        lead_on(worker, node, less)
    below, list_below = at(pos, 1), at(moves, 1)
    score = -call_at(
        worker.zero_window, worker, below, list_below, node.depth - less, 1 - beta, 1 - cut
    )
    if at(node, 1).unsure:
        return -INFINITE
    node.wrong = at(node, 1).wrong
    counts.pass_cut_offs += int64(score >= beta)
    return score
