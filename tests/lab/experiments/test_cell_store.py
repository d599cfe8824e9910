"""The database of cells: what is stored stays, and damage is reported."""

import sqlite3
from pathlib import Path

import pytest

from engine.lab.common.database import StoreError
from engine.lab.common.json_form import to_json
from engine.lab.experiments.cells import Cell
from engine.lab.experiments.exchange import read_rows, write_rows
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.store import CellStore

CORE = "a core"
CELLS = [Cell((("Table Positions", size),), "EG2", "0" * 16, 2) for size in ("1K", "2K", "4K")]
SEARCHED = Searched(((3, 9), (4, 8)), ("nodes", "reads"), ((1, 2), (3, 4)), 0.25)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cells.db"


@pytest.fixture
def store(path: Path):
    store = CellStore(path)
    yield store
    store.close()


def test_what_is_stored_is_found_again(store, path):
    store.add(CELLS[0], CORE, SEARCHED)
    other = CellStore(path)
    assert other.found(CELLS, CORE) == {CELLS[0]: SEARCHED}
    assert other.found(CELLS, "another core") == {}
    assert other.has(CELLS[0], CORE) and not other.has(CELLS[1], CORE)
    assert other.cores() == {CORE: 1}
    other.close()


def test_two_runs_store_a_cell_once(store, path):
    other = CellStore(path)
    store.add(CELLS[0], CORE, SEARCHED)
    other.add(CELLS[0], CORE, SEARCHED)
    other.add(CELLS[1], CORE, SEARCHED)
    assert set(store.found(CELLS, CORE)) == {CELLS[0], CELLS[1]}
    other.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("PRAGMA user_version = 0", "was written by an older version of Sesame"),
        ("PRAGMA user_version = 99", "was written by a newer version of Sesame"),
        ("PRAGMA application_id = 7", "is not the database of experiments"),
    ],
)
def test_other_databases_are_refused_unchanged(store, path, statement, sentence):
    store.add(CELLS[0], CORE, SEARCHED)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=sentence):
        CellStore(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_unchanged(path):
    path.write_bytes(b"something else entirely, and longer than a page header" * 20)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a database"):
        CellStore(path)
    assert path.read_bytes() == before


def damage(path, content):
    """Write something else as the result of every cell."""
    connection = sqlite3.connect(path)
    connection.execute("UPDATE cells SET searched = ?", (content,))
    connection.commit()
    connection.close()


WHOLE = to_json(SEARCHED)
NO_RESULTS = [
    "{",
    "[]",
    '{"nodes": 3}',
    '{"nodes": [[1, "x"]]}',
    "[" * 100_000,  # Python gives up reading it
    WHOLE.replace("[[1,2],[3,4]]", "[[1,2]]"),  # counters of one depth of two
    WHOLE.replace("[3,4]", "[3]"),
    WHOLE.replace("[[3,9]", "[[-3,9]"),
    WHOLE.replace("[3,4]", "[-3,4]"),
    WHOLE.replace('"nodes","reads"', '"steps","reads"'),
]


@pytest.mark.parametrize("content", NO_RESULTS)
def test_a_damaged_row_is_told_of_and_computed_anew(store, path, content):
    for cell in CELLS[:2]:
        store.add(cell, CORE, SEARCHED)
    damage(path, content)
    with pytest.raises(StoreError, match=r"cells.db is damaged: a cell of EG2 .* computes it anew"):
        store.found(CELLS, CORE)
    assert not store.has(CELLS[0], CORE)
    store.add(CELLS[0], CORE, SEARCHED)
    assert store.found(CELLS[:1], CORE) == {CELLS[0]: SEARCHED}
    assert store.has(CELLS[0], CORE) and not store.has(CELLS[1], CORE)


@pytest.mark.parametrize("content", NO_RESULTS)
def test_a_damaged_cell_does_not_come_in(store, path, tmp_path, content):
    for cell in CELLS:
        store.add(cell, CORE, SEARCHED)
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    write_rows(store, good)
    damage(path, content)
    write_rows(store, bad)
    other = CellStore(tmp_path / "other.db")
    with pytest.raises(StoreError, match=r"bad.csv cannot be imported: "):
        read_rows(other, bad)
    assert other.cores() == {}
    other.close()
    assert read_rows(store, good) == (3, 0), "whole cells replace the damaged ones"
    assert read_rows(store, good) == (0, 3)


def test_a_database_that_refuses_is_not_taken_for_a_damaged_file(store, tmp_path):
    store.add(CELLS[0], CORE, SEARCHED)
    file = tmp_path / "cells.csv"
    write_rows(store, file)
    other = CellStore(tmp_path / "other.db")
    other._connection.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match=r"^(A cell|The cells) could not be stored in "):
        read_rows(other, file)
    other.close()


def test_a_full_disk_keeps_what_is_stored(store):
    store.add(CELLS[0], CORE, SEARCHED)
    store._connection.execute("PRAGMA max_page_count = 1")
    huge = Searched(((1,) * 20_000,), SEARCHED.names, SEARCHED.counters, 1.0)
    with pytest.raises(StoreError, match=r"could not be stored .* Cells stored before are safe"):
        store.add(CELLS[1], CORE, huge)
    assert store.found(CELLS, CORE) == {CELLS[0]: SEARCHED}


@pytest.mark.parametrize("name", ["cells.csv", "cells.csv.gz"])
def test_cells_go_out_and_come_in(store, tmp_path, name):
    for cell in CELLS:
        store.add(cell, CORE, SEARCHED)
    file = tmp_path / name
    assert write_rows(store, file) == 3
    other = CellStore(tmp_path / "other.db")
    other.add(CELLS[0], CORE, SEARCHED)
    assert read_rows(other, file) == (2, 1)
    assert other.found(CELLS, CORE) == dict.fromkeys(CELLS, SEARCHED)
    again = tmp_path / f"again-{name}"
    read_rows(store, file)
    write_rows(store, again)
    assert again.read_bytes() == file.read_bytes()
    other.close()


def test_an_empty_database_does_not_replace_a_file(store, tmp_path):
    file = tmp_path / "precious.csv"
    file.write_text("precious")
    with pytest.raises(StoreError, match=r"cells.db has no cells to write"):
        write_rows(store, file)
    assert file.read_text() == "precious"


def test_a_spreadsheet_writes_a_mark_before_the_text(store, tmp_path):
    store.add(CELLS[0], CORE, SEARCHED)
    file = tmp_path / "cells.csv"
    write_rows(store, file)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    other = CellStore(tmp_path / "other.db")
    assert read_rows(other, file) == (1, 0)
    other.close()


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\0", b'"' + b"a" * 200_000 + b'"', b"\x1f\x8b\x08 no more"],
    ids=["empty", "not text", "a huge field", "half of a compressed file"],
)
@pytest.mark.parametrize("name", ["cells.csv", "cells.csv.gz"])
def test_a_file_that_is_something_else(store, tmp_path, name, content):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(StoreError, match=rf"{name} cannot be imported: .*\."):
        read_rows(store, file)


def damaged(text: str) -> list[str]:
    lines = text.splitlines()
    return [
        "",
        "key,core\n",
        "\n".join(lines[:2]) + "\n1,2,3\n",
        text.replace("EG2", "EG1"),
        text.replace('""seconds""', '""hours""'),
    ]


@pytest.mark.parametrize("number", range(5))
def test_a_damaged_file_is_refused_whole(store, tmp_path, number):
    for cell in CELLS:
        store.add(cell, CORE, SEARCHED)
    file = tmp_path / "cells.csv"
    write_rows(store, file)
    file.write_text(damaged(file.read_text())[number])
    other = CellStore(tmp_path / "other.db")
    with pytest.raises(StoreError, match=r"cells.csv cannot be imported: "):
        read_rows(other, file)
    assert other.cores() == {}
    other.close()
