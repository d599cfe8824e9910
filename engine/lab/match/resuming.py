"""Whether a match can be resumed: with the same settings and the same programs.

Only the number of rounds may change: the games of a round do not depend on it.
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

SIDES = ("side", "schemes", "ladder")

# What determines the games; other arguments may change when a match is resumed.
PLANNING = (
    *(
        *SIDES,
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
    """List the arguments that were given and determine the games."""
    return [f"--{name.replace('_', '-')}" for name in names if getattr(arguments, name) is not None]


def check_resumed(arguments: argparse.Namespace, plan: MatchPlan, database: Path) -> None:
    """Check whether a match can be resumed.

    Raises
    ------
    MatchError
        If other settings were given, or a side is Sesame and its sources have changed.
    """
    if given(arguments):
        check_settings_given(arguments, plan, database)
    now = runner()
    if any(not side.command for side in plan.settings.sides) and now.source != plan.runner.source:
        raise MatchError(
            f"Sesame's sources have changed since the match in {database} began ("
            f"{plan.runner.source}, now {now.source}): it would be another engine. Use that "
            "version again, or begin another match."
        )


def check_settings_given(arguments: argparse.Namespace, plan: MatchPlan, database: Path) -> None:
    """Compare a command line with the plan; rounds and concurrency may differ."""
    if not given(arguments, SIDES):
        longer = (arguments.rounds or 0) > plan.settings.rounds
        lengthening = ("rounds", "openings") if longer else ("rounds",)
        needless = given(arguments, tuple(name for name in PLANNING if name not in lengthening))
        if needless:
            raise MatchError(
                f"--resume takes the settings from {database}; remove {', '.join(needless)}, or "
                "repeat the whole command line that began it."
            )
        return
    begun = replace(plan.settings, concurrency=1)
    asked = replace(settings_of(arguments, lambda _: None), concurrency=1)
    asked = replace(asked, rounds=begun.rounds)
    if arguments.ladder:  # some of the installed opponents may have been skipped
        playing = {side.name for side in begun.sides}
        asked = replace(asked, sides=tuple(side for side in asked.sides if side.name in playing))
    names = [field.name for field in fields(asked)]
    compared = [(name, getattr(begun, name), getattr(asked, name)) for name in names]
    test = sequential_test(arguments, len(begun.sides))
    for name, was, wanted in (*compared, ("sequential test", plan.test, test)):
        if was != wanted:
            raise MatchError(
                f"The match in {database} began with {name} {shown(was)}, not {shown(wanted)}. "
                "Give --resume the same settings, or none."
            )


def with_rounds(
    arguments: argparse.Namespace, store: Store, warn: Callable[[str], None]
) -> MatchPlan:
    """Return the plan of a match with the number of rounds that is requested now.

    Parameters
    ----------
    arguments
        The command line, which has passed `check_resumed`.
    store
        The match.
    warn
        Called with each warning: another number of rounds, invalid openings.

    Raises
    ------
    MatchError
        If rounds that have been played would be removed, the sequential test has decided, there
        would be too many games, or the openings differ.
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
    warn(f"The match in {store.path} now has {rounds} rounds instead of {now}.")
    return replace(store.plan, settings=settings, tasks=planned)


def shortened(store: Store, settings: Settings) -> tuple[Task, ...]:
    """List the games of fewer rounds, which must include all that have been played."""
    plan, last = store.plan, max(store.played(), default=0)
    kept = tuple(task for task in plan.tasks if task.round <= settings.rounds)
    if last > len(kept):
        raise MatchError(
            f"The match in {store.path} cannot be shortened to {settings.rounds} rounds: games of "
            f"round {plan.tasks[last - 1].round} have been played."
        )
    return kept


def lengthened(
    store: Store, settings: Settings, openings: Path | None, warn: Callable[[str], None]
) -> tuple[Task, ...]:
    """List the games of more rounds, which must begin with the present ones."""
    plan = store.plan
    if plan.test:
        tally = Tally((side.name for side in settings.sides), store.games())
        if decision_of(plan.test, tally) is not Decision.CONTINUE:
            raise MatchError(
                f"The sequential test of the match in {store.path} has decided; no more games are "
                "played."
            )
    check_length(settings)
    planned = tuple(tasks(settings, openings_for(settings, openings, warn)))
    if planned[: len(plan.tasks)] != plan.tasks:
        raise MatchError(
            f"The match in {store.path} began with other openings, from {plan.settings.openings}; "
            "give --openings the same file."
        )
    return planned


def check_players(store: Store, warn: Callable[[str], None]) -> None:
    """Start every side again, and warn of programs that have changed.

    Raises
    ------
    MatchError
        If a side cannot play.
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
                f"{side.name} has changed: its last game was played by {before.version} (hash "
                f"{before.source}), now it is {outcome.version} (hash {outcome.source})."
            )


def shown(setting: object) -> str:
    """Write a setting for a message."""
    if setting is None:
        return "none"
    if isinstance(setting, tuple):
        return f'"{"; ".join(map(side_text, setting))}"'
    if isinstance(setting, Adjudication | SequentialTest):
        return ", ".join(f"{name}={value}" for name, value in vars(setting).items())
    return str(setting)
