"""The records of a logged tree, read from the file when they are asked for.

The file is not mapped into memory: a process that walks through a mapped file comes to hold all of
its pages. Here it holds twelve megabytes of them at most.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.lab.common.errors import LaboratoryError
from engine.process.texts import system_reason
from engine.search.shared.tree_log import TREE_NODE
from engine.thinking.tree_file import HEAD

BLOCK = 512
"""Records that are read together."""
BLOCKS = 1024
"""Blocks that are kept."""
AT_ONCE = 1 << 18
"""Records of a piece of `pieces`: six megabytes."""


class Records:
    """The records of a file.

    Parameters
    ----------
    path
        Of the file.
    count
        Of its records; the file must have them.

    Raises
    ------
    LaboratoryError
        From any method, if the file cannot be read.
    """

    def __init__(self, path: Path, count: int) -> None:
        self._path, self._count = path, count
        try:
            self._file = path.open("rb", buffering=0)
        except OSError as failure:
            raise self._unreadable(system_reason(failure)) from None
        self._block = lru_cache(BLOCKS)(self._read_block)

    def __len__(self) -> int:
        """Return the number of records."""
        return self._count

    def __getitem__(self, place: int) -> Any:
        """Return a record."""
        return self._block(place // BLOCK)[place % BLOCK]

    def take(self, places: Any) -> Any:
        """Return the records at these places, in their order."""
        taken = np.empty(len(places), TREE_NODE)
        for number, place in enumerate(places):
            taken[number] = self[int(place)]
        return taken

    def pieces(self, begin: int, end: int) -> Iterator[tuple[int, Any]]:
        """Read the records from one place to another; give pieces with the place of their first."""
        for first in range(begin, end, AT_ONCE):
            yield first, self._read(first, min(AT_ONCE, end - first))

    def _read_block(self, number: int) -> Any:
        first = number * BLOCK
        return self._read(first, min(BLOCK, self._count - first))

    def _read(self, first: int, number: int) -> Any:
        length = number * TREE_NODE.itemsize
        try:
            self._file.seek(HEAD.size + first * TREE_NODE.itemsize)
            content = self._file.read(length)
        except OSError as failure:
            raise self._unreadable(system_reason(failure)) from None
        if content is None or len(content) < length:
            raise self._unreadable("it has become shorter")
        return np.frombuffer(content, TREE_NODE)

    def _unreadable(self, why: str) -> LaboratoryError:
        return LaboratoryError(f"{self._path} cannot be read: {why}.")
