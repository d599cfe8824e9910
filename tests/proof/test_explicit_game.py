"""Games given as graphs: what is refused, and the largest position."""

import pytest

from engine.proof.games.explicit import ExplicitGame
from engine.proof.prover import MOST_CHILDREN
from engine.proof.reference.graphs import AndOrGraph
from tests.proof.graphs import EVERY, search


def star(children: int) -> AndOrGraph:
    """A root with so many moves, of which the last one wins."""
    names = [str(number) for number in range(children)]
    return AndOrGraph({"root": names}, "root", {name: name == names[-1] for name in names})


@pytest.mark.parametrize("form", EVERY)
def test_the_largest_position(form):
    assert search(star(MOST_CHILDREN), form, acyclic=True).run().value is True


def test_more_moves_than_there_is_space_for_are_refused():
    """The list of children is of a fixed size: further ones would be written behind its end."""
    with pytest.raises(ValueError, match="root has more than 320 children"):
        search(star(MOST_CHILDREN + 1), "tree")


def test_a_position_without_value_and_moves_is_refused():
    with pytest.raises(ValueError, match="b has neither a value nor children"):
        ExplicitGame({"a": ["b"]}, {}, "a")
