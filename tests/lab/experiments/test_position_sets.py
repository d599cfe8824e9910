"""The test sets of the thesis: as many positions as printed, and of the kind that it describes."""

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.position_sets import SETS, game_called, games_in, games_of

POINTS = {chess.PAWN: 1, chess.KNIGHT: 3.25, chess.BISHOP: 3.25, chess.ROOK: 5, chess.QUEEN: 9}
MIDDLE_GAME_POINTS = 18
PRINTED = {
    "middle game": (6, 94),
    "three games": (3, 44),
    "Kasparov-Short": (1, 18),
    "endgame": (5, 112),
    "Rabinovich-Romanovsky": (1, 21),
    "Fine 70": (1, 1),
}


def points(board, colour):
    return sum(value * len(board.pieces(kind, colour)) for kind, value in POINTS.items())


@pytest.mark.parametrize("name", SETS)
def test_numbers_of_games_and_positions(name):
    games = games_of(name)
    assert (len(games), sum(len(game.ids) for game in games)) == PRINTED[name]


def test_positions_are_legal_and_follow_each_other():
    """Each is reached by legal moves, and a game's next position continues the one before."""
    for file in ("middle-game", "endgame"):
        for game in games_in(file):
            boards = list(game.boards())
            assert all(board.is_valid() and any(board.legal_moves) for board in boards)
            turns = {board.turn for board in boards}
            assert len(turns) == 1, "one side is to move in all positions of a game"
            for before, after in zip(game.moves, game.moves[1:], strict=False):
                assert after.startswith(before + " ")
                assert len(after.split()) == len(before.split()) + 2


def test_middle_games_have_material():
    """Both sides have at least 18 points from move 15 on (Breuker 1998, section 2.5)."""
    for game in games_in("middle-game"):
        for board in game.boards():
            assert board.fullmove_number >= 15
            assert min(points(board, colour) for colour in chess.COLORS) >= MIDDLE_GAME_POINTS


def test_endgames_have_little_material():
    """White is to move and one side has less than 18 points."""
    for game in games_in("endgame"):
        for board in game.boards():
            assert board.turn == chess.WHITE
            assert min(points(board, colour) for colour in chess.COLORS) < MIDDLE_GAME_POINTS


def test_the_history_is_known():
    """MG1.20 repeats MG1.18."""
    (game,) = (game for game in games_in("middle-game") if game.name == "MG1")
    board = list(game.boards())[game.ids.index("MG1.20")]
    assert board.is_repetition(2)


def test_a_game_with_other_positions_is_refused():
    game = games_in("endgame")[0]
    assert game_called(game.name, game.digest) == game
    with pytest.raises(LaboratoryError, match="no positions EG1 with hash nonsense"):
        game_called(game.name, "nonsense")
