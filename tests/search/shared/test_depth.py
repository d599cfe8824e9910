"""Depth in parts of a ply."""

import pytest

from engine.search.shared.depth import PLY, whole_plies
from engine.table.entry import DEEPEST


@pytest.mark.uncompiled
def test_whole_plies():
    """Rounded down, below 0 too; the deepest search fits many times into a word."""
    given = {0: 0, PLY - 1: 0, PLY: 1, 5 * PLY // 2: 2, -1: -1, -PLY: -1, DEEPEST * PLY: DEEPEST}
    assert {depth: int(whole_plies(depth)) for depth in given} == given
