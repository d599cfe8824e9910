"""Win, draw and loss: what the model must obey whatever its numbers, and values worked by hand."""

import math

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.search.shared.score import FARTHEST_MATE, MATE
from engine.uci.win_draw_loss import Model, material, our_model
from tests.uci.conversation import Conversation, scores
from tests.uci.tables import SMALL

START = chess.Board()
PAWN = chess.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
BY_HAND = Model((math.log(100), 0.0), (math.log(50), 0.0))

# logistic(x): 0 -> 0.5, 1 -> 0.7311, -1 -> 0.2689, -2 -> 0.1192, -3 -> 0.0474, -4 -> 0.0180
WORKED = {
    "even": (0, (119, 762, 119)),
    "half a threshold": (50, (269, 684, 47)),
    "the threshold": (100, (500, 482, 18)),
    "the threshold of the other side": (-100, (18, 482, 500)),
    "far beyond": (20_000, (1000, 0, 0)),
    "a mate": (MATE - 7, (1000, 0, 0)),
    "mated": (8 - MATE, (0, 0, 1000)),
    "mated already": (-MATE, (0, 0, 1000)),
}


@pytest.mark.parametrize(("score", "expected"), WORKED.values(), ids=WORKED)
def test_values(score: int, expected: tuple[int, int, int]) -> None:
    assert BY_HAND.permille(score, START) == expected


MATERIAL = {
    "start": (START.fen(), 1.0),
    "kings": ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0.0),
    "rook and pawn": ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", 6 / 78),
}


@pytest.mark.parametrize(("fen", "share"), MATERIAL.values(), ids=MATERIAL)
def test_material(fen: str, share: float) -> None:
    assert material(chess.Board(fen)) == pytest.approx(share)


def test_material_changes_the_numbers() -> None:
    """A threshold of 400 with one pawn of 78 points, and 100 with all of them."""
    slope = -math.log(4) * 78 / 77
    model = Model((math.log(400) - slope / 78, slope), (math.log(50), 0.0))
    assert model.permille(100, START)[0] == 500 and model.permille(400, PAWN)[0] == 500
    assert model.permille(100, PAWN)[0] < 5


OVER = {
    "bare kings": "8/8/8/8/8/8/4k3/7K w - - 0 1",
    "one knight": "8/8/8/8/8/8/4k3/6NK w - - 0 1",
    "stalemate": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
}


@pytest.mark.parametrize("fen", OVER.values(), ids=OVER)
@pytest.mark.parametrize("score", [0, 310, -310])
def test_a_game_that_is_drawn_by_the_rules(fen: str, score: int) -> None:
    assert our_model().permille(score, chess.Board(fen)) == (0, 1000, 0)


models = some.builds(
    Model,
    some.tuples(some.floats(-5, 8), some.floats(-5, 5)),
    some.tuples(some.floats(-5, 8), some.floats(-5, 5)),
)


@given(models | some.just(our_model()), some.integers(-FARTHEST_MATE, FARTHEST_MATE))
def test_a_thousand_in_all(model: Model, score: int) -> None:
    for board in (START, PAWN):
        parts = model.permille(score, board)
        assert sum(parts) == 1000 and min(parts) >= 0


@given(some.integers(-FARTHEST_MATE, FARTHEST_MATE), some.integers(1, 500))
def test_our_model_grows_with_the_score(score: int, more: int) -> None:
    """And is the same from both sides, but for rounding."""
    model = our_model()
    for board in (START, PAWN):
        win, draw, loss = model.permille(score, board)
        higher = model.permille(min(score + more, FARTHEST_MATE), board)
        assert higher[0] >= win and higher[2] <= loss
        turned = model.permille(-score, board)
        assert abs(turned[0] - loss) <= 1 and abs(turned[1] - draw) <= 1


def chances(line: str) -> tuple[int, ...]:
    return tuple(map(int, line.split(" wdl ")[1].split()[:3]))


def test_the_real_engine_shows_them(sesame: Conversation) -> None:
    """Right after the score, where programs look for them; and not unless they are asked for."""
    lines = sesame.go("setoption name UCI_ShowWDL value true", "position startpos", "go depth 5")
    shown = [line for line in lines if " score " in line]
    assert shown
    for line in shown:
        words = line.split()
        place = words.index("score") + 3 + (words[words.index("score") + 3] != "wdl")
        assert words[place] == "wdl" and sum(chances(line)) == 1000
    lines = sesame.go("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 4")
    last = [line for line in lines if " score " in line][-1]
    assert scores([last]) == ["mate 1"] and chances(last) == (1000, 0, 0)
    lines = sesame.go("setoption name UCI_ShowWDL value false", "go depth 3")
    assert not any(" wdl " in line for line in lines)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", (1000, 0, 0)),
        ("8/8/8/4k3/8/8/8/R3K3 b - - 0 1", (0, 0, 1000)),
        ("8/8/8/4k3/8/8/8/N3K3 w - - 0 1", (0, 1000, 0)),
    ],
    ids=["won", "lost", "drawn"],
)
def test_tables_are_certain(sesame: Conversation, fen: str, expected: tuple[int, int, int]) -> None:
    sesame.ask(f"setoption name SyzygyPath value {SMALL}")
    lines = sesame.go("setoption name UCI_ShowWDL value true", f"position fen {fen}", "go depth 4")
    assert {chances(line) for line in lines if " score " in line} == {expected}
