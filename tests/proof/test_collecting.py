"""BTA that gives up what solved positions need, when its memory is full."""

import pytest

from engine.proof.nodes import NO_SLOT, TWIN
from engine.proof.position_table import KNOWN
from tests.proof.problems import searched


def test_memory_that_suffices_changes_nothing():
    for name in ("R1", "R6", "K208"):
        kept, released = (searched(name, variant="bta", releases=on).run() for on in (False, True))
        assert (kept.nodes, kept.slots, kept.steps) == (
            released.nodes,
            released.slots,
            released.steps,
        )


@pytest.mark.parametrize("name", ("R55", "R251", "R283"))
def test_a_full_memory_goes_on(name):
    """In less memory than the whole graph takes, a search with releases still solves it."""
    whole = searched(name, variant="bta").run()
    slots = whole.slots * 9 // 10
    stopped = searched(name, variant="bta", slots=slots).run()
    assert (stopped.value, stopped.ending) == (None, "memory")
    released = searched(name, variant="bta", slots=slots, releases=True)
    outcome = released.run()
    assert outcome.value is True and outcome.peak_slots <= slots
    check_memory(released)


def check_memory(search):
    """Every twin has a base, and every position of the table a node of its own."""
    prover, nodes = search.prover, search.nodes
    (places,) = (each for each in search.memory._kept if getattr(each, "dtype", None) == KNOWN)
    taken = places["slot"][places["slot"] > 0].astype(int)
    bases = set(taken.tolist())
    assert len(set(taken)) == len(taken)
    assert not (nodes["move"][taken] & int(TWIN)).any()
    here, seen = [1], set()
    while here:
        slot = here.pop()
        if slot in seen:
            continue
        seen.add(slot)
        node = nodes[slot]
        first = int(node["first"])
        if int(node["move"]) & int(TWIN):
            assert first in bases, "a twin's base sits in the table"
            here.append(first)
        elif first != int(NO_SLOT):
            here += range(first, first + length(nodes, first))
    assert max(seen) < int(prover.used)


def length(nodes, first):
    count = 1
    while not int(nodes[first + count - 1]["move"]) >> 24 & 1:
        count += 1
    return count


@pytest.mark.slow
def test_it_does_not_explain_a_count_that_differs():
    """X80: 301,527 is printed; without releases it is 298,897."""
    outcome = searched("R168", variant="bta", slots=320_000, releases=True).run()
    assert (outcome.value, outcome.nodes) == (True, 298_906)
