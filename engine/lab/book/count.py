"""Count in games which moves were played in a position, and how well their players fared.

A move weighs what its player made of the games: two for a win, one for a draw, as in the books
that PolyGlot makes (Letouzey, PolyGlot 1.4, 2008).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import chess
import chess.polyglot

from engine.lab.book.polyglot import Weights, file_move
from engine.lab.games.read import PlayedGame


@dataclass(frozen=True)
class BookRecipe:
    """What goes into a book."""

    plies: int = 16  # half-moves of a game
    games: int = 2  # fewer games do not make a book move
    percent: int = 40  # of the points that a move must have brought
    players: frozenset[str] = frozenset()  # whose moves count; nobody named: everybody's
    openings: bool = False  # whether the moves that a match began with count as well


@dataclass
class MoveResults:
    """How a move fared."""

    games: int = 0
    half_points: int = 0


@dataclass
class Counting:
    """The moves of all games so far."""

    recipe: BookRecipe
    games: int = 0
    moves: dict[int, dict[int, MoveResults]] = field(default_factory=dict)  # by key and move

    def add(self, game: PlayedGame) -> None:
        """Count the first moves of a game; one that goes back to a position is no opening's."""
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
        """Return the moves that the recipe lets into the book, with their weights."""
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
