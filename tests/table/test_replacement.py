"""Who stays in a full bucket: histories worked by hand, one expectation per row of SCHEMES.

Sources: Breuker, Uiterwijk and van den Herik 1994, section 2; choices X2, X4, X5 and X6 of
docs/choices.md. A bucket is written with its first place first.
"""

import pytest

from engine.table.replacement import SCHEMES
from tests.table.small_table import SmallTable

pytestmark = pytest.mark.uncompiled

# Results: key, depth, size.
DEEP, BIG, SMALL = (1, 9, 100), (2, 3, 900), (3, 1, 1)
TWIN = (4, 9, 100)  # as deep and as big as DEEP
STAMP = "a new search begins"

HISTORIES = {
    "deep, big, small": (DEEP, BIG, SMALL),
    "small, big, deep": (SMALL, BIG, DEEP),
    "two that tie": (DEEP, TWIN),
    "small after a stamp": (DEEP, BIG, STAMP, SMALL),
    "small, big after a stamp": (DEEP, STAMP, SMALL, BIG),
}

# deep, big, small: BIG is not as deep as DEEP but bigger; SMALL loses every question.
# small, big, deep: DEEP meets BIG in the first place and wins by depth, loses by size.
# two that tie: the newer one wins (X2).
# small after a stamp: all residents are stamped; SMALL overwrites one place under every scheme,
#   and in two places the old first one moves to the second (X5).
# small, big after a stamp: in two places [SMALL, DEEP stamped] at first; BIG is deeper and bigger
#   than SMALL, SMALL moves down and the stamped DEEP is lost. In one place SMALL took the place
#   of the stamped DEEP, and is then a current resident for BIG.
WHO_STAYS = {
    "OLD": ([1], [3], [1], [3], [3]),
    "NEW": ([3], [1], [4], [3], [2]),
    "DEEP": ([1], [1], [4], [3], [2]),
    "BIG1": ([2], [2], [4], [3], [2]),
    "BIGALL": ([2], [2], [4], [3], [2]),
    "TWODEEP": ([1, 3], [1, 2], [4, 1], [3, 1], [2, 3]),
    "TWOBIG1": ([2, 3], [2, 1], [4, 1], [3, 2], [2, 3]),
    "TWOBIGALL": ([2, 3], [2, 1], [4, 1], [3, 2], [2, 3]),
}

# The question about the first place, in the simplest words: does the newcomer win it? The random
# sequences of test_store.py ask it of a naive table.
WINS = {
    "OLD": lambda newcomer, resident: False,
    "NEW": lambda newcomer, resident: True,
    "DEEP": lambda newcomer, resident: newcomer.depth >= resident.depth,
    "BIG1": lambda newcomer, resident: newcomer.size >= resident.size,
    "BIGALL": lambda newcomer, resident: newcomer.size >= resident.size,
    "TWODEEP": lambda newcomer, resident: newcomer.depth >= resident.depth,
    "TWOBIG1": lambda newcomer, resident: newcomer.size >= resident.size,
    "TWOBIGALL": lambda newcomer, resident: newcomer.size >= resident.size,
}

# The same with Time Stamping off: a new search begins with an empty table.
AFTER_CLEARING = {
    "OLD": ([3], [3]),
    "NEW": ([3], [2]),
    "DEEP": ([3], [2]),
    "BIG1": ([3], [2]),
    "BIGALL": ([3], [2]),
    "TWODEEP": ([3], [2, 3]),
    "TWOBIG1": ([3], [2, 3]),
    "TWOBIGALL": ([3], [2, 3]),
}

by_name = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
two_levels = pytest.mark.parametrize(
    "scheme", [scheme for scheme in SCHEMES if scheme.levels == 2], ids=lambda row: row.name
)


def table_after(scheme, history, **settings):
    """A bucket after a history."""
    table = SmallTable(scheme.name, **settings)
    for step in history:
        if step is STAMP:
            table.begin_search()
        else:
            table.store(*step)
    return table


@pytest.mark.parametrize("history", range(len(HISTORIES)), ids=HISTORIES)
@by_name
def test_who_stays(scheme, history):
    table = table_after(scheme, list(HISTORIES.values())[history])
    assert table.keys() == WHO_STAYS[scheme.name][history]


@by_name
def test_who_stays_in_a_wide_slot(scheme):
    """The width of a slot changes nothing."""
    for history, stay in zip(HISTORIES.values(), WHO_STAYS[scheme.name], strict=True):
        assert table_after(scheme, history, table_pv_length=5).keys() == stay


@by_name
def test_who_stays_after_clearing(scheme):
    """Without stamping every search begins with an empty table."""
    stamped = [history for history in HISTORIES.values() if STAMP in history]
    for history, stay in zip(stamped, AFTER_CLEARING[scheme.name], strict=True):
        assert table_after(scheme, history, time_stamping=False).keys() == stay


@by_name
def test_the_same_position_again_is_renewed_in_place(scheme):
    """X4: not a collision, whatever the scheme says; OLD as well, and a shallower result too."""
    table = table_after(scheme, [DEEP])
    table.store(1, 2, 5)
    assert table.keys() == [1]
    (entry, _) = table.find(1)
    assert (entry.depth, entry.size) == (2, 5)
    assert table.counts == {"writes": 2, "filled": 1, "reads": 1, "hits": 1}


@by_name
def test_a_renewed_position_carries_the_current_stamp(scheme):
    """Otherwise the next stranger would overwrite what was searched a moment ago."""
    table = table_after(scheme, [DEEP, STAMP, DEEP, SMALL])
    # DEEP is current again: OLD, DEEP and BIG keep it; NEW does not; two places keep both.
    kept = {"NEW": [3]}.get(scheme.name, [1] if scheme.levels == 1 else [1, 3])
    assert table.keys() == kept


@two_levels
def test_renewed_in_the_second_place(scheme):
    """X4: it moves up if it is then at least as good as the first one, and is never doubled."""
    table = table_after(scheme, [(1, 9, 900), (2, 3, 300)])
    assert table.keys() == [1, 2]
    table.store(2, 5, 500)
    assert table.keys() == [1, 2]
    table.store(2, 9, 900)
    assert table.keys() == [2, 1]
    assert table.counts == {"writes": 4, "filled": 2, "clashes": 1}


@two_levels
def test_renewed_in_the_second_place_below_a_stamped_one(scheme):
    """The first is of an earlier search: the renewed one takes its place, however small it is."""
    table = table_after(scheme, [(1, 9, 900), (2, 3, 300), STAMP, (2, 1, 1)])
    assert table.keys() == [2, 1]
    assert "collisions" not in table.counts


@two_levels
@pytest.mark.parametrize(
    ("newcomer", "stay"), [((3, 9, 900), [3, 1]), ((3, 8, 800), [1, 3])], ids=["wins", "loses"]
)
def test_a_current_first_above_a_stamped_second(scheme, newcomer, stay):
    """X5, first case: the usual rule, and the stamped second one is what gets lost."""
    table = table_after(scheme, [(1, 9, 900), (2, 3, 300), STAMP, (1, 9, 900)])
    table.store(*newcomer)
    assert table.keys() == stay
    assert (table.counts["collisions"], table.counts["outdated"]) == (1, 1)


@two_levels
@pytest.mark.parametrize(
    ("residents", "lost"),
    [([(1, 9, 900)], 0), ([(1, 9, 900), (2, 3, 300)], 1)],
    ids=["empty", "full"],
)
def test_a_stamped_first_above_a_stamped_or_empty_second(scheme, residents, lost):
    """X5, second case: the newcomer goes first, the old first one moves down."""
    table = table_after(scheme, [*residents, STAMP, SMALL])
    assert table.keys() == [3, 1]
    assert table.counts.get("collisions", 0) == table.counts.get("outdated", 0) == lost


@two_levels
@pytest.mark.parametrize(
    ("newcomer", "stay"), [((3, 3, 300), [3, 2]), ((3, 2, 200), [2, 3])], ids=["wins", "loses"]
)
def test_a_stamped_first_above_a_current_second(scheme, newcomer, stay):
    """X5, third case: the stamped one is lost, the better of the two current ones is first."""
    table = table_after(scheme, [(1, 9, 900), (2, 3, 300)])
    table.outdate(0)
    table.store(*newcomer)
    assert table.keys() == stay
    assert (table.counts["collisions"], table.counts["outdated"]) == (1, 1)


# After DEEP, BIG, SMALL, DEEP again, a new search, and TWIN: what was counted. "clashes" are
# stores that met another position first, "collisions" those by which one was lost (X6).
#  one place: BIG and SMALL clash and lose one position each, themselves or the resident. DEEP
#    again is renewed if it is still there, else it clashes too. TWIN clashes with a stamped one.
#  two places: BIG clashes and fills the second place, SMALL clashes and one is lost. By depth
#    DEEP is still first and renewed; by size [BIG, SMALL] are there: DEEP clashes, SMALL is lost.
#    TWIN clashes with two stamped ones; the second is lost.
COUNTED = {
    "OLD": {"filled": 1, "clashes": 3, "collisions": 3, "refused": 2, "outdated": 1},
    "NEW": {"filled": 1, "clashes": 4, "collisions": 4, "outdated": 1},
    "DEEP": {"filled": 1, "clashes": 3, "collisions": 3, "refused": 2, "outdated": 1},
    "BIG1": {"filled": 1, "clashes": 4, "collisions": 4, "refused": 2, "outdated": 1},
    "BIGALL": {"filled": 1, "clashes": 4, "collisions": 4, "refused": 2, "outdated": 1},
    "TWODEEP": {"filled": 2, "clashes": 3, "collisions": 2, "outdated": 1},
    "TWOBIG1": {"filled": 2, "clashes": 4, "collisions": 3, "outdated": 1},
    "TWOBIGALL": {"filled": 2, "clashes": 4, "collisions": 3, "outdated": 1},
}


@by_name
def test_counters(scheme):
    table = table_after(scheme, [DEEP, BIG, SMALL, DEEP, STAMP, TWIN])
    assert table.counts == {"writes": 5, **COUNTED[scheme.name]}


def test_hits_are_counted_as_the_papers_say():
    """BIG1 counts a hit as one node, BIGALL as the nodes it saved; a row must say which."""
    whole = {scheme.name for scheme in SCHEMES if scheme.whole_hits}
    assert whole == {"BIGALL", "TWOBIGALL"}
