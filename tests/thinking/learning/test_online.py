"""Learning from games: what is critical, what changes, what the file keeps, what goes wrong."""

import json
import os
from pathlib import Path

import chess
import pytest

from engine.options import defaults
from engine.search.selective.memory import CLASSES
from engine.thinking.learning import weight_file
from engine.thinking.learning.online import Experience, OnlineLearner
from engine.thinking.learning.weight_file import FORMAT, Learned, WeightFileError
from engine.thinking.limits import Limits
from tests.search.positions import LARGE, ONE_REPLY, board_of
from tests.search.thinker import Thinker

ON = {"search": "Selective", "learn_online": True}
SETTINGS = defaults() | ON
ONES = {f"weight_{name}": 100 for name in CLASSES}
LINE = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")
NODES, ALTERED = 5000, (5000, 4800, 5000, 5000)


def board_after(moves):
    """A game from its start."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def experience(moves, score, line=(), **limits):
    """What a search of a position of the game would tell."""
    played = tuple(chess.Move.from_uci(move) for move in line)
    search = Limits(depth=4, **limits)
    return Experience(board_after(moves), search, score, played, 4, NODES, ALTERED)


def learner_of(settings):
    """A learner that has begun to play."""
    learner = OnlineLearner()
    assert learner.settings_for(settings)[1] == ()
    return learner


def samples_after(*experiences, ponderhit=False, **settings):
    """How many samples some searches give."""
    wanted = SETTINGS | settings
    learner = learner_of(wanted)
    for one in experiences:
        assert learner.observe(one, ponderhit, wanted) == ()
    return len(learner.learned.samples)


A, C, E = LINE[:0], LINE[:2], LINE[:4]


def test_a_fall_of_the_score_is_critical():
    """By more than tau; a rise is not, and the path is both moves and the line."""
    assert samples_after(experience(A, 50), experience(C, 16)) == 1
    assert samples_after(experience(A, 50), experience(C, 17)) == 0
    assert samples_after(experience(A, 50), experience(C, 400)) == 0
    assert samples_after(experience(A, 50), experience(C, 16), learn_tau=40) == 0
    learner = learner_of(SETTINGS)
    learner.observe(experience(A, 50, ("e2e4",)), False, SETTINGS)
    learner.observe(experience(C, -20, ("g1f3", "b8c6")), False, SETTINGS)
    (sample,) = learner.learned.samples
    assert sample["path"] == list(LINE[:4])
    assert sample["fen"] == chess.STARTING_FEN
    assert (sample["before"], sample["after"]) == (50, -20)
    assert sum(sample["moves"]) + sample["ordinary_moves"] == 2 + 4, "four plies at C"


def test_only_successive_positions_of_one_game():
    """Not after a move too many, another opening, analysis, a wrong guess, or a forced move."""
    assert samples_after(experience(A, 50), experience(E, -200)) == 0
    other = experience(("d2d4", "d7d5"), -200)
    assert samples_after(experience(A, 50), other) == 1
    assert samples_after(experience(C, 50), experience(("d2d4", "d7d5", "c2c4", "e7e6"), -90)) == 0
    assert samples_after(experience(A, 50), experience(C, -200, infinite=True)) == 0
    assert samples_after(experience(A, 50), experience(C, -200, until=("g1f3",))) == 0
    assert samples_after(experience(A, 50), experience(C, -200, ponder=True)) == 0
    assert samples_after(experience(A, 50), experience(C, -200, ponder=True), ponderhit=True) == 1
    forced, later = board_of(ONE_REPLY), board_of(f"{ONE_REPLY} moves g8h7 a8a7")
    assert forced.legal_moves.count() == 1
    one, other = experience(A, 50)._replace(board=forced), experience(C, -200)._replace(board=later)
    assert samples_after(one, other) == 0


def test_nothing_is_learned_from_lost_games():
    """Three pawns down, and the rest of the game; until the next one begins."""
    down = [experience(A, 50), experience(C, -400), experience(E, -900)]
    assert samples_after(*down) == 1, "the fall itself, and nothing after it"
    assert samples_after(experience(A, -400), experience(C, -900)) == 0
    learner = learner_of(SETTINGS)
    for one in down:
        learner.observe(one, False, SETTINGS)
    learner.new_game(SETTINGS)
    for one in down[:2]:
        learner.observe(one, False, SETTINGS)
    assert len(learner.learned.samples) == 2


@pytest.mark.parametrize("when", ["sample", "game", "never"])
def test_when_the_weights_change(when):
    settings = SETTINGS | ONES | {"learn_when": when}
    learner = learner_of(settings)
    begin = learner.learned.weights
    learner.observe(experience(A, 50), False, settings)
    learner.observe(experience(C, -100), False, settings)
    assert (learner.learned.weights != begin) == (when == "sample")
    learner.new_game(settings)
    assert (learner.learned.weights != begin) == (when != "never")
    assert learner.learned.updates == (when != "never")
    found, _ = learner.settings_for(settings)
    assert (found["weight_check"] != 100) == (when != "never")


def test_it_is_off_where_it_has_no_use():
    for off in ({"learn_online": False}, {"search": "Modern"}, {"extensions": "None"}):
        settings = SETTINGS | off
        learner = OnlineLearner()
        assert learner.settings_for(settings) == (settings, ())
        assert learner.observe(experience(A, 50), False, settings) == ()
        assert learner.learned is None


def test_the_file_goes_on(tmp_path):
    """Weights and samples, read again by the next engine."""
    settings = SETTINGS | ONES | {"learn_file": str(tmp_path / "weights.json")}
    learner = learner_of(settings)
    learner.observe(experience(A, 50), False, settings)
    assert learner.observe(experience(C, -100), False, settings) == ()
    later = learner_of(settings)
    assert later.learned == learner.learned
    assert len(later.learned.samples) == later.learned.updates == 1
    assert [path.name for path in tmp_path.iterdir()] == ["weights.json"]


def test_a_file_named_later_gets_what_was_learned(tmp_path):
    """As long as there was none before; another file has what is its own."""
    learner = learner_of(SETTINGS | ONES)
    learner.observe(experience(A, 50), False, SETTINGS | ONES)
    learner.observe(experience(C, -100), False, SETTINGS | ONES)
    one = SETTINGS | ONES | {"learn_file": str(tmp_path / "one.json")}
    assert learner.settings_for(one)[1] == ()
    assert learner.learned.updates == 1
    learner.observe(experience(E, -200), False, one)
    assert weight_file.read(tmp_path / "one.json") == learner.learned
    assert learner.learned.updates == 2
    other = one | {"learn_file": str(tmp_path / "other.json")}
    assert learner.settings_for(other)[1] == ()
    assert learner.learned.updates == 0
    assert weight_file.read(tmp_path / "one.json").updates == 2


GOOD = {
    "format": FORMAT,
    "weights": {phase: dict.fromkeys(CLASSES, 0.5) for phase in weight_file.PHASE_NAMES},
    "updates": 3,
    "samples": [],
}


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "{", "1e999", json.dumps(GOOD | {"format": "other"}), "\x00",
        json.dumps(GOOD | {"weights": {}}), json.dumps(GOOD | {"samples": 7}),
        json.dumps(GOOD | {"weights": {phase: dict.fromkeys(CLASSES, 9) for phase in
                                       weight_file.PHASE_NAMES}}),
        json.dumps(GOOD)[:-40], json.dumps(GOOD | {"updates": float("inf")}),
        json.dumps(GOOD | {"updates": float("nan")}), json.dumps(GOOD | {"updates": -1}),
    ],
)  # fmt: skip
def test_another_file_is_left_alone(tmp_path, text):
    """One sentence; the game goes on with the options' weights, and nothing is overwritten."""
    path = tmp_path / "precious.json"
    path.write_text(text, encoding="utf-8")
    settings = SETTINGS | ONES | {"learn_file": str(path)}
    learner = OnlineLearner()
    found, (sentence,) = learner.settings_for(settings)
    assert sentence.startswith("Learn File") and sentence.endswith("left as it is.")
    assert found["weight_check"] == 100
    learner.observe(experience(A, 50), False, settings)
    assert learner.observe(experience(C, -100), False, settings) == ()
    assert path.read_text(encoding="utf-8") == text
    assert learner.settings_for(settings)[1] == (), "said once"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_what_is_no_file_is_not_read(tmp_path):
    """A pipe that nobody writes to never answers; a device may have no end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero")):
        with pytest.raises(WeightFileError, match="is no file of weights; it is left as it is"):
            weight_file.read(path)


def test_a_good_file_is_read(tmp_path):
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    found, remarks = OnlineLearner().settings_for(SETTINGS | {"learn_file": str(path)})
    assert remarks == ()
    assert {found[f"weight_{name}"] for name in CLASSES} == {50}


def test_a_file_in_the_home_folder(tmp_path, monkeypatch):
    """It is read there and written there."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "weights.json").write_text(json.dumps(GOOD), encoding="utf-8")
    settings = SETTINGS | {"learn_file": "~/weights.json"}
    learner = OnlineLearner()
    assert learner.settings_for(settings)[0]["weight_check"] == 50
    learner.observe(experience(A, 50), False, settings)
    learner.observe(experience(C, -100), False, settings)
    assert weight_file.read(tmp_path / "weights.json").updates == 4


def test_where_nothing_can_be_written(tmp_path):
    """A missing folder: a sentence with each sample, and what was learned stays in memory."""
    settings = SETTINGS | ONES | {"learn_file": str(tmp_path / "missing" / "weights.json")}
    learner = learner_of(settings)
    learner.observe(experience(A, 50), False, settings)
    (sentence,) = learner.observe(experience(C, -100), False, settings)
    assert "could not be written" in sentence
    assert learner.learned.updates == 1


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "weights.json"
    old = Learned(((0.5,) * 4, (0.5,) * 4), 1, [])
    weight_file.write(path, old)

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WeightFileError, match="No space left"):
        weight_file.write(path, old._replace(updates=2))
    assert weight_file.read(path) == old
    assert [each.name for each in Path(tmp_path).iterdir()] == ["weights.json"]


def test_a_link_and_its_file_stay_what_they_are(tmp_path):
    path, link = tmp_path / "weights.json", tmp_path / "link.json"
    learned = Learned(((0.5,) * 4, (0.5,) * 4), 1, [])
    weight_file.write(path, learned)
    path.chmod(0o640)
    link.symlink_to(path)
    weight_file.write(link, learned._replace(updates=2))
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert weight_file.read(path).updates == 2


def test_a_sentence_reaches_the_user(tmp_path):
    """With the result of the first search, and not again."""
    path = tmp_path / "notes.txt"
    path.write_text("of something else", encoding="utf-8")
    thinker = Thinker(**ON, learn_file=str(path))
    first, second = (thinker.think(chess.Board(), 2).result.remarks for _ in range(2))
    assert len(first) == 1 and "is no file of weights" in first[0]
    assert second == ()


def test_an_engine_learns_from_its_game(tmp_path):
    """A short game against itself with a low threshold: samples, other weights, and the file."""
    path = tmp_path / "weights.json"
    settings = {"learn_tau": 1, "learn_delta": 60, "learn_file": str(path)}
    thinker = Thinker(**ON | ONES | settings, evaluation="AliBaba")
    board, opponent = board_of(LARGE["Kiwipete"]), Thinker(search="AliBaba")
    for _ in range(10):
        board.push(thinker.think(board.copy(), 4).result.move)
        board.push(opponent.think(board.copy(), 4).result.move)
    learned = thinker.engine.learner.learned
    assert 0 < len(learned.samples) == learned.updates
    assert learned.weights[0] != (1.0,) * 4
    assert weight_file.read(path) == learned
    weights = [int(number) for number in thinker.engine.thread.memory.weights[0]]
    assert weights == [round(weight * 100) for weight in learned.weights[0]] or learned.updates > 1
    again = Thinker(**ON | ONES, learn_file=str(path), evaluation="AliBaba")
    again.think(chess.Board(), 2)
    assert [int(number) for number in again.engine.thread.memory.weights[0]] == [
        round(weight * 100) for weight in learned.weights[0]
    ]
