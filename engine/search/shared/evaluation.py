"""The evaluation in use, called by the addresses in WORKER: a search is compiled without any.

What an evaluation keeps beside every position (its state: `evaluation/evaluations.py`) lies on a
stack of its own, as far from its root as the position is.
"""

from engine.board.position import POSITION, TABLES, Position
from engine.machine.calls import call_at
from engine.machine.core import core, door, int64, uint64, void
from engine.machine.words import address, as_record
from engine.search.shared.worker import POSITION_BYTES, WORKER, Worker


@core(uint64(Worker, Position), forceinline=True)
def state_of(worker, pos):
    """The address of the state beside a position, 0 if none is kept."""
    return worker.states + (address(pos) - worker.root) // POSITION_BYTES * worker.state_bytes


@core(int64(Worker, Position), forceinline=True)
def evaluate(worker, pos):
    """Return the static value in centipawns for the side to move; no draws, no mates."""
    tables = as_record(worker.tables, TABLES)
    return call_at(worker.evaluate, pos, tables, worker.weights, state_of(worker, pos))


@core(int64(Worker, Position), forceinline=True)
def quick_value(worker, pos):
    """Return about the static value; not to be called if `worker.quick_value` is 0."""
    tables = as_record(worker.tables, TABLES)
    return call_at(worker.quick_value, pos, tables, worker.weights, state_of(worker, pos))


@core(void(Worker, Position, uint64), forceinline=True)
def update_state(worker, pos, move):
    """After a move or a pass (0) from a position: write the state beside the next one."""
    if worker.update:
        tables, state = as_record(worker.tables, TABLES), state_of(worker, pos)
        call_at(worker.update, pos, tables, worker.weights, state, move)


@core(void(Worker))
def refresh_root(worker):
    """Compute the state beside the root; called before anything below it is searched."""
    if worker.refresh:
        pos, tables = as_record(worker.root, POSITION), as_record(worker.tables, TABLES)
        call_at(worker.refresh, pos, tables, worker.weights, worker.states)


@door(int64(uint64))
def root_value(where):
    """The door from Python: the static value of the root of the WORKER at an address."""
    worker = as_record(where, WORKER)
    refresh_root(worker)
    return evaluate(worker, as_record(worker.root, POSITION))
