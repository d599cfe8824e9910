"""Make openings: random legal moves from the start position that our search finds balanced.

Every first move gets the same share of the openings and has its own random numbers, which are
used in rounds of a fixed size. So the result depends on the recipe and the search alone, not on
the number of processes. Moves are drawn uniformly from the legal ones, sorted by name.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import chess

from engine.lab.openings.judge import JudgeAll

DRAWS_PER_ROUND = 8
"""Lines of a first move in one round."""

GIVE_UP = 1000
"""Lines in a row without an accepted one, after which a first move is given up."""

ACCEPTED, UNEVEN, FINISHED, REPEATED = "accepted", "uneven", "in check or finished", "repeated"
"""The fates of a line; the last two are not searched."""


@dataclass(frozen=True)
class OpeningsRecipe:
    """All that determines the openings, apart from the search."""

    count: int
    plies: int = 8
    nodes: int = 100_000  # searched for each
    limit: int = 50  # centipawns: largest distance of the score from 0
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()  # of the engine that evaluates


@dataclass(frozen=True)
class Line:
    """Moves from the start position and the position after them."""

    moves: tuple[str, ...]
    epd: str
    fen: str
    score: int = 0  # centipawns, side to move


@dataclass
class FirstMove:
    """The lines that begin with a first move."""

    name: str
    share: int
    chance: random.Random
    kept: list[Line] = field(default_factory=list)
    failures: int = 0  # since the last accepted line

    @property
    def wants(self) -> int:
        """How many lines it may put forward in the next round."""
        missing = self.share - len(self.kept) if self.failures < GIVE_UP else 0
        return min(missing, DRAWS_PER_ROUND)


class Generation:
    """The making of one set of openings.

    Parameters
    ----------
    recipe
        What is wanted.

    Attributes
    ----------
    fates : Counter
        How many lines were accepted, and how many not for which reason.
    """

    def __init__(self, recipe: OpeningsRecipe) -> None:
        self._recipe = recipe
        self.fates: Counter[str] = Counter()
        self._seen: set[str] = set()
        names = sorted(move.uci() for move in chess.Board().legal_moves)
        random.Random(f"first moves {recipe.seed}").shuffle(names)
        share, rest = divmod(recipe.count, len(names))
        self._first_moves = [
            FirstMove(name, share + (place < rest), random.Random(f"{name} {recipe.seed}"))
            for place, name in enumerate(names)
        ]

    def run(self, judge_all: JudgeAll, report: Callable[[str], None]) -> list[Line]:
        """Draw and evaluate lines until every first move has its share or is given up.

        Parameters
        ----------
        judge_all
            Scores positions.
        report
            Called with the fate of every line that was evaluated; `fates` counts them.

        Returns
        -------
        list of Line
            With alternating first moves, so that any beginning of the list contains all of them.
        """
        while round_of_lines := list(self._draw_round()):
            scores = judge_all([line.fen for _, line in round_of_lines])
            for (first, line), score in zip(round_of_lines, scores, strict=True):
                report(self._decide(first, line, score))
        ranked = sorted(
            (rank, place)
            for place, first in enumerate(self._first_moves)
            for rank in range(len(first.kept))
        )
        return [self._first_moves[place].kept[rank] for rank, place in ranked]

    def _draw_round(self) -> Iterator[tuple[FirstMove, Line]]:
        for first in self._first_moves:
            for _ in range(first.wants):
                line = self._draw(first)
                if line is not None:
                    yield first, line

    def _draw(self, first: FirstMove) -> Line | None:
        """Play random moves until they lead to a new position that can be evaluated."""
        while first.failures < GIVE_UP:
            board = played_at_random(first.name, self._recipe.plies, first.chance)
            epd = board.epd() if board is not None else ""
            if board is None or board.is_check() or board.is_game_over():
                fate = FINISHED
            elif epd in self._seen:
                fate = REPEATED
            else:
                self._seen.add(epd)
                return Line(tuple(move.uci() for move in board.move_stack), epd, board.fen())
            self.fates[fate] += 1
            first.failures += 1
        return None

    def _decide(self, first: FirstMove, line: Line, score: int) -> str:
        fate = ACCEPTED if abs(score) <= self._recipe.limit else UNEVEN
        self.fates[fate] += 1
        if fate == ACCEPTED:
            first.failures = 0
            first.kept.append(replace(line, score=score))
        else:
            first.failures += 1
        return fate


def played_at_random(first: str, plies: int, chance: random.Random) -> chess.Board | None:
    """Play a first move and random ones after it; None if the game ends earlier."""
    board = chess.Board()
    board.push_uci(first)
    while board.ply() < plies:
        names = sorted(move.uci() for move in board.legal_moves)
        if not names:
            return None
        board.push_uci(chance.choice(names))
    return board
