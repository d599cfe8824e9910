"""The file of a logged tree: how it is laid out, and how it is written (docs/tree-log.md).

A head that tells what it is, the records of the nodes, what is known of the search as JSON, and a
tail with lengths and check sums. It is written from front to end under another name, and gets its
own name when it is complete.
"""

import json
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

HEAD = struct.Struct("<8sII")
"""MAGIC, FORMAT, bytes of a record."""
TAIL = struct.Struct("<QQII8s")
"""Records, bytes of the JSON text, CRC-32 of the records, CRC-32 of the text, END."""
MAGIC, END = b"SESATREE", b"ENDSTREE"
FORMAT = 1
SUFFIX, UNFINISHED = ".tree", ".part"


class TreeWriter:
    """A file that is being written.

    Parameters
    ----------
    path
        Its name when it is complete; until then it has UNFINISHED behind it.
    record_bytes
        Of the records of a node.

    Raises
    ------
    OSError
        From any method, if the file cannot be written. FileExistsError if somebody writes it.
    """

    def __init__(self, path: Path, record_bytes: int) -> None:
        self.path = path
        self.bytes = self.records = 0
        self._record_bytes, self._check = record_bytes, 0
        self._unfinished = path.with_name(path.name + UNFINISHED)
        self._file = self._unfinished.open("xb")
        try:
            self._write(HEAD.pack(MAGIC, FORMAT, record_bytes))
        except OSError:
            self.abandon()
            raise

    def add(self, records: Any) -> None:
        """Add an array of records."""
        content = memoryview(records.view(np.uint8))
        self._check = zlib.crc32(content, self._check)
        self._write(content)
        self.records += len(records)

    def finish(self, about: Mapping[str, Any]) -> None:
        """Add what is known of the search, and give the file its name."""
        text = json.dumps(about, ensure_ascii=False).encode(errors="backslashreplace")
        tail = TAIL.pack(self.records, len(text), self._check, zlib.crc32(text), END)
        self._write(text + tail)
        self._file.close()
        os.replace(self._unfinished, self.path)

    def abandon(self) -> None:
        """Remove what was written."""
        try:
            self._file.close()
        except OSError:
            pass  # what was kept back for a full disk
        self._unfinished.unlink(missing_ok=True)

    def _write(self, content: bytes | memoryview) -> None:
        self._file.write(content)
        self.bytes += len(content)
