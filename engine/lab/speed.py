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
import time
from collections.abc import Callable
from statistics import median

import chess

from engine.board.perft import perft_from
from engine.board.setup import set_up
from engine.lab.costs import report_costs, report_plain
from engine.lab.proof.speed import report_proofs
from engine.lab.proof.timed import report_mates
from engine.lab.start import cold_start_time, report_start
from engine.machine.words import address
from engine.options import find
from engine.thinking.bench import bench_nodes
from engine.thinking.engine import Engine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFTS = (("start position", chess.STARTING_FEN, 6), ("Kiwipete", KIWIPETE, 5))
STOCKFISH = ("stockfish", "/usr/games/stockfish")
REPEATS = 5
SEARCH_DEPTHS = {"Modern": 14, "AliBaba": 8, "Selective": 7}
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
        report_costs(engine, search)
    report_plain(engine)
    report_proofs()
    report_mates()
    report_start()
    if "--cold" in words:
        print(f"first move without compiled code after {cold_start_time():.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
