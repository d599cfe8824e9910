"""How many mates `go mate N` shows in a second per position: a figure of docs/performance.md.

`make bench` prints two lines of it; `python -m engine.lab.proof.timed MILLISECONDS` prints all of
them, with another time. The experiment `proof-own-mates` does the same with limits of nodes, which
can be repeated.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

from engine.lab.experiments.declared.proof_own_mates import EXPERIMENT
from engine.lab.experiments.problems import OwnMate, own_mates, problem_mates
from engine.lab.experiments.proving import Shown, asked, mates_shown
from engine.lab.experiments.searching import in_deep_thread, own_engine
from engine.thinking.limits import Limits

MILLISECONDS = 1000
TABLEBASE_PIECES = 5
IN_BENCH = ("PN2", "alpha-beta, Modern")
"""The searches that `make bench` compares: the default, and what it replaces."""


def has_many_pieces(mate: OwnMate) -> bool:
    """Whether the mate is none of an ending that every tablebase has."""
    return len(mate.problem.board(0).piece_map()) > TABLEBASE_PIECES


def shown_in(
    mates: dict[str, OwnMate], options: dict[str, str], milliseconds: int
) -> dict[str, Shown]:
    """Ask for each mate; return what is shown."""
    shown = {}
    for name, mate in mates.items():
        asked(own_engine(), mate.problem.board(0), options)
        shown[name] = mates_shown(Limits(mate=mate.moves, movetime_ms=milliseconds))
    return shown


def report_mates(
    milliseconds: int = MILLISECONDS,
    labels: tuple[str, ...] = IN_BENCH,
    of: Callable[[], dict[str, OwnMate]] = own_mates,
) -> None:
    """Print a line for each kind of search; without labels for all of the experiment."""
    mates = of()
    for column in EXPERIMENT.columns:
        if labels and column.label not in labels:
            continue
        began = time.monotonic()
        shown = in_deep_thread(partial(shown_in, mates, dict(column.options), milliseconds))
        seconds = time.monotonic() - began
        plies = {name: 2 * mate.moves - 1 for name, mate in mates.items()}
        found = [name for name, each in shown.items() if 0 < each.plies <= plies[name]]
        full = [name for name in mates if has_many_pieces(mates[name])]
        wrong = sum(each.is_false or 0 < each.plies < plies[name] for name, each in shown.items())
        print(
            f"go mate N, {milliseconds} ms a position, {column.label}: "
            f"{len(found)} of {len(mates)} mates, "
            f"{len(set(found) & set(full))} of {len(full)} "
            f"with more than {TABLEBASE_PIECES} pieces; {seconds:.0f} s, {wrong} false",
            flush=True,
        )


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="How many mates `go mate N` shows in a time.")
    arguments.add_argument("milliseconds", type=int, nargs="?", default=MILLISECONDS)
    arguments.add_argument(
        "--problems", action="store_true", help="problems of the sources instead of our own mates"
    )
    chosen = arguments.parse_args()
    report_mates(chosen.milliseconds, (), problem_mates if chosen.problems else own_mates)
