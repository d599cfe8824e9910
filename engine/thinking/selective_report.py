"""What the search Selective counts of itself, as plain data and as lines of text.

Other searches have none of it: their report is empty.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.search.selective.memory import CUT_ROW, RULES, SELECTIVE_COUNTS
from engine.thinking.threads import Thread

NAMES = SELECTIVE_COUNTS.names or ()
LINES = (
    "zero windows: {zero_window_nodes} nodes, {expected_cut_nodes} expected to cut off; "
    "{cut_offs} cut-offs by a move, {first_cut_offs} by the first",
    "null move: {passes} searched, {pass_cut_offs} pruned",
    "uncertainty: {uncertainty_cut_offs} nodes given up; searched again: {unsure_researches} "
    "unsure moves, {better_researches} better moves",
    "multi-cut: {multi_cut_tests} nodes, {multi_cut_tries} moves tried, {multi_cuts} pruned, "
    "{multi_cut_nodes} nodes in tries",
    "extensions: {extended_moves} moves extended, {reduced_moves} reduced, {singular_moves} "
    "singular",
)


class Audit(NamedTuple):
    """How often a rule that prunes was checked, and found wrong."""

    audited: int
    wrong: int
    propagated: int
    """Moves of the principal variation's nodes that were judged wrongly for that."""


class SelectiveReport(NamedTuple):
    """Counts of the last search, of all threads together."""

    counts: dict[str, int]
    """By the names of SELECTIVE_COUNTS."""
    audits: dict[str, Audit]
    """By rule."""
    cut_rows: Any
    """The expected cut-nodes that were described: an array of CUT_ROW."""

    def lines(self) -> list[str]:
        """Write the counts."""
        if not self.counts:
            return []
        lines = [line.format(**self.counts) for line in LINES]
        for rule, (audited, wrong, propagated) in self.audits.items():
            if audited:
                name = rule.replace("_", " ")
                lines.append(
                    f"audit of {name}: {audited} searched in full, {wrong} wrong, "
                    f"{propagated} moves at the principal variation judged wrongly for that"
                )
        if len(self.cut_rows):
            lines.append(f"cut statistics: {len(self.cut_rows)} expected cut-nodes")
        return lines


class Growth(NamedTuple):
    """Nodes of one thread, but those of quiescence."""

    nodes: int
    altered_nodes: tuple[int, ...]
    """By class, with its weight raised."""


def keeps_counts(thread: Thread) -> bool:
    """Tell whether a thread runs a search that keeps such counts."""
    return "cut_rows" in (thread.memory.dtype.names or ())


def report_of(threads: Sequence[Thread]) -> SelectiveReport:
    """Return the counts of the last search."""
    if not keeps_counts(threads[0]):
        return SelectiveReport({}, {}, np.zeros(0, CUT_ROW))
    memories = [thread.memory for thread in threads]
    counts = {name: sum(int(one["counts"][name]) for one in memories) for name in NAMES}
    audits = {
        rule: Audit(
            *(sum(int(one["audits"][name][place]) for one in memories) for name in Audit._fields)
        )
        for place, rule in enumerate(RULES)
    }
    rows = [one["cut_rows"][: int(one["cut_row_count"])] for one in memories]
    return SelectiveReport(counts, audits, np.concatenate(rows))


def growth_of(thread: Thread) -> Growth | None:
    """Return the nodes by weights up to now, if they are counted."""
    if not keeps_counts(thread) or not int(thread.memory["learns"]):
        return None
    altered = tuple(int(number) for number in thread.memory["altered_nodes"])
    return Growth(int(thread.memory["own_nodes"]), altered)
