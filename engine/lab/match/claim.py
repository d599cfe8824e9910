"""Only one process plays a match: a lock on a file beside the database.

The system releases the lock of a process that was killed. The database file itself cannot be used
for it: when SQLite releases its own locks, it releases all locks of the process on that file.
"""

import os
import sys
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl


class Claim:
    """The right to play a match; on Windows it is not exclusive.

    Parameters
    ----------
    database
        The database of the match.
    """

    def __init__(self, database: Path) -> None:
        self._place = database.with_name(f"{database.name}-playing")
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Take it; returns whether it was free.

        Raises
        ------
        OSError
            If the file beside the database cannot be written.
        """
        if sys.platform == "win32":
            return True
        while self._file is None:
            file = self._place.open("ab")
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                return False
            if self._is_there(file):
                self._file = file
            else:  # its last owner has removed it meanwhile
                file.close()
        return True

    def _is_there(self, file: BinaryIO) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._place.stat())
        except FileNotFoundError:
            return False

    def give_up(self) -> None:
        """Release it."""
        if self._file is not None:
            self._place.unlink(missing_ok=True)
            self._file.close()
            self._file = None
