"""A process in which a package is not installed, for a test."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def missing(package: str, room: str) -> Iterator[None]:
    """Let `package` be missing, and let what lies in a room be imported anew.

    At the end the modules of before are back, also as attributes of their parents. No new one
    stays: it would know a second copy of what is there already.
    """
    before = {name: sys.modules[name] for name in modules_of(package) + modules_of(room)}
    parent, _, child = room.rpartition(".")
    owner = sys.modules.get(parent)
    known = getattr(owner, child, None)
    for name in before:
        del sys.modules[name]
    sys.modules[package] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        for name in modules_of(package) + modules_of(room):
            del sys.modules[name]
        sys.modules.update(before)
        if known is not None:
            setattr(owner, child, known)


def modules_of(room: str) -> list[str]:
    """Name the modules of a package that are loaded, itself included."""
    return [name for name in sys.modules if name == room or name.startswith(f"{room}.")]
