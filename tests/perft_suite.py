"""Reads the positions and counts of tests/data/perft.txt."""

from pathlib import Path
from typing import NamedTuple

import chess

SUITE = Path(__file__).parent / "data" / "perft.txt"


class PerftCase(NamedTuple):
    """A position and how many leaves its tree has, by depth."""

    name: str
    fen: str
    chess960: bool
    source: str
    verified: dict[int, int]
    published: dict[int, int]

    def board(self) -> chess.Board:
        """The position for python-chess."""
        return chess.Board(self.fen, chess960=self.chess960)

    def counts(self, most_leaves: int) -> dict[int, int]:
        """All counts up to a number of leaves, by depth."""
        known = self.verified | self.published
        return {depth: leaves for depth, leaves in known.items() if leaves <= most_leaves}


def counts_in(text: str) -> dict[int, int]:
    """Read depth:leaves pairs."""
    pairs = (pair.split(":") for pair in text.split())
    return {int(depth): int(leaves) for depth, leaves in pairs}


def read_suite() -> list[PerftCase]:
    """All cases in the order of the file."""
    cases = []
    for paragraph in SUITE.read_text().split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            cases.append(
                PerftCase(
                    fields["name"],
                    fields["fen"],
                    fields.get("rules") == "Chess960",
                    fields["source"],
                    counts_in(fields["perft"]),
                    counts_in(fields.get("published", "")),
                )
            )
    return cases
