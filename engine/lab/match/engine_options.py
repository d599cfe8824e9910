"""The options of a side, checked against those that its engine declares."""

from collections.abc import Container, Mapping

import chess.engine

from engine.lab.common.settings import unquoted, with_longer_name
from engine.lab.match.records import MatchError, Side
from engine.table.sizes import choice_of

TRUTH = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


def check_options(
    side: Side, declared: Mapping[str, chess.engine.Option]
) -> dict[str, chess.engine.ConfigValue]:
    """Check the options of a side against those that its program has.

    Parameters
    ----------
    side
        The side.
    declared
        The program's options by name.

    Returns
    -------
    dict
        Values by name, as python-chess expects them.

    Raises
    ------
    MatchError
        If there is no such option, or the value is invalid.
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
            raise MatchError(f"{option.name} of {side.name} cannot be set: the match sets it.")
        if option.name in checked:
            raise MatchError(f"{side.name} has {option.name} twice.")
        checked[option.name] = value_of(side.name, option, text)
    return checked


def divided(setting: tuple[str, str], names: Container[str]) -> tuple[str, str]:
    """Split a setting after the longest name that the program has; names are in lower case."""
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
            raise MatchError(f'{option.name} of {name} must be true or false, not "{text}".')
        value = TRUTH[text.lower()]
    elif option.type == "combo":
        spellings = {choice.lower(): choice for choice in option.var or []}
        # Sesame's table sizes may be written in several ways; 1024K is 1M.
        value = spellings.get(text.lower()) or spellings.get(choice_of(text).lower(), text)
    elif option.type == "button" and text:
        raise MatchError(f"{option.name} of {name} is a button and takes no value.")
    try:
        return option.parse(value)
    except chess.engine.EngineError as error:
        raise MatchError(f'{option.name} of {name} cannot be "{text}": {error}.') from None
