"""Compiles the core in several processes at once when it is not kept yet: a `make` of functions.

A function can be compiled when those that it calls are. So each process compiles, one after the
other, what the graph of calls makes ready, and finds what the others compiled in the cache; the
last one writes the file of the doors. Whatever fails here is left to the first call, which
compiles too.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from engine.machine import keeping, key, linking
from engine.machine.plan import Plan, doors_named, functions_behind
from engine.process.deep_threads import start_deep
from engine.process.ending import at_the_end, end_at_once
from engine.process.processors import usable_processors

MOST_PROCESSES = 4
"""Each takes 200 MB, and one way through the graph is longer than all others."""
LOW_PRIORITY = 19
"""Niceness of a process that compiles what nobody waits for."""
GLANCE_SECONDS = 0.1
LOCK_SECONDS = 60.0
"""Whoever is inside longer may have been stopped, and is not waited for."""
FAILED = "!"
"""Begins the answer of a process that cannot go on; the reason follows."""
# -P: neither the current folder nor PYTHONPATH may lead to another copy of Sesame.
BEGINNING = "import sys; sys.path.insert(0, sys.argv[1]); from engine.machine import compiling; "
WORK = BEGINNING + "compiling.work(*sys.argv[2:])"
WORK_LATER = BEGINNING + "compiling.work_later(*sys.argv[2:])"

_later: "list[tuple[subprocess.Popen[bytes], dict[str, tuple[str, ...]]]]" = []
"""The process that compiles what nobody waits for, and its parts with their doors."""


def work(part: str, *doors: str) -> None:
    """Compile function after function, as the standard input names them; answer each with a line.

    What a compiling process does. Its last order may be the name of the part: to write the file of
    the doors. It ends when there is no more, or when what it compiles cannot be kept.
    """

    def obey() -> None:
        wanted = doors_named(doors)
        functions = functions_behind(wanted)
        from engine.machine.lowering import compile  # noqa: F401  while others still work

        for line in sys.stdin:
            name = line.strip()
            if name == part:
                linking.keep(part, wanted)
            else:
                functions[name].dispatcher  # noqa: B018, compiles it
            if not keeping.is_kept():
                print(f"{FAILED} {keeping.reason_not_kept()}", flush=True)
                return
            print(flush=True)

    start_deep(obey, "compiling").join()
    end_at_once()


def compile_part(part: str, doors: tuple[str, ...]) -> None:
    """Compile the doors of a part of the core, unless they are kept already.

    Returns when everything that could be compiled is in the cache. Where files can be locked,
    other starts that want the same meanwhile wait for it.

    Parameters
    ----------
    part
        Names the file that is written at the end.
    doors
        In the form module:name.
    """
    kept = keeping.is_shared() and keeping.is_kept()
    if not kept or keeping.is_complete(part) or not sys.executable:
        return
    put_off = stop_compiling_later()
    with one_at_a_time(part):
        if not keeping.is_complete(part):
            Workshop(part, doors).carry_out(min(usable_processors(), MOST_PROCESSES))
    compile_later(put_off)


def compile_later(parts: dict[str, tuple[str, ...]]) -> None:
    """Let a process of low priority compile parts that nobody waits for; it ends with this one."""
    missing = [part for part in parts if not keeping.is_complete(part)]
    place = keeping.choose_cache()
    if not missing or place is None or not (keeping.is_shared() and sys.executable):
        return
    if not keeping.is_kept() or not os.access(place, os.W_OK):
        return  # nothing would be left of it
    words = [",".join((part, *parts[part])) for part in missing]
    try:
        process = started(WORK_LATER, words, "IDLE_PRIORITY_CLASS")
    except OSError:
        return  # no memory for a process: what is missing is compiled when it is needed
    _later.append((process, parts))
    at_the_end(process.kill)


def stop_compiling_later() -> dict[str, tuple[str, ...]]:
    """End that process: somebody waits now, and compiles with all processors.

    Returns
    -------
    dict
        What it had to compile, for `compile_later`.
    """
    put_off: dict[str, tuple[str, ...]] = {}
    while _later:
        process, parts = _later.pop()
        process.kill()
        process.wait()
        put_off |= parts
    return put_off


def work_later(*parts: str) -> None:
    """Compile parts, each given as its name and its doors with commas.

    What a process of `compile_later` does, at low priority, until its input ends: then the process
    that started it has gone.
    """
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)

    def compile_all() -> None:
        try:
            for words in parts:
                part, *doors = words.split(",")
                # This process waits for whoever needs the part now, never the other way round.
                with one_at_a_time(f"{part} later", patience=0.0) as alone:
                    with one_at_a_time(part):
                        pass
                    if alone and keeping.is_kept() and not keeping.is_complete(part):
                        linking.keep(part, doors_named(doors))
        finally:
            end_at_once()

    start_deep(compile_all, "compiling later")
    sys.stdin.read()
    end_at_once()


@contextmanager
def one_at_a_time(part: str, patience: float = LOCK_SECONDS) -> Iterator[bool]:
    """Wait until no other process is inside; where files cannot be locked, they all go in.

    The system opens a lock when its process ends, however that ends.

    Parameters
    ----------
    part
        What is to be compiled.
    patience
        Seconds.

    Yields
    ------
    bool
        Whether nobody else is known to be inside.
    """
    place = keeping.choose_cache()
    assert place is not None
    alone = True
    with ExitStack() as stack:
        try:
            import fcntl

            lock = stack.enter_context(open(place / f"{part}.lock", "w", encoding="ascii"))
            until = time.monotonic() + patience
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() >= until:
                        alone = False
                        break
                    time.sleep(GLANCE_SECONDS)
        except (ImportError, OSError):  # Windows; a file system without locks, or without room
            pass
        yield alone


class Workshop:
    """Processes that compile the functions behind the doors of a part, and write its file.

    Parameters
    ----------
    part
        Names the file.
    doors
        In the form module:name.
    """

    def __init__(self, part: str, doors: tuple[str, ...]) -> None:
        self._part, self._doors = part, doors
        self._plan = Plan(doors_named(doors))
        self._done = False

    def carry_out(self, processes: int) -> bool:
        """Compile everything in so many processes, and write the file of the doors.

        Returns
        -------
        bool
            Whether all of it was done; the processes have ended in either case.
        """
        threads = [threading.Thread(target=self._employ, daemon=True) for _ in range(processes)]
        try:
            for thread in threads:
                thread.start()
        except RuntimeError:  # the system has no room for another thread
            self._plan.fail()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
        return self._done and not self._plan.has_failed

    def _employ(self) -> None:
        """Have one process compile functions as long as there are any."""
        try:
            with started(WORK, (self._part, *self._doors)) as process:
                at_the_end(process.kill)
                while name := self._plan.next_function():
                    if not ordered(process, name):
                        self._plan.fail()  # it has ended; what is missing the first call compiles
                        return
                    self._plan.finish(name)
                if self._plan.close():
                    self._done = ordered(process, self._part)
        except Exception:  # no memory for a process, or it has gone: the others must not wait
            self._plan.fail()


def started(program: str, words: Iterable[str], *windows_flags: str) -> "subprocess.Popen[bytes]":
    """Start Python on a program that works for this copy of Sesame and this cache."""
    flags = 0
    for name in ("CREATE_NO_WINDOW", *windows_flags):
        flags |= getattr(subprocess, name, 0)
    place = keeping.choose_cache()
    assert place is not None
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, str(key.ENGINE.parent), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SESAME_CACHE_DIR": str(place.parent)},
        creationflags=flags,
    )


def ordered(process: "subprocess.Popen[bytes]", order: str) -> bool:
    """Give a process an order and wait for its answer; tell whether it obeyed.

    The reason why what it compiled cannot be kept is reported here.
    """
    assert process.stdin and process.stdout
    process.stdin.write(f"{order}\n".encode())
    process.stdin.flush()
    answer = process.stdout.readline().decode(errors="replace")
    if answer.startswith(FAILED):
        keeping.report_not_kept(answer.removeprefix(FAILED).strip())
        return False
    return bool(answer)
