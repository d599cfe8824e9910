"""The line of a proof under limits: what is left of it after a stop, and what it costs."""

import chess
import numpy as np
import pytest

from engine.proof.lengths import FAR
from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import FEWEST_SLOTS, ProofError, Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver, in_slots
from tests.proof.problems import PROBLEMS

MATE_IN_FOUR = chess.Board(PROBLEMS["R35"].fen)
GIVES_UP = Settings("pn2", node_limit=10**7, slots=1000)
"""With second levels as large as the first one, pn² gives parts of this proof up."""


def proved(settings: Settings) -> ChessProver:
    prover = ChessProver(MATE_IN_FOUR, Question("mate", most_plies=7), settings)
    assert prover.run().value is True
    return prover


@pytest.mark.parametrize("form", ["tree", "bta"])
def test_a_stop_ends_the_measuring_of_a_proof(form: str) -> None:
    """Then no length is known; the proving move is, and its proof has the length asked for."""
    prover = proved(Settings(form))
    prover.stop()
    prover.search.measure(heeds=True)
    assert np.all(np.asarray(prover.search.lengths()) == FAR)
    assert prover.plies is None and prover.line() == []
    assert prover.heeds_fifty_moves()
    move = prover.proving_move()
    assert move is not None
    after = MATE_IN_FOUR.copy()
    after.push(move)
    for defence in list(after.legal_moves):
        after.push(defence)
        assert ChessProver(after, Question("mate", most_plies=5)).run().value is True
        after.pop()


def test_without_a_stop_it_is_measured() -> None:
    prover = proved(Settings("tree"))
    prover.search.measure(heeds=True)
    assert prover.plies == 7 and len(prover.line()) == 7


def test_memory_for_the_lengths_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    prover = proved(Settings("tree"))

    def refused(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("engine.proof.search.np.zeros", refused)
    assert prover.line() == [] and prover.proving_move() in MATE_IN_FOUR.legal_moves


@pytest.mark.parametrize("settings", [GIVES_UP, Settings("dfpn", slots=FEWEST_SLOTS)])
def test_a_line_is_searched_again_until_a_stop(settings: Settings) -> None:
    prover = proved(settings)
    prover.stop()
    before = prover.nodes
    assert len(prover.line()) < 7 and prover.nodes == before


@pytest.mark.parametrize("settings", [GIVES_UP, Settings("dfpn", slots=FEWEST_SLOTS)])
def test_a_line_takes_no_more_nodes_than_it_may(settings: Settings) -> None:
    whole = proved(settings)
    before = whole.nodes
    line = whole.line()
    assert len(line) == 7
    took = whole.nodes - before
    assert took > 0
    for limit in (0, took // 2):
        prover = proved(settings)
        before = prover.nodes
        assert len(prover.line(limit)) <= 7
        assert prover.nodes - before <= limit + MOST_CHILDREN


@pytest.mark.parametrize("goal", ["promotion", "material", "not lost"])
def test_of_other_goals_df_pn_shows_the_first_move(goal: str) -> None:
    """Where the goal is reached later, no search of a later position would know it."""
    board = chess.Board("8/8/1P6/8/8/8/7k/K7 w - - 0 1")
    prover = ChessProver(board, Question(goal), Settings("dfpn", slots=FEWEST_SLOTS))
    assert prover.run().value is True
    assert prover.line() == [prover.proving_move()]


def test_df_pn_tells_no_length_that_its_table_has_no_room_for() -> None:
    """A table entry has seven bits for the plies; the proof that is found here has more."""
    board = chess.Board("k7/P7/P7/P7/P7/P7/P7/R3K3 w Q - 0 1")
    prover = ChessProver(board, Question("mate"), Settings("dfpn", slots=FEWEST_SLOTS))
    assert prover.run().value is True
    assert int(prover.search.prover.length) == 127 and prover.plies is None


def test_a_search_in_fewer_slots_keeps_the_proportions_of_its_levels() -> None:
    assert in_slots(GIVES_UP, 10_000) == GIVES_UP
    small = in_slots(Settings("pn2", slots=10_000, middle=20_000, width=2_700), 1_000)
    assert (small.slots, small.middle, small.width) == (1_000, 2_000, 270)
    assert in_slots(GIVES_UP, 10).slots == FEWEST_SLOTS


def test_memory_counts_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes, links and the table of positions each fit, but not together."""
    slots = 1 << 20
    monkeypatch.setattr("engine.proof.memory.available_bytes", lambda: 48 * slots)
    assert ChessProver(MATE_IN_FOUR, settings=Settings("tree", slots=slots))
    with pytest.raises(ProofError, match="cannot give a proof search"):
        ChessProver(MATE_IN_FOUR, settings=Settings("bta", slots=slots))


def test_a_search_is_made_once() -> None:
    """Its memory is not empty any more: a second run would take old nodes for its own."""
    prover = proved(Settings("bta"))
    with pytest.raises(RuntimeError, match="made already"):
        prover.run()
