"""The worth of each idea of the search Modern: nodes of the bench without it, or a match.

`python -m engine.lab.worth [depth]` prints a row for every switch. Fewer nodes to the same depth do
not mean more strength: `python -m engine.lab.worth match ...` plays the default search against the
search without each idea, with the arguments of `sesame match`. An idea that is off by default is
switched on instead.
"""

import sys

from engine.lab.common.command_line import DONE
from engine.options import written
from engine.options.kinds import Check
from engine.options.modern import MODERN
from engine.options.search import SEARCH
from engine.thinking.bench import bench_nodes
from engine.thinking.engine import Engine

USUAL_DEPTH = 12


def switches() -> list[Check]:
    """List the switches of the search Modern."""
    shared = [row for row in SEARCH if row.field == "aspiration"]
    return [row for row in (*MODERN, *shared) if isinstance(row, Check)]


def gauntlet() -> list[str]:
    """Return the sides of the match: the default, and one without each idea."""
    words = ["--side", "Default: "]
    for switch in switches():
        title = f"no {switch.name}" if switch.default else f"with {switch.name}"
        words += ["--side", f"{title}: {switch.name}={written(not switch.default)}"]
    return [*words, "--gauntlet"]


def main(words: list[str]) -> int:
    """Print the table, or play the match; returns the exit status."""
    if words[:1] == ["match"]:
        from engine.lab.match import command  # the table does not need its packages

        return command.main([*gauntlet(), *words[1:]])
    depth = int(words[0]) if words else USUAL_DEPTH
    engine = Engine()
    whole = bench_nodes(engine, depth)
    print(f"{whole} nodes to depth {depth}")
    for switch in switches():
        engine.configure(switch, not switch.default)
        change = bench_nodes(engine, depth) / whole - 1
        engine.configure(switch, switch.default)
        print(f"{switch.name}: {change:+.0%}", flush=True)
    return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
