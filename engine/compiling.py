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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path

from engine import compiled
from engine.ending import at_the_end

MOST_PROCESSES = 4  # each takes 200 MB, and no more modules are ready at a time
COMPILED = re.compile(r"^@core\(", re.MULTILINE)
WORK = "from engine.compiling import import_what_is_asked; import_what_is_asked()"


def import_what_is_asked() -> None:
    """Import one module after the other, as the standard input names them; answer each with a line.

    What a compiling process does.
    """
    from importlib import import_module

    for line in sys.stdin:
        import_module(line.strip())
        print(flush=True)


def compile_beside(modules: Iterable[str], part: str) -> None:
    """Compile modules and what they import, unless that part of the core is kept already.

    Returns when everything that could be compiled is in the cache. Other starts that want the
    same meanwhile wait for it.

    Parameters
    ----------
    modules
        Dotted names.
    part
        What `compiled.mark_complete` is told when they have been imported.
    """
    processes = min(usable_processors(), MOST_PROCESSES)
    alone = processes == 1 or not compiled.is_shared() or not sys.executable
    if alone or compiled.is_complete(part):
        return
    with one_at_a_time():
        if not compiled.is_complete(part):
            Plan(modules).carry_out(processes)


def usable_processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other process is inside; where files cannot be locked, they all go in."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    place = compiled.choose_cache()
    assert place is not None
    with open(place / "compiling", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the system opens it when the process ends, however
        yield


def imports_of(module: str) -> set[str]:
    """Give the engine's modules that a module imports when it is imported itself."""
    found: set[str] = set()
    for statement in ast.parse(source_of(module)).body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            names = (f"{statement.module}.{name.name}" for name in statement.names)
            found.update((statement.module, *names))
        elif isinstance(statement, ast.Import):
            found.update(name.name for name in statement.names)
    return {name for name in found if path_of(name)}


def path_of(module: str) -> Path | None:
    """Give the file of a module of the engine, or None."""
    if not module.startswith("engine."):
        return None
    stem = compiled.ENGINE.parent.joinpath(*module.split("."))
    paths = (stem.with_suffix(".py"), stem / "__init__.py")
    return next((path for path in paths if path.exists()), None)


def source_of(module: str) -> str:
    """Read a module of the engine."""
    path = path_of(module)
    return path.read_text(encoding="utf-8") if path else ""


def urgency(imports: dict[str, set[str]]) -> dict[str, int]:
    """Guess by module the way from its begin to the end of all that need it, in characters."""
    ways: dict[str, int] = {}
    for module in reversed(tuple(TopologicalSorter(imports).static_order())):
        after = (ways[name] for name in ways if module in imports[name])
        ways[module] = len(source_of(module)) + max(after, default=0)
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
        found = list(modules)
        while found:
            module = found.pop()
            if module not in imports:
                imports[module] = imports_of(module)
                found += imports[module]
        self._urgency = urgency(imports)
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
                if COMPILED.search(source_of(module)):
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

    def carry_out(self, processes: int) -> None:
        """Compile everything in so many processes; returns when they have ended."""
        threads = [threading.Thread(target=self._employ, daemon=True) for _ in range(processes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

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
                        self.fail()  # it was ended; its module is compiled by the plain import
                        return
                    self.finish(module)
        except OSError:  # no memory for a process, or it has gone
            self.fail()


def start_process() -> "subprocess.Popen[bytes]":
    """Start a process that imports what it is asked."""
    place = compiled.choose_cache()
    assert place is not None
    path = os.pathsep.join(
        filter(None, (str(compiled.ENGINE.parent), os.environ.get("PYTHONPATH")))
    )
    return subprocess.Popen(
        [sys.executable, "-c", WORK],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path),
            "SESAME_CACHE_DIR": str(place.parent),
        },
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
