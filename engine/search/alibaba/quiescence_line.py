"""The moves that quiescence adds to a line: written down only if root events are asked for.

They are no part of `worker.line`: neither the table nor the refutation table has them.
Source: Lazar 1995, search display: moves found by quiescence are marked by a dot.
"""

from engine.board.legality import short
from engine.board.names import ONE, ZERO
from engine.machine.core import core, int64, uint64, void
from engine.machine.words import as_record
from engine.search.shared.root_events import EVENTS, TAIL
from engine.search.shared.worker import Worker


@core(void(Worker, int64), forceinline=True)
def begin_tail(worker, ply):
    """A node that is entered has no moves of quiescence yet."""
    if worker.events:
        as_record(worker.events, EVENTS).tail_length[ply] = 0


@core(void(Worker, int64))
def copy_tail(worker, ply):
    """Copy the child's moves of quiescence."""
    events = as_record(worker.events, EVENTS)
    for i in range(uint64(events.tail_length[ply + 1])):
        events.tail[ply, i] = events.tail[ply + 1, i]
    events.tail_length[ply] = events.tail_length[ply + 1]


@core(void(Worker, int64, uint64))
def lead_tail(worker, ply, move):
    """Put a move of quiescence before those of its child."""
    events = as_record(worker.events, EVENTS)
    length = min(events.tail_length[ply + 1], TAIL - 1)
    events.tail[ply, ZERO] = short(move)
    for i in range(uint64(length)):
        events.tail[ply, i + ONE] = events.tail[ply + 1, i]
    events.tail_length[ply] = length + 1


@core(void(Worker, int64), forceinline=True)
def keep_tail(worker, ply):
    """After a new best move of the full width: its line goes on as the child's does."""
    if worker.events:
        copy_tail(worker, ply)


@core(void(Worker, int64, uint64), forceinline=True)
def extend_tail(worker, ply, move):
    """After a new best move of quiescence."""
    if worker.events:
        lead_tail(worker, ply, move)
