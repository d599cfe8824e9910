"""From what was asked for to a plan: sides, openings, limits, tasks, all checked beforehand."""

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path

from engine.lab.match.ladder import installed, read_ladder
from engine.lab.match.records import (
    Adjudication,
    Identity,
    Limit,
    MatchError,
    Schedule,
    Settings,
    Side,
)
from engine.lab.match.schedule import check_settings, tasks
from engine.lab.match.sides import ROOT, identity_of, parse_side, side_text
from engine.lab.match.store import Plan, SequentialTest
from engine.lab.match.worker import check_side
from engine.lab.openings.read import read
from engine.lab.statistics.sprt import bounds
from engine.options import OptionError, find, parse
from engine.table.replacement import SCHEMES
from engine.version import NAME, version

LADDER_LIMIT = "10+0.1"
SCHEME, POSITIONS = "Replacement Scheme", "Table Positions"
SMALL_TABLE = "16K"  # positions; large ones hold everything, and all schemes are alike
OPENINGS = ROOT / "openings" / "balanced-8ply.epd"
SHOWN_COMPLAINTS = 5
MOST_STARTING = 4  # engines at a time, when the sides are tried
SPRT_WORDS = (2, 4)
USUAL_RISK = 0.05
TWO = 2

# What decides about the games; all else may be given anew when a match is resumed.
PLANNING = (
    *("side", "schemes", "table_positions", "ladder", "gauntlet", "rounds", "openings", "plies"),
    *("seed", "sprt", "sprt_model", "nodes", "depth", "movetime", "time", "margin", "patience"),
    *("resign", "draw", "move_limit", "syzygy", "play_out"),
)


def given(arguments: argparse.Namespace) -> list[str]:
    """List the settings of the games that were given, as they are written."""
    return [
        f"--{name.replace('_', '-')}" for name in PLANNING if getattr(arguments, name) is not None
    ]


def limit_of(arguments: argparse.Namespace) -> Limit:
    """Return the limit asked for."""
    if arguments.time is not None:
        limit = Limit.parse(arguments.time)
        if limit.base_ms is None:
            raise MatchError(f'--time takes a clock as 10+0.1 or 40/60, not "{arguments.time}".')
        return limit
    for kind in ("nodes", "depth", "movetime"):
        number = getattr(arguments, kind)
        if number is not None:
            return Limit.parse(f"{kind}={number}")
    return Limit.parse(LADDER_LIMIT) if arguments.ladder else Limit(nodes=20_000)


def adjudication_of(arguments: argparse.Namespace) -> Adjudication:
    """Return the rules asked for."""
    usual = Adjudication()
    resign = arguments.resign or (usual.resign_moves, usual.resign_score)
    draw = arguments.draw or (usual.draw_from, usual.draw_moves, usual.draw_score)
    limit = usual.move_limit if arguments.move_limit is None else arguments.move_limit
    if arguments.play_out:
        resign, draw, limit = (0, 0), (0, 0, 0), 0
    if arguments.syzygy and not arguments.syzygy.is_dir():
        raise MatchError(f"There is no folder {arguments.syzygy} with tablebases.")
    return Adjudication(
        resign_moves=resign[0],
        resign_score=resign[1],
        draw_from=draw[0],
        draw_moves=draw[1],
        draw_score=draw[2],
        move_limit=limit,
        syzygy=str(arguments.syzygy) if arguments.syzygy else None,
    )


def sequential_test(arguments: argparse.Namespace, sides: int) -> SequentialTest | None:
    """Return the sequential test asked for."""
    if arguments.sprt is None:
        if arguments.sprt_model:
            raise MatchError("--sprt-model belongs to --sprt, which was not given.")
        return None
    if len(arguments.sprt) not in SPRT_WORDS:
        raise MatchError("--sprt takes ELO0 ELO1 or ELO0 ELO1 ALPHA BETA.")
    if sides != TWO:
        raise MatchError(f"--sprt compares two sides, not {sides}.")
    elo0, elo1, *risks = arguments.sprt
    alpha, beta = risks or (USUAL_RISK, USUAL_RISK)
    test = SequentialTest(elo0, elo1, alpha, beta, arguments.sprt_model or "logistic")
    if not test.elo0 < test.elo1:
        raise MatchError(f"--sprt wants ELO0 below ELO1, not {test.elo0:g} and {test.elo1:g}.")
    try:
        bounds(test.alpha, test.beta)
    except ValueError as failure:
        raise MatchError(f"--sprt: {failure}") from None
    return test


def plan_of(arguments: argparse.Namespace, words: list[str], warn: Callable[[str], None]) -> Plan:
    """Make the plan of a new match and start every side once.

    Parameters
    ----------
    arguments, words
        The command line, read and as it was written.
    warn
        Told of what is left out.

    Raises
    ------
    MatchError
        For the first thing that is wrong.
    """
    settings = settings_of(arguments, warn)
    check_settings(settings)
    test = sequential_test(arguments, len(settings.sides))
    path = arguments.openings or OPENINGS
    if arguments.openings is None and not path.is_file():
        raise MatchError("Sesame's own openings are not installed here; give --openings FILE.")
    book = read(path, arguments.plies)
    for complaint in book.complaints[:SHOWN_COMPLAINTS]:
        warn(f"{path}, {complaint}")
    if book.complaints or book.duplicates:
        warn(
            f"{path}: {len(book.openings)} openings; left out: {len(book.complaints)} bad lines, "
            f"{book.duplicates} positions that had come before."
        )
    if settings.rounds > len(book.openings):
        warn(
            f"There are {len(book.openings)} openings for {settings.rounds} rounds; they are taken "
            "again from the first, and engines may repeat their games."
        )
    settings = with_checked_sides(settings, arguments.ladder is not None, warn)
    return Plan(settings, tuple(tasks(settings, book.openings)), runner(), test, " ".join(words))


def settings_of(arguments: argparse.Namespace, warn: Callable[[str], None]) -> Settings:
    """Collect the settings of a match; the sides have not been started yet."""
    sides = sides_of(arguments, warn)
    usual = Settings(sides)
    schedule: Schedule = "round robin" if len(sides) > TWO else "pair"
    if arguments.gauntlet or arguments.ladder:
        schedule = "gauntlet"
    patience = arguments.patience or usual.patience_seconds
    return Settings(
        sides,
        limit_of(arguments),
        schedule,
        arguments.rounds or usual.rounds,
        usual.seed if arguments.seed is None else arguments.seed,
        (arguments.openings or OPENINGS).name,
        adjudication_of(arguments),
        arguments.concurrency or processors(),
        usual.margin_ms if arguments.margin is None else arguments.margin,
        patience,
        patience,
    )


def sides_of(arguments: argparse.Namespace, warn: Callable[[str], None]) -> tuple[Side, ...]:
    """Collect the sides."""
    sides = [parse_side(text) for text in arguments.side or ()]
    if arguments.schemes:
        sides += scheme_sides(arguments.schemes, arguments.table_positions or SMALL_TABLE)
    elif arguments.table_positions:
        raise MatchError("--table-positions belongs to --schemes, which was not given.")
    if arguments.ladder:
        if len(sides) > 1:
            raise MatchError(f"--ladder takes one side of yours, not {len(sides)}.")
        return (*(sides or [Side(NAME)]), *ladder_sides(arguments.ladder, warn))
    if not sides:
        raise MatchError("Nobody plays: give --side twice or more, --schemes or --ladder.")
    return tuple(sides)


def scheme_sides(text: str, positions: str) -> list[Side]:
    """Make a side of Sesame for every replacement scheme named."""
    known = [scheme.name for scheme in SCHEMES]
    names = known if text.lower() == "all" else [name.strip().upper() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise MatchError(f'There is no scheme "{name}"; there are {", ".join(known)}, or all.')
    try:
        size = str(parse(find(POSITIONS), positions))
    except OptionError as refusal:
        raise MatchError(str(refusal)) from None
    return [Side(name, options=((SCHEME, name), (POSITIONS, size))) for name in names]


def ladder_sides(path: Path, warn: Callable[[str], None]) -> list[Side]:
    """List the opponents that are installed, and tell of the others."""
    here, missing = installed(read_ladder(path))
    for opponent in missing:
        warn(f"{opponent.side.name} is not installed (Debian: apt install {opponent.package}).")
    if not here:
        raise MatchError("None of the ladder's opponents is installed.")
    return here


def with_checked_sides(settings: Settings, ladder: bool, warn: Callable[[str], None]) -> Settings:
    """Start every side; opponents of the ladder that cannot play are left out, others refused."""

    def fault_of(side: Side) -> MatchError | None:
        try:
            check_side(side, settings)
        except MatchError as fault:
            return fault
        return None

    with ThreadPoolExecutor(min(MOST_STARTING, processors())) as starting:
        faults = list(starting.map(fault_of, settings.sides))
    playing = []
    for number, (side, fault) in enumerate(zip(settings.sides, faults, strict=True)):
        if fault is None:
            playing.append(side)
        elif ladder and number:
            warn(f"Left out: {fault}")
        else:
            raise fault
    if len(playing) < TWO:
        raise MatchError("None of the ladder's opponents can play.")
    return replace(settings, sides=tuple(playing))


def runner() -> Identity:
    """Tell which Sesame this is."""
    return identity_of(Side(NAME), f"{NAME} {version()}")


def check_resumed(arguments: argparse.Namespace, plan: Plan, database: Path) -> None:
    """See whether a match can go on as it began.

    Raises
    ------
    MatchError
        If other settings were given, or a side that is Sesame has other sources now.
    """
    if given(arguments):
        asked = settings_of(arguments, lambda _: None)
        if arguments.ladder:  # some of the installed opponents may have been left out
            asked = replace(asked, sides=plan.settings.sides)
        for field in fields(asked):
            begun, wanted = (told(getattr(one, field.name)) for one in (plan.settings, asked))
            if begun != wanted and field.name != "concurrency":
                raise MatchError(
                    f"The match in {database} was begun with {field.name} {begun}, not {wanted}. "
                    "Give --resume the same settings, or none."
                )
    now = runner()
    if any(not side.command for side in plan.settings.sides) and now.source != plan.runner.source:
        raise MatchError(
            f"Sesame has changed since the match in {database} was begun (sources "
            f"{plan.runner.source}, now {now.source}): the games would be another engine's. Go "
            "back to that version, or begin another match."
        )


def told(setting: object) -> str:
    """Write a setting for the user."""
    if isinstance(setting, tuple):
        return f'"{"; ".join(map(side_text, setting))}"'
    if isinstance(setting, Adjudication):
        return ", ".join(f"{name}={value}" for name, value in vars(setting).items())
    return str(setting)


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
