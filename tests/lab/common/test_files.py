"""Files that are there whole or not at all, and the reasons why none can be."""

import os
import stat

import pytest

from engine.lab.common.files import reason_not_to_write, written_whole


def test_the_old_file_is_there_until_the_end(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("old")
    with written_whole(path) as file:
        file.write("new \u00fc\n")
        assert path.read_text() == "old"
    assert path.read_bytes() == b"new \xc3\xbc\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fault", [OSError(28, "No space left"), KeyboardInterrupt()], ids=repr)
def test_after_a_fault_the_old_file_is_there(tmp_path, fault):
    path = tmp_path / "games.pgn"
    path.write_text("old")
    with pytest.raises(type(fault)) as raised, written_whole(path) as file:
        file.write("new")
        raise fault
    assert not isinstance(fault, OSError) or raised.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_rights(tmp_path):
    """Those of the old file; a new one has those of every new file."""
    old, new, usual = (tmp_path / name for name in ("old", "new", "usual"))
    old.write_text("")
    old.chmod(0o640)
    usual.write_text("")
    for path in (old, new):
        with written_whole(path) as file:
            file.write("1. e4 *")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    """So is /dev/null, which root could replace."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    assert reason_not_to_write(path) == ""
    with written_whole(path) as file:
        file.write("1. e4 *")
    assert os.read(reader, 100) == b"1. e4 *"
    os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    path, target = tmp_path / "link.pgn", tmp_path / "real" / "games.pgn"
    path.symlink_to(target)
    with written_whole(path) as file:
        file.write("new")
    assert path.is_symlink()
    assert target.read_text() == "new"


def test_a_name_that_is_no_text(tmp_path):
    """As Linux allows them; whoever writes the name into the file writes something readable."""
    with written_whole(tmp_path / "some.epd") as file:
        file.write("caf\udce9")
    assert (tmp_path / "some.epd").read_text() == "caf\\udce9"


def test_reasons(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = tmp_path.relative_to(tmp_path)
    assert reason_not_to_write(here / "new.pgn") == ""
    assert reason_not_to_write(tmp_path) == f"{tmp_path} is a folder."
    missing = here / "nowhere" / "new.pgn"
    assert reason_not_to_write(missing) == "There is no folder nowhere for new.pgn."
    monkeypatch.setattr(os, "access", lambda *_: False)
    refusal = "The folder nowhere is not writable."
    (tmp_path / "nowhere").mkdir()
    assert reason_not_to_write(missing) == refusal
