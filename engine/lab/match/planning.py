"""From what was asked for to a plan: limits, rules, openings, tasks, all checked beforehand."""

import argparse
import shlex
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from engine.lab.common.sources import ROOT
from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.entrants import sides_of
from engine.lab.match.identity import identity_of
from engine.lab.match.player import kill_all
from engine.lab.match.records import (
    Adjudication,
    Identity,
    Limit,
    MatchError,
    Opening,
    Schedule,
    Settings,
    Side,
)
from engine.lab.match.schedule import check_settings, games_planned, openings_used, tasks
from engine.lab.match.store import MatchPlan, SequentialTest
from engine.lab.match.worker import check_side
from engine.lab.openings.read import read
from engine.lab.statistics.sprt import bounds, check_hypotheses
from engine.process.processors import usable_processors
from engine.process.version import NAME, version

LADDER_LIMIT = "10+0.1"
MOST_GAMES = 1_000_000  # each is a row of the database before it is played
OPENINGS = ROOT / "openings" / "balanced-8ply.epd"
SHOWN_COMPLAINTS = 5
MOST_STARTING = 4  # engines at a time, when the sides are tried
SPRT_WORDS = (2, 4)
USUAL_RISK = 0.05
TWO = 2


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
        if arguments.resign or arguments.draw or arguments.move_limit:
            raise MatchError("--play-out goes without --resign, --draw and --move-limit.")
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
        # Processes elsewhere play too, and the match may be resumed from another folder.
        syzygy=str(arguments.syzygy.absolute()) if arguments.syzygy else None,
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
    try:
        check_hypotheses(test.elo0, test.elo1, test.model)
        bounds(test.alpha, test.beta)
    except ValueError as failure:
        raise MatchError(f"--sprt: {failure}") from None
    return test


def plan_of(
    arguments: argparse.Namespace, words: list[str], warn: Callable[[str], None]
) -> MatchPlan:
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
    check_length(settings)
    test = sequential_test(arguments, len(settings.sides))
    openings = openings_for(settings, arguments.openings, warn)
    chess960 = any(opening.chess960 for opening in openings_used(settings, openings))
    settings = with_checked_sides(settings, arguments.ladder is not None, warn, chess960)
    command = shlex.join(words).encode(errors="backslashreplace").decode()
    return MatchPlan(settings, tuple(tasks(settings, openings)), runner(), test, command)


def check_length(settings: Settings) -> None:
    """Refuse more games than a database should hold."""
    planned = games_planned(settings)
    if planned > MOST_GAMES:
        raise MatchError(f"{planned} games are more than a match may have, {MOST_GAMES}.")


def openings_for(
    settings: Settings, file: Path | None, warn: Callable[[str], None]
) -> list[Opening]:
    """Read the openings of a match.

    Parameters
    ----------
    settings
        The match.
    file
        Where they stand; None: Sesame's own.
    warn
        Told of what is left out, and of openings that have to be taken again.

    Raises
    ------
    MatchError
        If there are none.
    """
    path = file or OPENINGS
    if file is None and not path.is_file():
        raise MatchError("Sesame's own openings are not installed here; give --openings FILE.")
    book = read(path, settings.plies)
    for complaint in book.complaints[:SHOWN_COMPLAINTS]:
        warn(f"{path}, {complaint}")
    if book.complaints or book.duplicates:
        warn(
            f"{path}: {len(book.openings)} openings; left out: {len(book.complaints)} bad lines, "
            f"{book.duplicates} positions that had come before."
        )
    chess960 = sum(opening.chess960 for opening in book.openings)
    if chess960:
        warn(f"{path}: {chess960} openings are positions of Chess960.")
    if settings.rounds > len(book.openings):
        warn(
            f"There are {len(book.openings)} openings for {settings.rounds} rounds; they are taken "
            "again from the first, and engines may repeat their games."
        )
    return book.openings


def settings_of(arguments: argparse.Namespace, warn: Callable[[str], None]) -> Settings:
    """Collect the settings of a match; the sides have not been started yet."""
    sides = sides_of(arguments, warn)
    usual = Settings(sides)
    schedule: Schedule = "round robin" if len(sides) > TWO else "pair"
    if arguments.gauntlet or arguments.ladder:
        schedule = "gauntlet"
    patience = float(arguments.patience or usual.patience_seconds)
    return Settings(
        sides=sides,
        limit=limit_of(arguments),
        schedule=schedule,
        rounds=arguments.rounds or usual.rounds,
        seed=usual.seed if arguments.seed is None else arguments.seed,
        openings=(arguments.openings or OPENINGS).name,
        plies=arguments.plies,
        adjudication=adjudication_of(arguments),
        concurrency=arguments.concurrency or usable_processors(),
        margin_ms=usual.margin_ms if arguments.margin is None else arguments.margin,
        patience_seconds=patience,
        start_seconds=patience,
    )


def with_checked_sides(
    settings: Settings, ladder: bool, warn: Callable[[str], None], chess960: bool
) -> Settings:
    """Start every side; opponents of the ladder that cannot play are left out, others refused.

    Parameters
    ----------
    settings
        The match.
    ladder
        Whether all sides but the first are opponents of the ladder.
    warn
        Told of those that are left out.
    chess960
        Whether an opening is one of Chess960.

    Returns
    -------
    Settings
        With the sides that play.

    Raises
    ------
    MatchError
        For the first side that cannot play and is not left out.
    """
    playing = []
    for number, (side, outcome) in enumerate(started(settings, chess960)):
        if isinstance(outcome, Identity):
            playing.append(side)
        elif ladder and number:
            warn(f"Left out: {outcome}")
        else:
            raise outcome
    if len(playing) < TWO:
        raise MatchError("None of the ladder's opponents can play.")
    return replace(settings, sides=tuple(playing))


def started(settings: Settings, chess960: bool) -> list[tuple[Side, Identity | MatchError]]:
    """Start every side, some at a time, and end it; say what it is, or why it cannot play.

    Raises
    ------
    MatchError
        If there are no tablebases where they should be.
    """
    Adjudicator(settings.adjudication)

    def outcome_of(side: Side) -> Identity | MatchError:
        try:
            return check_side(side, settings, chess960)
        except MatchError as fault:
            return fault

    with ThreadPoolExecutor(min(MOST_STARTING, usable_processors())) as starting:
        try:
            return list(zip(settings.sides, starting.map(outcome_of, settings.sides), strict=True))
        except KeyboardInterrupt:  # nobody waits a minute for an engine that hangs
            starting.shutdown(wait=False, cancel_futures=True)
            kill_all()
            raise


def runner() -> Identity:
    """Tell which Sesame this is."""
    return identity_of(Side(NAME), f"{NAME} {version()}")
