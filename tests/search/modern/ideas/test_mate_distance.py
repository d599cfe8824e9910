"""Which nodes are too far from the root for any mate to matter.

By hand: three plies below the root the side to move can be mated in 3 plies of the root, or mate
in 4.
"""

import pytest

from engine.search.modern.ideas.mate_distance import mate_distance_bound
from engine.search.shared.score import INFINITE, MATE, UNDECIDED

# Alpha, beta, value.
CASES = {
    "no mate is known": (-50, 50, UNDECIDED),
    "a mate as short as possible here is known": (MATE - 4, MATE - 3, MATE - 4),
    "a mate one ply longer is known": (MATE - 5, MATE - 4, UNDECIDED),
    "being mated here already fails high": (-MATE + 2, -MATE + 3, -MATE + 3),
    "being mated here is not enough": (-MATE + 3, -MATE + 4, UNDECIDED),
    "the whole window": (-INFINITE, INFINITE, UNDECIDED),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize(("alpha", "beta", "value"), CASES.values(), ids=CASES)
def test_mate_distance(alpha, beta, value):
    assert int(mate_distance_bound(3, alpha, beta)) == value
