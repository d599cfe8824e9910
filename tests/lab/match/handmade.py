"""A match made by hand: its plan, its games, and its numbers worked out on paper.

Four pairs between Anna and Boris score 2, 1½, 1 and ½ points for Anna: three games won, four
drawn, one lost.
"""

from collections.abc import Iterable
from pathlib import Path

from engine.lab.match.records import (
    Game,
    Identity,
    Limit,
    MoveRecord,
    Opening,
    Reason,
    Settings,
    Side,
    Task,
)
from engine.lab.match.store import MatchPlan, SequentialTest, Store

OURS = Identity("Sesame 0.1.0", "0123abcd")
THEIRS = Identity("Boris 3", "ffff")
OPENING = Opening("e4 e5", moves=("e2e4", "e7e5"), line=7)
BLACK_BEGINS = Opening("after 1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")

# Légal's mate from OPENING
LEGAL = "g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5".split()
# Back and forth: the position after the opening stands for the third time
SHUFFLE = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split()

# What White and Black, in turn, made of the pairs: results of the games with Anna as White, Black
PAIRS = (("1-0", "0-1"), ("1-0", "1/2-1/2"), ("1/2-1/2", "1/2-1/2"), ("1/2-1/2", "1-0"))


def side(name: str, **fields: object) -> Side:
    """Make a side."""
    return Side(name, **fields)  # type: ignore[arg-type]


ANNA = side("Anna", options=(("Replacement Scheme", "DEEP"), ("Table Positions", "16K")))
BORIS = side("Boris", command=("boris", "-x"), protocol="xboard", anchor=2000.0)


def tasks_between(first: str, second: str, rounds: int, opening: Opening = OPENING) -> list[Task]:
    """Pair games: in every round each side has White once."""
    return [
        Task(2 * number + place + 1, number + 1, *players, opening)
        for number in range(rounds)
        for place, players in enumerate(((first, second), (second, first)))
    ]


def plan_between(
    sides: tuple[Side, ...] = (ANNA, BORIS),
    rounds: int = len(PAIRS),
    test: SequentialTest | None = None,
) -> MatchPlan:
    """Plan a match."""
    settings = Settings(sides, Limit(nodes=5000), "pair", rounds, seed=11, openings="some.epd")
    names = (sides[0].name, sides[1].name)
    return MatchPlan(settings, tuple(tasks_between(*names, rounds)), OURS, test, "--side Anna")


def records(moves: Iterable[str]) -> tuple[MoveRecord, ...]:
    """Let the engines say something of each move: its number as depth, 100 nodes, 50 ms."""
    return tuple(
        MoveRecord(move, 10 * number, None, number, 100, 50.0)
        for number, move in enumerate(moves, 1)
    )


def game(task: Task, result: str, **fields: object) -> Game:
    """Make a game that ended by mate, by repetition or by a flag."""
    ends: dict[str, tuple[Reason, Iterable[str]]] = {
        "1-0": (Reason.CHECKMATE, LEGAL),
        "1/2-1/2": (Reason.REPETITION, SHUFFLE),
        "0-1": (Reason.TIME_FORFEIT, SHUFFLE[:3]),
        "*": (Reason.NO_START, ()),
    }
    usual, moves = ends[result]
    reason = fields.pop("reason", usual)
    identities = [OURS if name == "Anna" else THEIRS for name in (task.white, task.black)]
    whole = {
        "moves": records(moves),
        "white_time_ms": 200.0,
        "black_time_ms": 150.0,
        "white": identities[0],
        "black": identities[1],
        "host": "desk",
        "started": "2026-11-28T10:20:30+00:00",
        "seconds": 0.4,
        **fields,
    }
    return Game(task, result, reason, **whole)  # type: ignore[arg-type]


def games_of(plan: MatchPlan) -> list[Game]:
    """Play the match on paper."""
    results = [result for pair in PAIRS for result in pair]
    return [game(task, result) for task, result in zip(plan.tasks, results, strict=True)]


def stored(path: Path, plan: MatchPlan, games: Iterable[Game]) -> None:
    """Begin a match and store games."""
    store = Store.create(path, plan)
    for one in games:
        store.add(one)
    store.close()
