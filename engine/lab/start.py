"""How long a start takes, what an idle engine weighs, how soon it stops: part of `make bench`."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from engine.machine.stopwatch import clock_ns

ROOT = Path(__file__).parents[2]
REPEATS = 9
STOPS = 31
SMALL_HASH_MIB = 1
CALLS = 100_000


def user_environment() -> dict[str, str]:
    """Return this process's environment, but with Python keeping what it compiles, as by default.

    Without its files of compiled modules a start spends a fifth of its time on compiling them.
    """
    return {name: word for name, word in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def running(environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run `uci.py` for a conversation."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "uci.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**user_environment(), **(environment or {})},
    )
    try:
        yield process
    finally:
        say(process, "quit")
        process.wait(10)


def say(process: subprocess.Popen[str], words: str) -> None:
    """Send a command."""
    assert process.stdin is not None
    process.stdin.write(words + "\n")
    process.stdin.flush()


def wait_for(process: subprocess.Popen[str], beginning: str) -> None:
    """Read lines until one begins so."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(beginning):
            return
    raise RuntimeError(f"the engine ended before it said {beginning}")


def start_times(environment: dict[str, str] | None = None) -> tuple[float, float]:
    """Return the seconds from the start to `uciok` and to `readyok`."""
    began = time.monotonic()
    with running(environment) as process:
        say(process, "uci")
        wait_for(process, "uciok")
        uciok = time.monotonic() - began
        say(process, "isready")
        wait_for(process, "readyok")
        return uciok, time.monotonic() - began


def numba_time() -> float:
    """Return the seconds of a Python process that imports Numba and nothing else."""
    began = time.monotonic()
    words = [sys.executable, "-c", "import numba"]
    subprocess.run(words, check=True, env=user_environment())
    return time.monotonic() - began


def command_line_time() -> float:
    """Return the seconds of `uci.py go depth 8`, from its start to its end."""
    began = time.monotonic()
    words = [sys.executable, str(ROOT / "uci.py"), "go", "depth", "8"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=user_environment())
    return time.monotonic() - began


def idle_mib() -> float:
    """Return the resident memory of an engine that is ready, without its table."""
    with running() as process:
        say(process, f"setoption name Hash value {SMALL_HASH_MIB}\nisready")
        wait_for(process, "readyok")
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024 - SMALL_HASH_MIB


def call_ns() -> float:
    """Return the nanoseconds of a call from Python into the core and back."""
    began = time.perf_counter_ns()
    for _ in range(CALLS):
        clock_ns()
    return (time.perf_counter_ns() - began) / CALLS


def cold_start_time() -> float:
    """Return the seconds to the first move without compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with running({"SESAME_CACHE_DIR": folder}) as process:
            say(process, "uci\nisready\ngo depth 1")
            wait_for(process, "bestmove")
            return time.monotonic() - began


def stop_times() -> list[float]:
    """Return the seconds from `stop` to `bestmove`, many times over."""
    times = []
    with running() as process:
        say(process, "isready")
        wait_for(process, "readyok")
        for _ in range(STOPS):
            say(process, "go infinite")
            time.sleep(0.1)
            began = time.monotonic()
            say(process, "stop")
            wait_for(process, "bestmove")
            times.append(time.monotonic() - began)
    return times


def report_start() -> None:
    """Print the times of starting, with the import of Numba in turn for the ratio, and stopping."""
    start_times(), numba_time()  # the first reads the disk, and Python keeps its modules
    starts, imports = [], []
    for _ in range(REPEATS):
        starts.append(start_times())
        imports.append(numba_time())
    ready = median(last for _, last in starts)
    print(f"uciok after {median(first for first, _ in starts) * 1000:.0f} ms", flush=True)
    print(
        f"readyok after {ready * 1000:.0f} ms, warm; python -c 'import numba' takes "
        f"{median(imports) * 1000:.0f} ms, ratio {ready / median(imports):.2f}",
        flush=True,
    )
    command = median(command_line_time() for _ in range(REPEATS))
    print(f"uci.py go depth 8: {command * 1000:.0f} ms", flush=True)
    if sys.platform == "linux":
        print(f"idle engine beyond its table: {idle_mib():.0f} MiB", flush=True)
    print(f"call into the core: {call_ns() / 1000:.2f} microseconds", flush=True)
    stops = stop_times()
    print(
        f"bestmove after stop: median {median(stops) * 1000:.2f} ms, longest "
        f"{max(stops) * 1000:.2f} ms of {len(stops)}",
        flush=True,
    )
