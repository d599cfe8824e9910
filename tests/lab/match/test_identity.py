"""How a side's program is started, and what tells it from others."""

import subprocess
import sys
from pathlib import Path

from engine.lab.match.identity import command_of, identity_of
from engine.lab.match.records import Side


def test_our_own_command_answers(tmp_path):
    """From any folder, with the interpreter that runs the match."""
    command = command_of(Side("Sesame"))
    assert command[0] == sys.executable
    told = subprocess.run(
        [*command, "uci"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "uciok" in told.stdout


def test_another_command_is_left_as_it_is():
    assert command_of(Side("X", ("x", "-u"))) == ("x", "-u")


def test_the_identity_of_a_program_is_its_files(tmp_path):
    """Interpreter and script: whoever edits the script has another engine."""
    script = tmp_path / "engine.py"
    script.write_text("one")
    side = Side("X", (sys.executable, str(script), "--fast"))
    before = identity_of(side, "X 1")
    assert (before.version, len(before.source)) == ("X 1", 16)
    assert identity_of(side, "X 1") == before
    script.write_text("two")
    assert identity_of(side, "X 1") != before


def test_our_own_identity_is_the_sources(monkeypatch, tmp_path):
    """All that plays counts; the laboratory, this file's subject, does not."""
    monkeypatch.setattr("engine.lab.common.sources.ROOT", tmp_path)
    for name in (
        "uci.py",
        "openings/book.bin",
        "engine/search/alibaba.py",
        "engine/lab/match/play.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    before = identity_of(Side("Sesame"), "Sesame 1")
    Path(tmp_path, "engine/lab/match/play.py").write_text("two")
    assert identity_of(Side("Sesame"), "Sesame 1") == before
    Path(tmp_path, "engine/search/alibaba.py").write_text("two")
    assert identity_of(Side("Sesame"), "Sesame 1") != before


def test_a_program_that_cannot_be_read_has_no_source(monkeypatch):
    """Some may be run and not read."""

    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert identity_of(Side("X", (sys.executable,)), "X 1").source == ""


def test_a_program_that_is_not_there_has_no_source():
    assert identity_of(Side("X", ("no-such-engine",)), "").source == ""
