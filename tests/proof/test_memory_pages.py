"""The pages of a graph's table of positions, of which its first nodes touch most."""

import sys
from pathlib import Path

import chess
import pytest

from engine.proof.position_table import KNOWN
from engine.proof.settings import Settings
from engine.table.memory import LARGE_BYTES, MIB
from engine.thinking.proving.chess_prover import ChessProver

SMAPS = Path("/proc/self/smaps")
NO_HUGE_PAGES = "nh"  # a flag of a mapping, see proc(5)
SLOTS = LARGE_BYTES // KNOWN.itemsize
KIB = 1024

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not SMAPS.exists(), reason="needs /proc/self/smaps"
)


def mapping_at(address: int) -> dict[str, list[str]]:
    """What the system says of the mapping that contains an address."""
    inside, found = False, dict[str, list[str]]()
    for line in SMAPS.read_text().splitlines():
        first, *rest = line.split()
        if not first.endswith(":"):
            begin, end = (int(part, 16) for part in first.split("-"))
            inside = begin <= address < end
        elif inside:
            found[first] = rest
    return found


def prover_of(form: str, populates: bool) -> ChessProver:
    """A search whose table of positions has more than LARGE_BYTES."""
    return ChessProver(chess.Board(), settings=Settings(form, slots=SLOTS, populates=populates))


@pytest.mark.parametrize("form", ["bta", "dag"])
def test_those_of_a_large_table_are_small(form: str) -> None:
    """Where a search may need few of them."""
    search = prover_of(form, populates=False).search
    assert (int(search.prover.known_mask) + 1) * KNOWN.itemsize > LARGE_BYTES
    assert NO_HUGE_PAGES in mapping_at(int(search.prover.known))["VmFlags:"]
    assert NO_HUGE_PAGES not in mapping_at(int(search.prover.nodes))["VmFlags:"]


@pytest.mark.parametrize("stopped", [False, True])
def test_they_are_allocated_in_advance(stopped: bool) -> None:
    """As long as nothing stops the search."""
    prover, asked = prover_of("bta", populates=True), 0

    def goes_on() -> bool:
        nonlocal asked
        asked += 1
        return not stopped or asked < 4

    # NumPy asks for large pages from the first boundary of one on: a mapping of its own.
    where, bytes_ = int(prover.search.prover.known) + 4 * MIB, 2 * SLOTS * KNOWN.itemsize
    assert NO_HUGE_PAGES not in mapping_at(where)["VmFlags:"]
    before = int(mapping_at(where)["Rss:"][0]) * KIB
    prover.search.memory.populate(goes_on)
    allocated = int(mapping_at(where)["Rss:"][0]) * KIB - before
    assert allocated <= 8 * MIB if stopped else allocated >= bytes_ - 8 * MIB
    assert asked == 4 if stopped else asked >= bytes_ // (4 * MIB)


def test_a_stopped_search_allocates_nothing() -> None:
    prover = prover_of("bta", populates=True)
    prover.stop()
    where = int(prover.search.prover.known) + 4 * MIB
    before = int(mapping_at(where)["Rss:"][0])
    assert prover.run().ending == "stopped"
    assert int(mapping_at(where)["Rss:"][0]) - before < 8 * KIB
