"""`sesame openings` as a user meets it: the file, its head, and every refusal."""

from pathlib import Path

import pytest

from engine.lab.common.sources import sesame_source
from engine.lab.openings import command
from engine.lab.openings.command import main
from engine.lab.openings.read import read
from engine.process.version import version

FEW = ["--count", "25", "--plies", "4", "--nodes", "300", "--seed", "-2"]


def test_the_file(tmp_path, capsys):
    """Our reader reads it; the head has what is needed to make it again."""
    output = tmp_path / "few.epd"
    assert main([*FEW, "--output", str(output)]) == 0
    assert "25 openings written" in capsys.readouterr().out
    head = [line for line in output.read_text().splitlines() if line.startswith("#")]
    command_line = f"# command: sesame openings {' '.join(FEW[:6])} --limit 50 --seed -2 --output"
    assert any(line.startswith(command_line) for line in head)
    engine = f"# engine: Sesame {version()}, source hash {sesame_source()}, bench 5 = "
    assert any(line.startswith(engine) for line in head)
    assert any("accepted 25" in line for line in head)
    found = read(output)
    assert (len(found.openings), found.faults, found.duplicates) == (25, [], 0)
    assert [opening.name for opening in found.openings[:2]] == ["0001", "0002"]
    assert all(len(opening.moves) == 4 for opening in found.openings)


def test_the_same_file_again(tmp_path):
    """Byte for byte, but not over an old one unless it is asked for."""
    output = tmp_path / "few.epd"
    assert main([*FEW, "--output", str(output)]) == 0
    first = output.read_bytes()
    assert main([*FEW, "--output", str(output), "--overwrite", "--concurrency", "2"]) == 0
    assert output.read_bytes() == first
    assert list(tmp_path.iterdir()) == [output]


def test_options_of_the_judge(tmp_path):
    """The head tells them, spelt as the engine does; several processes judge by them too."""
    plain, other, again = (tmp_path / name for name in ("plain.epd", "other.epd", "again.epd"))
    assert main([*FEW, "--output", str(plain)]) == 0
    words = [*FEW, "--option", "search=AliBaba", "--option", "Pawn Value=150"]
    assert main([*words, "--output", str(other)]) == 0
    head = [line for line in other.read_text().splitlines() if line.startswith("# command")]
    assert f"--option 'Pawn Value=150' --option Search=AliBaba --output {other}" in head[0]
    assert main([*words, "--output", str(again), "--concurrency", "2"]) == 0
    lines = [
        [line for line in path.read_text().splitlines() if not line.startswith("#")]
        for path in (plain, other, again)
    ]
    assert lines[0] != lines[1] == lines[2]


def test_an_old_file_is_kept(tmp_path, capsys):
    """Without --overwrite."""
    output = tmp_path / "old.epd"
    output.write_text("old")
    assert main([*FEW, "--output", str(output)]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert output.read_text() == "old"


def test_where_no_file_can_be(tmp_path, capsys):
    """A folder, or within a folder that is not there; said before the work begins."""
    assert main([*FEW, "--output", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    assert main([*FEW, "--output", str(tmp_path / "missing" / "x.epd")]) == 2
    assert "There is no folder" in capsys.readouterr().err


def test_fewer_than_wanted(tmp_path, capsys):
    """What there is is written, and the exit status tells."""
    output = tmp_path / "first.epd"
    words = ["--count", "40", "--plies", "1", "--nodes", "100", "--limit", "200"]
    assert main([*words, "--output", str(output)]) == 1
    assert "40 were requested; there are no more" in capsys.readouterr().err
    assert len(read(output).openings) == 20


def test_full_disk(tmp_path, capsys, monkeypatch):
    """An old file stays as it was, and no half of a new one is left."""

    def refuse(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.lab.common.files.os.replace", refuse)
    output = tmp_path / "few.epd"
    output.write_text("old")
    assert main([*FEW, "--output", str(output), "--overwrite"]) == 1
    assert "No space left" in capsys.readouterr().err
    assert output.read_text() == "old"
    assert list(tmp_path.iterdir()) == [output]


def test_interrupted(tmp_path, capsys, monkeypatch):
    """Ctrl-C: a sentence, no trace, nothing written."""

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command.Generation, "run", interrupt)
    assert main([*FEW, "--output", str(tmp_path / "few.epd")]) == 130
    assert "nothing was written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_text(tmp_path, capsys):
    """Linux allows any bytes; a line end in the name is none in the head of the file."""
    output = tmp_path / "caf\udce9 \n ö.epd"
    try:
        output.touch()
    except (OSError, UnicodeError):
        pytest.skip("no such names here")
    assert main([*FEW, "--output", str(output), "--overwrite"]) == 0
    found = read(output)
    assert (len(found.openings), found.faults) == (25, [])


def test_a_device_is_written_to(capsys):
    """And not replaced, though root could."""
    if not Path("/dev/null").is_char_device():
        pytest.skip("no such device here")
    assert main([*FEW, "--output", "/dev/null"]) == 0
    assert Path("/dev/null").is_char_device()


WRONG_WORDS = {
    "no output": ([], "--output"),
    "zero": (["--count", "0"], "0 is less than 1"),
    "negative limit": (["--limit", "-1"], "less than 0"),
    "no number": (["--nodes", "many"], "'many' is not a whole number"),
    "no process": (["--concurrency", "0"], "0 is less than 1"),
    "unknown": (["--colour", "white"], "--colour"),
    "unknown option": (["--option", "Hush=1"], "There is no option 'Hush'"),
    "wrong value": (["--option", "PVS=maybe"], "PVS"),
    "no value": (["--option", "PVS"], '--option has "PVS" instead of option=value.'),
    "button": (["--option", "Clear Hash="], "Clear Hash is a button and has no value."),
}


@pytest.mark.parametrize(("words", "reason"), WRONG_WORDS.values(), ids=WRONG_WORDS)
def test_wrong_words(tmp_path, capsys, words, reason):
    """The sentence names the word; the exit status is 2, as that of every such program."""
    output = [] if reason == "--output" else ["--output", str(tmp_path / "x.epd")]
    assert main([*words, *output]) == 2
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith("sesame openings: ")
    assert reason in complaint
