"""Count the moves of games by position, with their results.

The weight of a move is two for a win and one for a draw, as in books made by PolyGlot (Letouzey,
PolyGlot 1.4, 2008).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import chess
import chess.polyglot

from engine.lab.book.polyglot import Weights, file_move
from engine.lab.games.read import PlayedGame


@dataclass(frozen=True)
class BookRecipe:
    """Which moves are selected for a book."""

    plies: int = 16  # of a game
    games: int = 2  # that a move must have
    percent: int = 40  # score that a move must have
    players: frozenset[str] = frozenset()  # whose moves count; empty: all
    openings: bool = False  # whether the moves of a match's openings count


@dataclass
class MoveResults:
    """The results of a move."""

    games: int = 0
    half_points: int = 0


@dataclass
class Counting:
    """The moves of all games so far."""

    recipe: BookRecipe
    games: int = 0
    moves: dict[int, dict[int, MoveResults]] = field(default_factory=dict)  # by key and move

    def add(self, game: PlayedGame) -> None:
        """Count the first moves of a game, up to one that repeats a position."""
        self.games += 1
        board = game.start.copy()
        key = chess.polyglot.zobrist_hash(board)
        before = {key}
        for move, _, given in game.moves[: self.recipe.plies]:
            here, played, colour = key, file_move(board, move), board.turn
            board.push(move)
            key = chess.polyglot.zobrist_hash(board)
            if key in before:
                return
            before.add(key)
            if self._counts(game, colour, given):
                tally = self.moves.setdefault(here, {}).setdefault(played, MoveResults())
                tally.games += 1
                tally.half_points += round(2 * game.points_of(colour))

    def _counts(self, game: PlayedGame, colour: chess.Color, given: bool) -> bool:
        players = self.recipe.players
        if given and not self.recipe.openings:
            return False
        return not players or game.is_by(colour, players)

    def weights(self) -> Weights:
        """Return the selected moves with their weights."""
        chosen: Weights = {}
        for key, here in self.moves.items():
            for move, tally in here.items():
                enough = tally.games >= self.recipe.games
                if enough and 50 * tally.half_points >= self.recipe.percent * tally.games:
                    chosen.setdefault(key, {})[move] = tally.half_points
        return chosen


def counted(games: Iterable[PlayedGame], recipe: BookRecipe) -> Counting:
    """Count all games."""
    counting = Counting(recipe)
    for game in games:
        counting.add(game)
    return counting
