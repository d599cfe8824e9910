"""Where compiled code is kept: never a stale line of it, never a start lost to a bad disk.

Numba alone keeps the code of a caller when only its helper in another file was edited, ends the
start on a truncated file and the process on a damaged one; read-only installations and two first
starts at once are daily life.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import pytest

from engine.machine import keeping

ROOT = keeping.ENGINE.parent

# A core of one function, kept with the means of the real one.
TINY_CORE = """
import sys, numba
from engine.machine import keeping
from engine.machine.code_files import keep_on_disk

def triple(number):
    return 3 * number

keeping.choose_cache()
if "no room" in sys.argv:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
triple = numba.njit(triple)
keep_on_disk(triple)
triple.compile("int64(int64)")
keeping.mark_complete("all")
print(triple(14), sum(triple.stats.cache_hits.values()), keeping.is_complete("all"))
print(keeping.choose_cache())
print(*keeping.notices, sep="\\n")
"""


class Start:
    """One start of the tiny core in a process of its own."""

    def __init__(self, folder: Path, *words: str, **variables: str):
        (folder / "tiny.py").write_text(TINY_CORE)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        environment["SESAME_CACHE_DIR"] = str(folder / "kept")
        for name, value in variables.items():
            environment[name] = value
            if not value:
                del environment[name]
        self.process = subprocess.Popen(
            [sys.executable, str(folder / "tiny.py"), *words],
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def finish(self) -> "Start":
        output, errors = self.process.communicate(timeout=120)
        assert self.process.returncode == 0, errors
        facts, place, *notices = output.splitlines()
        answer, hits, complete = facts.split()
        assert answer == "42"
        self.warm = hits == "1"
        self.complete = complete == "True"
        self.place = Path(place)
        self.notices = [sentence for sentence in notices if sentence]
        return self


@pytest.fixture
def engine_copy(tmp_path, monkeypatch):
    copy = tmp_path / "engine"
    shutil.copytree(keeping.ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(keeping, "ENGINE", copy)
    return copy


EDITED = [
    *("machine.py", "options/game.py", "board/fen.py", "table/replacement.py"),
    "evaluation/new.py",
]


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_anywhere_in_the_core_changes_the_key(engine_copy, name):
    before = keeping.cache_key()
    with (engine_copy / name).open("a") as source:
        source.write("# edited\n")
    assert keeping.cache_key() != before


def test_a_new_folder_counts_and_a_renamed_file_too(engine_copy):
    keys = [keeping.cache_key()]
    (engine_copy / "proof").mkdir()
    (engine_copy / "proof" / "numbers.py").write_text("INFINITE = 1\n")
    keys.append(keeping.cache_key())
    (engine_copy / "proof" / "numbers.py").rename(engine_copy / "proof" / "number.py")
    keys.append(keeping.cache_key())
    assert len(set(keys)) == 3


def test_an_edit_of_the_conversation_does_not(engine_copy):
    before = keeping.cache_key()
    (engine_copy / "uci" / "__init__.py").write_text('"""Edited."""\n')
    (engine_copy / "process" / "version.py").write_text("")
    assert keeping.cache_key() == before


SETTINGS = {"OPT": 1, "BOUNDSCHECK": 1, "CPU_NAME": "generic", "DEBUGINFO_DEFAULT": 1}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_the_compiler_changes_the_key(monkeypatch, name):
    before = keeping.cache_key()
    monkeypatch.setattr(numba.config, name, SETTINGS[name])
    assert keeping.cache_key() != before


def test_every_setting_exists_in_this_numba():
    """A setting that a later Numba renames would silently no longer count."""
    assert [name for name in keeping.COMPILER_SETTINGS if not hasattr(numba.config, name)] == []


@pytest.mark.parametrize("change", ["sliders", "numba", "llvmlite", "processor", "place"])
def test_surroundings_change_the_key(monkeypatch, tmp_path, change):
    before = keeping.cache_key()
    if change == "sliders":
        monkeypatch.setenv("SESAME_SLIDERS", "magic")
    elif change == "processor":
        monkeypatch.setattr(keeping, "processor", lambda: ("another", "+avx512f"))
    elif change == "place":
        copy = shutil.copytree(keeping.ENGINE, tmp_path / "engine")
        monkeypatch.setattr(keeping, "ENGINE", Path(copy))
    else:
        monkeypatch.setattr(getattr(keeping, change), "__version__", "0.0")
    assert keeping.cache_key() != before


def test_cold_then_warm(tmp_path):
    cold, warm = Start(tmp_path).finish(), Start(tmp_path).finish()
    assert (cold.warm, warm.warm) == (False, True)
    assert cold.complete
    assert cold.place == warm.place == tmp_path / "kept" / cold.place.name
    assert cold.notices == warm.notices == []


def test_two_first_starts_at_once(tmp_path):
    for start in [Start(tmp_path), Start(tmp_path)]:
        assert start.finish().notices == []
    assert Start(tmp_path).finish().warm


def truncate(path):
    os.truncate(path, path.stat().st_size // 2)


def empty(path):
    os.truncate(path, 0)


def zero(path):
    path.write_bytes(bytes(path.stat().st_size))


def flip_one_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 16
    path.write_bytes(content)


DAMAGES = [
    (truncate, "*.nbc"),
    (truncate, "*.nbi"),
    (empty, "*.nbc"),
    (empty, "*.nbi"),
    (zero, "*.nbc"),
    (zero, "*.nbi"),
    (flip_one_bit, "*.nbc"),
]


@pytest.mark.parametrize(
    ("damage", "files"), DAMAGES, ids=[f"{damage.__name__} {files}" for damage, files in DAMAGES]
)
def test_damaged_files_are_compiled_anew_and_replaced(tmp_path, damage, files):
    place = Start(tmp_path).finish().place
    (victim,) = place.rglob(files)
    damage(victim)
    after = Start(tmp_path).finish()
    assert not after.warm
    assert "damaged" in after.notices[0]
    again = Start(tmp_path).finish()
    assert again.warm
    assert again.notices == []


def test_a_missing_file_is_compiled_anew(tmp_path):
    place = Start(tmp_path).finish().place
    (victim,) = place.rglob("*.nbc")
    victim.unlink()
    assert not Start(tmp_path).finish().warm
    assert Start(tmp_path).finish().warm


def test_no_room_on_the_disk(tmp_path):
    start = Start(tmp_path, "no room").finish()
    assert "could not be kept" in start.notices[0]
    assert not start.complete
    assert list(start.place.rglob("*.nbc")) == []
    assert Start(tmp_path).finish().complete, "the next start makes good"


def test_a_folder_that_cannot_be_written_to(tmp_path):
    """A read-only installation: play on from the user's own folder."""
    (tmp_path / "kept").write_text("a file where the folder should be")
    start = Start(tmp_path, XDG_CACHE_HOME=str(tmp_path / "home")).finish()
    assert start.place.parent == tmp_path / "home" / "sesame"
    assert start.notices == []


def test_no_home(tmp_path):
    """Containers and service users: a folder of the user's own that the next start finds again."""
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    nowhere = {"SESAME_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": str(tmp_path / "file" / "me")}
    nowhere["TMPDIR"] = str(tmp_path / "temporary")
    cold = Start(tmp_path, **nowhere).finish()
    assert cold.place.parent.parent == tmp_path / "temporary"
    assert cold.place.parent.stat().st_mode & 0o777 == 0o700
    assert "cannot be kept" in cold.notices[0]
    assert str(cold.place) in cold.notices[0]
    assert Start(tmp_path, **nowhere).finish().warm


def test_somebody_elses_temporary_folder_is_not_trusted(tmp_path, monkeypatch):
    """Whoever can write into the folder could make Sesame run his code."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    own = keeping.own_temporary_folder()
    assert own is not None
    own.chmod(0o777)
    assert keeping.own_temporary_folder() is None
    own.rmdir()
    own.symlink_to(tmp_path)
    assert keeping.own_temporary_folder() is None


def test_only_a_fresh_folder_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "notices", [])
    monkeypatch.setattr(keeping, "permanent_places", lambda: iter(()))
    monkeypatch.setattr(keeping, "own_temporary_folder", lambda: None)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = keeping.first_usable("0" * 20)
    assert place.parent == tmp_path
    assert "until Sesame ends" in keeping.notices[0]


@pytest.mark.parametrize("home", ["", "relative/path"])
def test_a_relative_cache_home_is_ignored(monkeypatch, home):
    """The XDG specification says so; code must not land wherever the GUI happens to stand."""
    monkeypatch.delenv("SESAME_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("LOCALAPPDATA", home)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert list(keeping.permanent_places()) == []


def test_old_versions_are_cleared_away(tmp_path):
    def folder(number, days):
        path = tmp_path / f"{number:020x}"
        path.mkdir()
        (path / "code.nbc").touch()
        then = time.time() - days * keeping.DAY
        os.utime(path, (then, then))
        return path

    current = folder(1, days=400)
    recent = [folder(10 + number, days=number) for number in range(3)]
    old = [folder(20 + number, days=100 + number) for number in range(3)]
    strange = tmp_path / "photographs"
    strange.mkdir()
    os.utime(strange, (0, 0))
    keeping.prune(tmp_path, current.name)
    assert all(path.exists() for path in [current, *recent, strange])
    assert [path.exists() for path in old] == [False, False, False]
    for number in range(40):
        folder(100 + number, days=number / 100)
    keeping.prune(tmp_path, current.name)
    assert len(list(tmp_path.iterdir())) == keeping.MOST_KEPT + 1
    assert current.exists()


def test_the_newest_stay_however_old(tmp_path):
    for number in range(6):
        path = tmp_path / f"{number:020x}"
        path.mkdir()
        os.utime(path, (number, number))
    keeping.prune(tmp_path, "another")
    assert len(list(tmp_path.iterdir())) == keeping.NEWEST_KEPT - 1
