"""Settings that the experiments with the search Selective share.

Its evaluation is that of ALIBABA, and the table is cleared before each search.
"""

from engine.lab.experiments.axes import CLEARING
from engine.lab.experiments.declaration import Options, Variant

SELECTIVE: Options = (("Search", "Selective"), ("Evaluation", "AliBaba"), *CLEARING)
FULL_WIDTH: Options = (*SELECTIVE, ("Pure Search", "true"), ("Table Depth Match", "exact"))
"""Nothing is extended or pruned, and a value depends on position and depth alone."""
OF_LEARNERS: Options = (("Search", "Selective"),)
"""Learners search as Sesame plays."""
NO_NULL_MOVE: Options = (("Null Move", "false"),)


def multi_cut(r: int, c: int, e: int) -> Variant:
    """Return a row of table 5.3: E moves are tried R plies less deep, C are to fail high."""
    numbers = (("R", r), ("C", c), ("M", e))
    options = tuple((f"Multi Cut {name}", str(number)) for name, number in numbers)
    return Variant(f"r={r} c={c} e={e}", (("Multi Cut", "true"), *options))
