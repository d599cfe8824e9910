"""Searches that end without a result: a path that is too long, an end while memory is collected."""

import pytest

from engine.process.deep_threads import start_deep
from engine.proof.collecting import LIVE
from engine.proof.prover import MOST_PLIES
from engine.proof.reference.graphs import AndOrGraph
from tests.proof.graphs import EVERY, search
from tests.proof.problems import searched
from tests.proof.test_collecting import check_memory


def chain(length: int) -> AndOrGraph:
    """Each position leads to the next one only; the attacker wins at the end."""
    return AndOrGraph({str(n): [str(n + 1)] for n in range(length)}, "0", {str(length): True})


def outcome_of(form: str, length: int, **settings):
    """Search a chain in a thread that can recurse deeply, as df-pn does."""
    found = []
    run = search(chain(length), form, acyclic=True, **settings).run
    thread = start_deep(lambda: found.append(run()), "chain")
    thread.join()
    return found[0]


NO_SECOND_LEVEL = {"middle": 10**6, "width": 1}
"""For pn², which would otherwise search half of the square of the nodes."""
FORMS = [(form, NO_SECOND_LEVEL if form == "pn2" else {}) for form in EVERY]
FORMS.append(("pn2", {**NO_SECOND_LEVEL, "at_once": True}))
PARTS = 20
"""Of the time of a search, after each of which another one is ended."""


@pytest.mark.parametrize(("form", "settings"), FORMS)
def test_the_longest_path_has_an_end(form, settings):
    """A path within the limit is walked to its end; one beyond ends the search, and says why."""
    assert outcome_of(form, MOST_PLIES - 1, **settings).value is True
    beyond = outcome_of(form, MOST_PLIES + 100, **settings)
    assert (beyond.value, beyond.ending) == (None, "too deep")


def test_memory_may_be_half_collected():
    """Ended at any time, also in the middle of a collection, a search leaves a whole graph."""
    name, interrupted = "R251", 0
    slots = searched(name, variant="bta").run().slots * 3 // 4
    whole = searched(name, variant="bta", slots=slots, releases=True)
    took = whole.run().seconds
    for part in range(1, PARTS):
        search = searched(name, variant="bta", slots=slots, releases=True)
        ended = search.run(seconds=took * part / PARTS)
        check_memory(search)
        if ended.ending == "time":
            interrupted += bool((search.nodes["move"][: ended.slots] & int(LIVE)).any())
    assert interrupted, "some of them ended in the middle of a collection"
