"""The program of a side: how it is started, and its version and sources."""

import shutil
import sys
from pathlib import Path

from engine.lab.common.sources import ROOT, hash_of, sesame_source
from engine.lab.match.records import Identity, Side


def command_of(side: Side) -> tuple[str, ...]:
    """Return the command that starts a side on this machine."""
    return side.command or (sys.executable, str(ROOT / "uci.py"))


def identity_of(side: Side, version: str) -> Identity:
    """Identify the program of a side.

    Parameters
    ----------
    side
        The side.
    version
        The name that the running program gave.

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
