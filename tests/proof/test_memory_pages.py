"""The pages of a graph's table of positions: small ones, so that its first nodes fill few."""

import sys
from pathlib import Path

import chess
import pytest

from engine.proof.memory import FEW_PAGES
from engine.proof.position_table import KNOWN
from engine.proof.settings import Settings
from engine.thinking.proving.chess_prover import ChessProver

SMAPS = Path("/proc/self/smaps")
NO_HUGE_PAGES = "nh"  # a flag of a mapping, see proc(5)


def flags_at(address: int) -> list[str]:
    """The flags of the mapping that contains an address."""
    inside = False
    for line in SMAPS.read_text().splitlines():
        first, _, rest = line.partition(" ")
        if "-" in first and not first.endswith(":"):
            begin, end = (int(part, 16) for part in first.split("-"))
            inside = begin <= address < end
        elif inside and first == "VmFlags:":
            return rest.split()
    raise LookupError(address)


@pytest.mark.skipif(sys.platform != "linux" or not SMAPS.exists(), reason="needs /proc/self/smaps")
@pytest.mark.parametrize("form", ["bta", "dag"])
def test_a_large_table_of_positions_has_small_pages(form: str) -> None:
    slots = FEW_PAGES // KNOWN.itemsize
    search = ChessProver(chess.Board(), settings=Settings(form, slots=slots)).search
    prover = search.prover
    assert (int(prover.known_mask) + 1) * KNOWN.itemsize > FEW_PAGES
    assert NO_HUGE_PAGES in flags_at(int(prover.known))
    assert NO_HUGE_PAGES not in flags_at(int(prover.nodes))
