"""The compiled core in parts: a search with what it needs, the proof searches, a game, the rest.

Each part is compiled and kept by itself (`machine/compiling.py`, `machine/linking.py`), so that the
first move waits for nothing that it does not need.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from engine.evaluation.evaluations import EVALUATIONS, Evaluation
from engine.games.games import GAMES
from engine.machine import linking
from engine.machine.compiling import compile_later, compile_part
from engine.machine.core import UNCOMPILED
from engine.machine.keeping import is_complete
from engine.machine.plan import doors_named
from engine.options import Value
from engine.process.texts import COMPILING
from engine.proof.variants import VARIANTS
from engine.search.shared.evaluation import root_value
from engine.thinking.searches import SEARCHES, Search

COMMON_DOORS = (
    "engine.machine.stopwatch:clock_ns",
    "engine.board.geometry:fill_attacks",
    "engine.board.setup:complete",
    "engine.table.memory:current_places",
    "engine.table.memory:outdate_all",
    "engine.search.shared.evaluation:root_value",
)
"""What an engine calls beside its search, as module:name."""
FURTHER_DOORS = ("engine.board.perft:perft_from", "engine.evaluation.tapered.trace:trace")
"""What no move needs."""
FURTHER = "further"
"""The part with these."""
PROOF = "proof"
"""The part with the proof searches of chess."""
PROOF_DOORS = (
    *(f"engine.proof.games.chess:{door}" for door in ("judge", "list_children", "play", "earlier")),
    *("engine.board.geometry:fill_attacks", "engine.board.setup:complete"),
    "engine.proof.lengths:measure_lengths",
    "engine.proof.three_pieces:solve",
)
"""What it has beside the searches."""
PARTS = (*SEARCHES, FURTHER, PROOF)
"""Of the core, each in a file of its own. A game beside chess is a further part, which is compiled
when it is first played."""

_loaded: set[str] = set()


class LoadedSearch(NamedTuple):
    """A compiled search: its row, its memory, its doors, and the evaluation that it uses.

    The first three doors take the address of a WORKER.
    """

    search: Search
    """What the code around it has to know."""
    memory: np.dtype[np.void]
    """The record that every searching thread keeps for it alone."""
    learned: tuple[str, ...]
    """Fields of that record that go on from search to search within a game."""
    prepare: Callable[[Any, Mapping[str, Value]], None]
    """Makes that record ready for the next search, by the settings."""
    list_root: Callable[[Any], None]
    """Writes the root's legal moves."""
    search_root: Callable[[Any, int, int, int], int]
    """Searches a depth within a window and returns the value."""
    root_value: Callable[[Any], int]
    """Returns the root's static value in centipawns for the side to move."""
    negamax: Callable[..., int]
    """Searches a position below the root; not for Python: the root calls it."""
    zero_window: Callable[..., int] | None
    """The same in a zero window, if the search has a function of its own for it."""
    evaluation: Evaluation
    """Its row."""


def doors_of(part: str) -> tuple[str, ...]:
    """Name the doors of a part of the core, as module:name."""
    if part == FURTHER:
        return FURTHER_DOORS
    if part == PROOF:
        return (*PROOF_DOORS, *dict.fromkeys(variant.door for variant in VARIANTS.values()))
    if part in GAMES:
        return GAMES[part].doors()
    search = SEARCHES[part]
    root, below, _ = search.modules
    own = [f"{root}:list_root", f"{root}:search_root", f"{below}:{search.below}"]
    if search.zero_window:
        own.append(search.zero_window)
    names = dict.fromkeys((search.evaluation, *search.evaluations))
    doors = [door for name in names for door in EVALUATIONS[name].doors()]
    called = [f"{door.__module__}:{door.__name__}" for door in doors]
    return (*COMMON_DOORS, *own, *called)


def has_core(part: str) -> bool:
    """Tell whether a part of the core can be used without the compiler."""
    return UNCOMPILED or part in _loaded or is_complete(part)


def have_core(part: str, say: Callable[[str], object] = lambda _: None) -> None:
    """Compile a part of the core by several processes if it is not kept, after saying so."""
    if not has_core(part):
        say(COMPILING)
        compile_part(part, doors_of(part))


def compile_the_rest() -> None:
    """Let what is missing of the core be compiled beside, at low priority."""
    if not UNCOMPILED:
        compile_later({part: doors_of(part) for part in PARTS})


def load_part(part: str, say: Callable[[str], object] = lambda _: None) -> None:
    """Load, and if need be compile, a part of the core, after saying so."""
    have_core(part, say)
    if not UNCOMPILED:
        names = [door.replace(":", ".") for door in doors_of(part)]
        if not linking.link(part, names):  # damaged, or written for other doors
            have_core(part, say)
            linking.link(part, names)
        for door in doors_named(doors_of(part)):
            door.address  # noqa: B018, what could not be kept is compiled now, not by the first move
    _loaded.add(part)


def load_core(settings: Mapping[str, Value]) -> LoadedSearch:
    """Load, and if need be compile, the search and the evaluation that the settings name."""
    search = SEARCHES[str(settings["search"])]
    load_part(search.name)
    root, below, memory = (import_module(module) for module in search.modules)
    doors = root.list_root, root.search_root, root_value, getattr(below, search.below)
    zero_window = None
    if search.zero_window:
        module, _, function = search.zero_window.partition(":")
        zero_window = getattr(import_module(module), function)
    own = memory.MEMORY, memory.LEARNED, memory.prepare
    evaluation = EVALUATIONS[search.evaluation_for(settings)]
    return LoadedSearch(search, *own, *doors, zero_window, evaluation)
