"""Counting leaves finds what no single position shows: python-chess and published counts witness.

`leaves` counts the last ply without writing it, `leaves_made` makes every move: both must agree,
or `count` and `make` do not tell the same story.
"""

import pytest

from tests.games import word
from tests.perft_suite import PerftCase, read_suite

SUITE = read_suite()
COUNTED_QUICKLY, MADE_QUICKLY = 20_000_000, 1_000_000
COUNTED_SLOWLY, MADE_SLOWLY = 200_000_000, 120_000_000

named = pytest.mark.parametrize("case", SUITE, ids=[case.name for case in SUITE])


def counts(rules, case: PerftCase, limits: tuple[int, int], counting: bool) -> None:
    """Compare all counts within the limits."""
    least, most = limits
    known = case.counts(most)
    depths = [depth for depth, leaves in known.items() if leaves > least]
    assert depths
    rules.put(case.board())
    found = {depth: rules.perft(depth, counting) for depth in depths}
    assert found == {depth: known[depth] for depth in depths}


@named
def test_counting(case, rules):
    """The last ply counted."""
    counts(rules, case, (-1, COUNTED_QUICKLY), True)


@named
def test_making(case, rules):
    """Every move made."""
    counts(rules, case, (-1, MADE_QUICKLY), False)


@named
def test_root_moves(case, rules):
    """Move by move, as python-chess sees it: two mistakes cannot cancel out."""
    board = case.board()
    expected = {}
    for move in board.legal_moves:
        played = word(board, move)
        board.push(move)
        expected[played] = board.legal_moves.count()
        board.pop()
    rules.put(board)
    found = {}
    for move in rules.words():
        rules.put(board)
        rules.put(rules.make(move))
        found[move] = rules.perft(1)
    assert found == expected


@pytest.mark.uncompiled
@pytest.mark.parametrize("counting", [True, False], ids=["counting", "making"])
@pytest.mark.parametrize("case", SUITE[:4], ids=[case.name for case in SUITE[:4]])
def test_shallow(case, counting, rules):
    """What plain Python can count, too."""
    counts(rules, case, (-1, 500), counting)


@pytest.mark.uncompiled
def test_depth_zero(rules):
    """A position is its own only leaf."""
    rules.put(SUITE[0].board())
    assert rules.perft(0) == rules.perft(0, counting=False) == 1


def deep(case: PerftCase, quickly: int, slowly: int) -> bool:
    """Tell whether a case has counts for the slow tests only."""
    return case.counts(quickly) != case.counts(slowly)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [case for case in SUITE if deep(case, COUNTED_QUICKLY, COUNTED_SLOWLY)],
    ids=lambda case: case.name,
)
def test_counting_deeply(case, rules):
    """The last ply counted, as deep as was published."""
    counts(rules, case, (COUNTED_QUICKLY, COUNTED_SLOWLY), True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [case for case in SUITE if deep(case, MADE_QUICKLY, MADE_SLOWLY)],
    ids=lambda case: case.name,
)
def test_making_deeply(case, rules):
    """Every move made, as deep as was published."""
    counts(rules, case, (MADE_QUICKLY, MADE_SLOWLY), False)
