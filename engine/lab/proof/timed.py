"""How many mates `go mate N` shows in one second a position: a figure of docs/performance.md.

`make bench` prints it; `python -m engine.lab.proof.timed MILLISECONDS` gives each position another
time. The experiment `proof-own-mates` asks the same with numbers of nodes, which can be repeated.
"""

import argparse
import time
from functools import partial

from engine.lab.experiments.declared.proof_own_mates import EXPERIMENT
from engine.lab.experiments.problems import own_mates
from engine.lab.experiments.proving import PROOF_MEMORY, asked, is_short_enough, shown_mate
from engine.lab.experiments.searching import in_deep_thread, own_engine
from engine.thinking.limits import Limits

MILLISECONDS = 1000
MEMORY = {"Proof Memory": PROOF_MEMORY}


def lengths_shown(options: dict[str, str], milliseconds: int) -> dict[str, int]:
    """Ask for each mate of our own collection; return the plies that are shown, 0 if none are."""
    shown = {}
    for name, mate in own_mates().items():
        asked(own_engine(), mate.problem.board(0), options | MEMORY)
        _, shown[name] = shown_mate(Limits(mate=mate.moves, movetime_ms=milliseconds))
    return shown


def report_mates(milliseconds: int = MILLISECONDS) -> None:
    """Print a line for each way of searching."""
    mates = own_mates()
    for column in EXPERIMENT.columns:
        began = time.monotonic()
        shown = in_deep_thread(partial(lengths_shown, dict(column.options), milliseconds))
        seconds = time.monotonic() - began
        found = sum(is_short_enough(plies, mates[name].moves) for name, plies in shown.items())
        short = sum(0 < plies < 2 * mates[name].moves - 1 for name, plies in shown.items())
        print(
            f"go mate N, {milliseconds} ms a position, {column.label}: {found} of {len(mates)} "
            f"mates in {seconds:.0f} s, {short} too short",
            flush=True,
        )


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="How many mates `go mate N` shows in a time.")
    arguments.add_argument("milliseconds", type=int, nargs="?", default=MILLISECONDS)
    report_mates(arguments.parse_args().milliseconds)
