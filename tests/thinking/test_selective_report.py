"""What the search Selective reports of itself, in Python and in the lines of `table`."""

import pytest

from tests.search.positions import LARGE
from tests.search.thinker import Thinker


@pytest.fixture(scope="module")
def thinker():
    return Thinker(search="Selective")


def test_the_counts_are_those_of_the_last_search(thinker):
    """They begin anew with every search, agree with each other, and stand in the lines."""
    thinker.reset(search="Selective", multi_cut=True, uncertainty_cuts=True, prune_audit=2)
    thinker.set(cut_stats=True)
    for name in ("MG5.22", "Kiwipete"):
        thinker.afresh(LARGE[name], 6)
    report = thinker.engine.selective
    counts, lines = report.counts, "\n".join(thinker.engine.table_report())
    assert counts["first_cut_offs"] <= counts["cut_offs"] <= counts["zero_window_nodes"]
    assert counts["expected_cut_nodes"] <= counts["zero_window_nodes"]
    assert counts["pass_cut_offs"] <= counts["passes"]
    assert counts["multi_cuts"] <= counts["multi_cut_tests"] <= counts["multi_cut_tries"]
    assert 0 < counts["multi_cut_nodes"] < thinker.engine.nodes
    assert f"{counts['passes']} searched, {counts['pass_cut_offs']} pruned" in lines
    for rule, audit in report.audits.items():
        name = rule.replace("_", " ")
        assert f"audit of {name}: {audit.audited} searched in full, {audit.wrong} wrong" in lines
    assert f"cut statistics: {len(report.cut_rows)} expected cut-nodes" in lines
    thinker.afresh(LARGE["EG5.63"], 1)
    assert thinker.engine.selective.counts["multi_cuts"] == 0


def test_the_threads_are_added_up():
    thinker = Thinker(search="Selective", threads=2)
    thinker.think(LARGE["Kiwipete"], nodes=150_000)
    alone = [int(each.memory["counts"]["passes"]) for each in thinker.engine._threads]
    assert thinker.engine.selective.counts["passes"] == sum(alone) > max(alone)


@pytest.mark.parametrize("search", ["Modern", "AliBaba"])
def test_other_searches_have_none(search):
    thinker = Thinker(search=search)
    thinker.think(LARGE["MG4.28"], 2)
    report = thinker.engine.selective
    assert (report.counts, report.audits, len(report.cut_rows)) == ({}, {}, 0)
    assert report.lines() == []
