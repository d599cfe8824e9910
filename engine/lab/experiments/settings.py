"""The settings of cells: what changes nothing is left out, so that equal searches are one cell."""

from functools import cache

from engine.lab.experiments.declaration import Options
from engine.options import Value, defaults, find, parse, written

USUAL = "AliBaba"
"""The search of the experiments, if they name no other."""
ALWAYS: Options = (("Search", USUAL),)
OF_THE_TABLE = (
    *("Table Positions", "Replacement Scheme", "Time Stamping", "Table PV Length"),
    *("Hash Seed", "Hash Bits"),
)
"""Options without effect on a search that stores nothing."""
NO_OPTIONS = ("Nodes", "Board", "Depth")
"""Settings of a cell that are no options of the engine."""


def effective(chosen: dict[str, str]) -> dict[str, str]:
    """Leave out what changes nothing, so that equal searches have equal cells."""
    if chosen.get("Table Use") == "nothing":
        chosen = {name: text for name, text in chosen.items() if name not in OF_THE_TABLE}
    found = {}
    for name, text in chosen.items():
        if name in NO_OPTIONS:
            found[name] = text
            continue
        option = find(name)
        value = parse(option, text)
        if value != usual()[option.field]:
            found[option.name] = written(value)
    return found


@cache
def usual() -> dict[str, Value]:
    """Return the defaults of all options."""
    return defaults()
