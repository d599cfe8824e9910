"""Files that are not the database of a match, or damaged, are named and left unchanged."""

import os
import sqlite3
from pathlib import Path

import pytest

from engine.lab.match.store import FORMAT, Store, StoreError
from tests.lab.match.handmade import (
    games_of,
    plan_between,
    stored,
)


@pytest.mark.parametrize(
    ("found", "age"),
    [(FORMAT.number - 1, "an older"), (FORMAT.number + 1, "a newer")],
    ids=["older", "newer"],
)
def test_other_formats_are_refused_unchanged(path, found, age):
    plan = plan_between()
    stored(path, plan, games_of(plan))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {found}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"by {age} version of Sesame .format {found}, this"):
        Store.open(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def not_sqlite(path):
    path.write_text("1. e4 e5 *\n" * 200)


def of_others(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (number)")
    connection.close()


def without_match(path):
    stored(path, plan_between(), [])
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM match")
    connection.commit()


def with_damaged_settings(path):
    stored(path, plan_between(), [])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE match SET settings = '{'")
    connection.commit()


WRONG_FILES = {
    "no SQLite": (not_sqlite, "cannot be read: file is not a database"),
    "of another program": (of_others, "is not the database of a match"),
    "empty": (Path.touch, "is not the database of a match"),
    "no match": (without_match, "does not contain a match"),
    "damaged settings": (with_damaged_settings, "is damaged: Invalid JSON"),
    "missing": (lambda path: None, "There is no database"),
    "folder": (Path.mkdir, "There is no database"),
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_wrong_files_are_named_and_left_alone(path, name):
    make, sentence = WRONG_FILES[name]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError, match=sentence):
        Store.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before


# What a hand, a newer version or a bad disk may have left, and what is said about it.
WRONG_GAMES = {
    "moves": ("moves = '{'", "is damaged: "),
    "a move": ("moves = '[5]'", "is damaged: TypeError "),
    "reason": ("reason = 'boredom'", "is damaged: 'boredom' is not a valid Reason"),
    "a game of no task": ("number = 99", "is damaged: KeyError 99"),
}


@pytest.mark.parametrize("name", WRONG_GAMES)
def test_damaged_games_are_named(path, name):
    change, sentence = WRONG_GAMES[name]
    plan = plan_between()
    stored(path, plan, games_of(plan))
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE games SET {change} WHERE number = 8")
    connection.commit()
    games = Store.open(path).games()
    with pytest.raises(StoreError, match=sentence):
        list(games)


def test_a_damaged_page(path):
    plan = plan_between()
    stored(path, plan, games_of(plan))
    store = Store.open(path)
    content = bytearray(path.read_bytes())
    page = store.connection.execute("PRAGMA page_size").fetchone()[0]
    content[4 * page :] = b"x" * len(content[4 * page :])
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"match.db (cannot be read|is damaged): "):
        list(Store.open(path).games())


def test_a_match_never_begins_over_something(path):
    not_sqlite(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="already exists"):
        Store.create(path, plan_between())
    assert path.read_bytes() == before


def test_a_match_never_begins_in_a_folder(tmp_path):
    with pytest.raises(StoreError, match="is not a file"):
        Store.create(tmp_path, plan_between())


def test_no_folder(tmp_path):
    with pytest.raises(StoreError, match=r"cannot be opened|could not be begun"):
        Store.create(tmp_path / "nowhere" / "match.db", plan_between())
