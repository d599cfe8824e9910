"""What the page shows beyond the tally: the score game by game, time by move, openings, faults."""

from collections import Counter
from dataclasses import dataclass, field

from engine.lab.match.records import Game, Limit, Opening
from engine.lab.match.rows import white_begins
from engine.lab.match.table import TWO
from engine.lab.match.tally import WHITE_POINTS, Tally
from engine.lab.statistics.pentanomial import estimate

CHECKPOINTS = 200
"""Points of the course of a match that are kept."""
MOST_FAULTS = 200


@dataclass(frozen=True)
class Checkpoint:
    """The state of a match after some games."""

    games: int
    scores: dict[str, float]
    """By side, as a fraction; without sides that have no result yet."""
    interval: tuple[float, float] | None
    """Of the score of the first of two sides, 95 %."""


@dataclass
class TimeUse:
    """The time of a side."""

    total_ms: float = 0.0
    longest_ms: float = 0.0
    sums_ms: list[float] = field(default_factory=list)
    """By the number of its move in the game, counted from 0."""
    moves: list[int] = field(default_factory=list)
    """How many moves with this number there were."""
    shares: list[float] = field(default_factory=list)
    """Of each game, the part of its whole time on the clock that it used."""

    def count(self, number: int, time_ms: float) -> None:
        """Count a move."""
        if number == len(self.moves):
            self.sums_ms.append(0.0)
            self.moves.append(0)
        self.sums_ms[number] += time_ms
        self.moves[number] += 1
        self.longest_ms = max(self.longest_ms, time_ms)


class Course:
    """The games of a match in their order.

    Parameters
    ----------
    tally
        Counts the same games.
    limit
        Of the match.
    games
        How many are planned.
    """

    def __init__(self, tally: Tally, limit: Limit, games: int) -> None:
        self.tally, self.limit = tally, limit
        self.checkpoints: list[Checkpoint] = []
        self.times = {side: TimeUse() for side in tally.sides}
        self.openings: dict[Opening, Counter[str]] = {}
        """Results of each opening."""
        self.faults: list[Game] = []
        """The first games that ended by a fault, or without a result."""
        self._step = max(2, games // CHECKPOINTS)
        self._points: Counter[str] = Counter()
        self._results: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """Count one more game, here and in the tally."""
        self.tally.add(game)
        self.openings.setdefault(game.task.opening, Counter())[game.result] += 1
        self._count_time(game)
        if (game.reason.is_fault or game.result == "*") and len(self.faults) < MOST_FAULTS:
            self.faults.append(game)
        points = WHITE_POINTS.get(game.result)
        if points is not None:
            self._points[game.task.white] += points
            self._points[game.task.black] += 2 - points
            self._results.update((game.task.white, game.task.black))
        if self.tally.games % self._step == 0:
            self.checkpoints.append(self._checkpoint())

    def finish(self) -> None:
        """Note the last state."""
        if self.tally.games % self._step:
            self.checkpoints.append(self._checkpoint())

    def _checkpoint(self) -> Checkpoint:
        scores = {side: self._points[side] / 2 / games for side, games in self._results.items()}
        interval = None
        if len(self.tally.sides) == TWO:
            seen = estimate(self.tally.pairs(*self.tally.sides))
            interval = seen.low, seen.high
        return Checkpoint(self.tally.games, scores, interval)

    def _count_time(self, game: Game) -> None:
        players = game.task.white, game.task.black
        movers = players if white_begins(game.task.opening) else players[::-1]
        for number, move in enumerate(game.moves):
            self.times[movers[number % 2]].count(number // 2, move.time_ms)
        for side, used_ms in zip(players, (game.white_time_ms, game.black_time_ms), strict=True):
            time = self.times[side]
            time.total_ms += used_ms
            moves = len(game.moves[movers.index(side) :: 2])
            if self.limit.base_ms and not self.limit.moves and moves:
                time.shares.append(used_ms / (self.limit.base_ms + self.limit.increment_ms * moves))
