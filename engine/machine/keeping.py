"""Where compiled code is kept: a folder named after everything that decides the code.

Numba notices an edit only in the file of the edited function; the callers elsewhere would keep the
old code and give wrong results without a word. So the folder's name is a hash of all sources, the
versions, the processor and the settings of the compiler: whatever changes, another folder is used.
No folder, a read-only one or a full disk costs time, never the game.
"""

import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np

from engine.process.ending import at_the_end

ENGINE = Path(__file__).parents[1]

# Parts of the engine that no compiled code depends on; new folders count until named here.
NOT_CORE = ("cli.py", "process", "thinking", "lab", "uci")

# Settings of numba.config that change the code. Others (what it prints, threads) do not.
COMPILER_SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "ENABLE_PROFILING",
    "EXTEND_VARIABLE_LIFETIMES",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)

KEY = re.compile("[0-9a-f]{20}")
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
    notice(f"Compiled code could not be kept: {reason}.")


def is_kept() -> bool:
    """Tell whether everything that was compiled so far will be there at the next start."""
    return not _not_kept


def cache_key() -> str:
    """Give the name for everything that decides the compiled code."""
    # Numba sorts its files by the folder of the source, so another copy of Sesame starts cold.
    words = [str(ENGINE), sys.version, numba.__version__, llvmlite.__version__, np.__version__]
    words += processor()
    words += [f"{name}={getattr(numba.config, name, None)}" for name in COMPILER_SETTINGS]
    words.append(f"SLIDERS={os.environ.get('SESAME_SLIDERS', '')}")
    digest = hashlib.sha256("\n".join(words).encode())
    for path in core_sources():
        digest.update(f"\n{path.relative_to(ENGINE).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def core_sources() -> list[Path]:
    """List the files that compiled code may depend on."""
    sources = (path for path in ENGINE.rglob("*.py"))
    return sorted(path for path in sources if path.relative_to(ENGINE).parts[0] not in NOT_CORE)


def processor() -> tuple[str, str]:
    """Give the name and the features of the processor that code is made for."""
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know this system
        features = ""
    return llvm.get_host_cpu_name(), features


def choose_cache() -> Path | None:
    """Choose the folder for compiled code and tell Numba.

    The first that can be written to: the one in SESAME_CACHE_DIR, the user's cache folder, a
    folder of the user's own among the temporary files, a new temporary folder.

    Returns
    -------
    Path or None
        None when compilation is switched off.
    """
    if numba.config.DISABLE_JIT:
        return None
    if not _chosen:
        _chosen.append(first_usable(cache_key()))
        numba.config.CACHE_DIR = str(_chosen[0])
    return _chosen[0]


def first_usable(key: str) -> Path:
    """Make the first folder that can be made and written to."""
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
    """Make the folder and try to write into it."""
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


def marker(part: str) -> Path | None:
    """Give the file whose presence says that a part of the core is kept."""
    return _chosen[0] / f"complete-{part}" if _chosen else None


def is_complete(part: str) -> bool:
    """Tell whether a part of the core is kept, so that loading it needs no compiler."""
    choose_cache()
    path = marker(part)
    return path is not None and path.exists()


def mark_complete(part: str) -> None:
    """Note that a part of the core is kept, and clear away what older versions left.

    Called when all of it has been loaded; does nothing when something could not be kept.
    """
    path = marker(part)
    if path is None or _not_kept:
        return
    try:
        was_there = path.exists()
        path.touch()
        os.utime(path.parent)  # for `prune`: last used now
    except OSError as refusal:
        report_not_kept(refusal.strerror or str(refusal))
        return
    if not was_there:
        prune(path.parent.parent, path.parent.name)


def prune(place: Path, current: str) -> None:
    """Remove the compiled code of versions that are no longer used."""
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


def place_in_words() -> str:
    """Tell the user where the compiled core is."""
    place = choose_cache()
    if place is None:
        return "The core runs uncompiled: NUMBA_DISABLE_JIT is set."
    return f"The compiled core is {'incomplete' if _not_kept else 'complete'} in {place}."
