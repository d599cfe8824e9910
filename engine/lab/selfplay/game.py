"""A game of the engine against itself, and its quiet positions.

A position is quiet, and suited to static evaluation, if the side to move is not in check and the
best move is neither a capture nor a promotion. A game depends on its number, the recipe and the
engine alone.
"""

import random
from typing import Any, NamedTuple

import chess
import numpy as np

from engine.board.position import POSITION
from engine.lab.common.own_engine import engine_with, searched
from engine.lab.match.records import Reason
from engine.lab.selfplay.ending import ending
from engine.lab.selfplay.recipe import SelfplayError, SelfplayRecipe
from engine.lab.selfplay.record import records_of
from engine.thinking.engine import Limits

MOST_BEGINNINGS = 1000
"""Tried for one game."""


class Played(NamedTuple):
    """A finished game."""

    number: int
    records: Any  # array of RECORD
    result: int
    reason: Reason
    plies: int


class SelfPlayer:
    """An engine that plays games against itself.

    Parameters
    ----------
    recipe
        Of the games.
    """

    def __init__(self, recipe: SelfplayRecipe) -> None:
        self._recipe = recipe
        self._limits = Limits(nodes=recipe.nodes)
        self._engine = engine_with(recipe.options)
        self._score = 0

    def play(self, number: int) -> Played:
        """Play the game with this number, counted from 1."""
        board = self._beginning(number)
        scores: list[int] = []
        kept: list[tuple[int, int]] = []
        positions: list[Any] = []
        over = ending(board, scores)
        while over is None:
            move = self._think(board)
            score = self._score if board.turn else -self._score
            if self._is_quiet(board, move):
                positions.append(self._root().copy())
                kept.append((score, board.ply()))
            board.push(move)
            if not board.halfmove_clock:
                board.clear_stack()  # earlier positions cannot be repeated
            scores.append(score)
            over = ending(board, scores)
        result, reason = over
        records = records_of(np.array(positions, POSITION))
        if kept:
            records["score"], records["ply"] = np.array(kept).T
        records["result"] = result
        return Played(number, records, result, reason, board.ply())

    def _beginning(self, number: int) -> chess.Board:
        """Play random moves until they lead to a balanced position."""
        chance = random.Random(f"{self._recipe.seed} {number}")
        plies = self._recipe.plies + number % 2
        for _ in range(MOST_BEGINNINGS):
            board = chess.Board()
            while board.ply() < plies and (moves := sorted(board.legal_moves, key=str)):
                board.push(chance.choice(moves))
            if board.is_game_over() or board.is_check():
                continue
            self._engine.new_game()
            self._think(board)
            if abs(self._score) <= self._recipe.balance:
                return board
        raise SelfplayError(
            f"None of {MOST_BEGINNINGS} beginnings of {plies} plies has a score within "
            f"{self._recipe.balance} centipawns"
        )

    def _think(self, board: chess.Board) -> chess.Move:
        """Search, and keep the score for the side to move."""
        self._engine.set_position(board)
        move, self._score = searched(self._engine, self._limits)
        assert move is not None
        return move

    def _is_quiet(self, board: chess.Board, move: chess.Move) -> bool:
        return (
            board.ply() >= self._recipe.first_ply
            and abs(self._score) <= self._recipe.limit
            and not move.promotion
            and not board.is_capture(move)
            and not board.is_check()
        )

    def _root(self) -> Any:
        """The record of the position that was searched last."""
        thread = self._engine.thread
        return thread.stack[thread.root]
