"""The graph-history problem in a pawn ending: Breuker 1998, figure 5.1 and section 5.4.

White wants a queen that cannot be taken at once, on the 25 squares a4 to e8. The diagram is lost;
the text leaves one structure, with the king on a4 or b4.
"""

import chess
import pytest

from engine.proof.search import ProofSearch
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import ChessGame, Question

SQUARES = sum(1 << chess.square(file, rank) for file in range(5) for rank in range(3, 8))
ENDINGS = ("8/p7/8/2P1k3/K7/8/8/8 w - - 0 1", "8/p7/8/2P1k3/1K6/8/8/8 w - - 0 1")
PRINTED = {"tree": 482_306, "bta": 10_694}


def searched(fen, variant):
    game = ChessGame(chess.Board(fen), Question("promotion", printed=True, squares=SQUARES))
    return ProofSearch(game, Settings(variant=variant, node_limit=1_000_000)).run()


@pytest.mark.parametrize("fen", ENDINGS)
def test_they_disagree_as_printed(fen):
    """Tree and BTA find the win, DCG denies it, and BTA needs a fortieth of the tree."""
    found = {variant: searched(fen, variant) for variant in ("tree", "dag", "dcg", "bta", "dfpn")}
    values = {variant: outcome.value for variant, outcome in found.items()}
    assert values == {"tree": True, "dag": True, "dcg": False, "bta": True, "dfpn": True}
    assert found["tree"].nodes > 40 * found["bta"].nodes
    # Details of the goal are not printed: BTA comes within four per cent, the tree within a factor.
    assert found["bta"].nodes == pytest.approx(PRINTED["bta"], rel=0.04)
    assert found["tree"].nodes == pytest.approx(PRINTED["tree"], rel=0.75)
