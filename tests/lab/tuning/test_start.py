"""The guesses are those of a chess player, and complete."""

import numpy as np

from engine.evaluation.alibaba.piece_square import centre_distance
from engine.evaluation.tapered.weights import WEIGHTS, unpack
from engine.lab.tuning.penalty import can_occur
from engine.lab.tuning.start import GUESSES, starting_weights


def test_every_field_has_a_guess():
    """A new field without one is named."""
    made = {"material", "piece_square", "mobility", "danger"}
    assert made | set(GUESSES) == set(WEIGHTS.names)


def test_what_cannot_occur_is_0():
    """So the file shows what is used."""
    words = starting_weights().view(np.int64)
    assert not words[~can_occur()].any()


def test_the_king_walks_in_the_endgame():
    """To the centre; in the middle game he stays in the corner."""
    middle, endgame = unpack(starting_weights()[0]["piece_square"][5])
    assert middle[6] > middle[28]
    assert endgame[28] == max(endgame)
    assert all(endgame[square] == 10 * (3 - centre_distance(square)) for square in range(64))


def test_more_squares_and_more_danger_are_worth_more():
    """Tables rise."""
    (record,) = starting_weights()
    for half in unpack(record["mobility"]):
        for row, most in zip(half, (8, 13, 14, 27), strict=True):
            assert (np.diff(row[: most + 1]) > 0).all()
    for half in unpack(record["danger"]):
        assert (np.diff(half) >= 0).all()
