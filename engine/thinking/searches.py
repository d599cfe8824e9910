"""The two searches as the Python side sees them: each is loaded when it is wanted.

Loading a search takes a tenth of a second, compiling one some seconds.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from engine.machine import keeping
from engine.machine.compiling import compile_beside
from engine.options import defaults

MODULES = {
    "Modern": ("engine.search.modern.root", "engine.search.modern.negamax"),
    "AliBaba": ("engine.search.alibaba.root", "engine.search.alibaba.negamax"),
}
"""By name: the module of the root, and the one of the plies below it."""
USUAL = str(defaults()["search"])
"""The one that an engine begins with."""


class Core(NamedTuple):
    """The doors of a compiled search; the first three take the address of a WORKER."""

    list_root: Callable[[Any], None]
    """Writes the root's legal moves."""
    search_root: Callable[[Any, int, int, int], int]
    """Searches a depth within a window and returns the value."""
    root_value: Callable[[Any], int]
    """Returns the root's static value in centipawns for the side to move."""
    negamax: Callable[..., int]
    """Searches a position below the root; not for Python: the root calls it."""


def must_be_compiled(name: str) -> bool:
    """Tell whether loading a search will take some seconds."""
    return not keeping.is_complete(name) and not set(MODULES[name]) <= sys.modules.keys()


def prepare_core(name: str = USUAL) -> None:
    """Compile a search, with all that an engine needs, by several processes if it is not kept.

    Call it before the import of `engine.thinking.engine`, which would compile its share alone.
    """
    compile_beside((*MODULES[name], "engine.thinking.engine"), name)


def load_core(name: str) -> Core:
    """Load, and if need be compile, a search by its name among the choices of `Search`."""
    prepare_core(name)
    root, below = (import_module(module) for module in MODULES[name])
    keeping.mark_complete(name)
    return Core(root.list_root, root.search_root, root.root_value, below.negamax)
