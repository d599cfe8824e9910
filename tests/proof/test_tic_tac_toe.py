"""Tic-tac-toe against Schijf's tables, and its values against plain minimax."""

from functools import cache
from statistics import mean

import pytest

from engine.proof.games.tic_tac_toe import ALL_CELLS, LINES, TicTacToeGame, images
from engine.proof.search import ProofSearch
from engine.proof.settings import Settings
from tests.proof.graphs import EVERY

PRINTED = {"tree": (17_086, 25_137, 18_894), "dag": (3_265, 32_922, 9_816)}
"""Tables 4.1, 4.2, 4.3: nodes, updates, updates that end early; means of 100 random orders."""
SYMMETRIC = 617
"""Table A.1."""


@cache
def first_wins(first: int, second: int) -> bool:
    """Plain minimax: whether the first player, if the numbers of cells are equal to move, wins."""
    if any(second & line == line for line in LINES):
        return False
    if any(first & line == line for line in LINES):
        return True
    empty = [1 << cell for cell in range(9) if not (first | second) >> cell & 1]
    if not empty:
        return False
    if first.bit_count() == second.bit_count():
        return any(first_wins(first | cell, second) for cell in empty)
    return all(first_wins(first, second | cell) for cell in empty)


def outcomes(variant, seeds, *, symmetric=False, merges=False, **settings):
    for seed in seeds:
        game = TicTacToeGame(seed=seed, symmetric=symmetric, merges=merges)
        wanted = {"initial": "one", "node_limit": 100_000, "slots": 100_000, **settings}
        outcome = ProofSearch(game, Settings(variant=variant, **wanted)).run()
        assert outcome.value is False
        yield outcome


@pytest.mark.parametrize("variant", ["tree", "dag"])
def test_printed_means(variant):
    """Within two per cent. The spread of a mean of 100 is 0.5 to 1 per cent, and that of the
    difference of two such means half as much again: the orders of 1993 are not known."""
    nodes, updates, early = PRINTED[variant]
    seeds, recursive = range(1, 101), {"recursive_updates": True}
    whole = list(outcomes(variant, seeds, stops_early=False, **recursive))
    ended = list(outcomes(variant, seeds, **recursive))
    assert mean(one.nodes for one in whole) == pytest.approx(nodes, rel=0.02)
    assert [one.nodes for one in whole] == [one.nodes for one in ended]
    assert mean(one.updates for one in whole) == pytest.approx(updates, rel=0.02)
    assert mean(one.updates for one in ended) == pytest.approx(early, rel=0.02)
    queued = list(outcomes(variant, seeds))
    assert [one.nodes for one in queued] == [one.nodes for one in whole]
    assert sum(one.updates for one in queued) <= sum(one.updates for one in ended)


def test_symmetric_positions_are_one():
    """Both edges are kept when two moves lead to one position; the thesis does not say (X88).

    The mean is within three per cent of the printed one, which is more than the spread of 0.6 per
    cent explains; with one edge it is off by a multiple of that.
    """
    kept = mean(one.nodes for one in outcomes("dag", range(1, 101), symmetric=True))
    merged = mean(one.nodes for one in outcomes("dag", range(1, 101), symmetric=True, merges=True))
    assert kept == pytest.approx(SYMMETRIC, rel=0.03)
    assert merged < 0.9 * SYMMETRIC


@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("symmetric", [False, True])
def test_values_of_all_positions_of_two_plies_and_four(variant, symmetric):
    """Every ninth one: the values are those of minimax."""
    cells = [1 << cell for cell in range(9)]
    positions = [(one, other) for one in cells for other in cells if one != other]
    positions += [
        (one | two, three | four)
        for one in cells
        for two in cells
        for three in cells
        for four in cells
        if one < two and three < four and not (one | two) & (three | four)
    ]
    for first, second in positions[::9]:
        game = TicTacToeGame(first, second, symmetric=symmetric)
        settings = Settings(variant=variant, node_limit=10**5, slots=10**5, table_mib=1)
        assert ProofSearch(game, settings).run().value is first_wins(first, second)


def test_images():
    """Eight, of which a corner has four different ones."""
    assert len(images(0b1)) == 8
    assert set(images(0b1)) == {0b1, 0b100, 0b1_000_000, 0b100_000_000}
    assert set(images(0b10_000)) == {0b10_000}
    assert set(images(int(ALL_CELLS))) == {int(ALL_CELLS)}
