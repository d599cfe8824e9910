"""The rows of the searches: they agree with the option, and give what the thesis says.

Witnesses: the option's row, written by hand; Breuker 1998, section 2.3.1, for ALIBABA's window.
"""

from importlib.util import find_spec

import pytest

from engine.evaluation.evaluations import EVALUATIONS
from engine.machine.plan import doors_named
from engine.machine.words import address
from engine.options import defaults, find
from engine.options.search import SEARCHES as CHOICES
from engine.thinking.loading import doors_of
from engine.thinking.searches import ROWS, SEARCHES, USUAL
from tests.search.thinker import Thinker


def test_the_option_offers_the_rows():
    """By name and order; the core has a choice by its number."""
    assert tuple(SEARCHES) == CHOICES == find("Search").choices
    assert [row.name for row in ROWS] == list(SEARCHES)
    assert USUAL in SEARCHES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_a_row_names_exists(row):
    assert all(find_spec(module) for module in row.modules)
    assert all(doors_named(doors_of(row.name)))
    assert {row.evaluation, *row.evaluations} <= set(EVALUATIONS)
    assert row.mate_settings.keys() | row.unpruned_settings.keys() <= defaults().keys()
    assert row.half_width(defaults()) > 0


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_thread_has_the_memory_of_its_search(row):
    """A record of its own behind the worker, ready for a search, and forgotten with the game."""
    thread = Thinker(search=row.name).engine.thread
    assert thread.core.search is row
    assert thread.memory.dtype.names == thread.core.memory.names
    assert int(thread.worker.memory) == int(address(thread.memory))
    assert int(thread.worker.memory) % 64 == 0
    assert set(thread.core.learned) <= set(thread.core.memory.names)
    for field in thread.core.learned:
        thread.memory[field] = 1
    thread.forget()
    assert not any(thread.memory[field].any() for field in thread.core.learned)


def test_the_window_of_alibaba_is_a_pawn():
    """Of whatever value; MODERN's does not depend on it."""
    assert SEARCHES["AliBaba"].half_width(defaults() | {"pawn_value": 77}) == 77
    modern = SEARCHES["Modern"]
    assert modern.half_width(defaults()) == modern.half_width(defaults() | {"pawn_value": 77})


@pytest.mark.parametrize(
    ("name", "moves", "depths"),
    [
        *(("AliBaba", 1, (1, 1)), ("AliBaba", 4, (7, 7))),
        *(("Modern", 1, (9, 3)), ("Modern", 4, (15, 21))),
        *(("Selective", 1, (3, 2)), ("Selective", 4, (9, 14))),
    ],
)
def test_how_deep_a_mate_is_looked_for(name, moves, depths):
    """By hand: a mate in n takes 2n - 1 plies, all of which a full-width search sees."""
    assert SEARCHES[name].mate_depths(moves) == depths
