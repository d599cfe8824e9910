"""What is timed against each other is the same tree, and the engine is left as it was."""

import pytest

from engine.lab import costs
from engine.lab.costs import IDLE, PLAIN, cost_of, log_cost, report_plain, timed
from engine.options import find
from engine.thinking.engine import Engine

DEPTHS = {"Modern": 6, "Selective": 3}
CASES = [(search, name) for search, settings in IDLE.items() for name in settings]


@pytest.fixture
def engine(monkeypatch):
    monkeypatch.setattr(costs, "REPEATS", 1)
    return Engine()


@pytest.mark.parametrize(("search", "name"), CASES, ids=[" ".join(case) for case in CASES])
def test_nothing_of_it_changes_the_tree(engine, search, name):
    engine.configure(find("Search"), search)
    before = dict(engine.settings)
    assert cost_of(engine, DEPTHS[search], IDLE[search][name]) > 0
    assert engine.settings == before


def test_other_trees_are_refused(engine):
    with pytest.raises(ValueError, match=r"nodes with \{'Null Move': False\}"):
        cost_of(engine, DEPTHS["Modern"], {"Null Move": False})


def test_the_log_is_left(engine):
    assert log_cost(engine, DEPTHS["Modern"]) > 0
    assert engine.settings["tree_log"] == ""


def test_plain_selective(engine, monkeypatch, capsys):
    monkeypatch.setitem(costs.LOGGED_DEPTHS, "AliBaba", 3)
    report_plain(engine)
    assert capsys.readouterr().out.startswith("nodes per second of plain Selective by AliBaba's: ")
    assert engine.settings["search"] == "Modern"
    nodes, _ = timed(engine, 3, {"Search": "Selective", **PLAIN})
    assert nodes != timed(engine, 3, {"Search": "Selective"})[0]
