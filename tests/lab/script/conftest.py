"""Fixtures of the tests of scripts."""

import pytest

from tests.lab.script.scripts import Desk, Session


@pytest.fixture
def desk(tmp_path, capsys):
    """A folder for scripts that are run by the command line."""
    return Desk(tmp_path, capsys)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A state that the tests of a module share; each begins with what it needs."""
    return Session(tmp_path_factory.mktemp("session"))
