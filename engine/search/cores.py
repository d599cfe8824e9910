"""The two searches as the Python side sees them: each is loaded when it is wanted.

Loading a search takes a tenth of a second, compiling one some seconds.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

MODULES = {"Modern": "engine.search.modern_root", "AliBaba": "engine.search.root"}


class Core(NamedTuple):
    """The doors of a compiled search; each takes the address of a WORKER."""

    list_root: Callable[[Any], None]
    """Writes the root's legal moves."""
    search_root: Callable[[Any, int, int, int], int]
    """Searches a depth within a window and returns the value."""
    root_value: Callable[[Any], int]
    """Returns the root's static value in centipawns for the side to move."""


def load_core(name: str) -> Core:
    """Load, and if need be compile, a search by its name among the choices of `Search`."""
    module = import_module(MODULES[name])
    return Core(*(getattr(module, door) for door in Core._fields))
