"""Whether a match can go on as it began: the same settings, the same players.

Only the number of its rounds may change: the games of a round do not depend on how many follow.
"""

import argparse
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from engine.lab.match.planning import (
    check_length,
    openings_for,
    runner,
    sequential_test,
    settings_of,
    started,
)
from engine.lab.match.records import Adjudication, Identity, MatchError, Settings, Task
from engine.lab.match.run import decision_of
from engine.lab.match.schedule import tasks
from engine.lab.match.sides import side_text
from engine.lab.match.store import MatchPlan, SequentialTest, Store
from engine.lab.match.tally import Tally
from engine.lab.statistics.sprt import Decision

PLAYERS = ("side", "schemes", "ladder")

# What decides about the games; all else may be given anew when a match is resumed.
PLANNING = (
    *(
        *PLAYERS,
        "option",
        "table_positions",
        "opponents",
        "gauntlet",
        "rounds",
        "openings",
        "plies",
    ),
    *("seed", "sprt", "sprt_model", "nodes", "depth", "movetime", "time", "margin", "patience"),
    *("resign", "draw", "move_limit", "syzygy", "play_out"),
)


def given(arguments: argparse.Namespace, names: tuple[str, ...] = PLANNING) -> list[str]:
    """List the settings of the games that were given, as they are written."""
    return [f"--{name.replace('_', '-')}" for name in names if getattr(arguments, name) is not None]


def check_resumed(arguments: argparse.Namespace, plan: MatchPlan, database: Path) -> None:
    """See whether a match can go on as it began.

    Raises
    ------
    MatchError
        If other settings were given, or a side that is Sesame has other sources now.
    """
    if given(arguments):
        check_settings_given(arguments, plan, database)
    now = runner()
    if any(not side.command for side in plan.settings.sides) and now.source != plan.runner.source:
        raise MatchError(
            f"Sesame has changed since the match in {database} was begun (sources "
            f"{plan.runner.source}, now {now.source}): the games would be another engine's. Go "
            "back to that version, or begin another match."
        )


def check_settings_given(arguments: argparse.Namespace, plan: MatchPlan, database: Path) -> None:
    """Compare a command line with the plan; it may ask for other rounds or processors."""
    if not given(arguments, PLAYERS):
        longer = (arguments.rounds or 0) > plan.settings.rounds
        lengthening = ("rounds", "openings") if longer else ("rounds",)
        needless = given(arguments, tuple(name for name in PLANNING if name not in lengthening))
        if needless:
            raise MatchError(
                f"--resume takes the settings from {database}; leave {', '.join(needless)} out, "
                "or give the whole command line of its beginning."
            )
        return
    begun = replace(plan.settings, concurrency=1)
    asked = replace(settings_of(arguments, lambda _: None), concurrency=1)
    asked = replace(asked, rounds=begun.rounds)
    if arguments.ladder:  # some of the installed opponents may have been left out
        playing = {side.name for side in begun.sides}
        asked = replace(asked, sides=tuple(side for side in asked.sides if side.name in playing))
    names = [field.name for field in fields(asked)]
    compared = [(name, getattr(begun, name), getattr(asked, name)) for name in names]
    test = sequential_test(arguments, len(begun.sides))
    for name, was, wanted in (*compared, ("sequential test", plan.test, test)):
        if was != wanted:
            raise MatchError(
                f"The match in {database} was begun with {name} {told(was)}, not {told(wanted)}. "
                "Give --resume the same settings, or none."
            )


def with_rounds(
    arguments: argparse.Namespace, store: Store, warn: Callable[[str], None]
) -> MatchPlan:
    """Return the plan of a match with as many rounds as are wanted now.

    Parameters
    ----------
    arguments
        The command line, which has passed `check_resumed`.
    store
        The match as it is.
    warn
        Told of another number of rounds, and of what is odd about the openings.

    Raises
    ------
    MatchError
        If rounds would be left out that have been played, the match needs no further games, there
        would be too many, or the openings are others.
    """
    now = store.plan.settings.rounds
    rounds = arguments.rounds or now
    if rounds == now:
        return store.plan
    settings = replace(store.plan.settings, rounds=rounds)
    if rounds < now:
        planned = shortened(store, settings)
    else:
        planned = lengthened(store, settings, arguments.openings, warn)
    warn(f"The match in {store.path} has {rounds} rounds now instead of {now}.")
    return replace(store.plan, settings=settings, tasks=planned)


def shortened(store: Store, settings: Settings) -> tuple[Task, ...]:
    """List the games of fewer rounds, which must contain all that have been played."""
    plan, last = store.plan, max(store.played(), default=0)
    kept = tuple(task for task in plan.tasks if task.round <= settings.rounds)
    if last > len(kept):
        raise MatchError(
            f"The match in {store.path} has {plan.settings.rounds} rounds, and games of round "
            f"{plan.tasks[last - 1].round} have been played: it cannot have {settings.rounds}."
        )
    return kept


def lengthened(
    store: Store, settings: Settings, openings: Path | None, warn: Callable[[str], None]
) -> tuple[Task, ...]:
    """List the games of more rounds, which must begin with those there are."""
    plan = store.plan
    if plan.test:
        tally = Tally((side.name for side in settings.sides), store.games())
        if decision_of(plan.test, tally) is not Decision.CONTINUE:
            raise MatchError(
                f"The sequential test of the match in {store.path} has decided; it takes no more "
                "games."
            )
    check_length(settings)
    planned = tuple(tasks(settings, openings_for(settings, openings, warn)))
    if planned[: len(plan.tasks)] != plan.tasks:
        raise MatchError(
            f"The match in {store.path} was begun with openings from {plan.settings.openings} that "
            "are not those read now; give --openings the same file as then."
        )
    return planned


def check_players(store: Store, warn: Callable[[str], None]) -> None:
    """Start every side again, and tell of programs that are no longer what they were.

    Raises
    ------
    MatchError
        If one cannot play.
    """
    settings = store.plan.settings
    outcomes = dict(started(settings, any(task.opening.chess960 for task in store.plan.tasks)))
    known: dict[str, Identity] = {}
    for game in store.games():
        known |= {game.task.white: game.white, game.task.black: game.black}
    for side, outcome in outcomes.items():
        if isinstance(outcome, MatchError):
            raise outcome
        before = known.get(side.name, Identity())
        if before.source and before != outcome:
            warn(
                f"{side.name} has changed: its last game was played by {before.version} (files "
                f"{before.source}), now it is {outcome.version} (files {outcome.source})."
            )


def told(setting: object) -> str:
    """Write a setting for the user."""
    if setting is None:
        return "none"
    if isinstance(setting, tuple):
        return f'"{"; ".join(map(side_text, setting))}"'
    if isinstance(setting, Adjudication | SequentialTest):
        return ", ".join(f"{name}={value}" for name, value in vars(setting).items())
    return str(setting)
