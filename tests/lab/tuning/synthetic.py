"""Games whose outcomes follow known weights: what the tuner has to find out again."""

from functools import cache

import numpy as np
from scipy.special import expit

from engine.lab.selfplay.record import WHITE_WON
from engine.lab.tuning.command import halves_of
from engine.lab.tuning.samples import samples_of
from engine.lab.tuning.start import starting_weights
from tests.lab.selfplay.games_by_hand import positions_at_random, records_from

SPREAD = 200.0


@cache
def random_records(number=4000, seed=9):
    """Positions of random games, with drawn results and scores of 0."""
    records = records_from(list(positions_at_random(number, seed)))
    records["result"] = 1
    return records


@cache
def random_samples(number=4000, seed=9):
    """The same, traced."""
    return samples_of(random_records(number, seed))


def known_weights(seed=4):
    """The guesses, each moved by some centipawns."""
    start = halves_of(starting_weights())
    return start + np.random.default_rng(seed).normal(0, 15, start.shape)


def with_chances(samples, values):
    """Give every position the result that its value promises: a fraction of a point."""
    return samples._replace(result=expit(values / SPREAD))


def with_games(samples, values, seed=2):
    """Play each position out: won or lost by its chance."""
    chance = np.random.default_rng(seed).random(len(values))
    return samples._replace(result=(chance < expit(values / SPREAD)).astype(float))


def results_of(samples, records, values, seed=2):
    """Write such results into records, from White's side."""
    won = with_games(samples, values, seed).result
    white = np.where(records["turn"] == 0, won, 1 - won)
    copy = records.copy()
    copy["result"] = WHITE_WON * white
    return copy
