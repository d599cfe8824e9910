"""Helper threads on the same root: they share nothing but the table, and fill it for the lead.

No locks: a place torn between two writers names no position (`table/entry.py`). The threads differ
by the depth at which they begin and by chance, and that is enough.

Where there are more threads than processors, each waits long for its turn. So the lead never waits
for a helper to start: it starts one, and every helper starts the next before it searches. All obey
the lead's limits by themselves, so that they leave it the processor when time is up.
Source: lazy SMP as in Homan's ExChess, 2013; Breuker 1998 speaks of one thread only.
"""

import threading
from collections.abc import Callable, Iterator
from functools import partial

from engine.board.setup import HISTORY
from engine.options import Value
from engine.process.deep_threads import start_deep
from engine.search.shared.score import INFINITE
from engine.table.entry import DEEPEST
from engine.thinking.deepening import IterationPlan, Window, deepen
from engine.thinking.threads import Thread

Work = Callable[[Thread, int], Iterator[Window]]
"""What a helper thread searches, by its number."""
ROOT_FIELDS = ("root_count", "root_move", "root_row", "restricted")


class HelperThreads:
    """The helper threads of one search.

    Parameters
    ----------
    threads : list of Thread
        They share the lead's table.
    lead : Thread
        Its root is set up and its root moves are listed.
    settings : dict

    Attributes
    ----------
    missing : int
        Threads for which the system had no room.
    """

    def __init__(self, threads: list[Thread], lead: Thread, settings: dict[str, Value]) -> None:
        self._threads, self._lead, self._settings = threads, lead, settings
        # The lead reorders its root moves as it searches, while helpers are still beginning.
        self._root = {field: lead.worker[field].copy() for field in ROOT_FIELDS} if threads else {}
        self._running: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._ended = True
        self.missing = 0
        for thread in threads:
            thread.reset_counters()

    @property
    def nodes(self) -> int:
        """The nodes of all helper threads."""
        return sum(int(thread.worker.nodes) for thread in self._threads)

    def begin(self, work: Work) -> None:
        """Start the first thread; each searches until a limit or the end stops it."""
        self._ended, self._running = False, []
        for thread in self._threads:
            thread.worker.stop = 0  # whoever asks for a stop also stops the lead, which calls `end`
        self._start(0, work)

    def end(self) -> None:
        """Stop all threads and wait for them; those that have not been started never are."""
        self._ended = True
        for thread in self._threads:
            thread.worker.stop = 1
        with self._lock:  # the last one may be starting
            running = self._running[:]
        for each in running:
            each.join()

    def _start(self, number: int, work: Work) -> None:
        """Start a thread, unless all run or the search has ended."""
        with self._lock:
            if self._ended or number == len(self._threads):
                return
            search = partial(self._search, number, work)
            try:
                self._running.append(start_deep(search, f"helper {number}"))
            except RuntimeError:
                self.missing = len(self._threads) - number

    def _search(self, number: int, work: Work) -> None:
        thread = self._threads[number]
        self._give_root(thread)
        self._start(number + 1, work)
        for _ in work(thread, number):
            pass

    def _give_root(self, thread: Thread) -> None:
        """Give a thread the root and the root moves of the lead."""
        thread.prepare(self._settings)
        past = slice(thread.root - HISTORY, thread.root + 1)
        thread.stack[past] = self._lead.stack[past]
        thread.core.list_root(thread.where)
        for field, values in self._root.items():
            thread.worker[field] = values
        thread.worker.root_score[:] = -INFINITE


def help_to_deepen(plan: IterationPlan, thread: Thread, number: int) -> Iterator[Window]:
    """Search deeper and deeper until the thread is stopped."""
    own = plan._replace(deepest=DEEPEST, lines=1, free_nodes=0, first_depth=1 + number % 2)
    return deepen(thread, own, lambda: not thread.worker.stop)
