"""An archive of self-play games, to which complete games are appended.

It begins with a header: `SESAMESP`, the version of the format, the length of a text, and that text,
JSON that says how the games are played. The games follow by number from 1 without gaps, each a
block of 32 bytes and its records. So an archive always holds the first games of a sequence, and its
end determines the next one.
"""

import json
import os
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.lab.match.records import Reason
from engine.lab.selfplay.game import Played
from engine.lab.selfplay.recipe import SelfplayError
from engine.lab.selfplay.record import RECORD

MAGIC, FORMAT = b"SESAMESP", 1
HEAD = np.dtype([("magic", "S8"), ("format", "<u4"), ("length", "<u4")])
BLOCK = np.dtype(
    [
        ("mark", "S4"),  # GAME
        ("checksum", "<u4"),  # CRC-32 of the rest of the block and the records
        ("number", "<u4"),
        ("count", "<u4"),  # records of this game
        ("repeated", "<u4"),  # skipped duplicates of earlier positions
        ("plies", "<u2"),
        ("result", "u1"),  # as in a record
        ("reason", "u1"),  # index in `Reason`
        ("spare", "u1", 8),
    ]
)
MARK = b"GAME"
CHECKED_FROM = 8
REASONS = list(Reason)
DIFFERS_IN_EQUALS = ("score", "ply", "result", "fifty")


class Contents(NamedTuple):
    """The contents of an archive."""

    head: dict[str, Any]
    games: Any  # array of BLOCK
    records: Any  # array of RECORD, game after game
    end: int  # bytes up to the end of the last complete game


def read_archive(path: Path) -> Contents:
    """Read the complete games of an archive.

    Raises
    ------
    SelfplayError
        If the file is not an archive, or of another format.
    OSError
        If it cannot be read.
    """
    octets = path.read_bytes()
    head, place = read_head(path, octets)
    blocks: list[Any] = []
    parts: list[Any] = []
    while (found := game_at(octets, place, len(blocks) + 1)) is not None:
        block, records = found
        blocks.append(block)
        parts.append(records)
        place += BLOCK.itemsize + records.nbytes
    games = np.concatenate(blocks) if blocks else np.zeros(0, BLOCK)
    records = np.concatenate(parts) if parts else np.zeros(0, RECORD)
    return Contents(head, games, records, place)


def read_head(path: Path, octets: bytes) -> tuple[dict[str, Any], int]:
    """Read the header; returns it and the offset of the first game."""
    if len(octets) < HEAD.itemsize or not octets.startswith(MAGIC):
        raise SelfplayError(f"{path} is not an archive of self-play games.")
    (head,) = np.frombuffer(octets, HEAD, 1)
    if head["format"] != FORMAT:
        raise SelfplayError(f"{path} has format {head['format']}; this version reads {FORMAT}.")
    end = HEAD.itemsize + int(head["length"])
    try:
        return json.loads(octets[HEAD.itemsize : end]), end
    except ValueError:
        raise SelfplayError(f"The header of {path} is damaged.") from None


def game_at(octets: bytes, place: int, number: int) -> tuple[Any, Any] | None:
    """Read the game with this number; None if it is incomplete."""
    start = place + BLOCK.itemsize
    if len(octets) < start:
        return None
    block = np.frombuffer(octets, BLOCK, 1, place)
    end = start + int(block["count"][0]) * RECORD.itemsize
    if block["mark"][0] != MARK or block["number"][0] != number or len(octets) < end:
        return None
    if block["checksum"][0] != zlib.crc32(octets[place + CHECKED_FROM : end]):
        return None
    return block, np.frombuffer(octets, RECORD, int(block["count"][0]), start)


def shown(value: Any) -> str:
    """Write a value of the header for a message; options as option=value."""
    if isinstance(value, list):
        return ", ".join(f"{name}={text}" for name, text in value) or "none"
    return str(value)


class Archive:
    """An archive to which games are added.

    Parameters
    ----------
    path
        A new file, or one with the same header.
    head
        How the games are played; the same header means the same games.

    Attributes
    ----------
    games, positions, repeated : int
        Numbers of games and positions in it, and of skipped duplicates.
    cut : int
        Bytes of an incomplete game that were removed.

    Raises
    ------
    SelfplayError
        If the file is not an archive, or its header differs. It is left unchanged then.
    OSError
        If it cannot be read or written.
    """

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = path
        self.cut = 0
        self._seen: set[bytes] = set()
        self.results = [0, 0, 0]
        self.games = self.positions = self.repeated = 0
        if not path.exists() or not path.stat().st_size:
            self._begin(head)
            return
        contents = read_archive(path)
        for name in {*head, *contents.head} - {"command"}:
            if head.get(name) != contents.head.get(name):
                raise SelfplayError(
                    f"{path} has other settings: {name} is {shown(contents.head.get(name))} there "
                    f"and {shown(head.get(name))} now. It was not changed; name another file."
                )
        self._seen.update(names_of(contents.records))
        self.games, self.positions = len(contents.games), len(contents.records)
        self.repeated = int(contents.games["repeated"].sum())
        for result in contents.games["result"]:
            self.results[result] += 1
        self.cut = path.stat().st_size - contents.end
        self._end = contents.end
        if self.cut:
            os.truncate(path, self._end)

    def add(self, played: Played) -> None:
        """Add the next game, without positions that are already in the archive.

        Raises
        ------
        SelfplayError
            If another process writes to the file.
        OSError
            If it cannot be written; the archive is unchanged then.
        """
        if played.number != self.games + 1:
            raise ValueError(f"game {played.number} does not follow game {self.games}")
        if self.path.stat().st_size != self._end:
            raise SelfplayError(f"Another process, perhaps another selfplay, writes to {self.path}")
        names = names_of(played.records)
        first = [name not in self._seen and name not in names[:i] for i, name in enumerate(names)]
        records = played.records[np.array(first, bool)]
        self._append(block_of(played, len(records), len(names)), records)
        self._seen.update(names)
        self.games += 1
        self.positions += len(records)
        self.repeated += len(names) - len(records)
        self.results[played.result] += 1

    def _begin(self, head: dict[str, Any]) -> None:
        text = json.dumps(head).encode()
        text += b" " * (-(HEAD.itemsize + len(text)) % RECORD.itemsize)
        start = np.array([(MAGIC, FORMAT, len(text))], HEAD)
        self._end = 0
        self.path.touch()
        self._write(start.tobytes() + text)

    def _append(self, block: Any, records: Any) -> None:
        octets = records.tobytes()
        block["checksum"] = zlib.crc32(block.tobytes()[CHECKED_FROM:] + octets)
        self._write(block.tobytes() + octets)

    def _write(self, octets: bytes) -> None:
        """Append all, or nothing."""
        try:
            with self.path.open("ab", buffering=0) as file:
                file.write(octets)
            if self.path.stat().st_size != self._end + len(octets):
                raise OSError(28, "No space left on device")
        except OSError:
            os.truncate(self.path, self._end)
            raise
        self._end += len(octets)


def names_of(records: Any) -> list[bytes]:
    """Return keys that equal positions share: pieces, turn, castling and en passant."""
    bare = records.copy()
    for field in DIFFERS_IN_EQUALS:
        bare[field] = 0
    octets, size = bare.tobytes(), RECORD.itemsize
    return [octets[place : place + size] for place in range(0, len(octets), size)]


def block_of(played: Played, count: int, found: int) -> Any:
    """Make the block before a game's records."""
    block = np.zeros(1, BLOCK)
    block["mark"], block["number"], block["count"] = MARK, played.number, count
    block["repeated"], block["plies"] = found - count, played.plies
    block["result"], block["reason"] = played.result, REASONS.index(played.reason)
    return block
