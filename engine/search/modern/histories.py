"""What became of moves elsewhere in the tree; moves are ordered, reduced and pruned by it.

Every history keeps, for some description of a move, a number between -FULL and FULL. A cut-off
moves the numbers of the move that cut towards FULL and those of the moves tried before it towards
-FULL, the less the nearer they are already ("gravity").

butterfly     by side, origin and target: Schaeffer, The history heuristic, ICCA Journal 6(3), 1983
captures      by piece, target and captured kind
continuation  by a move and the opponent's move before it, or our own before that: the generalised
              counter move (Uiterwijk, The countermove heuristic, ICCA Journal 15(1), 1992)
killers       two quiet moves by ply: Akl and Newborn, The principal continuation, 1977
counters      one quiet move by the move that it answered (Uiterwijk)
"""

from engine.board.legality import short
from engine.board.names import (
    CAPTURED_AT,
    FROM_TO,
    KIND,
    KIND_AT,
    NONE,
    NOTHING,
    ONE,
    PROMOTED_AT,
    SQUARE,
    TARGET_AT,
    TWO,
    ZERO,
)
from engine.board.position import Position
from engine.machine.core import boolean, core, int64, tuple_of, uint64, void
from engine.machine.words import U64, as_record, at
from engine.search.modern.gravity import drawn_to
from engine.search.modern.memory import MEMORY, MOST_TRIED, NOBODY, Memory, Node
from engine.search.shared.depth import whole_plies
from engine.search.shared.worker import PARAMS, Worker

FULL = 16384
"""Where the number of a history ends, in either direction."""
KINDS = U64(6)
"""Kinds of pieces of a side."""
SQUARES = U64(64)
"""Squares of the board."""
REFUTATIONS = tuple_of(uint64, uint64, uint64)
"""Three moves in 16 bits."""
BONUS_SLOPE = 200
"""What a cut-off credits for each ply of depth, before the histories' gravity."""
BONUS_BASE = 120
"""What is taken off from that."""
MOST_BONUS = 1800
"""What a cut-off credits at most."""


@core(boolean(uint64), forceinline=True)
def is_quiet(move):
    """Whether the move neither takes nor promotes."""
    return move >> CAPTURED_AT & KIND == NOTHING and not move >> PROMOTED_AT & KIND


@core(uint64(uint64, uint64), forceinline=True)
def placed(turn, move):
    """A number for "this side put this kind of piece on that square"."""
    kind = move >> KIND_AT & KIND
    return (turn * KINDS + kind) * SQUARES + (move >> TARGET_AT & SQUARE)


@core(uint64(uint64), forceinline=True)
def kind_and_target(move):
    """The same without the side, for tables that know it otherwise."""
    return (move >> KIND_AT & KIND) * SQUARES + (move >> TARGET_AT & SQUARE)


@core(int64(Memory, boolean, uint64, uint64, uint64, uint64), forceinline=True)
def history_after(memory, continued, turn, last, before, move):
    """The sum of histories of a quiet move after the last two moves, given as placements.

    `continued` tells whether the continuation histories are used.
    """
    column = kind_and_target(move)
    total = int64(memory.butterfly[turn, move & FROM_TO])
    if continued:
        total += int64(memory.continuation[ZERO, last, column])
        total += int64(memory.continuation[ONE, before, column])
    return total


@core(int64(Worker, Position, Node, uint64))
def quiet_history(worker, pos, node, move):
    """The sum of histories of a quiet move."""
    continued = as_record(worker.params, PARAMS).continuation_history != 0
    last, before = at(node, -1).played, at(node, -2).played
    memory = as_record(worker.memory, MEMORY)
    return history_after(memory, continued, pos.turn, last, before, move)


@core(int64(Worker, Position, uint64))
def capture_history(worker, pos, move):
    """The history of a capture or promotion."""
    if not as_record(worker.params, PARAMS).capture_history:
        return 0
    captures = as_record(worker.memory, MEMORY).captures
    return int64(captures[placed(pos.turn, move), move >> CAPTURED_AT & KIND])


@core(REFUTATIONS(Worker, Node), forceinline=True)
def refutations(worker, node):
    """Both killers and the counter move in 16 bits; 0 where there is none."""
    params, memory = as_record(worker.params, PARAMS), as_record(worker.memory, MEMORY)
    first = second = counter = NONE
    if params.killer_moves:
        first, second = uint64(node.killers[ZERO]), uint64(node.killers[ONE])
    if params.counter_moves:
        counter = uint64(memory.counters[at(node, -1).played])
    return first, second, counter


@core(void(Worker, Position, Node, uint64, int64))
def teach_quiet(worker, pos, node, move, bonus):
    """Move the histories of a quiet move by a bonus."""
    memory, place, column = as_record(worker.memory, MEMORY), move & FROM_TO, kind_and_target(move)
    value = int64(memory.butterfly[pos.turn, place])
    memory.butterfly[pos.turn, place] = drawn_to(value, bonus, FULL)
    for back in range(TWO):
        row = at(node, -1 - int64(back)).played
        if row != NOBODY:
            value = int64(memory.continuation[back, row, column])
            memory.continuation[back, row, column] = drawn_to(value, bonus, FULL)


@core(void(Worker, Position, uint64, int64))
def teach_capture(worker, pos, move, bonus):
    """Move the history of a capture or promotion by a bonus."""
    captures = as_record(worker.memory, MEMORY).captures
    row, column = placed(pos.turn, move), move >> CAPTURED_AT & KIND
    captures[row, column] = drawn_to(int64(captures[row, column]), bonus, FULL)


@core(void(Worker, Node, uint64))
def keep_refuting(worker, node, move):
    """The quiet move is the newest killer of its ply and answers the move before it."""
    name = short(move)
    if uint64(node.killers[ZERO]) != name:
        node.killers[ONE] = node.killers[ZERO]
        node.killers[ZERO] = name
    as_record(worker.memory, MEMORY).counters[at(node, -1).played] = name


@core(void(Node, uint64), forceinline=True)
def note_tried(node, move):
    """Remember a move that was searched and did not cut off."""
    if node.blamed_count < MOST_TRIED:
        node.blamed[uint64(node.blamed_count)] = move
        node.blamed_count += 1


@core(void(Worker, Position, Node, uint64))
def learn_cut(worker, pos, node, best):
    """After a cut-off: credit to the move, blame for those tried before it."""
    bonus = min(BONUS_SLOPE * whole_plies(node.depth) - BONUS_BASE, MOST_BONUS)
    quiet = is_quiet(best)
    if quiet:
        keep_refuting(worker, node, best)
        teach_quiet(worker, pos, node, best, bonus)
    else:
        teach_capture(worker, pos, best, bonus)

    # A capture that cuts off is no argument against the quiet moves before it.
    for i in range(uint64(node.blamed_count)):
        move = uint64(node.blamed[i])
        if not is_quiet(move):
            teach_capture(worker, pos, move, -bonus)
        elif quiet:
            teach_quiet(worker, pos, node, move, -bonus)
