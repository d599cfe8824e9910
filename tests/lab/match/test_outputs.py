"""Whatever reads what a match writes: no traceback, and no game is lost."""

import os
import shlex
import shutil
import subprocess
import sys

import chess.pgn
import pytest

from engine.lab.match.sides import side_text
from tests.lab.match.commands import CHECKOUT, ENVIRONMENT, QUICK, match_words, rows_of, run
from tests.lab.match.fakes.sides import fake

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")


def shell(folder, line, **environment):
    """Run a line of the shell in which `$MATCH` is `sesame match`."""
    return subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env={
            **ENVIRONMENT,
            "MATCH": f"{sys.executable} {CHECKOUT / 'uci.py'} match",
            **environment,
        },
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


@pytest.fixture
def played(tmp_path):
    """A folder with a match of two games."""
    assert run(match_words(tmp_path, rounds=1))[0] == 0
    return tmp_path


@pytest.mark.parametrize("word", ["--report", "--export"])
def test_a_reader_that_has_had_enough(played, word):
    """`sesame match --export | true`, and `| head -1`."""
    for reader in ("true", "head -1"):
        assert shell(played, f"$MATCH {word} | {reader}").stderr == ""


def test_a_match_whose_watcher_has_had_enough(tmp_path):
    """It says how to go on, and goes on."""
    (tmp_path / "start.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    sides = " ".join(f"--side '{side_text(side)}'" for side in QUICK)
    line = f"$MATCH {sides} --openings start.epd --rounds 20 --concurrency 1 | head -1"
    done = shell(tmp_path, line)
    assert "Traceback" not in done.stderr
    *_, last = done.stderr.splitlines()
    assert last.startswith("sesame match: Broken pipe; ")
    assert last.endswith("To continue: sesame match --resume --database match.db")
    assert shell(tmp_path, "$MATCH --resume > rest").returncode == 0
    assert len(rows_of(tmp_path / "match.db")) == 40


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("word", ["--report", "--export"])
def test_a_full_disk_under_the_output(played, word):
    done = shell(played, f"$MATCH {word} > /dev/full")
    assert (done.returncode, done.stderr) == (1, "sesame match: No space left on device.\n")


@pytest.mark.parametrize("word", ["--report", "--export --pgn out.pgn"])
def test_no_output(played, word):
    """A process may be started without one."""
    done = shell(played, f"$MATCH {word} >&-")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_letters_that_a_terminal_does_not_know(tmp_path, encoding):
    """As on Windows, or in a locale of the last century; the files have them."""
    sides = fake("Łódź"), fake("Boris")
    words = match_words(tmp_path, sides, 1, "--pgn", str(tmp_path / "games.pgn"))
    line = " ".join(f"'{word}'" for word in words)
    done = shell(tmp_path, f"$MATCH {line}", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "d? - Boris, pair, nodes=20000: 2 of 2 games" in done.stdout
    with (tmp_path / "games.pgn").open(encoding="utf-8") as games:
        assert chess.pgn.read_game(games).headers["White"] == "Łódź"


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("bash"), reason="needs both")
def test_files_whose_names_are_no_text(played):
    """Linux allows any bytes; what is stored can be read, and the match resumed."""
    os.rename(os.fsencode(played) + b"/start.epd", os.fsencode(played) + b"/caf\xe9.epd")
    sides = " ".join(f"--side '{side_text(side)}'" for side in QUICK)
    files = "--openings $'caf\\xe9.epd' --database $'d\\xe9.db' --pgn $'g\\xe9.pgn'"
    words = f"{sides} --rounds 1 {files}"
    for more in ("", "--resume"):
        done = shell(
            played, f"exec bash -c {shlex.quote(f'$MATCH {words} {more}')}", LANG="C.UTF-8"
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == 0
    assert b"g\xe9.pgn" in os.listdir(os.fsencode(played))


def test_how_to_go_on_can_be_typed(tmp_path):
    """A folder may have spaces in its name."""
    folder = tmp_path / "my matches"
    folder.mkdir()
    words = " ".join(f"'{word}'" for word in match_words(folder, QUICK, 20))
    done = shell(tmp_path, f"$MATCH {words} | head -1")
    *_, last = done.stderr.splitlines()
    assert last.endswith(f"sesame match --resume --database '{folder / 'match.db'}'")
