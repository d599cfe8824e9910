"""MTD(f): zero-window searches of the root, until the bounds that they give meet.

The first guess is the value of the last search of the root. The principal variation is that of the
last search that failed high.
Source: Plaat 1996; Björnsson 2002, algorithm 7; choice X44.
"""

from engine.machine.core import core, int64
from engine.machine.words import as_record
from engine.search.selective.memory import MEMORY
from engine.search.selective.root_moves import search_window
from engine.search.shared.score import INFINITE
from engine.search.shared.worker import Worker


@core(int64(Worker, int64, int64, int64))
def converge(worker, depth, alpha, beta):
    """Return the value of the root, or a bound if it lies outside the window.

    After a stop: the value of the last search that failed high, at most alpha if there was none.
    """
    low, high = -INFINITE, INFINITE
    value = min(max(as_record(worker.memory, MEMORY).last_score, alpha), beta)
    found = alpha
    while low < high and low < beta and high > alpha:
        bound = value + 1 if value == low else value
        value = search_window(worker, depth, bound - 1, bound)
        if worker.stop:
            return found
        if value >= bound:
            low = found = value
        else:
            high = value
    return value
