"""The memory of a proof search: its PROVER with all that a variant needs."""

import mmap
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from engine.machine.calls import entrance
from engine.machine.words import address
from engine.options import defaults
from engine.proof.candidates import CANDIDATE, TRACE
from engine.proof.kept_trees import KEPT_TREE
from engine.proof.lengths import LENGTH
from engine.proof.nodes import NODE
from engine.proof.numbers import INITIALISATIONS
from engine.proof.position_table import KNOWN
from engine.proof.prover import CHILD, MOST_CHILDREN, MOST_PLIES, PROVER, STEP
from engine.proof.second_level import SHARE
from engine.proof.settings import (
    FEWEST_SLOTS,
    MOST_SLOTS,
    ProofError,
    Settings,
    variant_called,
)
from engine.proof.variants import Variant
from engine.table.memory import LARGE_BYTES, MIB, TableError, TranspositionTable, available_bytes
from engine.table.pages import populate
from engine.table.statistics import COUNTS

MOST_CANDIDATES = 1 << 18
"""Children of the nodes of a path, of a depth-first search."""
SECONDS_BETWEEN_LOOKS = 0.002
SHARE_BITS = 20
"""The share of the second level is kept for at most so many bits of a size."""


class Game(Protocol):
    """A game at a position: the address of its record, and its doors."""

    judge: Any
    list_children: Any
    play: Any
    earlier: Any

    @property
    def where(self) -> int:
        """The address of the record that the doors take."""

    @property
    def root_key(self) -> int:
        """The key of the position."""

    @property
    def draws_win(self) -> bool:
        """Whether a repetition is what the attacker wants."""


class ProofMemory:
    """A PROVER and what it points to; it stays as long as this object.

    Parameters
    ----------
    game
        At the position that is asked for.
    settings
    table
        Of an earlier depth-first search of the same game; else a new one, if one is needed.

    Attributes
    ----------
    prover : PROVER record
    nodes : array of NODE
    table : TranspositionTable or None
    bytes_per_slot : int
        Memory that a slot takes, with all that belongs to it; a table of positions with its share.

    Raises
    ------
    ProofError
        If a setting is unknown or the memory cannot be had.
    """

    def __init__(
        self, game: Game, settings: Settings, table: TranspositionTable | None = None
    ) -> None:
        self.settings, self.variant = settings, variant_called(settings)
        self._left = available_bytes()
        self._large_pages: Any = None  # of the table of positions, to be populated
        array = np.zeros(1, PROVER).view(np.recarray)
        self.prover = prover = array[0]
        self._kept: list[Any] = [array, game]
        self.table: TranspositionTable | None = None
        prover.game = game.where
        for name in ("judge", "list_children", "play", "earlier"):
            prover[name] = entrance(getattr(game, name))
        prover.children = self._allocate(MOST_CHILDREN, CHILD)
        prover.path = self._allocate(MOST_PLIES + 2, STEP)
        capacity = FEWEST_SLOTS if self.variant.table else settings.capacity
        self.nodes = self._array_of(capacity, NODE)
        prover.nodes, prover.capacity = address(self.nodes), capacity
        prover.root_key = game.root_key
        self.bytes_per_slot = own_bytes(self.variant)
        if self.variant.links:
            prover.links = self._allocate(capacity, named(self.variant.links))
        if self.variant.looks_up:
            places = 1 << (2 * capacity - 1).bit_length()
            prover.known = self._allocate(places, KNOWN, scattered=True)
            prover.known_mask = places - 1
            self.bytes_per_slot += -(-places * KNOWN.itemsize // capacity)
        prover.initial = INITIALISATIONS.index(settings.initial)
        prover.how = 3 if self.variant.by_path else 1
        prover.draws_win = game.draws_win
        prover.stops_early, prover.releases = settings.stops_early, settings.releases
        prover.counts_slots, prover.cyclic = settings.counts_slots, self.variant.cyclic
        prover.node_limit = settings.node_limit
        prover.step_limit = settings.step_limit or 10**6 + 200 * settings.node_limit
        prover.recursive = settings.recursive_updates and not self.variant.cyclic
        if self.variant.second_level:
            self._share_memory(capacity)
        if self.variant.table:
            self._use_table(table)

    def populate(self, goes_on: Callable[[], bool]) -> None:
        """Allocate the large pages of the table of positions in advance, if the settings say so.

        Its first nodes touch most of them: of 128 MiB 157 nodes filled all with zeros, which took
        60 to 170 ms, in which no stop was seen.

        Parameters
        ----------
        goes_on
            Asked before each page; once it says no, the rest is left to the search.
        """
        if self._large_pages is not None:
            populate(self._large_pages, goes_on)

    def _use_table(self, table: TranspositionTable | None) -> None:
        """Give a depth-first search its table, or that of another one, and the path's children."""
        prover, settings = self.prover, self.settings
        self.table = table or new_table(settings)
        prover.table = self.table.where
        prover.counts = self._allocate(1, COUNTS)
        prover.epsilon = settings.epsilon
        prover.capacity = MOST_CANDIDATES
        prover.links = self._allocate(MOST_CANDIDATES, CANDIDATE)
        prover.traces = self._allocate(MOST_PLIES + 2, TRACE)

    def _share_memory(self, capacity: int) -> None:
        """Write how much of it a second level gets, by the size of the first one."""
        prover, settings = self.prover, self.settings
        prover.room = capacity - MOST_CHILDREN
        prover.share_shift = max(0, capacity.bit_length() - SHARE_BITS)
        shares = self._array_of((capacity >> int(prover.share_shift)) + 1, SHARE)
        sizes = np.arange(len(shares), dtype=float) * (1 << int(prover.share_shift))
        shares["part"] = np.floor(second_share(sizes, settings.middle, settings.width) * 2.0**32)
        prover.shares = address(shares)
        prover.at_once, prover.most_trees = settings.at_once, settings.kept_trees
        if settings.kept_trees:
            trees = self._array_of(settings.kept_trees, KEPT_TREE)
            prover.kept_trees = address(trees)
            for tree in trees.view(np.recarray):
                tree.nodes = self._allocate(capacity, NODE)

    @property
    def bytes_used(self) -> int:
        """Memory of nodes, links, tables and path that was needed at most."""
        if self.table is not None:
            return self.table.bytes + int(self.prover.peak) * int(CANDIDATE.itemsize)
        return int(self.prover.peak) * self.bytes_per_slot

    def _array_of(self, count: int, kind: Any, scattered: bool = False) -> Any:
        wanted = count * kind.itemsize
        refusal = f"The system cannot give a proof search {wanted / MIB:,.0f} MiB of memory."
        if self._left is not None:
            # The pages come when they are used: what was allocated before still looks available.
            if wanted > self._left:
                raise ProofError(refusal)
            self._left -= wanted
        try:
            if scattered and wanted > LARGE_BYTES and not self.settings.populates:
                # NumPy asks for pages of 2 MiB. Touched here and there, each is filled with zeros
                # as a whole: for 1 GiB that took 2.3 s, though a search might need few of them.
                memory = mmap.mmap(-1, wanted)
                if hasattr(mmap, "MADV_NOHUGEPAGE"):  # Linux
                    memory.madvise(mmap.MADV_NOHUGEPAGE)
                array = np.frombuffer(memory, kind)
            else:
                array = np.zeros(count, kind)
                if scattered and self.settings.populates:
                    self._large_pages = array.view(np.uint8)
        except (MemoryError, OSError):
            raise ProofError(refusal) from None
        self._kept.append(array)
        return array

    def _allocate(self, count: int, kind: Any, scattered: bool = False) -> int:
        return int(address(self._array_of(count, kind, scattered)))


def named(name: str) -> Any:
    """Import what is named as module:name."""
    module, _, thing = name.partition(":")
    return getattr(import_module(module), thing)


def own_bytes(variant: Variant) -> int:
    """Return the memory that a slot takes, without its share of a table of positions."""
    links = named(variant.links).itemsize if variant.links else 0
    return int(NODE.itemsize + links)


def slots_within(variant: Variant, memory: int) -> int:
    """Return the slots that fit into so many bytes, with all that belongs to them.

    A power of two where positions are looked up, since their table has two places for each slot.
    """
    share = 2 * KNOWN.itemsize if variant.looks_up else 0
    fitting = memory // (own_bytes(variant) + LENGTH.itemsize + share)
    if variant.looks_up:
        fitting = 1 << fitting.bit_length() >> 1
    return min(max(fitting, FEWEST_SLOTS), MOST_SLOTS)


def new_table(settings: Settings, goes_on: Callable[[], bool] = lambda: True) -> TranspositionTable:
    """Allocate the table of a depth-first search, with its pages.

    Parameters
    ----------
    goes_on
        Asked every few milliseconds; once it says no, the rest is left to the search. The pages of
        2 GiB take a second.

    Raises
    ------
    ProofError
        If there is not enough memory.
    """
    wanted: dict[str, Any] = {
        **defaults(),
        "hash_mib": settings.table_mib,
        "replacement_scheme": settings.scheme,
        "table_pv_length": 2,  # entries of two words
        "table_use": "full",
        "keep_deeper_same": False,
    }
    try:
        table = TranspositionTable(wanted)
    except TableError as refusal:
        raise ProofError(str(refusal)) from None
    # A search that met the pages while they are allocated would see no stop.
    waiting = threading.Thread(target=table.pages.wait, daemon=True)
    waiting.start()
    while waiting.is_alive():
        waiting.join(SECONDS_BETWEEN_LOOKS)
        if not goes_on():
            table.pages.abandon()
    return table


def second_share(sizes: Any, middle: int, width: int) -> Any:
    """Return f(x): Breuker 1998, section 4.2."""
    if not width:
        return np.where(sizes >= middle, 1.0, 0.0)
    return 1.0 / (1.0 + np.exp(np.clip((middle - sizes) / width, -700.0, 700.0)))
