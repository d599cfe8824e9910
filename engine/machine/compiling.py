"""Compiles the core in several processes at once when it is not kept yet: a `make` of its modules.

A module is compiled when it is imported, and needs the modules that it imports compiled before. So
each process imports, one after the other, what the graph of imports makes ready, and finds what the
others compiled in the cache. Whatever fails here is left to the plain import, which compiles too.
"""

import ast
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

from engine.machine import keeping
from engine.process.deep_threads import start_deep
from engine.process.ending import at_the_end, end_at_once
from engine.process.processors import usable_processors

MOST_PROCESSES = 4  # each takes 200 MB, and one way through the graph is longer than all others
COMPILED = re.compile(r"^@core\(", re.MULTILINE)
# -P: neither the current folder nor PYTHONPATH may lead to another copy of Sesame.
WORK = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from engine.machine.compiling import import_what_is_asked; import_what_is_asked()"
)
GLANCE_SECONDS = 0.1
LOCK_SECONDS = 60.0  # then whoever is inside is stopped, not at work


def import_what_is_asked() -> None:
    """Import one module after the other, as the standard input names them; answer each with a line.

    What a compiling process does. It ends when there is no more, or when what it compiles cannot
    be kept.
    """

    def work() -> None:
        for line in sys.stdin:
            import_module(line.strip())
            if not keeping.is_kept():
                return
            print(flush=True)

    start_deep(work, "compiling").join()
    end_at_once()


def compile_beside(modules: Iterable[str], part: str) -> None:
    """Compile modules and what they import, unless that part of the core is kept already.

    Returns when everything that could be compiled is in the cache. Where files can be locked,
    other starts that want the same meanwhile wait for it.

    Parameters
    ----------
    modules
        Dotted names.
    part
        What is marked as complete afterwards.
    """
    processes = min(usable_processors(), MOST_PROCESSES)
    alone = processes == 1 or not keeping.is_shared() or not sys.executable
    if alone or not keeping.is_kept() or keeping.is_complete(part):
        return
    try:
        plan = Plan(modules)
    except (OSError, ValueError, SyntaxError):  # unreadable, imports in a circle, no Python
        return
    with one_at_a_time():
        if not keeping.is_complete(part) and plan.carry_out(processes):
            keeping.mark_complete(part)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other process is inside; where files cannot be locked, they all go in.

    The system opens a lock when its process ends, however that ends.
    """
    place = keeping.choose_cache()
    assert place is not None
    with ExitStack() as stack:
        try:
            import fcntl

            lock = stack.enter_context(open(place / "compiling", "w", encoding="ascii"))
            until = time.monotonic() + LOCK_SECONDS
            while time.monotonic() < until:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(GLANCE_SECONDS)
        except (ImportError, OSError):  # Windows; a file system without locks, or without room
            pass
        yield


def path_of(module: str) -> Path | None:
    """Give the file of a module of the engine, or None."""
    if not module.startswith("engine."):
        return None
    stem = keeping.ENGINE.parent.joinpath(*module.split("."))
    paths = (stem.with_suffix(".py"), stem / "__init__.py")
    return next((path for path in paths if path.exists()), None)


def imports_in(source: str) -> set[str]:
    """Give the engine's modules that a source imports at its top level."""
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            names = (f"{statement.module}.{name.name}" for name in statement.names)
            found.update((statement.module, *names))
        elif isinstance(statement, ast.Import):
            found.update(name.name for name in statement.names)
    return {name for name in found if path_of(name)}


def urgency(imports: dict[str, set[str]], lengths: dict[str, int]) -> dict[str, int]:
    """Guess by module the way from its beginning to the end of all that need it, in characters."""
    ways: dict[str, int] = {}
    for module in reversed(tuple(TopologicalSorter(imports).static_order())):
        after = (ways[name] for name in ways if module in imports[name])
        ways[module] = lengths[module] + max(after, default=0)
    return ways


class Plan:
    """Modules, and in what order they can be imported.

    Parameters
    ----------
    modules
        Dotted names of what is wanted; what it imports is added.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        imports: dict[str, set[str]] = {}
        lengths: dict[str, int] = {}
        self._compiled: set[str] = set()
        found = list(modules)
        while found:
            module = found.pop()
            path = path_of(module)
            if path is None or module in imports:
                continue
            source = path.read_text(encoding="utf-8")
            imports[module], lengths[module] = imports_in(source), len(source)
            if COMPILED.search(source):
                self._compiled.add(module)
            found += imports[module]
        self._urgency = urgency(imports, lengths)
        self._order = TopologicalSorter(imports)
        self._order.prepare()
        self._ready: list[str] = []
        self._failed = False
        self._changed = threading.Condition()

    def next_module(self) -> str | None:
        """Wait for a module to compile whose imports are compiled; None when there is no more."""
        with self._changed:
            while self._order.is_active() and not self._failed:
                self._ready += self._order.get_ready()
                if not self._ready:
                    self._changed.wait()
                    continue
                self._ready.sort(key=lambda name: (self._urgency[name], name))
                module = self._ready.pop()
                if module in self._compiled:
                    return module
                self._order.done(module)
            return None

    def finish(self, module: str) -> None:
        """Note that a module is compiled."""
        with self._changed:
            self._order.done(module)
            self._changed.notify_all()

    def fail(self) -> None:
        """Begin no more modules."""
        with self._changed:
            self._failed = True
            self._changed.notify_all()

    def carry_out(self, processes: int) -> bool:
        """Compile everything in so many processes.

        Returns
        -------
        bool
            Whether all of it was compiled; the processes have ended in either case.
        """
        threads = [threading.Thread(target=self._employ, daemon=True) for _ in range(processes)]
        try:
            for thread in threads:
                thread.start()
        except RuntimeError:  # the system has no room for another thread
            self.fail()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
        return not self._failed

    def _employ(self) -> None:
        """Have one process import modules as long as there are any."""
        try:
            with start_process() as process:
                at_the_end(process.kill)
                assert process.stdin and process.stdout
                while module := self.next_module():
                    process.stdin.write(f"{module}\n".encode())
                    process.stdin.flush()
                    if not process.stdout.readline():
                        self.fail()  # it has ended; what is missing the plain import compiles
                        return
                    self.finish(module)
        except Exception:  # no memory for a process, or it has gone: the others must not wait
            self.fail()


def start_process() -> "subprocess.Popen[bytes]":
    """Start a process that imports what it is asked."""
    place = keeping.choose_cache()
    assert place is not None
    return subprocess.Popen(
        [sys.executable, "-P", "-c", WORK, str(keeping.ENGINE.parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SESAME_CACHE_DIR": str(place.parent)},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
