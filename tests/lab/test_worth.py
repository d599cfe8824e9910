"""What each idea is worth: rows for all switches, and sides for all of them."""

import re

import pytest

from engine import options
from engine.lab import worth
from engine.lab.match import command
from engine.lab.match.sides import parse_side
from engine.thinking.engine import Engine


def test_a_row_for_every_switch(monkeypatch, capsys):
    """The other way round, a switch changes the nodes of some position; then it is as before."""
    engine = Engine()
    monkeypatch.setattr(worth, "Engine", lambda: engine)
    assert worth.main(["6"]) == 0
    first, *rows = capsys.readouterr().out.splitlines()
    assert first == f"{worth.bench_nodes(engine, 6)} nodes to depth 6"
    names = [re.fullmatch(r"(.*): [+-]\d+%", row)[1] for row in rows]
    assert names == [switch.name for switch in worth.switches()]
    assert sum(row.split()[-1] not in {"+0%", "-0%"} for row in rows) > 5


def test_sides_with_each_idea_switched():
    """The first side, which meets all others, is as delivered."""
    words = worth.gauntlet()
    sides = [parse_side(text) for text in words if text not in {"--side", "--gauntlet"}]
    assert words[-1] == "--gauntlet" and sides[0].options == ()
    for side, switch in zip(sides[1:], worth.switches(), strict=True):
        ((name, value),) = side.options
        assert name == switch.name
        assert options.parse(options.find(name), value) is not switch.default


def test_the_match_is_one_of_the_match_room(monkeypatch: pytest.MonkeyPatch):
    given = []
    monkeypatch.setattr(command, "main", lambda words: given.append(words) or 3)
    assert worth.main(["match", "--nodes", "5000"]) == 3
    assert given == [[*worth.gauntlet(), "--nodes", "5000"]]
