"""Databases of the laboratory: what is said when one cannot be made."""

import sqlite3

import pytest

from engine.lab.common import database
from engine.lab.common.database import Format, StoreError, opened

FORM = Format("a test", 0x5E5A0E, 1)
SCHEMA = "CREATE TABLE things (name TEXT) STRICT;"


def full(*_):
    raise sqlite3.OperationalError("database or disk is full")


def test_a_full_disk_is_no_damage(tmp_path, monkeypatch):
    """What is being made cannot be written; what was there before cannot be read."""
    path = tmp_path / "new.db"
    with monkeypatch.context() as patched:
        patched.setattr(database, "_prepare", full)
        with pytest.raises(StoreError, match=r"could not be prepared in .*new.db: .* disk is full"):
            opened(path, SCHEMA, FORM)
    opened(path, SCHEMA, FORM).close()
    monkeypatch.setattr(database, "_prepare", full)
    with pytest.raises(StoreError, match=r"new.db cannot be read: .* disk is full"):
        opened(path, SCHEMA, FORM)
