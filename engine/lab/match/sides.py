"""The sides of a match as they are written on the command line.

`TWOBIG1: Replacement Scheme=TWOBIG1, Hash=16` is Sesame with two options. Three words are not
options: `cmd` names another program, `proto` its protocol, `rating` makes it an anchor.
"""

import os
import re
import shlex

from engine.lab.common.settings import settings_in
from engine.lab.match.records import MatchError, Protocol, Side
from engine.process.texts import quoted

PIECE = re.compile(r'(?:[^,"]|"[^"]*")+')  # between commas; those within quotes do not count
PROTOCOLS: dict[str, Protocol] = {"uci": "uci", "xboard": "xboard"}


def parse_side(text: str) -> Side:
    """Read a side.

    Parameters
    ----------
    text
        A name; or a name, a colon, and settings separated by commas: ``name: option=value,
        cmd=program words, proto=xboard, rating=2000``. Quotes protect commas within a value.

    Raises
    ------
    MatchError
        If it is invalid.
    """
    if not text.isprintable():  # databases cannot store invalid Unicode either
        raise MatchError(f"The side {quoted(text)} contains unprintable characters.")
    name, _, settings = (part.strip() for part in text.partition(":"))
    if not name or "=" in name or '"' in name:
        raise MatchError(
            f'The side "{text}" does not begin with a name; write "name: option=value, ...".'
        )
    words = settings_in(PIECE.findall(settings), f"The side {name}")
    command = words.pop("cmd", "")
    protocol = PROTOCOLS.get(words.pop("proto", "uci").lower())
    if protocol is None:
        raise MatchError(f"The protocol of {name} must be uci or xboard.")
    if protocol == "xboard" and not command:
        raise MatchError(f"The side {name} has no command (cmd=...), and Sesame only speaks UCI.")
    anchor = rating_of(name, words.pop("rating", ""))
    return Side(name, split_command(name, command), protocol, tuple(words.items()), anchor)


def split_command(name: str, command: str) -> tuple[str, ...]:
    """Split a command as a shell does."""
    try:
        return tuple(shlex.split(command, posix=os.name == "posix"))
    except ValueError as error:
        raise MatchError(f"The command of {name} is invalid: {error}.") from None


def rating_of(name: str, text: str) -> float | None:
    """Read a rating; None if there is none."""
    if not text:
        return None
    if re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,3})?", text):
        return float(text)
    raise MatchError(f'The rating of {name}, "{text}", is not a number.')


def side_text(side: Side) -> str:
    """Write a side so that `parse_side` reads the same.

    Parameters
    ----------
    side
        Any side whose options contain no quotes.
    """
    words = list(side.options)
    if side.command:
        words.insert(0, ("cmd", shlex.join(side.command)))
    if side.protocol != "uci":
        words.append(("proto", side.protocol))
    if side.anchor is not None:
        words.append(("rating", f"{side.anchor:g}"))
    pieces = [f'{key}="{value}"' if "," in value else f"{key}={value}" for key, value in words]
    return f"{side.name}: {', '.join(pieces)}" if pieces else side.name
