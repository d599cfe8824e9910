"""`sesame tune` as a user meets it: the data file, its head, and every refusal."""

import json

import numpy as np
import pytest

from engine.evaluation.tapered.weights import load_weights, numbers_of
from engine.lab.selfplay.archive import Archive
from engine.lab.tuning import command
from engine.lab.tuning.command import halves_of, main, weights_of_halves
from engine.lab.tuning.model import OutcomeLoss
from engine.lab.tuning.start import starting_weights
from tests.lab.selfplay.games_by_hand import played
from tests.lab.tuning.synthetic import (
    SPREAD,
    known_weights,
    random_records,
    random_samples,
    results_of,
)

HEAD = {"command": "sesame selfplay --seed 1", "engine": "Sesame", "source": "0a", "weights": "0b"}
IN_A_GAME = 40


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """An archive whose results follow known weights, and the values as scores."""
    values = OutcomeLoss(random_samples(), SPREAD, 1).values(known_weights())
    records = results_of(random_samples(), random_records(), values)
    scores = np.where(records["turn"] == 0, values, -values)
    records["score"] = np.rint(np.clip(scores, -30000, 30000))
    path = tmp_path_factory.mktemp("games") / "games.bin"
    archive = Archive(path, HEAD)
    for place in range(0, len(records), IN_A_GAME):
        game = played(place // IN_A_GAME + 1, 1)
        archive.add(game._replace(records=records[place : place + IN_A_GAME]))
    return path


def test_the_file(games, tmp_path, capsys):
    """It is what the engine reads, and says how it was made and how good it is."""
    output = tmp_path / "new.json"
    words = [str(games), "--output", str(output), "--steps", "40"]
    assert main(words) == 0
    head = json.loads(output.read_text())["head"]
    assert head["command"] == "sesame tune games.bin --output new.json --steps 40"
    assert (head["games"], head["interrupted"]) == (100, False)
    assert head["positions"] > 3500
    assert head["played by"] == ["sesame selfplay --seed 1 (Sesame, source hash 0a, weights 0b)"]
    assert head["spread"] == pytest.approx(SPREAD, rel=0.15)
    losses = zip(head["loss before"], head["loss after"], strict=True)
    assert all(after < before for before, after in losses)
    assert numbers_of(load_weights(output)) == json.loads(output.read_text())["weights"]
    told = capsys.readouterr().out
    assert f"{head['positions']} positions of 100 games" in told
    assert "step 10: loss" in told
    assert f"written to {output}" in told


def test_the_same_again(games, tmp_path):
    """Byte for byte; another choice of validation_set gives other numbers."""
    output = tmp_path / "new.json"
    words = [str(games), "--output", str(output), "--steps", "5"]
    assert main(words) == 0
    first = output.read_bytes()
    assert main(words) == 0
    assert output.read_bytes() == first
    assert main([*words, "--seed", "2"]) == 0
    assert output.read_bytes() != first
    assert list(tmp_path.iterdir()) == [output]


def test_from_a_data_file(games, tmp_path):
    """Where one tuning ended another can begin."""
    output = tmp_path / "new.json"
    words = [str(games), "--output", str(output), "--steps", "3"]
    assert main(words) == 0
    first = json.loads(output.read_text())["head"]
    assert main([*words, "--start", str(output)]) == 0
    second = json.loads(output.read_text())["head"]
    assert second["loss before"] == first["loss after"]


def test_rounding_keeps_pairs():
    """To the nearest whole centipawn, in both halves."""
    halves = halves_of(starting_weights())
    assert np.array_equal(halves_of(weights_of_halves(halves + 0.4)), halves)
    assert np.array_equal(halves_of(weights_of_halves(halves - 0.6)), halves - 1)


def test_interrupted(games, tmp_path, capsys, monkeypatch):
    """Ctrl-C: the old file stays, and the best weights so far lie beside it."""
    output = tmp_path / "old.json"
    output.write_text("old")

    def interrupt(step, *_):
        if step == 12:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "report", interrupt)
    # Scores are no matter of luck, so that every step is a gain.
    assert main([str(games), "--output", str(output), "--result-percent", "0"]) == 130
    assert output.read_text() == "old"
    beside = tmp_path / "old.json.interrupted"
    assert f"the best weights so far are in {beside}" in capsys.readouterr().err
    assert json.loads(beside.read_text())["head"]["interrupted"]
    start = numbers_of(starting_weights())
    assert numbers_of(load_weights(beside)) != start


def test_interrupted_before_the_first_step(games, tmp_path, capsys, monkeypatch):
    """Then there is nothing to keep."""

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "samples_of", interrupt)
    assert main([str(games), "--output", str(tmp_path / "new.json")]) == 130
    assert "nothing was written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk(games, tmp_path, capsys, monkeypatch):
    """The old file stays as it was."""

    def refuse(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.lab.common.files.os.replace", refuse)
    output = tmp_path / "old.json"
    output.write_text("old")
    assert main([str(games), "--output", str(output), "--steps", "1"]) == 1
    assert "No space left" in capsys.readouterr().err
    assert output.read_text() == "old"


def test_where_no_file_can_be(tmp_path, games, capsys):
    """Said before the games are read, and the work of minutes begins."""
    assert main([str(games), "--output", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    assert main([str(games), "--output", str(tmp_path / "missing" / "new.json")]) == 2
    told = capsys.readouterr()
    assert "There is no folder" in told.err and not told.out


def test_too_few_games(tmp_path, capsys):
    """One game cannot both teach and judge; an archive without positions cannot teach."""
    path, output = tmp_path / "one.bin", str(tmp_path / "new.json")
    archive = Archive(path, HEAD)
    assert main([str(path), "--output", output]) == 2
    assert "no positions" in capsys.readouterr().err
    archive.add(played(1, 1))
    assert main([str(path), "--output", output]) == 2
    assert "too few games" in capsys.readouterr().err


WRONG_WORDS = {
    "no games": (["--output", "x.json"], 2, "GAMES"),
    "no output": (["games.bin"], 2, "--output"),
    "a missing archive": (["missing.bin", "--output", "x.json"], 1, "missing.bin: No such file"),
    "a missing start": (
        ["games.bin", "--output", "x.json", "--start", "missing.json"],
        1,
        "missing.json: No such file",
    ),
    "no data file": (
        ["games.bin", "--output", "x.json", "--start", "other.json"],
        2,
        "not a data file of this evaluation",
    ),
    "no archive": (["other.json", "--output", "x.json"], 2, "not an archive of self-play games"),
    "no number": (["games.bin", "--output", "x.json", "--steps", "many"], 2, "not a whole number"),
    "all judge": (
        ["games.bin", "--output", "x.json", "--validation-percent", "100"],
        2,
        "too few games",
    ),
    "more than all": (
        ["games.bin", "--output", "x.json", "--result-percent", "101"],
        2,
        "101 is more than 100",
    ),
}


@pytest.mark.parametrize("case", WRONG_WORDS.values(), ids=WRONG_WORDS.keys())
def test_wrong_words(games, tmp_path, capsys, monkeypatch, case):
    """One sentence, and no file."""
    words, status, reason = case
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.bin").write_bytes(games.read_bytes())
    (tmp_path / "other.json").write_text('{"weights": {}}')
    assert main(words) == status
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "x.json").exists()
