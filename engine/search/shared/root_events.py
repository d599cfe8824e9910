"""What happens to root moves inside a window, written down for whoever asks.

Lazar's display has a line for each: a move failed high and is searched again, failed low, or is the
new best one. Nothing is written unless `worker.events` is the address of a record, which Python
reads between the windows.
Source: Lazar 1995, search display.
"""

import numpy as np

from engine.board.legality import short
from engine.board.names import ONE, ZERO
from engine.board.position import MOST_MOVES
from engine.machine.core import core, int64, record, uint64, void
from engine.machine.stopwatch import now
from engine.machine.words import as_record, at
from engine.search.shared.lines import LONGEST
from engine.search.shared.worker import LINE, PLIES, Worker

BEST, FAILED_HIGH, FAILED_LOW = range(3)
"""A new best value inside the window; at least alpha + 1 of a minimal window, or beta; at most
alpha."""
MOST_EVENTS = 2 * MOST_MOVES
"""Of one window: a root move fails high in a minimal window, and is searched again."""
TAIL = 32
"""Moves of quiescence that are kept behind a line."""
MOST_WANTED = 64
"""Root moves that may end a search by being the best."""

EVENT = np.dtype(
    [
        ("kind", "i8"),
        ("score", "i8"),
        ("nodes", "i8"),  # of this thread, since the start of the search
        ("moment", "i8"),  # nanoseconds of the monotonic clock
        ("deepest_ply", "i8"),
        ("length", "i8"),
        ("tail_length", "i8"),
        ("line", "u2", LINE),  # the root move and the line below it, in short moves
        ("tail", "u2", TAIL),  # what quiescence adds to it
    ],
    align=True,
)
EVENTS = np.dtype(
    [
        ("first", "u8"),  # address of the first EVENT
        ("count", "i8"),
        ("tail_length", "i8", PLIES),  # by ply: the moves of quiescence behind the node's line
        ("tail", "u2", (PLIES, TAIL)),
        # The search ends when one of these short moves is the best, with a value inside the window.
        ("wanted", "u2", MOST_WANTED),
        ("wanted_count", "i8"),
    ],
    align=True,
)
Events = record(EVENTS)


@core(void(Worker, uint64, int64, int64))
def write_event(worker, move, kind, score):
    """Write down what happened to a root move that has just been searched."""
    events = as_record(worker.events, EVENTS)
    if events.count >= MOST_EVENTS:
        return
    event = at(as_record(events.first, EVENT), events.count)
    events.count += 1
    event.kind, event.score = kind, score
    event.nodes, event.moment, event.deepest_ply = worker.nodes, now(), worker.deepest_ply
    length, tail_length = min(worker.line_length[1], LONGEST), events.tail_length[1]
    event.line[ZERO] = short(move)
    for i in range(uint64(length)):
        event.line[i + ONE] = worker.line[ONE, i]
    for i in range(uint64(tail_length)):
        event.tail[i] = events.tail[ONE, i]
    event.length, event.tail_length = length + 1, tail_length


@core(void(Worker, uint64))
def end_if_wanted(worker, move):
    """End the search if somebody waits for this root move to be the best."""
    events = as_record(worker.events, EVENTS)
    for i in range(uint64(events.wanted_count)):
        if short(move) == events.wanted[i] and not worker.root_first:
            worker.stop = 1


@core(void(Worker, uint64, int64, int64, int64))
def tell_result(worker, move, score, alpha, beta):
    """Write down, if somebody asks, the result of a root move that was searched in a window."""
    if worker.events:
        kind = FAILED_HIGH if score >= beta else BEST if score > alpha else FAILED_LOW
        write_event(worker, move, kind, score)
        if kind == BEST:
            end_if_wanted(worker, move)


@core(void(Worker, uint64, int64), forceinline=True)
def tell_fail_high(worker, move, score):
    """Write down, if somebody asks, that a root move is better than a minimal window allows."""
    if worker.events:
        write_event(worker, move, FAILED_HIGH, score)
