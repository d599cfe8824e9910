"""How fast Sesame is: the figures of docs/performance.md, as medians and ratios of one run.

`make bench` and `python -m engine.lab.speed` print them; `--cold` adds a start without compiled
code. Speeds are per second of processor time, so that other programs on the machine count little;
times of starting and stopping are those a user waits.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import chess

from engine.board.perft import perft_from
from engine.board.setup import set_up
from engine.machine.words import address
from engine.options import find
from engine.thinking.bench import bench_nodes
from engine.thinking.engine import Engine

ROOT = Path(__file__).parents[2]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFTS = (("start position", chess.STARTING_FEN, 6), ("Kiwipete", KIWIPETE, 5))
STOCKFISH = ("stockfish", "/usr/games/stockfish")
REPEATS = 5
SEARCH_DEPTHS = {"Modern": 14, "AliBaba": 8}
STOPS = 31
TO_MILLIONS = 1e-6


def median_rate(work: Callable[[], int]) -> float:
    """Return the median of units of work per second of this process's processor time."""
    rates = []
    for _ in range(REPEATS):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return median(rates)


def perft_rate(engine: Engine, fen: str, depth: int, counting: bool) -> float:
    """Return leaves per second of our perft, the last ply counted or made."""
    thread, tables = engine.thread, engine.tables
    pos = thread.stack[thread.root]
    set_up(pos, tables, chess.Board(fen))
    where = address(pos), address(tables), address(thread.moves[0])
    return median_rate(lambda: int(perft_from(*where, depth, int(counting))))


def stockfish_rate(program: str, fen: str, depth: int) -> float:
    """Return leaves per second of Stockfish's `go perft`, by its own processor time."""
    rates = []
    for _ in range(REPEATS):
        before = os.times()
        words = f"position fen {fen}\ngo perft {depth}\nquit\n"
        output = subprocess.run(
            [program], input=words, capture_output=True, text=True, check=True
        ).stdout
        after = os.times()
        used = after.children_user + after.children_system
        used -= before.children_user + before.children_system
        found = re.search(r"Nodes searched: (\d+)", output)
        rates.append(int(found[1]) / used if found else 0.0)
    return median(rates)


def search_rate(engine: Engine, depth: int) -> float:
    """Return nodes per second of the engine's search over the bench positions."""
    return median_rate(lambda: bench_nodes(engine, depth))


@contextmanager
def running(environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run `uci.py` for a conversation."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "uci.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
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


def report_perft(engine: Engine) -> None:
    """Print perft speeds, and their ratio to Stockfish's if it is installed."""
    program = next(filter(None, map(shutil.which, STOCKFISH)), None)
    for name, fen, depth in PERFTS:
        rate = perft_rate(engine, fen, depth, counting=True) * TO_MILLIONS
        line = f"perft {depth}, {name}: {rate:.0f} M/s"
        if program:
            theirs = stockfish_rate(program, fen, depth) * TO_MILLIONS
            line += f", Stockfish {theirs:.0f} M/s, ratio {rate / theirs:.1f}"
        print(line, flush=True)
        made = perft_rate(engine, fen, depth - 1, counting=False) * TO_MILLIONS
        print(f"perft {depth - 1}, {name}, every leaf made: {made:.0f} M/s", flush=True)
    if not program:
        print("Stockfish is not installed: no ratio")


def main(words: list[str]) -> None:
    """Measure everything and print it."""
    engine = Engine()
    report_perft(engine)
    for search, depth in SEARCH_DEPTHS.items():
        engine.configure(find("Search"), search)
        rate = search_rate(engine, depth) * TO_MILLIONS
        print(f"{search}, depth {depth}, 64 MiB: {rate:.2f} M nodes/s", flush=True)
    starts = [start_times() for _ in range(REPEATS)]
    print(f"uciok after {median(first for first, _ in starts) * 1000:.0f} ms", flush=True)
    print(f"readyok after {median(last for _, last in starts) * 1000:.0f} ms, warm", flush=True)
    stops = stop_times()
    print(
        f"bestmove after stop: median {median(stops) * 1000:.2f} ms, longest "
        f"{max(stops) * 1000:.2f} ms of {len(stops)}",
        flush=True,
    )
    if "--cold" in words:
        print(f"first move without compiled code after {cold_start_time():.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
