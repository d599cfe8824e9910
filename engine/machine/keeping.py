"""Where compiled code is kept: a folder named after everything that decides the code.

`key.py` makes the name. No folder, a read-only one or a full disk costs time, never the game.
"""

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from engine.machine.core import UNCOMPILED
from engine.machine.key import blake2b, cache_key
from engine.process.ending import at_the_end

KEY = re.compile("[0-9a-f]{20}")
DIGEST_BYTES = 32
DAY = 24 * 60 * 60  # seconds

# Folders of other versions: the newest stay, then those used within a month, within a limit
# because everyone who edits the sources leaves one behind with every edit.
NEWEST_KEPT = 4
DAYS_KEPT = 30
MOST_KEPT = 30

# Sentences for the user about what went otherwise than usual; the session prints them.
notices: list[str] = []

_chosen: list[Path] = []
_not_kept: list[str] = []


def notice(sentence: str) -> None:
    """Keep a sentence for the user, once."""
    if sentence not in notices:
        notices.append(sentence)


def report_not_kept(reason: str) -> None:
    """Remember that something compiled will have to be compiled again at the next start."""
    _not_kept.append(reason)
    notice(f"Compiled code could not be cached: {reason}.")


def is_kept() -> bool:
    """Tell whether everything that was compiled so far will be there at the next start."""
    return not _not_kept


def reason_not_kept() -> str:
    """Give the reason that was reported last."""
    return _not_kept[-1]


def choose_cache() -> Path | None:
    """Choose the folder for compiled code.

    The first that can be written to: the one in SESAME_CACHE_DIR, the user's cache folder, a
    folder of the user's own among the temporary files, a new temporary folder.

    Returns
    -------
    Path or None
        None when compilation is switched off.
    """
    if UNCOMPILED:
        return None
    if not _chosen:
        _chosen.append(first_usable(cache_key()))
        note_use()
    return _chosen[0]


def first_usable(key: str) -> Path:
    """Make the first folder that can be made and written to."""
    import shutil
    import tempfile

    places = list(permanent_places())
    for parent in places:
        if is_usable(parent / key):
            return parent / key
    shared = own_temporary_folder()
    if shared and is_usable(shared / key):
        place, until = shared / key, "until the temporary files are cleared"
    else:
        place, until = Path(tempfile.mkdtemp(prefix="sesame-")), "until Sesame ends"
        at_the_end(lambda: shutil.rmtree(place, ignore_errors=True))
    wanted = places[0] if places else "a home folder"
    notice(
        f"The compiled core cannot be kept in {wanted}; it is in {place} {until}. "
        "SESAME_CACHE_DIR can name another folder."
    )
    return place


def permanent_places() -> Iterator[Path]:
    """Name the folders to try, best first."""
    named = os.environ.get("SESAME_CACHE_DIR")
    if named:
        yield Path(named).absolute()
    # A relative XDG_CACHE_HOME is to be ignored, says the XDG Base Directory Specification; and
    # without a home expanduser leaves the ~ where it is.
    usual = {"win32": "~\\AppData\\Local", "darwin": "~/Library/Caches"}
    variable = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    for place in (os.environ.get(variable, ""), usual.get(sys.platform, "~/.cache")):
        path = Path(os.path.expanduser(place))
        if path.is_absolute():
            yield path / "sesame"
            return


def own_temporary_folder() -> Path | None:
    """Give the user's own folder among the temporary files, if nobody else can write to it.

    Whoever can put a file there can make Sesame run it.
    """
    import tempfile

    user = os.getuid() if hasattr(os, "getuid") else ""
    place = Path(tempfile.gettempdir(), f"sesame-{user}")
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        status = place.lstat()
    except OSError:
        return None
    if user != "" and (status.st_uid != user or stat.S_IMODE(status.st_mode) & 0o077):
        return None
    return place if stat.S_ISDIR(status.st_mode) else None


def is_usable(folder: Path) -> bool:
    """Tell whether a part is kept there, or else make the folder and try to write into it."""
    if any(folder.glob("*.doors")):
        return True
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_shared() -> bool:
    """Tell whether another process that starts now would use the same folder."""
    place = choose_cache()
    return place is not None and KEY.fullmatch(place.name) is not None


def doors_file(part: str) -> Path | None:
    """Give the file that keeps the machine code of a part's doors; None when nothing is kept."""
    place = choose_cache()
    return place / f"{part}.doors" if place is not None else None


def is_complete(part: str) -> bool:
    """Tell whether a part of the core is kept, so that loading it needs no compiler."""
    path = doors_file(part)
    return path is not None and path.exists()


def write_sealed(path: Path, content: bytes) -> bool:
    """Write a file whole or not at all, with a digest before it; tell whether it is there.

    Whoever may read the folder may read it. What older versions left is cleared away.
    """
    import tempfile

    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(sealed(content))
        os.chmod(temporary, usual_mode())
        os.replace(temporary, path)
    except OSError as refusal:
        report_not_kept(refusal.strerror or str(refusal))
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        return False
    if is_shared():
        prune(path.parent.parent, path.parent.name)
    return True


def usual_mode() -> int:
    """Give the rights of a new file; those of a temporary one are the owner's alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_sealed(path: Path) -> bytes | None:
    """Read such a file; one that is damaged is reported, and removed if that is possible."""
    try:
        return unsealed(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as refusal:
        notice(f"{path} cannot be read: {refusal.strerror or refusal}.")
    except ValueError:
        notice(damaged(path.name))
        remove(path)
    return None


def remove(path: Path) -> None:
    """Remove a file that is of no use; in a read-only folder it stays."""
    with suppress(OSError):
        path.unlink()


def sealed(content: bytes) -> bytes:
    """Put a digest before compiled code: LLVM runs whatever it is given, damaged or not."""
    return blake2b(content, digest_size=DIGEST_BYTES).digest() + content


def unsealed(file: bytes) -> bytes:
    """Take the digest off again.

    Raises
    ------
    ValueError
        If it does not fit.
    """
    digest, content = file[:DIGEST_BYTES], file[DIGEST_BYTES:]
    if blake2b(content, digest_size=DIGEST_BYTES).digest() != digest:
        raise ValueError("the digest does not fit")
    return content


def damaged(what: str) -> str:
    """Say that a file has to be made again."""
    return f"A file of compiled code was damaged and is compiled again: {what}."


def note_use() -> None:
    """Let `prune` know that the folder is used now; it may be read-only."""
    with suppress(OSError):
        os.utime(_chosen[0])


def prune(place: Path, current: str) -> None:
    """Remove the compiled code of versions that are no longer used."""
    import shutil

    ages: list[tuple[float, Path]] = []
    for folder in place.iterdir():
        if KEY.fullmatch(folder.name) and folder.name != current:
            try:
                ages.append((time.time() - folder.stat().st_mtime, folder))
            except OSError:
                continue  # another start has just removed it
    for number, (age, folder) in enumerate(sorted(ages), start=1):
        if number >= MOST_KEPT or (number >= NEWEST_KEPT and age > DAYS_KEPT * DAY):
            shutil.rmtree(folder, ignore_errors=True)


def place_in_words(parts: Iterable[str]) -> str:
    """Tell the user where the compiled core is, and whether all its parts are kept there."""
    place = choose_cache()
    if place is None:
        return "The core runs uncompiled: NUMBA_DISABLE_JIT is set."
    complete = all(is_complete(part) for part in parts)
    return f"The compiled core is {'complete' if complete else 'incomplete'} in {place}."
