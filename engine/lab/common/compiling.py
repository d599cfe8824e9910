"""The compiled core for a command that searches in its own processes."""

import sys

from engine.lab.common.own_engine import Options
from engine.thinking.loading import have_core
from engine.thinking.searches import USUAL


def compile_core(options: Options, *further: str) -> None:
    """Compile what is not kept, and say so, since it takes some seconds; once for all processes.

    Parameters
    ----------
    options
        Of the engine; `Search` is one.
    further
        Parts of the core beside the searches.
    """
    for part in dict.fromkeys((USUAL, dict(options).get("Search", USUAL), *further)):
        have_core(part, say=lambda sentence: print(f"sesame: {sentence}", file=sys.stderr))
