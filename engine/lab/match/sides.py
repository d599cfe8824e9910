"""The players: how a side is written on the command line, started, checked, and told apart.

`TWOBIG1: Replacement Scheme=TWOBIG1, Hash=16` is Sesame with two options. Three words are not
options: `cmd` names another program, `proto` its protocol, `rating` makes it an anchor.
"""

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Container, Iterable, Mapping
from pathlib import Path

import chess.engine

import engine
from engine.lab.match.records import Identity, MatchError, Protocol, Side
from engine.process.texts import quoted

ROOT = Path(engine.__file__).parent.parent  # of the checkout, or of the installed packages
HASH_DIGITS = 16

PIECE = re.compile(r'(?:[^,"]|"[^"]*")+')  # between commas; those within quotes do not count
PROTOCOLS: dict[str, Protocol] = {"uci": "uci", "xboard": "xboard"}
TRUTH = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


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
        If it cannot be read.
    """
    if not text.isprintable():  # nor could a database hold what is no Unicode
        raise MatchError(f"The side {quoted(text)} has characters that cannot be printed.")
    name, _, settings = (part.strip() for part in text.partition(":"))
    if not name or "=" in name or '"' in name:
        raise MatchError(f'The side "{text}" begins with no name; write "name: option=value, ...".')
    words = settings_in(PIECE.findall(settings), f"The side {name}")
    command = words.pop("cmd", "")
    protocol = PROTOCOLS.get(words.pop("proto", "uci").lower())
    if protocol is None:
        raise MatchError(f"The side {name} has a protocol that is neither uci nor xboard.")
    if protocol == "xboard" and not command:
        raise MatchError(f"The side {name} has no command (cmd=...); Sesame itself speaks UCI.")
    anchor = rating_of(name, words.pop("rating", ""))
    return Side(name, split_command(name, command), protocol, tuple(words.items()), anchor)


def settings_in(pieces: Iterable[str], where: str) -> dict[str, str]:
    """Read settings, each as option=value; empty pieces are none.

    A name may contain =, which only the engine knows: it ends at the first that tells it from the
    others, and `check_options` looks for a longer one.

    Parameters
    ----------
    pieces
        The settings.
    where
        Where they stand, for the sentence about a wrong one.

    Raises
    ------
    MatchError
        If one cannot be read, or stands there twice.
    """
    settings: list[tuple[str, str]] = []
    for piece in pieces:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not key and not equals:
            continue
        if not key or not equals:
            raise MatchError(f'{where} has "{piece.strip()}" where option=value belongs.')
        settings.append((key, value))
    while repeated := first_repeated(name for name, _ in settings):
        longer = [with_longer_name(*one) if same(one[0], repeated) else one for one in settings]
        if sum(same(name, repeated) for name, _ in longer) > 1:
            raise MatchError(f"{where} has {repeated} twice.")
        settings = longer
    return {name: unquoted(value) for name, value in settings}


def first_repeated(names: Iterable[str]) -> str:
    """Find the first name that is there already; empty if there is none."""
    seen: list[str] = []
    for name in names:
        if has(seen, name):
            return name
        seen.append(name)
    return ""


def with_longer_name(name: str, value: str) -> tuple[str, str]:
    """Divide a setting one = later, if there is one outside quotes."""
    more, equals, rest = (part.strip() for part in value.partition("="))
    return (f"{name}={more}", rest) if equals and '"' not in more else (name, value)


def same(name: str, other: str) -> bool:
    """Tell whether two names are one, in any capitals as UCI has it."""
    return name.lower() == other.lower()


def has(names: Iterable[str], name: str) -> bool:
    """Tell whether an option is among others, in any capitals as UCI has it."""
    return any(same(name, known) for known in names)


def unquoted(value: str) -> str:
    """Remove the quotes around a value."""
    if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
        return value[1:-1]
    return value


def split_command(name: str, command: str) -> tuple[str, ...]:
    """Divide a command into its words as a shell does."""
    try:
        return tuple(shlex.split(command, posix=os.name == "posix"))
    except ValueError as error:
        raise MatchError(f"The command of {name} cannot be read: {error}.") from None


def rating_of(name: str, text: str) -> float | None:
    """Read a rating, if there is one."""
    if not text:
        return None
    if re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,3})?", text):
        return float(text)
    raise MatchError(f'The rating of {name} is "{text}", which is no number.')


def side_text(side: Side) -> str:
    """Write a side so that `parse_side` reads the same.

    Parameters
    ----------
    side
        Any side whose options are without quotes.
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


def command_of(side: Side) -> tuple[str, ...]:
    """Give the words that start a side on this machine."""
    return side.command or (sys.executable, str(ROOT / "uci.py"))


def identity_of(side: Side, version: str) -> Identity:
    """Tell exactly what plays for a side.

    Parameters
    ----------
    side
        The side.
    version
        What the running program called itself.

    Returns
    -------
    Identity
        With a hash of Sesame's sources, or of the program's file and all files that its command
        names; without one when they cannot be read.
    """
    if side.command:
        program = shutil.which(side.command[0])
        names = [Path(name) for name in (program, *side.command[1:]) if name]
        files = [path for path in names if path.is_file()]
        return Identity(version, hash_of(files))
    return Identity(version, sesame_source())


def sesame_source() -> str:
    """Make a short name for all sources of Sesame that play: all but the laboratory's."""
    lab = ROOT / "engine" / "lab"
    sources = (ROOT / "engine").rglob("*.py")
    files = sorted(path for path in sources if not path.is_relative_to(lab))
    return hash_of([*files, ROOT / "uci.py"])


def hash_of(files: list[Path]) -> str:
    """Make a short name for the contents of files, the same on every machine."""
    digest = hashlib.sha256()
    try:
        for path in files:
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)}\n".encode())
            digest.update(content)
    except OSError:
        return ""
    return digest.hexdigest()[:HASH_DIGITS] if files else ""


def check_options(
    side: Side, declared: Mapping[str, chess.engine.Option]
) -> dict[str, chess.engine.ConfigValue]:
    """Compare the options of a side with those that its program has.

    Parameters
    ----------
    side
        The side.
    declared
        The options by their names.

    Returns
    -------
    dict
        Values by names, as python-chess wants them.

    Raises
    ------
    MatchError
        If there is no such option, or it does not take the value.
    """
    names = {name.lower(): name for name in declared}
    checked: dict[str, chess.engine.ConfigValue] = {}
    for setting in side.options:
        name, text = divided(setting, names)
        if name not in names:
            known = ", ".join(sorted(declared)) or "none"
            raise MatchError(f"{side.name} has no option {setting[0]}; it has: {known}.")
        option = declared[names[name]]
        if option.is_managed():
            raise MatchError(f"{side.name} cannot have {option.name} set: the match does that.")
        if option.name in checked:
            raise MatchError(f"{side.name} has {option.name} twice.")
        checked[option.name] = value_of(side.name, option, text)
    return checked


def divided(setting: tuple[str, str], names: Container[str]) -> tuple[str, str]:
    """Divide a setting after the longest name that the program has; names are in small letters."""
    name, value = setting
    found = name.lower(), value
    while (longer := with_longer_name(name, value)) != (name, value):
        name, value = longer
        if name.lower() in names:
            found = name.lower(), unquoted(value)
    return found


def value_of(name: str, option: chess.engine.Option, text: str) -> chess.engine.ConfigValue:
    """Read the value of an option; `name` is the side's."""
    value: chess.engine.ConfigValue = text
    if option.type == "check":
        if text.lower() not in TRUTH:
            raise MatchError(f'{option.name} of {name} is true or false, not "{text}".')
        value = TRUTH[text.lower()]
    elif option.type == "combo":
        spellings = {choice.lower(): choice for choice in option.var or []}
        value = spellings.get(text.lower(), text)
    elif option.type == "button" and text:
        raise MatchError(f"{option.name} of {name} is a button and takes no value.")
    try:
        return option.parse(value)
    except chess.engine.EngineError as error:
        raise MatchError(f'{option.name} of {name} cannot be "{text}": {error}.') from None
