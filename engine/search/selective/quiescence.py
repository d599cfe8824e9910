"""Beyond the horizon: captures and queen promotions that lose nothing; all moves in check.

What is left out depends on the position alone and not on the window, so that the value of a leaf is
one number whichever search asks: uncertainty cut-offs are exact only then. The table is neither
read nor written.
Source: Björnsson 2002, section 2.4; choice X35 of docs/choices.md.
"""

from engine.board.exchange import wins_at_least
from engine.board.generate import can_move, count
from engine.board.make import make
from engine.board.names import KIND, NONE, ONE, PROMOTED_AT, QUEEN, ZERO
from engine.board.position import TABLES, Moves, Position
from engine.machine.calls import again
from engine.machine.core import boolean, core, int64, uint64
from engine.machine.words import address, as_record, at
from engine.search.selective.node_entry import value_by_rules
from engine.search.selective.ordering import in_check, list_moves
from engine.search.shared.evaluation import evaluate, update_state
from engine.search.shared.lines import extend_line
from engine.search.shared.node_entry import count_node, poll_if_due
from engine.search.shared.score import DRAW, INFINITE, MATE
from engine.search.shared.selection import pick
from engine.search.shared.tree_log import (
    DRAWN,
    NO_FLAGS,
    NO_MOVE,
    QUIESCENCE,
    STATIC,
    enter,
    leave,
    note_move,
    note_static,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Worker, plies_below


@core(boolean(Worker, Position, uint64))
def is_worth_trying(worker, pos, move):
    """Whether a capture or promotion loses nothing; of promotions only those to a queen."""
    promoted = move >> PROMOTED_AT & KIND
    if promoted and promoted != QUEEN:
        return False
    return wins_at_least(pos, as_record(worker.tables, TABLES), move, 0)


@core(int64(Worker, Position), forceinline=True)
def noted_value(worker, pos):
    """The static value, which the log of the tree gets too."""
    static = evaluate(worker, pos)
    note_static(worker, static)
    return static


@core(int64(Worker, Position, Moves, int64, int64))
def quiescence(worker, pos, moves, alpha, beta):
    """Return the value of the position once it is quiet, fail-soft."""
    ply = plies_below(worker, address(pos))
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)

    # Every node counts; now and then it looks at the limits.
    worker.line_length[ply] = 0
    count_node(worker, ply)
    enter(worker, ply, 0, alpha, beta, QUIESCENCE)
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, 0, NO_FLAGS)

    # The rules may end the game here. Stalemate would not show among captures.
    if value_by_rules(worker, pos, moves, ply) == DRAW:
        return leave(worker, DRAW, DRAWN)
    checked = in_check(worker, pos, moves)
    if not checked and not can_move(pos, tables, moves):
        return leave(worker, DRAW, NO_MOVE)

    # Out of check the side may leave it at the static value.
    if ply >= DEEPEST_PLY or not params.quiescence:
        mated = checked and not count(pos, tables, moves)
        if mated:
            return leave(worker, -MATE + ply, NO_MOVE)
        return leave(worker, noted_value(worker, pos), STATIC)
    best = int64(-INFINITE) if checked else noted_value(worker, pos)
    if best >= beta:
        return leave(worker, best, STATIC)

    moves.quiescent, principal = ONE, beta - alpha > 1
    list_moves(worker, pos, moves, not checked)
    searched = False
    while moves.next < moves.count:
        move = pick(moves)
        if not checked and not is_worth_trying(worker, pos, move):
            continue

        # A node is interior once it has searched a move (X18).
        if not searched:
            searched = True
            worker.interior += 1
            worker.quiescence += 1
        note_move(worker, ply, move, NO_FLAGS)
        make(pos, tables, move)
        update_state(worker, pos, move)
        list_below = at(moves, 1)
        list_below.seen = ZERO
        score = -again(worker, at(pos, 1), list_below, -beta, -max(alpha, best))
        if worker.stop:
            return leave(worker, 0, NO_FLAGS)
        if score > best:
            best = score
            if principal and score > alpha:
                extend_line(worker, ply, move)
            if best >= beta:
                break

    # In check without a move: mate.
    if checked and moves.count == NONE:
        return leave(worker, -MATE + ply, NO_MOVE)
    return leave(worker, best, NO_FLAGS)
