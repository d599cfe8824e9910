"""Beyond the last ply: captures and promotions until the position is quiet, all moves in check.

The table is read here but never written.
Sources: Breuker 1998, section 2.3.1; Lazar 1995, quiescence; choices X14 and X21 of
docs/choices.md.
"""

from engine.board.draws import has_insufficient_material
from engine.board.generate import can_move, count, find_checks_and_pins
from engine.board.make import make
from engine.board.names import (
    BISHOP,
    CAPTURED_AT,
    KIND,
    KNIGHT,
    NONE,
    PAWN,
    PROMOTED_AT,
    QUEEN,
    ROOK,
)
from engine.board.position import TABLES, Moves, Position
from engine.evaluation.bounds import HIGHEST
from engine.machine.calls import again
from engine.machine.core import core, int64, uint64
from engine.machine.words import address, as_record, at
from engine.search.alibaba.draw_proof import set_proof
from engine.search.alibaba.known_window import known_window
from engine.search.alibaba.ordering import begin_quiescence, next_move
from engine.search.alibaba.quiescence_line import begin_tail, extend_tail
from engine.search.shared.active_line import fetch_child
from engine.search.shared.evaluation import evaluate, update_state
from engine.search.shared.lookup import look_up, settled
from engine.search.shared.node_entry import (
    count_fifty_draw,
    count_node,
    is_drawn,
    is_drawn_by_fifty_moves,
    poll_if_due,
)
from engine.search.shared.score import DRAW, INFINITE, MATE
from engine.search.shared.tree_log import (
    DRAWN,
    NO_FLAGS,
    NO_MOVE,
    QUIESCENCE,
    STATIC,
    TABLE_HIT,
    enter,
    leave,
    note_move,
    note_static,
)
from engine.search.shared.worker import DEEPEST_PLY, PARAMS, Params, Worker, plies_below


@core(int64(Params, uint64))
def worth(params, kind):
    """A piece's value in centipawns; nothing is worth nothing."""
    if kind == PAWN:
        return params.pawn_value
    if kind == KNIGHT:
        return params.knight_value
    if kind == BISHOP:
        return params.bishop_value
    if kind == ROOK:
        return params.rook_value
    if kind == QUEEN:
        return params.queen_value
    return int64(0)


@core(int64(Params, uint64), forceinline=True)
def gain(params, move):
    """What the move wins if nothing is taken back."""
    promoted = move >> PROMOTED_AT & KIND
    won = worth(params, move >> CAPTURED_AT & KIND)
    return won + worth(params, promoted) - params.pawn_value if promoted else won


@core(int64(Worker, Position, Moves, int64, int64))
def quiescence(worker, pos, moves, alpha, beta):
    """Return the value of the position once it is quiet, fail-soft."""
    # Every node counts; now and then it looks at the limits.
    ply = plies_below(worker, address(pos))
    worker.line_length[ply] = 0
    count_node(worker, ply)
    enter(worker, ply, 0, alpha, beta, QUIESCENCE)
    begin_tail(worker, ply)
    set_proof(worker, ply, False)
    poll_if_due(worker)
    if worker.stop:
        return leave(worker, 0, NO_FLAGS)

    # The rules may end the game here.
    tables, params = as_record(worker.tables, TABLES), as_record(worker.params, PARAMS)
    if is_drawn(worker, pos, ply):
        set_proof(worker, ply, has_insufficient_material(pos))
        return leave(worker, DRAW, DRAWN)
    if is_drawn_by_fifty_moves(worker, pos, moves):
        count_fifty_draw(worker)
        return leave(worker, DRAW, DRAWN)

    # The table settles the node, or narrows the window.
    entry, rest, _ = look_up(worker, pos, ply)
    low, high, settler, proved = known_window(worker, pos, entry, 0, alpha, beta)
    if settler:
        set_proof(worker, ply, proved)
        score = settled(worker, settler, rest if settler == entry else NONE, ply)
        return leave(worker, score, TABLE_HIT)
    alpha, beta = max(alpha, low), min(beta, high)

    # Stalemate would not show among captures.
    find_checks_and_pins(pos, tables, moves)
    in_check = moves.checks != NONE
    if not in_check and not can_move(pos, tables, moves):
        set_proof(worker, ply, True)
        return leave(worker, DRAW, NO_MOVE)

    # Out of check the side may leave it at the static value, which what the table knows corrects.
    static = evaluate(worker, pos)
    note_static(worker, static)
    static = min(max(static, low), high)
    best = -INFINITE if in_check else static
    if ply >= DEEPEST_PLY or not params.quiescence:
        mated = in_check and not count(pos, tables, moves)
        return leave(worker, -MATE + ply if mated else static, NO_MOVE if mated else STATIC)
    if best >= beta:
        return leave(worker, best, STATIC)

    # All moves in check, else captures and promotions.
    begin_quiescence(moves, in_check)
    searched = False
    move = next_move(worker, pos, moves)
    while move:
        alpha = max(alpha, best)
        hoped = min(static + gain(params, move) + params.quiescence_margin, HIGHEST)
        if in_check or hoped > alpha:
            # A node is interior once it has searched a move (X18).
            if not searched:
                searched = True
                worker.interior += 1
                worker.quiescence += 1
            make(pos, tables, move)
            note_move(worker, ply, move, NO_FLAGS)
            update_state(worker, pos, move)
            below = at(pos, 1)
            fetch_child(worker, below)
            score = -again(worker, below, at(moves, 1), -beta, -alpha)
            if worker.stop:
                return leave(worker, 0, NO_FLAGS)
            if score > best:
                best = score
                extend_tail(worker, ply, move)
                if best >= beta:
                    break
        else:
            # A capture that cannot reach the window is skipped: it has this value at most (X14).
            best = max(best, hoped)
        move = next_move(worker, pos, moves)

    # In check without a move: mate.
    if best == -INFINITE:
        set_proof(worker, ply, True)
        return leave(worker, -MATE + ply, NO_MOVE)
    return leave(worker, min(max(best, low), high), NO_FLAGS)
