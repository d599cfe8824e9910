"""What became of moves elsewhere in the tree: how they are ordered, reduced and pruned by it.

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

from numba import boolean, int64, types, uint64, void

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
from engine.machine.words import U64, as_record, core
from engine.search.modern.gravity import drawn_to
from engine.search.shared.worker import MOST_TRIED, NOBODY, PARAMS, Worker

FULL = 16384
SIDES_KINDS = U64(6)
SQUARES = U64(64)
REFUTATIONS = types.UniTuple(uint64, 3)
KILLER, SECOND_KILLER, COUNTER = 1 << 20, 1 << 19, 1 << 18
"""Above all sums of histories."""
BONUS_SLOPE, BONUS_BASE, MOST_BONUS = 200, 120, 1800


@core(boolean(uint64), forceinline=True)
def is_quiet(move):
    """Whether the move neither takes nor promotes."""
    return move >> CAPTURED_AT & KIND == NOTHING and not move >> PROMOTED_AT & KIND


@core(uint64(uint64, uint64), forceinline=True)
def placed(turn, move):
    """A number for "this side put this kind of piece on that square"."""
    kind = move >> KIND_AT & KIND
    return (turn * SIDES_KINDS + kind) * SQUARES + (move >> TARGET_AT & SQUARE)


@core(uint64(uint64), forceinline=True)
def kind_and_target(move):
    """The same without the side, for tables that know it otherwise."""
    return (move >> KIND_AT & KIND) * SQUARES + (move >> TARGET_AT & SQUARE)


@core(int64(Worker, uint64, uint64, uint64, uint64), forceinline=True)
def history_after(worker, turn, last, before, move):
    """What the histories say of a quiet move after the last two moves, given as placements."""
    column = kind_and_target(move)
    total = int64(worker.butterfly[turn, move & FROM_TO])
    if as_record(worker.params, PARAMS).continuation_history:
        total += int64(worker.continuation[ZERO, last, column])
        total += int64(worker.continuation[ONE, before, column])
    return total


@core(int64(Worker, Position, int64, uint64))
def quiet_history(worker, pos, ply, move):
    """What the histories say of a quiet move."""
    here = uint64(ply)
    return history_after(worker, pos.turn, worker.played[here + ONE], worker.played[here], move)


@core(int64(Worker, Position, uint64))
def capture_history(worker, pos, move):
    """What the history says of a capture or promotion."""
    if not as_record(worker.params, PARAMS).capture_history:
        return 0
    return int64(worker.captures[placed(pos.turn, move), move >> CAPTURED_AT & KIND])


@core(REFUTATIONS(Worker, int64), forceinline=True)
def refutations(worker, ply):
    """Both killers and the counter move in 16 bits; 0 where there is none."""
    params, here = as_record(worker.params, PARAMS), uint64(ply)
    first = second = counter = NONE
    if params.killer_moves:
        first, second = uint64(worker.killers[here, ZERO]), uint64(worker.killers[here, ONE])
    if params.counter_moves:
        counter = uint64(worker.counters[worker.played[here + ONE]])
    return first, second, counter


@core(void(Worker, Position, int64, uint64, int64))
def teach_quiet(worker, pos, ply, move, bonus):
    """Move the histories of a quiet move by a bonus."""
    here, place, column = uint64(ply), move & FROM_TO, kind_and_target(move)
    value = int64(worker.butterfly[pos.turn, place])
    worker.butterfly[pos.turn, place] = drawn_to(value, bonus, FULL)
    for back in range(TWO):
        row = worker.played[here + ONE - back]
        if row != NOBODY:
            value = int64(worker.continuation[back, row, column])
            worker.continuation[back, row, column] = drawn_to(value, bonus, FULL)


@core(void(Worker, Position, uint64, int64))
def teach_capture(worker, pos, move, bonus):
    """Move the history of a capture or promotion by a bonus."""
    row, column = placed(pos.turn, move), move >> CAPTURED_AT & KIND
    worker.captures[row, column] = drawn_to(int64(worker.captures[row, column]), bonus, FULL)


@core(void(Worker, int64, uint64))
def keep_refuting(worker, ply, move):
    """The quiet move is the newest killer of its ply and answers the move before it."""
    here, name = uint64(ply), short(move)
    if uint64(worker.killers[here, ZERO]) != name:
        worker.killers[here, ONE] = worker.killers[here, ZERO]
        worker.killers[here, ZERO] = name
    worker.counters[worker.played[here + ONE]] = name


@core(void(Worker, int64, uint64), forceinline=True)
def note_tried(worker, ply, move):
    """Remember a move that was searched and did not cut off."""
    here = uint64(ply)
    if worker.tried_count[here] < MOST_TRIED:
        worker.tried[here, uint64(worker.tried_count[here])] = move
        worker.tried_count[here] += 1


@core(void(Worker, Position, int64, uint64, int64))
def learn_cut(worker, pos, ply, best, depth):
    """After a cut-off: credit to the move, blame for those tried before it."""
    bonus = min(BONUS_SLOPE * depth - BONUS_BASE, MOST_BONUS)
    quiet = is_quiet(best)
    if quiet:
        keep_refuting(worker, ply, best)
        teach_quiet(worker, pos, ply, best, bonus)
    else:
        teach_capture(worker, pos, best, bonus)
    here = uint64(ply)
    for i in range(uint64(worker.tried_count[here])):
        move = worker.tried[here, i]
        if not is_quiet(move):
            teach_capture(worker, pos, move, -bonus)
        elif quiet:
            teach_quiet(worker, pos, ply, move, -bonus)
