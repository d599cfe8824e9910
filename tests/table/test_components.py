"""The optional components of an entry, worked by hand in buckets of one and two places.

Source: Breuker 1998, section 2.2; choice X60 of docs/choices.md.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.table.components import DRAW_PROVED, OTHER_DRAW_PROVED, PRINCIPAL
from engine.table.entry import EXACT, LOWER, UPPER
from tests.table.small_table import SmallTable, parts

ONE, TWO, THREE = 8, 16, 24
"""Keys that share the only bucket."""


def beside(table: SmallTable, level: int = 0) -> int:
    """The word of the components of a place."""
    return int(table.place(level).beside)


def other(table: SmallTable) -> tuple[int, int, int] | None:
    """Bound, score and depth of the other side in the first place."""
    found = parts(beside(table))
    return (found.bound, found.score, found.depth) if found.bound else None


@pytest.fixture
def both() -> SmallTable:
    return SmallTable("DEEP", entry_both_bounds=True)


def test_the_other_bound_is_kept_with_its_depth(both):
    both.store(ONE, 5, 10, bound=LOWER, score=-30)
    assert other(both) is None
    both.store(ONE, 4, 10, bound=UPPER, score=70)
    assert other(both) == (LOWER, -30, 5)
    both.store(ONE, 6, 10, bound=UPPER, score=60)
    assert other(both) == (LOWER, -30, 5), "a new upper bound leaves the lower one alone"
    both.store(ONE, 7, 10, bound=LOWER, score=-20)
    assert other(both) == (UPPER, 60, 6)
    entry, _ = both.find(ONE)
    assert (entry.bound, entry.score, entry.depth) == (LOWER, -20, 7)


def test_an_exact_score_is_both_bounds(both):
    both.store(ONE, 5, 10, bound=EXACT, score=12)
    assert other(both) is None
    both.store(ONE, 3, 10, bound=LOWER, score=12)
    assert other(both) == (UPPER, 12, 5)
    both.store(ONE, 6, 10, bound=EXACT, score=15)
    assert other(both) is None, "there is nothing left to know"


@pytest.mark.parametrize(("known", "new"), [(UPPER, LOWER), (LOWER, UPPER)])
def test_a_bound_that_contradicts_goes(both, known, new):
    sign = 1 if new == LOWER else -1
    both.store(ONE, 5, 10, bound=known, score=20 * sign)
    both.store(ONE, 6, 10, bound=new, score=21 * sign)
    assert other(both) is None


def test_another_position_takes_no_bound_over(both):
    both.store(ONE, 1, 10, bound=LOWER, score=5)
    both.store(TWO, 2, 10, bound=UPPER, score=9)
    assert (both.keys(), other(both)) == ([TWO], None)


def test_marks_of_proved_draws_follow_their_bounds(both):
    both.store(ONE, 5, 10, bound=LOWER, score=0, marks=int(DRAW_PROVED))
    both.store(ONE, 5, 10, bound=UPPER, score=8)
    assert beside(both) & int(DRAW_PROVED | OTHER_DRAW_PROVED) == int(OTHER_DRAW_PROVED)
    both.store(ONE, 5, 10, bound=UPPER, score=0, marks=int(DRAW_PROVED))
    assert beside(both) & int(DRAW_PROVED) and beside(both) & int(OTHER_DRAW_PROVED)


def protected(scheme: str, key: int, depth: int = 1) -> SmallTable:
    """A table with an entry on a main line."""
    table = SmallTable(scheme, entry_principal=True)
    table.store(key, depth, 10, marks=int(PRINCIPAL))
    return table


@pytest.mark.parametrize("scheme", ["NEW", "DEEP", "BIG1"])
def test_one_place_on_a_main_line_is_not_given_up(scheme):
    table = protected(scheme, ONE)
    table.store(TWO, 9, 1000)
    assert table.keys() == [ONE]
    counts = table.counts
    assert (counts["protected"], counts["refused"], counts["collisions"]) == (1, 1, 1)
    table.outdate(0)
    table.store(TWO, 1, 1)
    assert table.keys() == [TWO], "of an earlier search it is as any other"


@pytest.mark.parametrize("scheme", ["TWODEEP", "TWOBIG1"])
def test_two_places_leave_the_other_one(scheme):
    table = protected(scheme, ONE)
    table.store(TWO, 9, 1000)
    assert table.keys() == [ONE, TWO], "the better newcomer does not take the first place"
    table.store(THREE, 0, 1)
    assert table.keys() == [ONE, THREE], "the second place belongs to the newest, as always"
    table.store(THREE, 0, 1, marks=int(PRINCIPAL))
    table.store(TWO, 9, 1000)
    assert table.keys() == [ONE, THREE], "both on main lines: refused"
    assert table.counts["refused"] == 1


def test_a_protected_second_place_leaves_the_first_to_who_outranks_it():
    table = SmallTable("TWODEEP", entry_principal=True)
    table.store(ONE, 5, 10)
    table.store(TWO, 1, 10, marks=int(PRINCIPAL))
    assert table.keys() == [ONE, TWO]
    table.store(THREE, 2, 10)
    assert table.keys() == [ONE, TWO], "less deep than the first, and the second is protected"
    table.store(THREE, 7, 10)
    assert table.keys() == [THREE, TWO]


def test_the_same_position_is_updated_and_stays_marked():
    table = protected("NEW", ONE)
    table.store(ONE, 4, 10, score=33)
    assert table.find(ONE)[0].score == 33
    assert beside(table) & int(PRINCIPAL)


@given(
    st.sampled_from(("OLD", "NEW", "DEEP", "BIG1", "BIGALL", "TWODEEP", "TWOBIG1")),
    st.lists(
        st.tuples(
            st.sampled_from((ONE, TWO, THREE, 32)),
            st.integers(0, 9),
            st.integers(1, 99),
            st.booleans(),
        ),
        max_size=30,
    ),
)
def test_no_history_loses_a_protected_position(scheme, history):
    """Whatever is stored: who once lay in the table with the mark lies there to the end."""
    table = SmallTable(scheme, entry_principal=True)
    marked: set[int] = set()
    for key, depth, size, on_line in history:
        table.store(key, depth, size, marks=int(PRINCIPAL) if on_line else 0)
        assert marked <= set(table.keys())
        if on_line and key in table.keys():
            level = table.keys().index(key)
            marked |= {key} if beside(table, level) & int(PRINCIPAL) else set()
