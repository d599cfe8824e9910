"""Folders with Syzygy tablebases, opened through python-chess.

python-chess opens a file when it is first probed; so names, sizes and first bytes are checked when
the option is set, when the user can still react.
Source: de Man, Syzygy tablebases, 2013, for these three.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.options.kinds import OptionError
from engine.process.texts import quoted

if TYPE_CHECKING:
    import chess.syzygy

BLOCK_BYTES = 64
CHECKSUM_BYTES = 16  # behind the last block
RESULTS = ".rtbw"  # WDL: win, draw or loss
DISTANCES = ".rtbz"  # DTZ: plies to the next zeroing move
MAGIC = {RESULTS: b"\x71\xe8\x23\x5d", DISTANCES: b"\xd7\x66\x0c\xa5"}


class Tables(NamedTuple):
    """The tables of some folders."""

    tablebase: chess.syzygy.Tablebase
    largest: int  # number of pieces of the largest table, kings included
    message: str  # what was found


def open_tables(places: str) -> Tables:
    """Open the tables of all folders.

    Parameters
    ----------
    places
        Folders, separated as in the system's PATH, or by semicolons.

    Raises
    ------
    OptionError
        If there is no table of results in them.
    """
    import chess.syzygy  # a player without tablebases need not wait for it

    tablebase, bad, missing = chess.syzygy.Tablebase(), [], []
    found = {suffix: 0 for suffix in MAGIC}
    largest = 0
    for place in folders_in(places):
        try:
            paths = sorted(Path(place).expanduser().iterdir())
        except (OSError, RuntimeError, ValueError):  # RuntimeError: ~ of an unknown user
            missing.append(place)
            continue
        for path in filter(is_table, paths):
            if not is_sound(path):
                bad.append(path.name)
                continue
            tablebase.add_file(str(path))
            found[path.suffix] += 1
            if path.suffix == RESULTS:
                largest = max(largest, len(path.stem) - 1)
    unusable = unusable_in_words(missing, bad)
    if not largest:
        nothing = f"SyzygyPath: there are no WDL tables in {quoted(places)}."
        raise OptionError(" ".join(filter(None, (nothing, unusable, "Nothing changed."))))
    success = (
        f"Tablebases of up to {largest} pieces: "
        f"{found[RESULTS]} WDL and {found[DISTANCES]} DTZ files."
    )
    return Tables(tablebase, largest, " ".join(filter(None, (success, unusable))))


def folders_in(places: str) -> list[str]:
    """Separate the names of folders; an existing folder may have a colon in its name."""
    if not places or os.path.isdir(places):
        return [places] if places else []
    parts = (part for half in places.split(";") for part in half.split(os.pathsep))
    return [part.strip() for part in parts if part.strip()]


def is_table(path: Path) -> bool:
    """Tell by its name whether a file is a tablebase of chess."""
    import chess.syzygy

    return path.suffix in MAGIC and chess.syzygy.is_tablename(path.stem)


def is_sound(path: Path) -> bool:
    """Check the size and the first bytes of a file: it may be truncated, or a Git LFS pointer."""
    try:
        if not path.is_file() or path.stat().st_size % BLOCK_BYTES != CHECKSUM_BYTES:
            return False
        with path.open("rb") as file:
            return file.read(len(MAGIC[path.suffix])) == MAGIC[path.suffix]
    except OSError:
        return False


def unusable_in_words(missing: list[str], bad: list[str]) -> str:
    """Say which folders and files cannot be used; empty if there are none."""
    messages = []
    if missing:
        others = f" and {len(missing) - 1} more" if missing[1:] else ""
        messages.append(f"There is no folder {quoted(missing[0])}{others}.")
    if bad:
        others = f" and {len(bad) - 1} more" if bad[1:] else ""
        messages.append(f"Skipped as damaged: {quoted(bad[0])}{others}.")
    return " ".join(messages)
