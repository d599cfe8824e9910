"""The archive: whole games only, in their order, whatever happens to the writer."""

import os

import numpy as np
import pytest

from engine.lab.selfplay.archive import Archive, read_archive
from engine.lab.selfplay.recipe import SelfplayError
from tests.lab.selfplay.games_by_hand import played

HEAD = {"command": "sesame selfplay --seed 4", "seed": 4, "options": [["Hash", "16"]]}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.bin"


def filled(path, games=3):
    archive = Archive(path, HEAD)
    for number in range(1, games + 1):
        archive.add(played(number, number, result=number % 3))
    return archive


def test_what_is_added_is_read(path):
    """Head, games and records."""
    archive = filled(path)
    contents = read_archive(path)
    assert contents.head == HEAD
    assert contents.games["number"].tolist() == [1, 2, 3]
    assert contents.games["result"].tolist() == [1, 2, 0]
    assert archive.results == [1, 1, 1]
    assert archive.positions == len(contents.records) == contents.games["count"].sum()
    assert contents.end == path.stat().st_size
    assert path.stat().st_size % 32 == 0


def test_positions_that_were_there_are_left_out(path):
    """Within a game and between games; their scores and plies do not make them new."""
    archive = Archive(path, HEAD)
    first = played(1, 1)
    archive.add(first)
    again = played(2, 1)
    again.records["score"] += 50
    again.records["ply"] += 2
    twice = played(3, 2, positions=4)
    archive.add(again)
    archive.add(twice._replace(records=np.concatenate([twice.records, twice.records])))
    contents = read_archive(path)
    assert contents.games["count"].tolist() == [8, 0, 4]
    assert contents.games["repeated"].tolist() == [0, 8, 4]
    resumed = Archive(path, HEAD)
    assert (resumed.positions, resumed.repeated) == (12, 12)
    resumed.add(played(4, 1))
    assert resumed.positions == 12


@pytest.mark.parametrize("lost", [1, 31, 32, 100, 32 * 8 + 31])
def test_a_broken_end_is_cut(path, lost):
    """However much of the last game is missing: it is as if it had never been begun."""
    filled(path, 2)
    before = path.read_bytes()
    Archive(path, HEAD).add(played(3, 3))
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    assert read_archive(path).end == len(before)
    archive = Archive(path, HEAD)
    assert (archive.games, archive.cut) == (2, len(whole) - lost - len(before))
    assert path.read_bytes() == before
    archive.add(played(3, 3))
    assert path.read_bytes() == whole


def test_a_changed_byte_is_seen(path):
    """In the last game: the checksum tells."""
    filled(path, 2)
    octets = bytearray(path.read_bytes())
    octets[-5] ^= 1
    path.write_bytes(octets)
    assert Archive(path, HEAD).games == 1


def test_another_head_is_refused(path):
    """Games of two recipes or engines are not mixed; the file stays as it is."""
    filled(path)
    before = path.read_bytes()
    with pytest.raises(SelfplayError, match="other settings: seed is 4 there and 5 now"):
        Archive(path, HEAD | {"seed": 5})
    with pytest.raises(SelfplayError, match="other settings: source"):
        Archive(path, HEAD | {"source": "0123"})
    assert path.read_bytes() == before


FOREIGN = {
    "text": b"hello, this is no archive",
    "short": b"SESA",
    "another format": b"SESAMESP" + bytes([9, 0, 0, 0, 0, 0, 0, 0]),
    "damaged head": b"SESAMESP" + bytes([1, 0, 0, 0, 16, 0, 0, 0]) + b"{" * 16,
}


@pytest.mark.parametrize("octets", FOREIGN.values(), ids=FOREIGN.keys())
def test_what_is_no_archive_stays(path, octets):
    """One sentence, and nothing is lost."""
    path.write_bytes(octets)
    with pytest.raises(SelfplayError):
        Archive(path, HEAD)
    assert path.read_bytes() == octets


def test_two_writers(path):
    """The second one notices before it writes."""
    one, other = filled(path, 1), Archive(path, HEAD)
    one.add(played(2, 2))
    before = path.read_bytes()
    with pytest.raises(SelfplayError, match="Another process"):
        other.add(played(2, 2))
    assert path.read_bytes() == before


def test_a_full_disk(path, monkeypatch):
    """A game that does not fit leaves no half of itself."""
    archive = filled(path, 1)
    before = path.read_bytes()

    class Full:
        def __init__(self, *_, **__):
            self.file = open(path, "r+b", buffering=0)

        def __enter__(self):
            self.file.seek(0, os.SEEK_END)
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, octets):
            return self.file.write(octets[:100])

    with monkeypatch.context() as patch:
        patch.setattr(type(path), "open", Full)
        with pytest.raises(OSError, match="No space left"):
            archive.add(played(2, 2))
    assert path.read_bytes() == before
    archive.add(played(2, 2))
    assert read_archive(path).games["number"].tolist() == [1, 2]


def test_games_come_in_order(path):
    """A gap would make the next run play a game twice, or never."""
    with pytest.raises(ValueError, match="does not follow"):
        Archive(path, HEAD).add(played(2, 2))
