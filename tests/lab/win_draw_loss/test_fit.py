"""The fit finds the numbers of made-up games, and its formula is that of the engine."""

import json
from pathlib import Path

import chess
import numpy as np
import pytest

from engine.lab.games.read import PlayedGame, PlayedMove
from engine.lab.match.store import Store
from engine.lab.win_draw_loss.command import main
from engine.lab.win_draw_loss.fit import fit, logarithms
from engine.lab.win_draw_loss.samples import ScoredMoves, samples_of
from engine.uci.win_draw_loss import Model, material
from tests.lab.match.handmade import games_of, plan_between

TRUTH = Model((6.0, -1.5), (5.0, -0.5))
POSITIONS = 40_000


def made_up(model: Model, number: int) -> ScoredMoves:
    """Draw outcomes from a model with known numbers."""
    chance = np.random.default_rng(7)
    score, share = chance.normal(0, 300, number), chance.uniform(0, 1, number)
    threshold = np.exp(model.threshold[0] + model.threshold[1] * share)
    scale = np.exp(model.scale[0] + model.scale[1] * share)
    latent = score + scale * chance.logistic(0, 1, number)  # the model, as McCullagh derives it
    outcome = np.where(latent > threshold, 1, np.where(latent < -threshold, -1, 0))
    return ScoredMoves(score, share, outcome, 1, ())


def test_the_truth_is_found() -> None:
    fitted = fit(made_up(TRUTH, POSITIONS))
    assert fitted.model.threshold == pytest.approx(TRUTH.threshold, abs=0.1)
    assert fitted.model.scale == pytest.approx(TRUTH.scale, abs=0.1)
    assert fitted.loss < fitted.constant_loss


FENS = ("start", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize("score", [-900, -100, 0, 35, 400, 2500])
def test_the_formula_is_the_engines(fen: str, score: int) -> None:
    """Two ways to write it, one with NumPy and logarithms."""
    board = chess.Board() if fen == "start" else chess.Board(fen)
    numbers = np.array([*TRUTH.threshold, *TRUTH.scale])
    logs = logarithms(numbers, np.array([float(score)]), np.array([material(board)]))
    assert np.exp(logs).sum() == pytest.approx(1)
    assert 1000 * np.exp(logs[:, 0]) == pytest.approx(TRUTH.permille(score, board), abs=1.01)


def test_extreme_scores_stay_finite() -> None:
    numbers = np.array([*TRUTH.threshold, *TRUTH.scale])
    far = np.array([-30_000.0, 30_000.0])
    assert np.isfinite(logarithms(numbers, far, np.array([0.0, 1.0]))).all()


def test_without_draws_there_is_no_model() -> None:
    samples = made_up(TRUTH, 100)
    with pytest.raises(ValueError, match="needs wins, draws and losses"):
        fit(samples._replace(outcome=np.where(samples.outcome == 0, 1, samples.outcome)))


def played(points: float, names: tuple[str, str]) -> PlayedGame:
    moves = (("e2e4", None, True), ("e7e5", -20, False), ("g1f3", 30, False), ("b8c6", None, False))
    return PlayedGame(
        chess.Board(),
        tuple(PlayedMove(chess.Move.from_uci(text), score, given) for text, score, given in moves),
        points,
        names,
        ("", ""),
    )


def test_samples_are_seen_by_the_mover() -> None:
    """White won: the score of Black's move belongs to a lost game, that of White's to a won one."""
    samples = samples_of([played(1.0, ("A", "A"))], frozenset("A"))
    assert samples.score.tolist() == [-20, 30] and samples.outcome.tolist() == [-1, 1]
    assert samples.share.tolist() == [1, 1] and samples.games == 1


def test_only_games_between_equals() -> None:
    """Against a much stronger player good positions are lost too."""
    games = [played(0.0, ("A", "Stockfish")), played(0.5, ("A", "A"))]
    assert samples_of(games, frozenset("A")).outcome.tolist() == [0, 0]
    assert samples_of(games, frozenset()).games == 0, "none of them is Sesame"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a database to the file that the engine reads.

    Three handmade games are Légal's mate, eleven moves of players, four the shuffle of eight; the
    eighth ended by the flag.
    """
    plan = plan_between()
    store = Store.create(tmp_path / "match.db", plan)
    for game in games_of(plan):
        store.add(game)
    store.close()
    output = tmp_path / "model.json"
    words = [str(store.path), "--player", "Anna", "--player", "Boris", "--output", str(output)]
    assert main(words) == 0
    said = json.loads(output.read_text())
    assert said["games"] == 7 and said["positions"] == 3 * 11 + 4 * 8
    assert said["command"].startswith("sesame wdl ") and "Sesame 0.1.0" in said["players"]
    model = Model(tuple(said["threshold"]), tuple(said["scale"]))
    assert sum(model.permille(50, chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))) == 1000
    told = capsys.readouterr()
    assert "65 positions of 7 games" in told.out and "1 games skipped" in told.err


def test_nothing_to_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 1-0\n')
    assert main([str(path)]) == 1
    assert "needs wins, draws and losses" in capsys.readouterr().err


WRONG = {
    "no games": ([], "The following arguments are required: FILE"),
    "no such word": (["games.pgn", "--plyer", "Anna"], "Unrecognized arguments: --plyer Anna"),
    "no folder for it": (["games.pgn", "--output", "missing/x.json"], "There is no folder missing"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, before anything is read."""
    monkeypatch.chdir(tmp_path)
    words, sentence = WRONG[name]
    assert main(words) == 2
    errors = capsys.readouterr().err
    assert sentence in errors and errors.count("\n") == 1
