"""The plan of a match from its command line: limits, adjudication, openings, tasks, all checked."""

import argparse
import shlex
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from engine.lab.common.sources import ROOT
from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.engine_process import kill_all
from engine.lab.match.entrants import sides_of
from engine.lab.match.identity import identity_of
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
SHOWN_FAULTS = 5
MOST_STARTING = 4  # engines at the same time, when the sides are checked
SPRT_NUMBERS = (2, 4)
DEFAULT_RISK = 0.05
TWO = 2


def limit_of(arguments: argparse.Namespace) -> Limit:
    """Return the limit of the searches."""
    if arguments.time is not None:
        limit = Limit.parse(arguments.time)
        if limit.base_ms is None:
            raise MatchError(
                f'--time takes a time control such as 10+0.1 or 40/60, not "{arguments.time}".'
            )
        return limit
    for kind in ("nodes", "depth", "movetime"):
        number = getattr(arguments, kind)
        if number is not None:
            return Limit.parse(f"{kind}={number}")
    return Limit.parse(LADDER_LIMIT) if arguments.ladder else Limit(nodes=20_000)


def adjudication_of(arguments: argparse.Namespace) -> Adjudication:
    """Return the rules of adjudication."""
    usual = Adjudication()
    resign = arguments.resign or (usual.resign_moves, usual.resign_score)
    draw = arguments.draw or (usual.draw_from, usual.draw_moves, usual.draw_score)
    limit = usual.move_limit if arguments.move_limit is None else arguments.move_limit
    if arguments.play_out:
        if arguments.resign or arguments.draw or arguments.move_limit:
            raise MatchError("--play-out excludes --resign, --draw and --move-limit.")
        resign, draw, limit = (0, 0), (0, 0, 0), 0
    if arguments.syzygy and not arguments.syzygy.is_dir():
        raise MatchError(f"There is no folder {arguments.syzygy} (--syzygy).")
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
    """Return the sequential test, if there is one."""
    if arguments.sprt is None:
        if arguments.sprt_model:
            raise MatchError("--sprt-model requires --sprt.")
        return None
    if len(arguments.sprt) not in SPRT_NUMBERS:
        raise MatchError("--sprt takes ELO0 ELO1 or ELO0 ELO1 ALPHA BETA.")
    if sides != TWO:
        raise MatchError(f"--sprt requires two sides, not {sides}.")
    elo0, elo1, *risks = arguments.sprt
    alpha, beta = risks or (DEFAULT_RISK, DEFAULT_RISK)
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
        The command line, parsed and as given.
    warn
        Called with each warning.

    Raises
    ------
    MatchError
        For the first error.
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
    """Refuse too many games."""
    planned = games_planned(settings)
    if planned > MOST_GAMES:
        raise MatchError(f"{planned} games are too many; a match has at most {MOST_GAMES}.")


def openings_for(
    settings: Settings, file: Path | None, warn: Callable[[str], None]
) -> list[Opening]:
    """Read the openings of a match.

    Parameters
    ----------
    settings
        The match.
    file
        Their file; None: Sesame's own.
    warn
        Called with each warning: lines that are skipped, openings that are repeated.

    Raises
    ------
    MatchError
        If there are none.
    """
    path = file or OPENINGS
    if file is None and not path.is_file():
        raise MatchError("Sesame's own openings are not installed; give --openings FILE.")
    book = read(path, settings.plies)
    for fault in book.faults[:SHOWN_FAULTS]:
        warn(f"{path}, {fault}")
    if book.faults or book.duplicates:
        warn(
            f"{path}: {len(book.openings)} openings; skipped: "
            f"{len(book.faults)} invalid lines, {book.duplicates} duplicates."
        )
    chess960 = sum(opening.chess960 for opening in book.openings)
    if chess960:
        warn(f"{path}: {chess960} openings are Chess960 positions.")
    if settings.rounds > len(book.openings):
        warn(
            f"There are {len(book.openings)} openings for {settings.rounds} rounds; they are "
            "reused, and engines may repeat their games."
        )
    return book.openings


def settings_of(arguments: argparse.Namespace, warn: Callable[[str], None]) -> Settings:
    """Return the settings of a match, before its sides are started."""
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
    """Start every side; skip opponents of the ladder that cannot play, refuse other sides.

    Parameters
    ----------
    settings
        The match.
    ladder
        Whether all sides but the first are opponents of the ladder.
    warn
        Called with a warning for each that is skipped.
    chess960
        Whether an opening is a Chess960 position.

    Returns
    -------
    Settings
        With the sides that play.

    Raises
    ------
    MatchError
        For the first side that cannot play and is not skipped.
    """
    playing = []
    for number, (side, outcome) in enumerate(started(settings, chess960)):
        if isinstance(outcome, Identity):
            playing.append(side)
        elif ladder and number:
            warn(f"Skipped: {outcome}")
        else:
            raise outcome
    if len(playing) < TWO:
        raise MatchError("No opponent of the ladder can play.")
    return replace(settings, sides=tuple(playing))


def started(settings: Settings, chess960: bool) -> list[tuple[Side, Identity | MatchError]]:
    """Start every side, several at the same time, and quit it again.

    Returns
    -------
    list
        The sides, each with its identity or the reason why it cannot play.

    Raises
    ------
    MatchError
        If there are no tablebases in their folder.
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
        except KeyboardInterrupt:  # without waiting for an engine that hangs
            starting.shutdown(wait=False, cancel_futures=True)
            kill_all()
            raise


def runner() -> Identity:
    """Return the version and sources of this Sesame."""
    return identity_of(Side(NAME), f"{NAME} {version()}")
