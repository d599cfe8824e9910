"""Two engines that learn into one file: nothing of either is lost, and one sentence says so."""

import errno
import multiprocessing
import os

import chess
import pytest

from engine.options import defaults
from engine.process.folder_lock import locked_folder
from engine.search.selective.memory import CLASSES
from engine.thinking.learning import weight_file
from engine.thinking.learning.online import Experience, OnlineLearner
from engine.thinking.learning.weight_file import Learned, WeightFileError
from engine.thinking.limits import Limits

SETTINGS = defaults() | {"search": "Selective", "learn_online": True}
SETTINGS |= {f"weight_{name}": 100 for name in CLASSES}
GAMES = 25
NODES, ALTERED = 5000, (5000, 4800, 5000, 5000)


def experience(moves, score):
    """What a search of a position of a game would tell."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return Experience(board, Limits(depth=4), score, (), 4, NODES, ALTERED)


def settings_with(path):
    return SETTINGS | {"learn_file": str(path)}


def game(learner, settings, score):
    """Two searches of a game, the second of which makes the first a sample."""
    remarks = learner.settings_for(settings)[1]
    learner.observe(experience((), score), False, settings)
    remarks += learner.observe(experience(("e2e4", "e7e5"), score - 200), False, settings)
    learner.new_game(settings)
    return remarks


def play(path, first, begin, remarks):
    """Play games whose scores tell them apart; a process of its own."""
    learner, settings = OnlineLearner(), settings_with(path)
    learner.settings_for(settings)
    begin.wait()
    said = [sentence for n in range(GAMES) for sentence in game(learner, settings, first + n)]
    remarks.put(said)


def test_two_processes(tmp_path):
    """Both read the file before either writes it, and write it at the same time."""
    path = tmp_path / "weights.json"
    context = multiprocessing.get_context("spawn")
    begin, remarks = context.Barrier(2), context.Queue()
    players = [
        context.Process(target=play, args=(path, first, begin, remarks)) for first in (100, 500)
    ]
    for player in players:
        player.start()
    said = [remarks.get(timeout=60) for _ in players]
    for player in players:
        player.join()
    learned = weight_file.read(path)
    scores = [sample["before"] for sample in learned.samples]
    assert sorted(scores) == [*range(100, 100 + GAMES), *range(500, 500 + GAMES)]
    assert learned.updates == 2 * GAMES
    assert max(map(len, said)) == 1, "said once"
    assert all("another engine" in sentence for part in said for sentence in part)
    assert [each.name for each in tmp_path.iterdir()] == ["weights.json"]


def test_turn_by_turn(tmp_path):
    """The steps of both change the weights, as those of one that played all games."""
    settings = settings_with(tmp_path / "weights.json")
    one, other = OnlineLearner(), OnlineLearner()
    for learner in (one, other):
        assert learner.settings_for(settings)[1] == ()
    assert game(one, settings, 100) == ()
    (sentence,) = game(other, settings, 500)
    assert sentence.endswith("another engine writes it too; what both learn is kept.")
    alone = OnlineLearner()
    steps = settings_with("")
    alone.settings_for(steps)
    for score in (100, 500):
        game(alone, steps, score)
    found = weight_file.read(tmp_path / "weights.json")
    assert found == other.learned
    for ours, whole in zip(found.weights, alone.learned.weights, strict=True):
        assert ours == pytest.approx(whole, abs=0.01)
    assert [sample["before"] for sample in found.samples] == [100, 500]
    assert game(other, settings, 300) == (), "nobody wrote meanwhile"
    assert len(game(one, settings, 700)) == 1
    assert len(weight_file.read(tmp_path / "weights.json").samples) == 4


SAMPLES = [{"before": number} for number in range(4)]
START = ((1.0,) * 4, (1.0,) * 4)


def test_steps_are_added_within_the_limits():
    base = Learned(START, 1, SAMPLES[:1])
    ours = Learned(((0.7,) * 4, (1.0,) * 4), 3, SAMPLES[:2])
    theirs = Learned(((0.3,) * 4, (1.5,) * 4), 2, [SAMPLES[0], SAMPLES[3]])
    both = weight_file.merged(theirs, ours, base)
    assert both.weights == ((0.1,) * 4, (1.5,) * 4)
    assert both.updates == 4
    assert both.samples == [SAMPLES[0], SAMPLES[3], SAMPLES[1]]


def test_a_file_that_was_replaced_loses_nothing():
    """Another one took its place: its samples, and all of ours."""
    base = Learned(START, 1, SAMPLES[:1])
    ours, theirs = Learned(START, 2, SAMPLES[:2]), Learned(START, 1, SAMPLES[3:])
    assert weight_file.merged(theirs, ours, base).samples == [SAMPLES[3], *SAMPLES[:2]]


def test_a_file_that_was_deleted_is_written_anew_once(tmp_path):
    """By the engine that comes first; what it has in common with the other is not there twice."""
    settings = settings_with(tmp_path / "weights.json")
    one, other = OnlineLearner(), OnlineLearner()
    for score in (100, 200):
        game(one, settings, score)
        game(other, settings, score + 1)
    (tmp_path / "weights.json").unlink()
    game(one, settings, 300)
    game(other, settings, 301)
    scores = [each["before"] for each in weight_file.read(tmp_path / "weights.json").samples]
    assert sorted(scores) == [100, 101, 200, 201, 300, 301]


def test_something_else_took_its_place(tmp_path):
    path = tmp_path / "weights.json"
    settings = settings_with(path)
    learner = OnlineLearner()
    assert game(learner, settings, 100) == ()
    path.write_text("precious", encoding="utf-8")
    (sentence,) = game(learner, settings, 200)
    assert sentence.endswith("left as it is.")
    assert path.read_text(encoding="utf-8") == "precious"
    assert len(learner.learned.samples) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot lock a folder")
def test_a_file_system_without_locks(tmp_path, monkeypatch):
    """As NFS has none for folders: the file is written all the same."""

    def refused(*_):
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    monkeypatch.setattr("fcntl.flock", refused)
    path, learned = tmp_path / "weights.json", Learned(START, 0, [])
    assert weight_file.save(path, learned, learned) == weight_file.read(path) == learned


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot lock a folder")
def test_one_that_does_not_let_go(tmp_path, monkeypatch):
    """A sentence, and the next save has it all."""
    monkeypatch.setattr(weight_file, "WAIT_SECONDS", 0.01)
    path, learned = tmp_path / "weights.json", Learned(START, 0, [])
    with (
        locked_folder(tmp_path, 0.0),
        pytest.raises(WeightFileError, match="another process is using its folder"),
    ):
        weight_file.save(path, learned, learned)
    assert weight_file.save(path, learned, learned) == weight_file.read(path) == learned
