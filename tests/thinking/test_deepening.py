"""Iterative deepening and aspiration: ever deeper, in a window of a pawn around the last value.

Source: Breuker 1998, section 2.3.1; choice X11 of docs/choices.md.
"""

import itertools

import pytest

from engine.search.shared.score import INFINITE
from engine.thinking import deepening
from engine.thinking.deepening import Window, opened, widened
from tests.search.positions import LARGE
from tests.search.thinker import PLAIN, Thinker

PAWN = 100
JUMPY = ("mating attack", "MG2.21", "Kiwipete", "MG4.28", "EG4.41", "perpetual check")


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize("name", LARGE)
def test_every_depth_ends_inside_its_window(thinker, name):
    """Depths 1, 2, 3, … each end with a value that is no bound."""
    found = thinker.reset().think(LARGE[name], 5)
    exact = [info.depth for info in found.infos if not info.bound]
    assert exact == [1, 2, 3, 4, 5]
    assert [info.depth for info in found.infos] == sorted(info.depth for info in found.infos)
    assert found.infos[0].bound == "", "the first iteration has the open window"
    nodes = [info.nodes for info in found.infos]
    assert nodes == sorted(nodes)


@pytest.mark.parametrize("pawn", [20, PAWN, 300], ids=lambda pawn: f"pawn {pawn}")
@pytest.mark.parametrize("name", JUMPY)
def test_windows_of_a_pawn(thinker, name, pawn):
    """A value in the first window of an iteration is less than a pawn away from the last one.

    P is the value of a pawn, whatever the option says.
    """
    found = thinker.reset(pawn_value=pawn).think(LARGE[name], 6)
    windows = {
        depth: list(infos)
        for depth, infos in itertools.groupby(found.infos, lambda info: info.depth)
    }
    for depth in range(2, 7):
        last, first = windows[depth - 1][-1].score, windows[depth][0]
        if first.bound == "upperbound":
            assert first.score <= last - pawn
        elif first.bound == "lowerbound":
            assert first.score >= last + pawn
        else:
            assert last - pawn < first.score < last + pawn
        assert len(windows[depth]) <= 3


def test_windows_fail_sometimes(thinker):
    """The law above is not kept by windows that never fail."""
    bounds = {
        info.bound
        for name in LARGE
        for info in thinker.reset(pawn_value=20).think(LARGE[name], 4).infos
    }
    assert bounds == {"", "lowerbound", "upperbound"}


@pytest.mark.parametrize("name", JUMPY)
def test_switched_off_every_window_is_open(thinker, name):
    found = thinker.reset(aspiration=False).think(LARGE[name], 5)
    assert [info.bound for info in found.infos] == [""] * 5


@pytest.mark.parametrize("name", JUMPY)
def test_aspiration_changes_no_value(thinker, name):
    """Without a table the value inside a window is the value."""
    plain = PLAIN | {"quiescence": True, "quiescence_margin": 1000, "pvs": True}
    without = thinker.reset(**plain).think(LARGE[name], 4)
    found = thinker.reset(**plain | {"aspiration": True}).think(LARGE[name], 4)
    scores = [info.score for info in found.infos if not info.bound]
    assert scores == [info.score for info in without.infos]


def searches(monkeypatch, score_in):
    """Let a search of windows be one of windows whose score a function tells."""
    seen = []

    def search(thread, depth, alpha, beta):
        seen.append((alpha, beta))
        score = score_in(alpha, beta)
        bound = "upperbound" if score <= alpha else "lowerbound" if score >= beta else ""
        return Window(depth, 1, score, bound, False, (1,))

    monkeypatch.setattr(deepening, "search", search)
    return seen


@pytest.mark.parametrize(
    ("value", "windows"),
    [
        (20, [(-100, 100)]),
        (-100, [(-100, 100), (-INFINITE, -99)]),
        (-700, [(-100, 100), (-INFINITE, -699)]),
        (100, [(-100, 100), (99, INFINITE)]),
        (30997, [(-100, 100), (30996, INFINITE)]),
    ],
    ids=["inside", "at the lower end", "below", "at the upper end", "a mate"],
)
def test_the_windows_after_a_failure(monkeypatch, value, windows):
    """X11: open on the side of the failure, and the closed end is let in."""
    seen = searches(monkeypatch, lambda alpha, beta: value)
    found = list(opened(None, 4, -100, 100))
    assert seen == windows
    assert (found[-1].score, found[-1].bound) == (value, "")


def test_a_value_that_fails_on_both_sides_comes_to_an_end(monkeypatch):
    """With results of other depths in the table a search may contradict the one before it."""

    def unstable(alpha, beta):
        if (alpha, beta) == (-INFINITE, INFINITE):
            return 5
        return beta if alpha == -INFINITE else alpha

    seen = searches(monkeypatch, unstable)
    found = list(itertools.islice(opened(None, 4, -100, 100), 20))
    assert found[-1].bound == ""
    assert seen[-1] == (-INFINITE, INFINITE)
    assert len(seen) <= 4


@pytest.mark.parametrize(
    ("value", "windows"),
    [
        (20, [(-18, 32)]),
        # below: the upper end comes to the middle, the lower one 36 below what was found
        (-30, [(-18, 32), (-66, 7)]),
        (-18, [(-18, 32), (-54, 7)]),
        (40, [(-18, 32), (-18, 76)]),
        (32, [(-18, 32), (-18, 68)]),
    ],
    ids=["inside", "below", "at the lower end", "above", "at the upper end"],
)
def test_windows_that_widen(monkeypatch, value, windows):
    seen = searches(monkeypatch, lambda alpha, beta: value)
    found = list(widened(None, 4, -18, 32, 36))
    assert seen == windows
    assert (found[-1].score, found[-1].bound) == (value, "")


def test_a_far_value_is_reached_in_few_windows(monkeypatch):
    """Fail-hard, so that nothing is learned of the distance: steps double and then all is open."""
    for value in (-31000, -5000, -700, 700, 5000, 31000):
        seen = searches(monkeypatch, lambda alpha, beta, value=value: min(max(value, alpha), beta))
        found = list(widened(None, 4, -18, 18, 36))
        assert (found[-1].score, found[-1].bound) == (value, "")
        assert len(seen) <= 8
        assert all(-INFINITE <= alpha < beta <= INFINITE for alpha, beta in seen)
        assert seen[-1][0] < value < seen[-1][1]


UNSTABLE = {
    "always too low or too high in turn": lambda number, alpha, beta: alpha if number % 2 else beta,
    "too low twice, too high twice": lambda number, alpha, beta: alpha if number % 4 < 2 else beta,
    "far off in turn": lambda number, alpha, beta: -900 if number % 2 else 900,
    "mates in turn": lambda number, alpha, beta: -30990 if number % 2 else 30990,
}


@pytest.mark.parametrize("value", UNSTABLE.values(), ids=UNSTABLE)
@pytest.mark.parametrize("start", [-31000, -5, 0, 300, 30980])
def test_unstable_values_come_to_an_end(monkeypatch, value, start):
    """A search that contradicts itself ends with a window that is open on both sides."""
    number = itertools.count()

    def unstable(alpha, beta):
        return min(max(value(next(number), alpha, beta), -31000), 31000)

    seen = searches(monkeypatch, unstable)
    alpha, beta = max(-INFINITE, start - 18), min(INFINITE, start + 18)
    found = list(itertools.islice(widened(None, 4, alpha, beta, 36), 40))
    assert found[-1].bound == ""
    assert len(seen) < 20
    assert all(-INFINITE <= low < high <= INFINITE for low, high in seen)


@pytest.mark.parametrize("name", JUMPY)
def test_windows_of_modern(thinker, name):
    """Every depth ends inside its window; the first window of a depth is 18 to either side."""
    found = thinker.reset(search="Modern").think(LARGE[name], 9)
    assert [info.depth for info in found.infos if not info.bound] == list(range(1, 10))
    last = None
    for depth, infos in itertools.groupby(found.infos, lambda info: info.depth):
        windows = list(infos)
        if last is not None:
            first = windows[0]
            if first.bound == "upperbound":
                assert first.score <= last - 18
            elif first.bound == "lowerbound":
                assert first.score >= last + 18
            else:
                assert last - 18 < first.score < last + 18
        assert [info.bound for info in windows].count("") == 1, depth
        last = windows[-1].score


def test_modern_without_aspiration(thinker):
    for name in JUMPY:
        found = thinker.reset(search="Modern", aspiration=False).think(LARGE[name], 7)
        assert [info.bound for info in found.infos] == [""] * 7
