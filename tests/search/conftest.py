"""What many tests of the search Modern begin with; a file may have a `thinker` of its own."""

import pytest

from tests.search.modern_twin import FULL
from tests.search.thinker import Thinker


@pytest.fixture(scope="module")
def kept():
    """One engine for a whole file."""
    return Thinker(**FULL)


@pytest.fixture
def thinker(kept):
    """It, as in a new game with default settings."""
    return kept.reset(**FULL)
