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

import llvmlite
import numba
import pytest

from engine.machine import keeping, key

ROOT = key.ENGINE.parent

# A core of one function, kept with the means of the real one. It says whether Numba was imported.
TINY_CORE = """
import sys
from engine.machine import keeping, linking
from engine.machine.core import door, int64

@door(int64(int64))
def triple(number):
    return 3 * number

keeping.choose_cache()
if "no room" in sys.argv:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
linking.link("tiny", ["__main__.triple"])
answer = triple(14)
warm = "numba" not in sys.modules
if not keeping.is_complete("tiny"):
    linking.keep("tiny", [triple])
hits = sum(triple.dispatcher.stats.cache_hits.values()) if not warm else 0
print(answer, warm, hits, keeping.is_complete("tiny"))
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
        answer, warm, hits, complete = facts.split()
        assert answer == "42"
        self.warm = warm == "True"
        self.loaded_by_numba = hits == "1"
        self.complete = complete == "True"
        self.place = Path(place)
        self.notices = [sentence for sentence in notices if sentence]
        return self


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Give a folder in which the tiny core has been compiled, once, and a copy of what is kept."""
    folder = tmp_path_factory.mktemp("compiled")
    Start(folder).finish()
    shutil.copytree(folder / "kept", folder / "copy")
    return folder


@pytest.fixture
def warm_folder(compiled):
    """Give that folder as it was after the first start; Numba knows its files by their place."""
    shutil.rmtree(compiled / "kept")
    shutil.copytree(compiled / "copy", compiled / "kept")
    return compiled


@pytest.fixture
def engine_copy(tmp_path, monkeypatch):
    copy = tmp_path / "engine"
    shutil.copytree(key.ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(key, "ENGINE", copy)
    return copy


EDITED = [
    *("machine/words.py", "machine/lowering/words.py", "options/modern.py", "board/names.py"),
    *("table/replacement.py", "search/modern/negamax.py", "evaluation/tapered/king.py"),
]


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_anywhere_in_the_core_changes_the_key(engine_copy, name):
    before = key.cache_key()
    assert (engine_copy / name).exists()
    with (engine_copy / name).open("a") as source:
        source.write("# edited\n")
    assert key.cache_key() != before


def test_a_new_file_counts_when_it_is_compiled_or_imported_by_what_is(engine_copy):
    keys = [key.cache_key()]
    (engine_copy / "proof" / "limits.py").write_text("INFINITE = 1\n")
    assert key.cache_key() == keys[0], "nothing compiled knows it"
    text = "from engine.proof.limits import INFINITE\n\n@core(int64())\ndef most():\n    return 1\n"
    (engine_copy / "proof" / "amounts.py").write_text(text)
    keys.append(key.cache_key())
    (engine_copy / "proof" / "limits.py").write_text("INFINITE = 2\n")
    keys.append(key.cache_key())
    (engine_copy / "proof" / "amounts.py").rename(engine_copy / "proof" / "amount.py")
    keys.append(key.cache_key())
    assert len(set(keys)) == len(keys)


NOT_CORE = [
    *(
        "uci/conversation.py",
        "thinking/limits.py",
        "thinking/clock.py",
        "cli.py",
        "process/version.py",
    ),
    *("board/fen.py", "machine/compiling.py", "lab/speed.py", "table/errors.py"),
]


@pytest.mark.parametrize("name", NOT_CORE)
def test_an_edit_of_the_clock_or_the_conversation_does_not(engine_copy, name):
    """Whoever works on the Python side never waits for the compiler."""
    before = key.cache_key()
    assert (engine_copy / name).exists()
    (engine_copy / name).write_text('"""Edited."""\n')
    assert key.cache_key() == before


def test_what_a_compiled_file_imports_counts():
    """By Python's own account: every module of the core's rooms that compiled files load."""
    sources = key.core_sources()
    for name in ("board/names.py", "table/uses.py", "options/kinds.py", "board/magics.py"):
        assert name in sources
    assert len(sources) > 50
    assert not [name for name in sources if name.startswith(("thinking", "uci", "lab", "process"))]


SETTINGS = {"OPT": 1, "BOUNDSCHECK": 1, "CPU_NAME": "generic", "DEBUGINFO": 1}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_the_compiler_changes_the_key(monkeypatch, name):
    before = key.cache_key()
    monkeypatch.setenv(f"NUMBA_{name}", str(SETTINGS[name]))
    assert key.cache_key() != before


def test_a_file_of_settings_changes_the_key(monkeypatch, tmp_path):
    """Numba reads one in the current folder."""
    monkeypatch.chdir(tmp_path)
    before = key.cache_key()
    (tmp_path / ".numba_config.yaml").write_text("opt: 1\n")
    assert key.cache_key() != before


def test_every_setting_is_one_of_this_numba():
    """A setting that a later Numba renames would silently no longer count."""
    source = Path(numba.core.config.__file__).read_text()
    missing = [name for name in key.COMPILER_SETTINGS if f'"NUMBA_{name}"' not in source]
    assert missing == []


@pytest.mark.parametrize("change", ["sliders", "numba", "llvmlite", "processor", "place"])
def test_surroundings_change_the_key(monkeypatch, tmp_path, change):
    before = key.cache_key()
    if change == "sliders":
        monkeypatch.setenv("SESAME_SLIDERS", "magic")
    elif change == "processor":
        monkeypatch.setattr(key, "processor", lambda: ("another", "+avx512f"))
    elif change == "place":
        copy = shutil.copytree(key.ENGINE, tmp_path / "engine")
        monkeypatch.setattr(key, "ENGINE", Path(copy))
    elif change == "numba":
        monkeypatch.setattr(key, "numba_version", lambda: "0.0")
    else:
        monkeypatch.setattr(llvmlite, "__version__", "0.0")
    assert key.cache_key() != before


def test_the_version_of_numba_is_read_without_importing_it():
    assert numba.__version__ in key.numba_version()


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


DAMAGES = [truncate, empty, zero, flip_one_bit]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_of_doors_is_made_again(warm_folder, damage):
    """Numba's own files are whole, so that nothing is compiled."""
    (place,) = (warm_folder / "kept").iterdir()
    damage(place / "tiny.doors")
    after = Start(warm_folder).finish()
    assert not after.warm
    assert after.loaded_by_numba
    assert "damaged" in after.notices[0]
    again = Start(warm_folder).finish()
    assert again.warm
    assert again.notices == []


def test_a_damaged_file_that_cannot_be_removed_ends_nothing(tmp_path, monkeypatch):
    """Its folder is read-only, or somebody else's."""
    monkeypatch.setattr(keeping, "notices", [])
    path = tmp_path / "tiny.doors"
    path.write_bytes(b"damaged")

    def refuse(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert keeping.read_sealed(path) is None
    assert "damaged" in keeping.notices[0]


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
def test_others_may_read_what_is_kept(tmp_path):
    """As far as the mask of the user's files allows."""
    mask = os.umask(0o022)
    try:
        assert keeping.write_sealed(tmp_path / "tiny.doors", b"code")
    finally:
        os.umask(mask)
    assert (tmp_path / "tiny.doors").stat().st_mode & 0o777 == 0o644


def test_a_file_that_cannot_be_read_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "notices", [])
    (tmp_path / "tiny.doors").mkdir()
    assert keeping.read_sealed(tmp_path / "tiny.doors") is None
    assert "cannot be read" in keeping.notices[0]


def test_incomplete_is_not_called_complete(monkeypatch, tmp_path):
    """A process that compiled may have failed without a word."""
    monkeypatch.setattr(keeping, "_chosen", [tmp_path])
    (tmp_path / "Modern.doors").touch()
    assert " complete " in keeping.place_in_words(["Modern"])
    assert " incomplete " in keeping.place_in_words(["Modern", "AliBaba"])


@pytest.mark.parametrize("files", ["*.nbc", "*.nbi"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_of_numba_are_compiled_again_and_replaced(warm_folder, damage, files):
    (place,) = (warm_folder / "kept").iterdir()
    (place / "tiny.doors").unlink()
    (victim,) = place.rglob(files)
    if (damage, files) == (flip_one_bit, "*.nbi"):
        victim.write_bytes(os.urandom(victim.stat().st_size))
    else:
        damage(victim)
    after = Start(warm_folder).finish()
    assert not after.loaded_by_numba
    assert "damaged" in after.notices[0]
    assert not after.notices[0].endswith("..")
    again = Start(warm_folder).finish()
    assert again.warm
    assert again.notices == []


def test_a_missing_file_is_compiled_again(warm_folder):
    (place,) = (warm_folder / "kept").iterdir()
    (place / "tiny.doors").unlink()
    (victim,) = place.rglob("*.nbc")
    victim.unlink()
    assert not Start(warm_folder).finish().loaded_by_numba
    assert Start(warm_folder).finish().warm


@pytest.mark.skipif(os.name != "posix", reason="rights of folders are those of POSIX")
def test_a_read_only_cache_is_used_as_it_is(warm_folder):
    """An administrator may compile once for everybody."""
    (place,) = (warm_folder / "kept").iterdir()
    place.chmod(0o555)
    try:
        start = Start(warm_folder).finish()
    finally:
        place.chmod(0o755)
    assert start.warm
    assert start.place == place
    assert start.notices == []


def test_no_room_on_the_disk(tmp_path):
    start = Start(tmp_path, "no room").finish()
    assert "could not be cached" in start.notices[0]
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
