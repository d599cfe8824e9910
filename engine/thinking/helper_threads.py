"""Further threads on the same root: they share nothing but the table, and fill it for the first.

No locks: a place torn between two writers names no position (`table/entry.py`). The threads differ
by the depth at which they begin and by chance, and that is enough.
Source: lazy SMP as in Homan's ExChess, 2013; Breuker 1998 speaks of one thread only.
"""

import threading
from functools import partial

from engine.process.deep_threads import start_deep
from engine.search.shared.score import INFINITE
from engine.table.entry import DEEPEST
from engine.thinking.deepening import Plan, deepen
from engine.thinking.threads import Thread

NO_LIMIT = 1 << 62
ROOT_FIELDS = ("root_count", "root_move", "root_row", "restricted")


class Crew:
    """The further threads of one search.

    Parameters
    ----------
    threads : list of Thread
        They share the lead's table; their `stop` is left alone until the end.
    lead : Thread
        Its root is set up and its root moves are listed.
    """

    def __init__(self, threads: list[Thread], lead: Thread) -> None:
        self._threads, self._running = threads, list[threading.Thread]()
        for thread in threads:
            thread.reset_counters()
            past = slice(thread.root - lead.root, thread.root + 1)
            thread.stack[past] = lead.stack[past]
            thread.core.list_root(thread.where)
            worker = thread.worker
            for field in ROOT_FIELDS:
                worker[field] = lead.worker[field]
            worker.root_score[:] = -INFINITE
            worker.deadline = NO_LIMIT

    @property
    def nodes(self) -> int:
        """The nodes of all further threads."""
        return sum(int(thread.worker.nodes) for thread in self._threads)

    def begin(self, plan: Plan) -> None:
        """Let all threads search, each until it is stopped."""
        for number, thread in enumerate(self._threads):
            own = plan._replace(
                deepest=DEEPEST, lines=1, node_limit=NO_LIMIT, first_depth=1 + number % 2
            )
            self._running.append(start_deep(partial(self._search, thread, own), f"crew {number}"))

    def end(self) -> None:
        """Stop all threads and wait for them."""
        for thread in self._threads:
            thread.worker.stop = 1
        for running in self._running:
            running.join()

    @staticmethod
    def _search(thread: Thread, plan: Plan) -> None:
        for _ in deepen(thread, plan, lambda: not thread.worker.stop):
            pass
