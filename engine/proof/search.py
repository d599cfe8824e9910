"""A proof search with its memory, as Python sees it: made, run, stopped, and looked at.

Nothing of chess is known here: a game is whatever has the doors that `prover.py` tells of.
"""

import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from engine.machine.calls import entrance
from engine.machine.words import address
from engine.proof.lengths import FAR, LENGTH, UNKNOWN_LENGTH, measure_lengths
from engine.proof.nodes import (
    ATTACKER,
    END,
    LAST,
    MARKED,
    MOVE,
    NODE,
    OPEN,
    REFERENCE,
    ROOT,
    TWIN,
)
from engine.proof.numbers import INFINITE, INITIALISATIONS
from engine.proof.prover import CHILD, MOST_CHILDREN, MOST_PLIES, PROVER, STEP
from engine.proof.seats import SEAT
from engine.proof.second_level import SHARE
from engine.proof.settings import ENDINGS, Outcome, ProofError, Settings, variant_called

MARKS = {
    "reference": int(REFERENCE),
    "repetition": int(END),
    "twin": int(TWIN),
    "possible draw": int(MARKED),
    "open": int(OPEN),
}
"""What is special about a node, by name."""


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


@dataclass(frozen=True)
class ProofNode:
    """A node of the searched tree or graph, for looking at."""

    slot: int
    move: int
    """That leads to it, as its game writes moves."""
    proof: int | None
    """None: infinite."""
    disproof: int | None
    attacker: bool
    """Whether the attacker is to move."""
    marks: tuple[str, ...]
    """Of MARKS."""
    first: int
    """The slot of its first child, 0 if there is none."""
    proved: bool
    length: int
    """Plies of the proof that was found; see `lengths.py` for what is not known."""

    @property
    def plies(self) -> int | None:
        """Length of the proof that was found; None: not proved, or part of it was given up."""
        return self.length if self.length < int(UNKNOWN_LENGTH) else None


class ProofSearch:
    """A search of one position of a game; its memory stays until the object goes.

    Parameters
    ----------
    game
        At the position that is asked for.
    settings

    Raises
    ------
    ProofError
        If a setting is unknown or the memory cannot be had.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self.variant = variant_called(settings)
        self._array = np.zeros(1, PROVER).view(np.recarray)
        self.prover = self._array[0]
        self._kept: list[Any] = [self._array]
        self._lengths: Any = None
        self._set_up()

    def _set_up(self) -> None:
        worker, settings, game = self.prover, self.settings, self.game
        worker.game = game.where
        for name in ("judge", "list_children", "play", "earlier"):
            worker[name] = entrance(getattr(game, name))
        worker.children = self._allocate(MOST_CHILDREN, CHILD)
        worker.path = self._allocate(MOST_PLIES + 2, STEP)
        capacity = settings.capacity
        self.nodes = self._array_of(capacity, NODE)
        worker.nodes, worker.capacity = address(self.nodes), capacity
        worker.root_key = game.root_key
        self._bytes_per_slot = int(NODE.itemsize)
        if self.variant.links:
            worker.links = self._allocate(capacity, self._counted(named(self.variant.links)))
        if self.variant.seats:
            seats = 1 << (2 * capacity - 1).bit_length()
            worker.seats = self._allocate(seats, SEAT)
            worker.seat_mask = seats - 1
            self._bytes_per_slot += -(-seats * SEAT.itemsize // capacity)
        worker.initial = INITIALISATIONS.index(settings.initial)
        worker.how = 3 if self.variant.by_path else 1
        worker.draws_win = game.draws_win
        worker.stops_early, worker.releases = settings.stops_early, settings.releases
        worker.counts_slots, worker.cyclic = settings.counts_slots, self.variant.cyclic
        worker.node_limit = settings.node_limit

        if self.variant.second_level:
            self._share_memory(capacity)

    def _share_memory(self, capacity: int) -> None:
        """Write how much of it a second level gets, by the size of the first one."""
        worker, settings = self.prover, self.settings
        worker.room = capacity - MOST_CHILDREN
        worker.share_shift = max(0, capacity.bit_length() - SHARE_BITS)
        shares = self._array_of((capacity >> int(worker.share_shift)) + 1, SHARE)
        sizes = np.arange(len(shares), dtype=float) * (1 << int(worker.share_shift))
        shares["part"] = np.floor(second_share(sizes, settings.middle, settings.width) * 2.0**32)
        worker.shares = address(shares)

    def _counted(self, kind: Any) -> Any:
        self._bytes_per_slot += int(kind.itemsize)
        return kind

    def _array_of(self, count: int, kind: Any) -> Any:
        try:
            array = np.zeros(count, kind)
        except MemoryError:
            raise ProofError(
                f"The system cannot allocate {count * kind.itemsize / 2**20:,.0f} MiB for a "
                "proof search."
            ) from None
        self._kept.append(array)
        return array

    def _allocate(self, count: int, kind: Any) -> int:
        return int(address(self._array_of(count, kind)))

    def run(self, seconds: float | None = None) -> Outcome:
        """Search until the position is solved, a limit is reached, or `stop` is called.

        Parameters
        ----------
        seconds
            The time that it may take.
        """
        worker, began = self.prover, time.monotonic()
        if seconds is not None:
            worker.deadline_ns = time.monotonic_ns() + max(1, int(seconds * 1e9))
        ending = int(named(self.variant.door)(address(worker)))
        return self._outcome(ending, time.monotonic() - began)

    def stop(self) -> None:
        """Let the search end, whatever thread it runs in."""
        self.prover.stop = 1

    def _outcome(self, ending: int, seconds: float) -> Outcome:
        worker, root = self.prover, self.nodes[int(ROOT)]
        solved = {0: True, int(INFINITE): False}
        peak = int(worker.peak)
        return Outcome(
            value=solved.get(int(root["proof"])),
            ending=ENDINGS[ending],
            nodes=int(worker.created),
            slots=int(worker.used) - 1,
            peak_slots=peak,
            peak_bytes=peak * self.bytes_per_slot,
            second_level=int(worker.second),
            expansions=int(worker.expansions),
            updates=int(worker.updates),
            steps=int(worker.steps),
            seconds=seconds,
        )

    def lengths(self) -> Any:
        """Measure the proofs that were found: plies by slot, `lengths.FAR` where there is none."""
        if self._lengths is None:
            array = np.zeros(int(self.prover.used), LENGTH)
            measure_lengths(address(self.prover), address(array))
            self._lengths = array["plies"]
        return self._lengths

    def node(self, slot: int = int(ROOT)) -> ProofNode:
        """Return the node of a slot, by default the root; what it stands for gives the numbers."""
        own = self.nodes[slot]
        marks = int(own["move"])
        stands_for = marks & int(REFERENCE | TWIN)
        meant = self.nodes[int(own["first"])] if stands_for else own
        numbers = meant if marks & int(REFERENCE) else own
        length = int(self.lengths()[slot])
        return ProofNode(
            slot,
            marks & int(MOVE),
            finite(numbers["proof"]),
            finite(numbers["disproof"]),
            bool(marks & int(ATTACKER)),
            tuple(name for name, mark in MARKS.items() if marks & mark),
            0 if marks & int(END) else int(meant["first"]),
            length < int(FAR),
            length,
        )

    def children(self, node: ProofNode) -> list[ProofNode]:
        """Return the children of a node, in the order of its moves."""
        found, slot = [], node.first
        while slot:
            found.append(self.node(slot))
            slot = 0 if int(self.nodes[slot]["move"]) & int(LAST) else slot + 1
        return found

    @property
    def bytes_per_slot(self) -> int:
        """Memory that a slot takes, with all that belongs to it."""
        return self._bytes_per_slot


def named(name: str) -> Any:
    """Import what is named as module:name."""
    module, _, thing = name.partition(":")
    return getattr(import_module(module), thing)


def second_share(sizes: Any, middle: int, width: int) -> Any:
    """Return f(x): Breuker 1998, section 4.2."""
    if not width:
        return np.where(sizes >= middle, 1.0, 0.0)
    return 1.0 / (1.0 + np.exp(np.clip((middle - sizes) / width, -700.0, 700.0)))


def finite(number: Any) -> int | None:
    """Return a proof number, or None if it is infinite."""
    return None if int(number) == int(INFINITE) else int(number)
