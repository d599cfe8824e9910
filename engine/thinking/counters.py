"""What a search has counted, as plain data: nodes, generated moves, and the use of the table.

Lazar (1995) has twelve statistics, Breuker (1998), section 2.7, speaks of further ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import chess
import numpy as np

from engine.search.shared.worker import TALLIES
from engine.table.statistics import COUNTS
from engine.thinking.threads import Thread

NAMES = (*TALLIES, *(COUNTS.names or ()))
"""The fields of `Counters`: those of WORKER, then those of COUNTS."""


@dataclass(frozen=True)
class Counters:
    """Counters of all threads of a search, from its start to some moment."""

    nodes: int = 0
    """Entries of the full-width and quiescence functions (X18)."""
    interior: int = 0
    """Of these, the ones that searched a move."""
    quiescence: int = 0
    """Of the interior nodes, those of quiescence."""
    full_width: int = 0
    """Entries of the full-width function with depth left, the root's windows included."""
    horizon: int = 0
    """Entries of quiescence from the full-width function: the nodes of depth 0."""
    counted: int = 0
    """Nodes as the replacement scheme counts them: a hit may count as the nodes that it saved."""
    generated: int = 0
    """Moves that the generator wrote."""
    generations: int = 0
    """Calls of the generator."""
    quiescence_generated: int = 0
    """Of the moves, those written for quiescence nodes."""
    quiescence_generations: int = 0
    """Of the calls, those for quiescence nodes."""
    reads: int = 0
    """Look-ups in the table."""
    hits: int = 0
    """Look-ups that found the position; not so if the table move was illegal (X19)."""
    writes: int = 0
    """Results offered to the table, including refused ones."""
    filled: int = 0
    """Places that were empty before."""
    refused: int = 0
    """Results that the scheme did not store."""
    clashes: int = 0
    """Stores that found the bucket occupied by another position."""
    collisions: int = 0
    """Stores by which a position was lost, stored or new (X6)."""
    aliases: int = 0
    """Of these, the ones between two positions with the same compared bits."""
    outdated: int = 0
    """Positions of earlier searches that were overwritten."""
    protected: int = 0
    """Stores that met an entry of a main line, which keeps its place (option Entry Principal)."""
    refreshed: int = 0
    """Positions of earlier searches that became current by being read (option Stamp On Read)."""
    exact_cuts: int = 0
    """Nodes answered by an exact score of the table."""
    lower_cuts: int = 0
    """Nodes answered after a lower bound of the table."""
    upper_cuts: int = 0
    """Nodes answered after an upper bound of the table."""
    other_cuts: int = 0
    """Of these three, the answers by the further bound (option Entry Both Bounds)."""
    draw_cuts: int = 0
    """Of these three, the answers by a proved draw that was searched less deep (Entry Draw)."""
    move_only: int = 0
    """Hits that gave a move to try first but no answer."""
    inherited: int = 0
    """Nodes that took their first move from an ancestor's entry."""
    illegal: int = 0
    """Type-1 errors detected: the table move is illegal."""
    mistaken: int = 0
    """Type-1 errors that happened, detected or not; counted where the whole key is stored."""

    @property
    def leaves(self) -> int:
        """Nodes at which no move was searched."""
        return self.nodes - self.interior

    @property
    def deeper_quiescence(self) -> int:
        """Entries of quiescence below depth 0: from quiescence itself, or from razoring."""
        return self.nodes - self.full_width - self.horizon

    @property
    def cuts(self) -> int:
        """Nodes answered by the table."""
        return self.exact_cuts + self.lower_cuts + self.upper_cuts


@dataclass(frozen=True)
class Iteration:
    """A completed iteration: all lines of a depth have their value."""

    depth: int
    """Plies."""
    score: int
    """Of the best line, in centipawns for the side to move."""
    line: tuple[chess.Move, ...]
    """The principal variation."""
    elapsed_ms: int
    """Milliseconds since the start of the search."""
    counters: Counters
    """From the start of the search to the end of this iteration."""


def counted_by(threads: Sequence[Thread]) -> Any:
    """Return the counters of threads at this moment, added up: an array in the order of `NAMES`."""
    first, *others = threads
    total = np.concatenate((first.tallies, first.table_counts))
    for thread in others:
        total += np.concatenate((thread.tallies, thread.table_counts))
    return total


def counters_of(counted: Any) -> Counters:
    """Give the numbers of `counted_by` their names."""
    return Counters(*counted.tolist())
