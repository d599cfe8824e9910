"""Settings as they are written on the command line: option=value."""

from collections.abc import Iterable

from engine.lab.common.errors import LaboratoryError


def settings_in(pieces: Iterable[str], where: str) -> dict[str, str]:
    """Read settings, each as option=value; empty pieces are skipped.

    Only the engine knows whether a name contains =: a name ends at the first one that makes it
    unique, and `check_options` looks for a longer name.

    Parameters
    ----------
    pieces
        The settings.
    where
        Where they were given, for the error message.

    Raises
    ------
    LaboratoryError
        If one is invalid or given twice.
    """
    settings: list[tuple[str, str]] = []
    for piece in pieces:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not key and not equals:
            continue
        if not key or not equals:
            raise LaboratoryError(f'{where} has "{piece.strip()}" instead of option=value.')
        settings.append((key, value))
    while repeated := first_repeated(name for name, _ in settings):
        longer = [with_longer_name(*one) if same(one[0], repeated) else one for one in settings]
        if sum(same(name, repeated) for name, _ in longer) > 1:
            raise LaboratoryError(f"{where} has {repeated} twice.")
        settings = longer
    return {name: unquoted(value) for name, value in settings}


def first_repeated(names: Iterable[str]) -> str:
    """Find the first name that occurs a second time; empty if there is none."""
    seen: list[str] = []
    for name in names:
        if has(seen, name):
            return name
        seen.append(name)
    return ""


def with_longer_name(name: str, value: str) -> tuple[str, str]:
    """Split a setting at the next = outside quotes, if there is one."""
    more, equals, rest = (part.strip() for part in value.partition("="))
    return (f"{name}={more}", rest) if equals and '"' not in more else (name, value)


def same(name: str, other: str) -> bool:
    """Compare two names of options without regard to case, as UCI does."""
    return name.lower() == other.lower()


def has(names: Iterable[str], name: str) -> bool:
    """Tell whether a name is among others, without regard to case."""
    return any(same(name, known) for known in names)


def unquoted(value: str) -> str:
    """Remove the quotes around a value."""
    if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
        return value[1:-1]
    return value
