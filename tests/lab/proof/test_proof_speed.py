"""The lines of `make bench` about proof searches; no time is asserted."""

import re

import pytest

from engine.lab.proof import speed
from engine.proof.variants import VARIANTS


@pytest.fixture(autouse=True)
def _few_nodes(monkeypatch):
    monkeypatch.setattr(speed, "NODE_LIMIT", 20_000)
    monkeypatch.setattr(speed, "REPEATS", 1)


def test_a_line_for_each_form(capsys):
    speed.report_proofs()
    lines = capsys.readouterr().out.splitlines()
    assert [re.match(r"proof search (\w+): \d+\.\d M nodes/s", line)[1] for line in lines] == [
        *VARIANTS
    ]


def test_the_memory_of_a_node():
    """A tree keeps 16 bytes for each; graphs a link or a mark, and a part of the table beside."""
    tree, dag, bta = (speed.rate(form)[1] for form in ("tree", "dag", "bta"))
    assert tree == pytest.approx(16, rel=0.01)
    assert 36 < dag < 120 and 20 < bta < 120
    assert speed.rate("dfpn")[1] == 0
