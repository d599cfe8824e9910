"""Whether a match can go on as it began: the same settings, the same players.

Only its rounds may become more: what was played is then the beginning of the longer match.
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
from engine.lab.match.records import Adjudication, Identity, MatchError
from engine.lab.match.schedule import tasks
from engine.lab.match.sides import side_text
from engine.lab.match.store import Plan, SequentialTest, Store

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


def check_resumed(arguments: argparse.Namespace, plan: Plan, database: Path) -> None:
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


def check_settings_given(arguments: argparse.Namespace, plan: Plan, database: Path) -> None:
    """Compare a command line with the plan; it may ask for more rounds, or other processors."""
    if not given(arguments, PLAYERS):
        lengthening = ("rounds", "openings") if arguments.rounds else ()
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


def lengthened(
    arguments: argparse.Namespace, plan: Plan, database: Path, warn: Callable[[str], None]
) -> Plan:
    """Return the plan with as many rounds as are wanted now.

    Parameters
    ----------
    arguments
        The command line, which has passed `check_resumed`.
    plan
        Of the match as it was begun.
    database
        Where it is kept.
    warn
        Told of what is odd about the openings.

    Raises
    ------
    MatchError
        For fewer rounds than before, too many games, or other openings.
    """
    begun = plan.settings
    rounds = arguments.rounds or begun.rounds
    if rounds < begun.rounds:
        raise MatchError(
            f"The match in {database} was begun with rounds {begun.rounds}, not {rounds}; there "
            "can only be more."
        )
    if rounds == begun.rounds:
        return plan
    settings = replace(begun, rounds=rounds)
    check_length(settings)
    planned = tuple(tasks(settings, openings_for(settings, arguments.openings, warn)))
    if planned[: len(plan.tasks)] != plan.tasks:
        raise MatchError(
            f"The match in {database} was begun with openings from {begun.openings} that are not "
            "those read now; give --openings the same file as then."
        )
    return replace(plan, settings=settings, tasks=planned)


def check_players(store: Store, warn: Callable[[str], None]) -> None:
    """Start every side again, and tell of programs that are no longer what they were.

    Raises
    ------
    MatchError
        If one cannot play.
    """
    settings = store.plan.settings
    outcomes = dict(started(settings))
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
