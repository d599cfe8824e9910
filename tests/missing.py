"""A process in which a package is not installed, for a test."""

import sys

import pytest


def forget(monkeypatch: pytest.MonkeyPatch, package: str, room: str) -> None:
    """Let `package` be missing, and let what lies in a room be imported anew.

    At the end of the test the modules of before are back, also as attributes of their parents.
    """
    for name in [name for name in sys.modules if name == room or name.startswith(f"{room}.")]:
        monkeypatch.delitem(sys.modules, name)
    parent, _, child = room.rpartition(".")
    owner = sys.modules.get(parent)
    if owner is not None and hasattr(owner, child):
        monkeypatch.setattr(owner, child, getattr(owner, child))
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
