"""The sides of a match: given by name and settings, by replacement scheme, or by the ladder."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.lab.common.settings import has, settings_in
from engine.lab.match.ladder import installed, read_ladder
from engine.lab.match.records import MatchError, Side
from engine.lab.match.sides import parse_side
from engine.options import OptionError, find, parse
from engine.process.texts import quoted
from engine.process.version import NAME
from engine.table.replacement import SCHEMES

SCHEME, POSITIONS = "Replacement Scheme", "Table Positions"
SMALL_TABLE = "16K"  # positions; a larger table holds the whole search, and all schemes play alike


def sides_of(arguments: argparse.Namespace, warn: Callable[[str], None]) -> tuple[Side, ...]:
    """Return the sides that a command line names; none is started.

    Parameters
    ----------
    arguments
        The command line.
    warn
        Called with a warning for each opponent that is not installed.

    Raises
    ------
    MatchError
        If a side is invalid or there is none.
    """
    sides = [parse_side(text) for text in arguments.side or ()]
    if arguments.schemes:
        sides += scheme_sides(arguments.schemes, arguments.table_positions or SMALL_TABLE)
    elif arguments.table_positions:
        raise MatchError("--table-positions requires --schemes.")
    if arguments.ladder:
        if len(sides) > 1:
            raise MatchError(f"--ladder takes one --side, not {len(sides)}.")
        sides = [*(sides or [Side(NAME)]), *ladder_sides(arguments, warn)]
    elif arguments.opponents is not None:
        raise MatchError("--opponents requires --ladder.")
    if not sides:
        raise MatchError("There are no sides: give --side twice or more, --schemes or --ladder.")
    return with_common_options(sides, arguments)


def with_common_options(sides: list[Side], arguments: argparse.Namespace) -> tuple[Side, ...]:
    """Add the options of --option to all sides that are Sesame.

    An option that a side sets itself keeps that value.
    """
    common = settings_in(arguments.option or (), "--option")
    for name in (SCHEME, POSITIONS):
        if arguments.schemes and has(common, name):
            raise MatchError(f"--option cannot set {name}: --schemes and --table-positions set it.")
    if common and all(side.command for side in sides):
        raise MatchError("--option sets options of Sesame, but no side is Sesame.")
    return tuple(side if side.command else with_options(side, common) for side in sides)


def with_options(side: Side, common: dict[str, str]) -> Side:
    """Add options that a side does not set itself."""
    own = [name for name, _ in side.options]
    added = ((name, value) for name, value in common.items() if not has(own, name))
    return replace(side, options=(*side.options, *added))


def scheme_sides(text: str, positions: str) -> list[Side]:
    """Make a side of Sesame for each replacement scheme."""
    known = [scheme.name for scheme in SCHEMES]
    names = known if text.lower() == "all" else chosen(text, known, "scheme")
    try:
        size = str(parse(find(POSITIONS), positions))
    except OptionError as refusal:
        raise MatchError(str(refusal)) from None
    return [Side(name, options=((SCHEME, name), (POSITIONS, size))) for name in names]


def ladder_sides(arguments: argparse.Namespace, warn: Callable[[str], None]) -> list[Side]:
    """List the opponents that are installed, and warn of the others."""
    path: Path = arguments.ladder
    opponents = read_ladder(path)
    if arguments.opponents is not None:
        known = [opponent.side.name for opponent in opponents]
        wanted = chosen(arguments.opponents, known, "opponent")
        opponents = [opponent for opponent in opponents if opponent.side.name in wanted]
    here, missing = installed(opponents)
    for opponent in missing:
        warn(f"{opponent.side.name} is not installed (Debian: apt install {opponent.package}).")
    if not here:
        raise MatchError("No opponent of the ladder is installed.")
    return here


def chosen(text: str, known: Sequence[str], kind: str) -> list[str]:
    """Read a comma-separated list of names, ignoring case.

    Parameters
    ----------
    text
        The list.
    known
        The names that exist, as they are spelt.
    kind
        What is named.

    Raises
    ------
    MatchError
        If there is no such name; the message lists all.
    """
    spellings = {name.lower(): name for name in known}
    names = []
    for name in text.split(","):
        spelling = spellings.get(name.strip().lower())
        if spelling is None:
            raise MatchError(
                f"There is no {kind} {quoted(name.strip())}; there are {', '.join(known)}."
            )
        names.append(spelling)
    return names
