"""A proof that follows the moves of another search's table: sound whatever the table says."""

import random

import chess
import numpy as np
import pytest

from engine.board.geometry import new_tables
from engine.board.position import POSITION
from engine.board.setup import set_up, short_name
from engine.proof.settings import Settings
from engine.search.shared.score import MATE
from engine.table.entry import EXACT, LOWER, UPPER
from engine.thinking.proving.chess_game import Advice, Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.proof.checker import after, checked_positions, mating_moves
from tests.search.positions import SMALL, board_of
from tests.table.small_table import SmallTable, places

MATE_IN_TWO = board_of(SMALL["mate in two"])
KING_B3 = chess.Move.from_uci("c3b3")
WRONG = chess.Move.from_uci("h2h8")
POSITIONS = {
    "rook": "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
    "queen": "8/8/8/8/8/2K5/1Q6/3k4 w - - 0 1",
    "two rooks": "8/8/8/4k3/8/8/R7/1R2K3 w - - 0 1",
    "back rank": "6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1",
    "pieces of both": "6k1/5ppp/8/8/8/1q6/5PPP/2R3K1 w - - 0 1",
}


class Told:
    """A table into which is written what it advises."""

    def __init__(self, **settings: bool) -> None:
        self.small = SmallTable("NEW", 1 << 12, table_positions="4K", **settings)
        self.tables = new_tables()
        self._position = np.zeros(1, POSITION).view(np.recarray)[0]

    def tell(self, board: chess.Board, move: chess.Move, plies: int, bound: int = LOWER) -> None:
        """Write that a move mates in so many plies."""
        set_up(self._position, self.tables[0], board)
        name = short_name(board, move)
        key, score = int(self._position.key), MATE - plies
        self.small.store(key, plies, 1, move=name, score=score, bound=bound)

    def ask(self, board: chess.Board, moves: int) -> ChessProver:
        """Search for a mate in so many moves that follows the advice."""
        advice = Advice(self.small.table, self.tables)
        question = Question(most_plies=2 * moves - 1, advice=advice)
        prover = ChessProver(board, question, Settings("bta", node_limit=200_000))
        prover.run()
        return prover


@pytest.mark.parametrize(
    ("move", "plies", "bound", "proved"),
    [
        (KING_B3, 3, LOWER, True),  # right
        (WRONG, 3, LOWER, False),  # wrong: nothing else is tried, and nothing is said
        (WRONG, 5, LOWER, True),  # too long for three plies: not followed
        (WRONG, 3, UPPER, True),  # says only that no mate is shorter: not followed
        (WRONG, 3, EXACT, False),
        (KING_B3, 3, EXACT, True),
    ],
)
def test_what_is_followed(move: chess.Move, plies: int, bound: int, proved: bool) -> None:
    told = Told()
    told.tell(MATE_IN_TWO, move, plies, bound)
    assert (told.ask(MATE_IN_TWO, 2).plies == 3) is proved


@pytest.mark.parametrize(("plies", "proved"), [(1, False), (2, True), (3, True)])
def test_the_plies_that_are_left(plies: int, proved: bool) -> None:
    """After the king's move and the answer one ply is left: a longer mate is not followed."""
    told, board = Told(), after(MATE_IN_TWO, KING_B3)
    (answer,) = board.legal_moves
    told.tell(after(board, answer), chess.Move.from_uci("h2h8"), plies)
    assert (told.ask(MATE_IN_TWO, 2).plies == 3) is proved


def test_the_defender_has_all_moves() -> None:
    """By Rb7 White waits. If Black had only the move to g8, Rb8 would mate."""
    board = chess.Board("5k2/R7/6K1/8/8/8/8/8 w - - 0 1")
    assert mating_moves(board, 2) == []
    told, wait = Told(), chess.Move.from_uci("a7b7")
    told.tell(board, wait, 3)
    told.tell(after(board, wait), chess.Move.from_uci("f8g8"), 1)
    prover = told.ask(board, 2)
    assert prover.root.node.proof is None
    (only,) = prover.children(prover.root)
    assert len(prover.children(only)) == 2


def test_other_root_moves_than_the_advised_one() -> None:
    """The moves of `searchmoves` are legal, whatever the table says of the root."""
    told = Told()
    told.tell(MATE_IN_TWO, KING_B3, 3)
    advice = Advice(told.small.table, told.tables)
    question = Question(most_plies=3, advice=advice, searchmoves=(WRONG,))
    prover = ChessProver(MATE_IN_TWO, question, Settings("bta"))
    assert prover.run().value is False


def test_reading_changes_nothing() -> None:
    """No counter, and no stamp, even with Stamp On Read: another search may be using the table."""
    told = Told(stamp_on_read=True)
    told.tell(MATE_IN_TWO, KING_B3, 3)
    told.small.begin_search()
    slots = places(told.small.table).copy()
    before = told.small.counts
    assert told.ask(MATE_IN_TWO, 2).plies == 3
    assert told.small.counts == before and (places(told.small.table) == slots).all()


def test_a_right_move_saves_nodes() -> None:
    """Few moves are searched of the position after the king's move, and no other root move."""
    told = Told()
    told.tell(MATE_IN_TWO, KING_B3, 3)
    advised, unadvised = told.ask(MATE_IN_TWO, 2), Told().ask(MATE_IN_TWO, 2)
    assert [move.uci() for move in advised.line()][:1] == ["c3b3"]
    assert len(advised.children(advised.root)) == 1 < len(unadvised.children(unadvised.root))
    assert advised.nodes < unadvised.nodes


@pytest.mark.parametrize("name", POSITIONS)
def test_no_table_makes_a_false_proof(name: str) -> None:
    """Random moves of both sides are told to mate, in positions of random games: what is proved is
    a mate by python-chess."""
    rng = random.Random(20261129)
    root, proved = chess.Board(POSITIONS[name]), 0
    assert root.is_valid()
    for number in range(24):
        told = Told()
        for _ in range(2 * number):
            board = root.copy()
            for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 2, 2, 2))):
                if moves := list(board.legal_moves):
                    board.push(rng.choice(moves))
            if moves := list(board.legal_moves):
                told.tell(board, rng.choice(moves), 1 + 2 * rng.randrange(2))
        prover = told.ask(root, 2)
        if prover.plies is not None:
            proved += 1
            assert checked_positions(prover)
            assert prover.line()[0] in mating_moves(root, 2)
    assert bool(proved) is bool(mating_moves(root, 2))
