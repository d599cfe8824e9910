"""Every proof of the mate problems, checked by python-chess."""

import chess
import pytest

from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.proof.checker import assert_mate, checked_defences, checked_positions
from tests.proof.problems import LIMIT, PROBLEMS, SAMPLE

WHOLE = {"node_limit": LIMIT, "slots": 2 * LIMIT}
TWO_LEVELS = {"node_limit": 10**9, "slots": 300_000 + MOST_CHILDREN}
"""Breuker 1998, chapter 4: memory, and the best size of the second level."""
SETTINGS: dict[str, dict[str, int]] = {
    "tree": WHOLE,
    "dag": {**WHOLE, "counts_slots": True},
    "dcg": {**WHOLE, "counts_slots": True},
    "bta": WHOLE,
    "pn2": {**TWO_LEVELS, "middle": 600_000, "width": 80_000},
    "dfpn": {"node_limit": 3_000_000},
}
KEEPING = ("tree", "dag", "dcg", "bta")
"""The forms that keep the whole proof."""
NOT_KEEPING = ("pn2", "dfpn")
UNSOLVED = {("dfpn", "R105")}
"""Of the forms that print no counts for table G.1."""


def solved(name: str, variant: str) -> ChessProver:
    prover = ChessProver(
        chess.Board(PROBLEMS[name].fen),
        Question(printed=True),
        Settings(variant=variant, **SETTINGS[variant]),
    )
    prover.run()
    return prover


def solves(name: str, variant: str) -> bool:
    """Whether a form solves a problem, as printed for those that keep the proof."""
    if variant in NOT_KEEPING:
        return (variant, name) not in UNSOLVED
    return PROBLEMS[name].printed[variant] is not None


@pytest.mark.slow
@pytest.mark.parametrize("variant", KEEPING)
@pytest.mark.parametrize("name", PROBLEMS)
def test_every_defence_is_answered(name, variant):
    """In each proof, however large: all of them together take less than a minute."""
    if not solves(name, variant):
        pytest.skip("not solved, as printed")
    assert checked_positions(solved(name, variant)) > 1


@pytest.mark.parametrize("variant", NOT_KEEPING)
@pytest.mark.parametrize("name", SAMPLE)
def test_every_defence_to_the_first_move_is_mated(name, variant):
    """Of a form that gives most of its proof up; a tree proves the positions anew."""
    prover = solved(name, variant)
    assert_mate(prover)
    assert checked_defences(prover, Settings(variant="tree", **WHOLE))


@pytest.mark.slow
@pytest.mark.parametrize("variant", NOT_KEEPING)
@pytest.mark.parametrize("name", [name for name in PROBLEMS if name not in SAMPLE])
def test_every_defence_of_the_rest_is_mated(name, variant):
    """R96 and R105 leave defences that the tree cannot prove; DAG needs 1.6 million nodes."""
    if not solves(name, variant):
        pytest.skip("not solved")
    prover = solved(name, variant)
    assert_mate(prover)
    larger = Settings(variant="dag", node_limit=2_000_000, slots=4_000_000)
    assert checked_defences(prover, larger)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*KEEPING, *NOT_KEEPING])
@pytest.mark.parametrize("name", PROBLEMS)
def test_every_solved_problem_has_a_line_to_mate(name, variant):
    prover = solved(name, variant)
    assert prover.search.node().proved is solves(name, variant)
    if prover.search.node().proved:
        assert_mate(prover)
    else:
        assert prover.line() == []
