"""The quadratic penalties: which weights are neighbours, and how strongly they are tied."""

import numpy as np
import pytest

from engine.evaluation.tapered.weights import WEIGHTS, WORDS
from engine.lab.tuning.penalty import Penalty, can_occur, neighbours, places_of
from tests.evaluation.tapered import twin as tapered_twin
from tests.evaluation.tapered.test_tapered import BOARDS, place_of

PAIRS = {frozenset(pair) for pair in neighbours()}


def pair(one, other):
    return frozenset((place_of(one), place_of(other)))


NEIGHBOURS = {
    "files": (("piece_square", 1, 10), ("piece_square", 1, 11), True),
    "ranks": (("piece_square", 1, 10), ("piece_square", 1, 18), True),
    "round the edge": (("piece_square", 1, 15), ("piece_square", 1, 16), False),
    "two kinds": (("piece_square", 1, 63), ("piece_square", 2, 0), False),
    "mobility": (("mobility", 0, 7), ("mobility", 0, 8), True),
    "more squares than a knight has": (("mobility", 0, 8), ("mobility", 0, 9), False),
    "two kinds of mobility": (("mobility", 0, 27), ("mobility", 1, 0), False),
    "danger": (("danger", 40), ("danger", 41), True),
    "no pawn before the king": (("shelter", 0, 0), ("shelter", 0, 1), False),
    "pawns before the king": (("shelter", 0, 1), ("shelter", 0, 2), True),
    "threats have no order": (("pawn_threat", 0), ("pawn_threat", 1), False),
    "nor has material": (("material", 0), ("material", 1), False),
    "pawns on the first rank": (("passed", 0), ("passed", 1), False),
    "passed pawns": (("passed", 1), ("passed", 2), True),
}


@pytest.mark.parametrize("case", NEIGHBOURS.values(), ids=NEIGHBOURS.keys())
def test_neighbours(case):
    one, other, joined = case
    assert (pair(one, other) in PAIRS) == joined


def test_what_occurs_can_occur():
    """In no position of the twin is there a weight that is held to be impossible."""
    possible = can_occur()
    for board in BOARDS:
        assert all(possible[place_of(name)] for name in tapered_twin.counts(board)), board.fen()
    # King, pawns on two ranks, mobility beyond the most, six tables of ranks, shelter and storm.
    assert WORDS - possible.sum() == 1 + 16 + (4 * 28 - 9 - 14 - 15 - 28) + 6 * 2 + 2 * 2 + 2


def test_every_word_has_one_place():
    """The fields cover the record."""
    places = np.concatenate([np.ravel(places_of(field)) for field in WEIGHTS.names])
    assert sorted(places.tolist()) == list(range(WORDS))


def test_force_is_the_change_of_the_energy():
    """Against differences; and nothing pulls at the start."""
    chance = np.random.default_rng(3)
    start = chance.normal(0, 50, (WORDS, 2))
    penalty = Penalty(start, 20, 300, 1e-6)
    energy, force = penalty.loss_and_gradient(start)
    assert energy == 0
    assert not force.any()
    weights = start + chance.normal(0, 10, start.shape)
    _, force = penalty.loss_and_gradient(weights)
    for place in chance.integers(0, WORDS, 20):
        step = np.zeros_like(weights)
        step[place, 1] = 0.5
        ends = [penalty.loss_and_gradient(weights + sign * step)[0] for sign in (1, -1)]
        assert force[place, 1] == pytest.approx(ends[0] - ends[1], rel=1e-6)


def test_strength_in_positions():
    """A spring of n positions is as stiff as n undecided positions that have the weight once."""
    spread, positions, ridge = 150.0, 1000, 40
    penalty = Penalty(np.zeros((WORDS, 2)), ridge, 0, 1 / (spread**2 * positions))
    stiffness = penalty.curvature()[place_of(("tempo",)), 0]
    assert stiffness == pytest.approx(ridge * 0.5 * 0.5 / spread**2 / positions)
