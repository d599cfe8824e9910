"""What the tuner counts in a position is what the evaluation adds up."""

import chess
import numpy as np
import pytest

from engine.evaluation.tapered.weights import WEIGHTS, WORDS, load_weights, unpack
from engine.lab.selfplay.record import board_of
from engine.lab.tuning.samples import samples_of
from tests.evaluation.tapered import twin as tapered_twin
from tests.evaluation.tapered.test_tapered import BOARDS, Evaluator, place_of
from tests.lab.selfplay.games_by_hand import records_from
from tests.lab.tuning.synthetic import random_records, random_samples


@pytest.fixture(scope="module")
def traced():
    records = records_from(BOARDS)
    return records, samples_of(records)


def test_counts_are_those_of_the_twin(traced):
    """All weights of all positions, from python-chess and the description of the terms."""
    _, samples = traced
    dense = samples.counts.toarray()
    for board, row in zip(BOARDS, dense, strict=True):
        expected = np.zeros(WORDS)
        for name, number in tapered_twin.counts(board).items():
            expected[place_of(name)] = number
        assert np.array_equal(row, expected), board.fen()
        assert row[place_of(("tempo",))] == 1


def test_counts_times_weights_are_the_value(traced):
    """With the numbers of the engine: the same as the compiled evaluation, but for rounding."""
    _, samples = traced
    weights = load_weights()
    middle, endgame = unpack(weights.view(np.int64))
    evaluator = Evaluator(weights.view(np.int64))
    mixed = samples.middle * (samples.counts @ middle.astype(float))
    mixed += (1 - samples.middle) * (samples.counts @ endgame.astype(float))
    values = mixed * np.where(mixed > 0, samples.ahead, samples.behind)
    for board, value in zip(BOARDS, values, strict=True):
        assert abs(evaluator.value(board) - value) < 2, board.fen()


def test_phase_and_shares(traced):
    """As the twin has them, from 0 to 1."""
    _, samples = traced
    for board, middle, ahead, behind in zip(BOARDS, *samples[1:4], strict=True):
        assert middle == tapered_twin.phase(board) / 24
        assert ahead == tapered_twin.share(board, board.turn) / 64
        assert behind == tapered_twin.share(board, not board.turn) / 64


def test_outcomes_are_the_mover_s():
    """Scores and results are kept from White's side, and the tuner sees the side to move."""
    boards = [chess.Board(), chess.Board(chess.STARTING_FEN.replace(" w ", " b "))]
    records = records_from([board for board in boards for _ in range(3)])
    records["result"] = [0, 1, 2] * 2
    records["score"] = [-30, 0, 40] * 2
    samples = samples_of(records)
    assert samples.result.tolist() == [0, 0.5, 1, 1, 0.5, 0]
    assert samples.score.tolist() == [-30, 0, 40, 30, 0, -40]


def test_many_positions_are_traced_in_parts(monkeypatch):
    """The parts joined are the whole."""
    monkeypatch.setattr("engine.lab.tuning.samples.AT_ONCE", 999)
    parts = samples_of(random_records())
    whole = random_samples()
    assert (parts.counts != whole.counts).nnz == 0
    for one, other in zip(parts[1:], whole[1:], strict=True):
        assert np.array_equal(one, other)
    assert parts.counts.shape == (4000, WORDS)
    assert board_of(random_records()[17]).is_valid()
    assert WEIGHTS.itemsize == 8 * WORDS
