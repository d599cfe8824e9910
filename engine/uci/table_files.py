"""Folders with Syzygy's endgame tables, opened through python-chess.

python-chess opens a file when it is first asked; so what can be seen from outside is looked at
when the folders are named, while there is still somebody to read about it.
Source: de Man, Syzygy tablebases, 2013: names, sizes and first bytes of the files.
"""

import os
from pathlib import Path
from typing import NamedTuple

import chess.syzygy

from engine.options.kinds import OptionError
from engine.process.texts import quoted

BLOCK_BYTES, HEAD_BYTES = 64, 16  # a file is whole blocks and the sum of its bytes
RESULTS, DISTANCES = ".rtbw", ".rtbz"
MAGIC = {RESULTS: b"\x71\xe8\x23\x5d", DISTANCES: b"\xd7\x66\x0c\xa5"}


class Tables(NamedTuple):
    """The tables of some folders."""

    tablebase: chess.syzygy.Tablebase
    largest: int  # pieces of the largest table, kings and pawns counted in
    sentence: str  # about what was found


def open_tables(places: str) -> Tables:
    """Open the tables of all folders.

    Parameters
    ----------
    places
        Folders, divided as the system divides those of PATH, or by semicolons.

    Raises
    ------
    OptionError
        If there is not one table in them; the message says so.
    """
    tablebase, bad, missing = chess.syzygy.Tablebase(), [], []
    found = {suffix: 0 for suffix in MAGIC}
    largest = 0
    for place in folders_in(places):
        try:
            paths = sorted(Path(place).expanduser().iterdir())
        except (OSError, RuntimeError, ValueError):  # also no home for a ~
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
    sentence = told(missing, bad)
    if not largest:
        nothing = f"SyzygyPath: there are no tables in {quoted(places)}."
        raise OptionError(" ".join(filter(None, (nothing, sentence, "Nothing changed."))))
    success = (
        f"Endgame tables of up to {largest} pieces: {found[RESULTS]} of results, "
        f"{found[DISTANCES]} of distances."
    )
    return Tables(tablebase, largest, " ".join(filter(None, (success, sentence))))


def folders_in(places: str) -> list[str]:
    """Divide the names of folders; a colon may also belong to the name of one."""
    if not places or os.path.isdir(places):
        return [places] if places else []
    parts = (part for half in places.split(";") for part in half.split(os.pathsep))
    return [part.strip() for part in parts if part.strip()]


def is_table(path: Path) -> bool:
    """Tell by its name whether a file is a table of chess."""
    return path.suffix in MAGIC and chess.syzygy.is_tablename(path.stem)


def is_sound(path: Path) -> bool:
    """Look at size and first bytes of a table: it may be cut off, or stand for one elsewhere."""
    try:
        if not path.is_file() or path.stat().st_size % BLOCK_BYTES != HEAD_BYTES:
            return False
        with path.open("rb") as file:
            return file.read(len(MAGIC[path.suffix])) == MAGIC[path.suffix]
    except OSError:
        return False


def told(missing: list[str], bad: list[str]) -> str:
    """Say what could not be used."""
    sentences = []
    if missing:
        others = f" and {len(missing) - 1} more" if missing[1:] else ""
        sentences.append(f"There is no folder {quoted(missing[0])}{others}.")
    if bad:
        sentences.append(f"{len(bad)} damaged files were left out, {quoted(bad[0])} first.")
    return " ".join(sentences)
