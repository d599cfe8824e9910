"""The counts of a match: results by pairing and colour, pairs, faults and speed.

They are updated game by game. A pair counts only when both its games have a result.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.lab.match.records import Game, MoveRecord, Reason
from engine.lab.match.rows import white_begins

WHITE_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}  # in half points; "*" has none
PAIR_KINDS = 5  # a pair scores 0 to 4 half points


@dataclass
class Work:
    """The moves and the faults of a side."""

    games: int = 0
    nodes: int = 0
    time_ms: float = 0.0  # of moves whose nodes are known
    moves: int = 0  # with a known depth
    depths: int = 0  # the sum of these depths
    time_losses: int = 0
    faults: int = 0  # other faults: crashes, illegal moves, ...

    @property
    def depth(self) -> float | None:
        """The average depth of a move."""
        return self.depths / self.moves if self.moves else None

    @property
    def speed(self) -> float | None:
        """Nodes per second of measured time."""
        return self.nodes / self.time_ms * 1000 if self.nodes and self.time_ms else None


class Tally:
    """The counts of a match."""

    def __init__(self, sides: Iterable[str], games: Iterable[Game] = ()) -> None:
        self.sides = tuple(sides)
        self.games = 0
        self.reasons: Counter[Reason] = Counter()
        self.work = {side: Work() for side in self.sides}
        self.results: dict[tuple[str, str], list[int]] = {}
        """White's wins, draws and losses for every White and Black."""
        self._pairs: dict[tuple[str, str], list[int]] = {}
        self._halves: dict[int, int] = {}  # White's points in the game of a pair that came first
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        """Count one more game."""
        task = game.task
        self.games += 1
        self.reasons[game.reason] += 1
        self._count_work(game)
        points = WHITE_POINTS.get(game.result)
        if points is None:
            return
        result = self.results.setdefault((task.white, task.black), [0, 0, 0])
        result[2 - points] += 1
        half = self._halves.pop(task.pair, None)
        if half is None:
            self._halves[task.pair] = points
        else:  # the other game, in which White had Black
            counts = self._pairs.setdefault((task.white, task.black), [0] * PAIR_KINDS)
            counts[points + 2 - half] += 1

    def _count_work(self, game: Game) -> None:
        mover, waiter = game.task.white, game.task.black
        for side in (mover, waiter):
            self.work[side].games += 1
        loser = {"1-0": waiter, "0-1": mover}.get(game.result)
        if loser and game.reason is Reason.TIME_FORFEIT:
            self.work[loser].time_losses += 1
        elif loser and game.reason.is_fault:
            self.work[loser].faults += 1
        if not white_begins(game.task.opening):
            mover, waiter = waiter, mover
        for move in game.moves:
            count_move(self.work[mover], move)
            mover, waiter = waiter, mover

    def against(self, side: str, other: str) -> tuple[int, int, int]:
        """Return wins, draws and losses of a side against another."""
        wins, draws, losses = self.results.get((side, other), (0, 0, 0))
        their_wins, their_draws, their_losses = self.results.get((other, side), (0, 0, 0))
        return wins + their_losses, draws + their_draws, losses + their_wins

    def total(self, side: str) -> tuple[int, int, int]:
        """Return all wins, draws and losses of a side."""
        parts = [self.against(side, other) for other in self.sides if other != side]
        wins, draws, losses = (sum(column) for column in zip(*parts, strict=True))
        return wins, draws, losses

    def pairs(self, side: str, other: str) -> tuple[int, ...]:
        """Count the complete pairs that gave a side 0, ½, 1, 1½ and 2 points against another."""
        none = [0] * PAIR_KINDS
        seen = self._pairs.get((side, other), none)
        seen_by_other = self._pairs.get((other, side), none)
        return tuple(map(sum, zip(seen, reversed(seen_by_other), strict=True)))

    def pairings(self) -> list[tuple[str, str]]:
        """List the pairings that have games, in the order of the sides."""
        return [
            (side, other)
            for place, side in enumerate(self.sides)
            for other in self.sides[place + 1 :]
            if sum(self.against(side, other))
        ]


def count_move(work: Work, move: MoveRecord) -> None:
    """Count the nodes, time and depth of a move."""
    if move.nodes is not None:
        work.nodes += move.nodes
        work.time_ms += move.time_ms
    if move.depth is not None:
        work.depths += move.depth
        work.moves += 1


def points_of(wins: int, draws: int) -> str:
    """Write points without a needless fraction."""
    return f"{wins + draws / 2:g}"
