"""Node counts of Breuker 1998, table G.1, to the last node, for every problem that is known."""

import pytest

from tests.proof.problems import PROBLEMS, SAMPLE, searched

COUNTED_AS: dict[str, dict[str, object]] = {
    "tree": {},
    "dag": {"counts_slots": True},
    "dcg": {"counts_slots": True},
    "bta": {"slots": 700_000},
}
"""Settings by variant: what the limit of half a million counts."""
REST = [name for name in PROBLEMS if name not in SAMPLE]
DIFFER = {("bta", "R168"): 298_897, ("bta", "R182"): 367_416, ("bta", "R252"): 383_063}
"""Ours where it is not the printed one (X80)."""


def check(variant: str, name: str) -> None:
    outcome = searched(name, variant=variant, **COUNTED_AS[variant]).run()
    printed = DIFFER.get((variant, name), PROBLEMS[name].printed[variant])
    assert outcome.value is (True if printed else outcome.value)
    if printed is None:
        assert outcome.value is not True
    else:
        assert outcome.nodes == printed


@pytest.mark.parametrize("variant", COUNTED_AS)
@pytest.mark.parametrize("name", SAMPLE)
def test_sample(variant, name):
    check(variant, name)


@pytest.mark.slow
@pytest.mark.parametrize("variant", COUNTED_AS)
@pytest.mark.parametrize("name", REST)
def test_all(variant, name):
    check(variant, name)


@pytest.mark.parametrize("name", SAMPLE[:4])
def test_updating_to_the_root_changes_nothing(name):
    """Schijf 1993, section 3.4: the early end of an update only saves time."""
    early, whole = (searched(name, stops_early=early).run() for early in (True, False))
    assert early.nodes == whole.nodes
    assert early.updates < whole.updates


@pytest.mark.parametrize("name", ("R1", "R6", "R104"))
def test_released_subtrees_change_nothing_but_the_memory(name):
    kept, released = searched(name).run(), searched(name, releases=True).run()
    assert released.value is True
    assert released.nodes == kept.nodes
    assert released.peak_slots < kept.peak_slots
