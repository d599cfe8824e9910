"""One process plays a match: a lock on a file beside the database, there while it is played.

The system gives up the lock of a process that was killed, and the file that it leaves is taken
again. The database itself cannot be locked so: when SQLite gives up its own locks on it, it gives
up all those of the process.
"""

import os
import sys
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl


class Claim:
    """The right to play a match; on Windows everybody has it.

    Parameters
    ----------
    database
        Where the match is.
    """

    def __init__(self, database: Path) -> None:
        self._place = database.with_name(f"{database.name}-playing")
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Take it, and tell whether that was possible.

        Raises
        ------
        OSError
            If there can be no file beside the database.
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
            else:  # its last owner has just removed it
                file.close()
        return True

    def _is_there(self, file: BinaryIO) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._place.stat())
        except FileNotFoundError:
            return False

    def give_up(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._place.unlink(missing_ok=True)
            self._file.close()
            self._file = None
