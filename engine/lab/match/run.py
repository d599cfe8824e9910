"""Play a match: hand out the missing tasks, store each finished game, stop when the test decides.

A stored game is never played again. A task whose process dies is repeated once; if that fails too,
the game is recorded without a result and the match continues.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from engine.lab.common.processes import ignoring_interrupts
from engine.lab.match.play import unplayed
from engine.lab.match.pools import Outcome, Pool
from engine.lab.match.records import Game, MatchError, Reason, Task
from engine.lab.match.schedule import in_playing_order
from engine.lab.match.store import SequentialTest, Store
from engine.lab.match.tally import Tally
from engine.lab.statistics.sprt import Decision, decide, log_likelihood_ratio

ATTEMPTS = 2  # at a task whose process dies


class Ending(Enum):
    """Why a match stopped."""

    COMPLETE = "all games are played"
    DECIDED = "the sequential test has decided"
    INTERRUPTED = "interrupted"


@dataclass
class Run:
    """A match that is being played.

    Attributes
    ----------
    watch
        Called with every game that has been stored and counted.
    """

    store: Store
    pool: Pool
    watch: Callable[[Game, Tally], None]
    tally: Tally = field(init=False)
    failures: dict[int, int] = field(default_factory=dict)
    """How often the process of a task has died."""

    def __post_init__(self) -> None:
        """Count the stored games."""
        sides = (side.name for side in self.store.plan.settings.sides)
        self.tally = Tally(sides, self.store.games())

    def play(self) -> Ending:
        """Play the missing games.

        Returns
        -------
        Ending
            After an interruption (Ctrl-C) only unfinished games are lost.

        Raises
        ------
        MatchError
            If a game cannot be stored, the pool cannot play the match, or Sesame's sources have
            changed.
        """
        waiting = deque(in_playing_order(self.store.missing(), self.store.plan.settings))
        under_way = 0
        try:
            while not self.is_decided():
                while waiting and self.pool.has_room():
                    self.pool.give(waiting.popleft())
                    under_way += 1
                if not under_way:
                    return Ending.COMPLETE
                for outcome in self.pool.take():
                    under_way -= 1
                    again = self.settle(outcome)
                    if again:
                        waiting.appendleft(again)
            return Ending.DECIDED
        except KeyboardInterrupt:
            return Ending.INTERRUPTED
        finally:
            with ignoring_interrupts():
                self.pool.close()

    def settle(self, outcome: Outcome) -> Task | None:
        """Store the game of a task, or return the task to be repeated."""
        game, number = outcome.game, outcome.task.number
        if game is None:
            self.failures[number] = self.failures.get(number, 0) + 1
            if self.failures[number] < ATTEMPTS:
                return outcome.task
            game = unplayed(outcome.task, Reason.CRASH, f"{outcome.failure} It happened twice.")
        self.check_sources(game)
        self.store.add(game)
        self.tally.add(game)
        self.watch(game, self.tally)
        return None

    def check_sources(self, game: Game) -> None:
        """Refuse games of another Sesame, as after an edit or on another machine."""
        ours = self.store.plan.runner.source
        sides = {side.name: side for side in self.store.plan.settings.sides}
        players = ((game.task.white, game.white), (game.task.black, game.black))
        for name, identity in players:
            if not sides[name].command and identity.source not in ("", ours):
                raise MatchError(
                    f"Game {game.task.number} was played by another Sesame than the one that began "
                    f"the match (sources {identity.source} instead of {ours}"
                    f"{f', on {game.host}' if game.host else ''}); it is not stored."
                )

    def is_decided(self) -> bool:
        """Tell whether the sequential test has crossed a bound."""
        test = self.store.plan.test
        return test is not None and decision_of(test, self.tally) is not Decision.CONTINUE


def ratio_of(test: SequentialTest, tally: Tally) -> float:
    """Return the log-likelihood ratio of the first side's pairs against the second's."""
    pairs = tally.pairs(*tally.sides[:2])
    return log_likelihood_ratio(pairs, test.elo0, test.elo1, test.model)


def decision_of(test: SequentialTest, tally: Tally) -> Decision:
    """Return the decision of a sequential test."""
    return decide(ratio_of(test, tally), test.alpha, test.beta)
