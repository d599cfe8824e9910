"""A game of the engine against itself: legal, repeatable, and only quiet positions of it kept."""

import chess
import numpy as np
import pytest

from engine.lab.selfplay import game as room
from engine.lab.selfplay.game import SelfPlayer
from engine.lab.selfplay.recipe import SelfplayError, SelfplayRecipe
from engine.lab.selfplay.record import BLACK_WON, WHITE_WON, board_of
from engine.thinking.engine import Engine

RECIPE = SelfplayRecipe(nodes=300, plies=6, seed=7, first_ply=10, limit=600)


@pytest.fixture(scope="module")
def games():
    player = SelfPlayer(RECIPE)
    return [player.play(number) for number in (1, 2, 3)]


def test_a_game_depends_on_its_number_alone(games):
    """Another player that begins with the last game plays the same ones."""
    player = SelfPlayer(RECIPE)
    for game in reversed(games):
        again = player.play(game.number)
        assert np.array_equal(again.records, game.records)
        assert again[2:] == game[2:]
    assert not np.array_equal(games[0].records, games[1].records)


def test_another_seed_gives_another_game(games):
    """And so do other options."""
    other = SelfPlayer(SelfplayRecipe(**{**RECIPE.__dict__, "seed": 8})).play(1)
    assert not np.array_equal(other.records, games[0].records)


def test_only_quiet_positions(games):
    """By the witness of python-chess: legal, not in check, within the limits, in order."""
    for game in games:
        assert len(game.records)
        assert (np.diff(game.records["ply"].astype(int)) > 0).all()
        assert game.records["ply"].min() >= RECIPE.first_ply
        assert game.records["ply"].max() < game.plies
        assert np.abs(game.records["score"]).max() <= RECIPE.limit
        assert set(game.records["result"]) == {game.result}
        for record in game.records:
            board = board_of(record)
            assert board.is_valid()
            assert not board.is_check()
            assert board.turn == (record["ply"] % 2 == 0)


def test_the_parity_of_the_beginning_changes():
    """So that both colours meet the first decision."""
    player = SelfPlayer(RECIPE)
    boards = [player._beginning(number) for number in (1, 2, 3, 4)]
    assert [board.ply() for board in boards] == [7, 6, 7, 6]


def test_captures_and_promotions_are_left_out(monkeypatch):
    """The same game with all positions kept: what is missing had a noisy best move or a check."""
    recipe = SelfplayRecipe(nodes=300, plies=6, seed=7, first_ply=0, limit=32000)  # mates too
    kept = {int(ply) for ply in SelfPlayer(recipe).play(5).records["ply"]}
    played = []
    usual = Engine.think

    def think(engine, limits, report):
        result = usual(engine, limits, report)
        played.append((engine.board.copy(stack=False), result.move))
        return result

    monkeypatch.setattr(Engine, "think", think)
    SelfPlayer(recipe).play(5)
    quiet = {
        board.ply()
        for board, move in played
        if not (board.is_capture(move) or move.promotion or board.is_check())
    }
    assert kept == quiet
    assert len(quiet) < len({board.ply() for board, _ in played})


def test_scores_are_white_s():
    """The later scores of a decided game mostly tell the winner; the side to move's would not."""
    games = map(SelfPlayer(RECIPE).play, range(1, 11))
    decided = [game for game in games if game.result in (WHITE_WON, BLACK_WON)]
    right = [
        (int(score) > 0) == (game.result == WHITE_WON)
        for game in decided
        for score in game.records["score"][len(game.records) // 2 :]
    ]
    assert len(right) > 200
    assert sum(right) > 0.75 * len(right)


def test_beginnings_are_even(monkeypatch):
    """What a search finds uneven is drawn again, with the next random numbers of the game."""
    strict = SelfPlayer(SelfplayRecipe(nodes=300, plies=6, seed=7, balance=5))
    board = strict._beginning(1)
    assert abs(strict._score) <= 5
    loose = SelfPlayer(SelfplayRecipe(nodes=300, plies=6, seed=7, balance=30000))
    assert loose._beginning(1).fen() != board.fen()
    assert not any(chess.Board.is_check(one) for one in (board, loose._beginning(2)))


def test_a_beginning_that_cannot_be_found(monkeypatch):
    """The start position is not worth 0, so no even beginning of no half-move is within 0."""
    monkeypatch.setattr(room, "MOST_BEGINNINGS", 3)
    player = SelfPlayer(SelfplayRecipe(nodes=50, plies=0, balance=0, seed=7))
    with pytest.raises(SelfplayError, match="None of 3 beginnings of 0 plies has a score within 0"):
        player.play(2)
