"""The schedule: who plays whom with which opening, and each opening with both colours.

Games are numbered by rounds, and played so with up to eight sides: a match cut short has treated
all sides alike. The number of a game does not depend on the number of rounds.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.lab.match.records import MatchError, Opening, Settings, Task

MOST_SIDES = 1000
FEWEST_SIDES = 2
ENGINES_KEPT = 8
"""Running engines of one process: a Sesame holds 270 MB and its table, and starts in a second."""
ROUNDS_OF_A_BLOCK = 10


def check_settings(settings: Settings) -> None:
    """Refuse a match that cannot be played.

    Parameters
    ----------
    settings
        The match.

    Raises
    ------
    MatchError
        If it cannot be played.
    """
    names = [side.name for side in settings.sides]
    if not FEWEST_SIDES <= len(names) <= MOST_SIDES:
        raise MatchError(f"A match needs at least two sides, not {len(names)}.")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MatchError(f"Two sides are named {twice[0]}.")
    if settings.schedule == "pair" and len(names) != FEWEST_SIDES:
        raise MatchError(f"A pair has two sides, not {len(names)}.")
    numbers = {
        "rounds": settings.rounds,
        "concurrency": settings.concurrency,
        "patience": settings.patience_seconds,
        "time to start": settings.start_seconds,
    }
    for word, number in numbers.items():
        if not number > 0:
            raise MatchError(f"The number of {word} must be more than {number}.")


def pairings(settings: Settings) -> list[tuple[str, str]]:
    """List the pairings of a round.

    Parameters
    ----------
    settings
        The match; in a gauntlet the first side plays all others.
    """
    names = [side.name for side in settings.sides]
    if settings.schedule == "gauntlet":
        return [(names[0], other) for other in names[1:]]
    return list(combinations(names, 2))


def games_planned(settings: Settings) -> int:
    """Count the games of the whole match."""
    return settings.rounds * len(pairings(settings)) * 2


def in_random_order(openings: Sequence[Opening], seed: int) -> list[Opening]:
    """Shuffle the openings, in the same way for the same seed."""
    shuffled = list(openings)
    random.Random(seed).shuffle(shuffled)
    return shuffled


def openings_used(settings: Settings, openings: Sequence[Opening]) -> list[Opening]:
    """List the openings that a match plays, in the order of its rounds."""
    return in_random_order(openings, settings.seed)[: settings.rounds]


def tasks(settings: Settings, openings: Sequence[Opening]) -> Iterator[Task]:
    """List the games of a match.

    Parameters
    ----------
    settings
        The match.
    openings
        All of them; with more rounds than openings they are reused from the first.

    Yields
    ------
    Task
        Round by round, the two games of a pair in succession.

    Raises
    ------
    MatchError
        If the match cannot be played, or there are no openings.
    """
    check_settings(settings)
    if not openings:
        raise MatchError("There are no openings.")
    ordered = openings_used(settings, openings)
    number = 0
    for round_number in range(1, settings.rounds + 1):
        opening = ordered[(round_number - 1) % len(ordered)]
        for first, second in pairings(settings):
            for white, black in ((first, second), (second, first)):
                number += 1
                yield Task(number, round_number, white, black, opening)


def in_playing_order(left: Iterable[Task], settings: Settings) -> list[Task]:
    """Order the games that are still to be played.

    By number; but with more engines than are kept running, every pairing plays several rounds in
    a row, since otherwise each game would start an engine.
    """
    meetings = len(pairings(settings))
    rounds = ROUNDS_OF_A_BLOCK if len(settings.sides) > ENGINES_KEPT else 1

    def place(task: Task) -> tuple[int, int, int]:
        block = (task.round - 1) // rounds
        return block, (task.number - 1) // 2 % meetings, task.number

    return sorted(left, key=place)
