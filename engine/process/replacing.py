"""Files that are replaced whole: the old one stays until the new one is complete."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def is_special(path: Path) -> bool:
    """Tell whether it is a device or a pipe, which is not replaced."""
    return path.exists() and not path.is_file()


@contextmanager
def written_aside(path: Path, mode: str, how: dict[str, Any]) -> Iterator[Any]:
    """Write a temporary file and rename it at the end; after an error the old file stays.

    Parameters
    ----------
    path
        Of a link, the file that it leads to is replaced; a device or a pipe is written to. The
        permissions are those of the old file.
    mode, how
        As for `open`.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    if is_special(path):
        with path.open(mode, **how) as file:
            yield file
        return
    target = path.resolve()  # of a link, the file
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".sesame-")
    try:
        with os.fdopen(handle, mode, **how) as file:
            yield file
        os.chmod(temporary, usual_mode(target))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def usual_mode(target: Path) -> int:
    """Return the permissions of the old file, or of a new one; mkstemp's are the owner's only."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
