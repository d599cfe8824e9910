"""How many moves are enough near the leaves.

Source: see the file that is tested.
"""

import chess
import pytest

from engine.search.modern.ideas.late_move_pruning import DEEPEST
from tests.search.modern.asked_node import AskedNode

# Depth: how many moves are enough, by hand: 3 and the square of the depth; half if not improving.
ENOUGH = {1: (4, 2), 2: (7, 3), 3: (12, 6), 8: (67, 33)}


@pytest.mark.parametrize(("depth", "counts"), ENOUGH.items(), ids=str)
def test_enough_moves(thinker, depth, counts):
    node = AskedNode(thinker, chess.STARTING_FEN)
    for improving, count in zip((True, False), counts, strict=True):
        assert not node.enough(depth, count - 1, improving)
        assert node.enough(depth, count, improving)
        assert not node.enough(DEEPEST + 1, 300, improving)
    thinker.set(late_move_pruning=False)
    assert not node.enough(depth, 300, False)
