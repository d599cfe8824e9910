"""Cut statistics and audits of pruning: they leave no trace, and say what is so.

Witness: the node itself, searched in full.
"""

import numpy as np
import pytest

from engine.search.selective.memory import MOST_CUT_ROWS
from engine.thinking.bench import BENCH_POSITIONS
from tests.search.positions import ALL, LARGE
from tests.search.thinker import Thinker

BASE = {"search": "Selective", "evaluation": "AliBaba", "multi_cut": True}
NAMES = ("MG5.22", "Kiwipete", "EG2.36")


@pytest.fixture(scope="module")
def kept():
    return Thinker(**BASE)


def rows_of(thinker):
    """What the last search described."""
    memory = thinker.engine.thread.memory
    return memory["cut_rows"][: int(memory["cut_row_count"])].copy()


@pytest.mark.parametrize(
    "settings",
    [{"prune_audit": 3}, {"prune_audit": 1, "cut_stats": True}],
    ids=["audit", "both"],
)
@pytest.mark.parametrize("uncertain", [False, True])
def test_no_trace(kept, settings, uncertain):
    """Values, counters, the table and all: nothing differs from the search without."""
    for name in NAMES:
        plain = kept.reset(**BASE, uncertainty_cuts=uncertain).think(LARGE[name], 5)
        stored = kept.stored()
        counts = kept.engine.thread.memory["counts"].copy()
        found = kept.reset(**BASE, uncertainty_cuts=uncertain, **settings).think(LARGE[name], 5)
        assert (found.worker, found.counts) == (plain.worker, plain.counts)
        assert (found.score, found.last.pv) == (plain.score, plain.last.pv)
        assert kept.stored() == stored
        assert kept.engine.thread.memory["counts"] == counts


def test_audits_find_the_errors_of_null_moves(kept):
    """In zugzwang a pass is wrong, and in middle games hardly ever."""
    audits = {}
    for title in ("knights against pawn", "MG5.22"):
        kept.reset(**BASE, prune_audit=1, null_move_endgame_off=False)
        kept.think(ALL[title], 6)
        audits[title] = kept.engine.thread.memory["audits"].copy()
        assert audits[title]["audited"][0] > 0
        assert (audits[title]["wrong"] <= audits[title]["audited"]).all()
    middle = audits["MG5.22"]
    assert middle["audited"][1] > 0
    assert middle["wrong"].sum() < middle["audited"].sum() / 10


ERRING = (
    *("promotion by capture", "en passant", "mate in two", "one legal move, in check"),
    *("double check", "blocked pawns (Fine 70)", "knights against pawn", "EG2.36", "MG5.22"),
)
"""Positions in which null move errs, or nearly never."""


def test_only_errors_that_propagate_change_the_value(kept):
    """Every pruned node is audited. The witness is the value of the search without null moves."""
    settings = BASE | {
        "multi_cut": False, "extensions": "None", "null_move_endgame_off": False,
        "table_use": "nothing",
    }  # fmt: skip
    wrong, propagated, changed = 0, 0, 0
    for title in ERRING:
        pruned = kept.reset(**settings, prune_audit=1).think(ALL[title], 5).score
        audit = kept.engine.selective.audits["null_move"]
        exact = kept.reset(**settings, null_move=False).think(ALL[title], 5).score
        wrong, propagated = wrong + audit.wrong, propagated + audit.propagated
        changed += pruned != exact
        assert audit.propagated or pruned == exact, title
        assert audit.wrong or not audit.propagated
    assert wrong > propagated > changed > 0


@pytest.mark.parametrize("rule", ["null_move", "multi_cut"])
def test_an_error_is_that_of_its_rule(kept, rule):
    """What the other rule does wrong is not counted for it."""
    switches = {"null_move": rule == "null_move", "multi_cut": rule == "multi_cut"}
    kept.reset(**BASE | switches, prune_audit=1, null_move_endgame_off=False)
    kept.set(multi_cut_endgame_off=False, multi_cut_c=1)
    kept.think(ALL["blocked pawns (Fine 70)"], 8)
    audits = kept.engine.selective.audits
    (other,) = audits.keys() - {rule}
    assert audits[other] == (0, 0, 0)
    assert audits[rule].wrong >= 1


def test_one_in_so_many_is_audited(kept):
    """Chosen by the position, so that a search repeats itself."""
    numbers = []
    for every in (1, 4):
        kept.reset(**BASE, prune_audit=every).think(LARGE["MG5.22"], 6)
        numbers.append(int(kept.engine.thread.memory["audits"]["audited"].sum()))
    assert numbers[1] < numbers[0] / 2 and numbers[1] > 0


def test_what_promises_to_cut_off(kept):
    """Table 5.1: the reduced search tells the nodes with a cut-off from those without."""
    found, settings = [], BASE | {"multi_cut": False, "extensions": "None"}
    for position in BENCH_POSITIONS[:13]:
        kept.reset(**settings, cut_stats=True).think(position, 7)
        found.append(rows_of(kept))
    rows = np.concatenate(found)
    assert 200 < len(rows) < MOST_CUT_ROWS * len(found)
    for less, more in (
        ("history_above_100", "history_above_0"),
        ("history_above_0", "legal_moves"),
        ("quiescence", "quiescence_25"),
        ("quiescence_25", "legal_moves"),
        ("search", "search_25"),
        ("search_25", "legal_moves"),
    ):
        assert (rows[less] <= rows[more]).all()
    assert (rows["plies"] >= 4).all()
    true, false = rows[rows["cuts_off"] == 1], rows[rows["cuts_off"] == 0]
    assert len(true) > 9 * len(false) > 0
    assert true["search"].mean() >= 5 * false["search"].mean()
    promising = rows[rows["search"] >= 3]
    assert (promising["cuts_off"] == 0).mean() <= 0.01
