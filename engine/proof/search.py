"""A proof search with its memory, as Python sees it: made, run, stopped, and looked at.

Nothing of chess is known here: a game is any object with the doors that `prover.py` describes.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.machine.words import address
from engine.proof.depth_first import LONGEST
from engine.proof.lengths import FAR, LENGTH, UNKNOWN_LENGTH, measure_lengths
from engine.proof.memory import Game, ProofMemory, named
from engine.proof.nodes import ATTACKER, END, LAST, MARKED, MOVE, OPEN, REFERENCE, ROOT, TWIN
from engine.proof.numbers import INFINITE
from engine.proof.settings import ENDINGS, Outcome, Settings
from engine.table.memory import TranspositionTable

MARKS = {
    "reference": int(REFERENCE),
    "repetition": int(END),
    "twin": int(TWIN),
    "possible draw": int(MARKED),
    "open": int(OPEN),
}
"""What is special about a node, by name."""


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
    table
        Of an earlier depth-first search of the same game, whose results are used; else a new one.

    Raises
    ------
    ProofError
        If a setting is unknown or the memory cannot be had.
    """

    def __init__(
        self, game: Game, settings: Settings, table: TranspositionTable | None = None
    ) -> None:
        self.game, self.settings = game, settings
        self.memory = ProofMemory(game, settings, table)
        self.prover, self.nodes = self.memory.prover, self.memory.nodes
        self._lengths: Any = None

    def run(self, seconds: float | None = None) -> Outcome:
        """Search until the position is solved, a limit is reached, or `stop` is called.

        Parameters
        ----------
        seconds
            The time that it may take.
        """
        prover, began = self.prover, time.monotonic()
        if prover.created:
            raise RuntimeError("This search was made already: its memory is not empty any more.")
        if seconds is not None:
            prover.deadline_ns = time.monotonic_ns() + max(1, int(seconds * 1e9))
        ending = int(named(self.memory.variant.door)(address(prover)))
        return self._outcome(ending, time.monotonic() - began)

    def stop(self) -> None:
        """Let the search end, whatever thread it runs in."""
        self.prover.stop = 1

    def _outcome(self, ending: int, seconds: float) -> Outcome:
        prover, root = self.prover, self.nodes[int(ROOT)]
        solved = {0: True, int(INFINITE): False}
        peak = int(prover.peak)
        return Outcome(
            value=solved.get(int(root["proof"])),
            ending=ENDINGS[ending],
            nodes=int(prover.created),
            slots=max(0, int(prover.used) - 1),
            peak_slots=peak,
            peak_bytes=self.memory.bytes_used,
            second_level=int(prover.second),
            expansions=int(prover.expansions),
            updates=int(prover.updates),
            steps=int(prover.steps),
            seconds=seconds,
        )

    def measure(self, heeds: bool = False) -> None:
        """Measure the proofs that were found, unless that was done.

        Parameters
        ----------
        heeds
            Whether `stop` or the end of the time ends this, too. Then, and where the memory cannot
            be had, no length is known: what is proved is read from the numbers alone.
        """
        if self._lengths is not None:
            return
        used = int(self.prover.used)
        try:
            array = np.zeros(used, LENGTH)
            whole = measure_lengths(address(self.prover), address(array), int(heeds))
        except MemoryError:
            whole = 0
        self._lengths = array["plies"] if whole else np.broadcast_to(np.uint32(FAR), used)

    def lengths(self) -> Any:
        """Return the plies of the proofs that were found by slot; `lengths.FAR`: not known."""
        if self.memory.table is not None:  # it keeps no tree
            proved = self.prover.ending and not self.nodes[int(ROOT)]["proof"]
            length = int(self.prover.length) if proved else int(FAR)
            # A table has no room for longer ones.
            return np.array([int(FAR), int(UNKNOWN_LENGTH) if length == int(LONGEST) else length])
        self.measure()
        return self._lengths

    def node(self, slot: int = int(ROOT)) -> ProofNode:
        """Return the node of a slot, by default the root; what it stands for gives the numbers."""
        own = self.nodes[slot]
        marks, length = int(own["move"]), int(self.lengths()[slot])
        proved = length < int(FAR)
        # A repetition that lost leads nowhere; one that was proved is answered like its original.
        stands_for = marks & int(REFERENCE | TWIN) or (marks & int(END) and proved)
        meant = self.nodes[int(own["first"])] if stands_for else own
        numbers = meant if marks & int(REFERENCE) else own
        return ProofNode(
            slot,
            marks & int(MOVE),
            finite(numbers["proof"]),
            finite(numbers["disproof"]),
            bool(marks & int(ATTACKER)),
            tuple(name for name, mark in MARKS.items() if marks & mark),
            0 if marks & int(END) and not proved else int(meant["first"]),
            proved,
            length,
        )

    def children(self, node: ProofNode) -> list[ProofNode]:
        """Return the children of a node, in the order of its moves."""
        found, slot = [], node.first
        while slot:
            found.append(self.node(slot))
            slot = 0 if int(self.nodes[slot]["move"]) & int(LAST) else slot + 1
        return found


def finite(number: Any) -> int | None:
    """Return a proof number, or None if it is infinite."""
    return None if int(number) == int(INFINITE) else int(number)
