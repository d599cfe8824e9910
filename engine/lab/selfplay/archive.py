"""A file of self-play games that only ever grows, one whole game after another.

It begins with a head: `SESAMESP`, the version of the format, the length of a text, and that text,
JSON that says how the games are played. Then come the games by their numbers, from 1 on without a
gap: a block of 32 bytes and the game's records. So the games in a file are always the first ones
of one and the same sequence, and its end says which comes next.
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
        ("checksum", "<u4"),  # CRC-32 of all that follows, the records included
        ("number", "<u4"),
        ("count", "<u4"),  # records of this game
        ("repeated", "<u4"),  # positions left out because an earlier one is the same
        ("plies", "<u2"),
        ("result", "u1"),  # as in a record
        ("reason", "u1"),  # place in `Reason`
        ("spare", "u1", 8),
    ]
)
MARK = b"GAME"
CHECKED_FROM = 8
REASONS = list(Reason)
DIFFERS_IN_EQUALS = ("score", "ply", "result", "fifty")


class Contents(NamedTuple):
    """All that stands in an archive."""

    head: dict[str, Any]
    games: Any  # array of BLOCK
    records: Any  # array of RECORD, game after game
    end: int  # bytes up to the end of the last whole game


def read_archive(path: Path) -> Contents:
    """Read an archive as far as its games are whole.

    Raises
    ------
    SelfplayError
        If the file is not one, or of another format.
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
    """Read the head; returns it and where the first game begins."""
    if len(octets) < HEAD.itemsize or not octets.startswith(MAGIC):
        raise SelfplayError(f"{path} is no file of self-play games.")
    (head,) = np.frombuffer(octets, HEAD, 1)
    if head["format"] != FORMAT:
        raise SelfplayError(f"{path} has format {head['format']}, this Sesame reads {FORMAT}.")
    end = HEAD.itemsize + int(head["length"])
    try:
        return json.loads(octets[HEAD.itemsize : end]), end
    except ValueError:
        raise SelfplayError(f"The head of {path} is damaged.") from None


def game_at(octets: bytes, place: int, number: int) -> tuple[Any, Any] | None:
    """Read the game with this number; None if it is not there whole."""
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
    """Write a value of the head for a sentence; options as the words that set them."""
    if isinstance(value, list):
        return ", ".join(f"{name}={text}" for name, text in value) or "none"
    return str(value)


class Archive:
    """An archive to which games are added.

    Parameters
    ----------
    path
        A new file, or one that was begun with the same head.
    head
        How the games are played; the same head promises the same games.

    Attributes
    ----------
    games, positions, repeated : int
        What stands in it, and how many positions were left out as repeated.
    cut : int
        Bytes of a game that was not whole and was cut off.

    Raises
    ------
    SelfplayError
        If the file is something else, or its head is another one. Nothing is changed then.
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
                    f"{path} was begun otherwise: {name} is {shown(contents.head.get(name))} there "
                    f"and {shown(head.get(name))} now. Nothing was changed; name another file."
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
        """Add the next game, without positions that are in the archive already.

        Raises
        ------
        SelfplayError
            If somebody else writes to the file.
        OSError
            If it cannot be written; then the archive is as it was.
        """
        if played.number != self.games + 1:
            raise ValueError(f"game {played.number} does not follow game {self.games}")
        if self.path.stat().st_size != self._end:
            raise SelfplayError(f"Somebody else writes to {self.path}; is it another selfplay?")
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
        """Write all at the end, or nothing."""
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
    """Give what is the same in equal positions: men, turn, castling and en passant."""
    bare = records.copy()
    for field in DIFFERS_IN_EQUALS:
        bare[field] = 0
    octets, size = bare.tobytes(), RECORD.itemsize
    return [octets[place : place + size] for place in range(0, len(octets), size)]


def block_of(played: Played, count: int, found: int) -> Any:
    """Write the block before a game's records."""
    block = np.zeros(1, BLOCK)
    block["mark"], block["number"], block["count"] = MARK, played.number, count
    block["repeated"], block["plies"] = found - count, played.plies
    block["result"], block["reason"] = played.result, REASONS.index(played.reason)
    return block
