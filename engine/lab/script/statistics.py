"""The statistics of a script, search by search, and the file that they are saved in.

Source: Lazar 1995, the twelve statistics; the table of docs/scripts.md says what each means here.
"""

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from engine.thinking.summary import Summary


class Search(NamedTuple):
    """What is known of a search beside its counters."""

    number: int
    """Among those since the last CLEAR STATS, from 1."""
    fen: str
    scheme: str
    """As TABLE SCHEME and TABLE LEVEL name it: deep 2."""
    index_bits: int
    depth: int
    """Of the last iteration, in plies."""
    move: str
    """The chosen one, in coordinates."""
    score: int
    """Centipawns, for the side to move."""


class Statistics(NamedTuple):
    """Lazar's twelve statistics, in his order, and the further figures of his summary lines."""

    time_ms: int
    nodes: int
    internal: int
    leaf: int
    quiescence: int
    filled: int
    load_factor_percent: float
    reads: int
    writes: int
    hits: int
    moves_generated: int
    calls: int
    generator_calls: int
    collisions: int

    @classmethod
    def of(cls, summary: Summary) -> "Statistics":
        """Take them from the counters of a search.

        A node is an entry of one of the two recursive functions (X18), so nodes and calls agree.
        Generated moves are those of the full-width search, as his figures suggest.
        """
        counters = summary.counters
        return cls(
            time_ms=summary.elapsed_ms,
            nodes=counters.nodes,
            internal=counters.interior,
            leaf=counters.leaves,
            quiescence=counters.quiescence,
            filled=summary.filled,
            load_factor_percent=round(100 * summary.filled / max(1, summary.positions), 4),
            reads=counters.reads,
            writes=counters.writes,
            hits=counters.hits,
            moves_generated=counters.generated - counters.quiescence_generated,
            calls=counters.nodes,
            generator_calls=counters.generations - counters.quiescence_generations,
            collisions=counters.collisions,
        )


class Record(NamedTuple):
    """A search with its statistics: a row of the file."""

    search: Search
    statistics: Statistics


def csv_of(records: Sequence[Record]) -> str:
    """Write a head and a row for each search, comma separated."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*Search._fields, *Statistics._fields))
    writer.writerows((*record.search, *record.statistics) for record in records)
    return text.getvalue()


def totals(records: Sequence[Record]) -> list[str]:
    """Sum up all searches, in lines; the table is described as the last one left it."""
    if not records:
        return ["no searches yet"]
    lines = [f"{len(records)} searches"]
    for field in Statistics._fields:
        figures = [getattr(record.statistics, field) for record in records]
        at_end = field in ("filled", "load_factor_percent")
        lines.append(f"{field} {figures[-1] if at_end else sum(figures)}")
    return lines
