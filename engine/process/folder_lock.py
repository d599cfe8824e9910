"""One process at a time in a folder, for the moment in which a file is compared and replaced."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAUSE_SECONDS = 0.005


@contextmanager
def locked_folder(folder: Path, seconds: float) -> Iterator[None]:
    """Keep out all others that ask for the same folder; the system frees it when a process dies.

    The folder itself is locked, since a file that is replaced would take its lock with it. Windows
    cannot lock a folder, nor can some file systems (NFS): there it does nothing.

    Parameters
    ----------
    folder
        An existing one.
    seconds
        For which it waits for another process.

    Raises
    ------
    OSError
        If the folder cannot be opened; a TimeoutError if another process does not leave it.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        deadline = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                pass
            except OSError:  # this file system has no such locks
                break
            if time.monotonic() >= deadline:
                raise TimeoutError(None, "another process is using its folder")
            time.sleep(PAUSE_SECONDS)
        yield
    finally:
        os.close(place)
