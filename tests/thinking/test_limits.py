"""The clock: hand-worked budgets, and laws that hold for every clock."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.thinking import clock as clock_module
from engine.thinking.limits import Budget, Limits, budget, soft_percent

# overhead 20 ms throughout; worked by hand from the percentages in clock.py
BUDGETS = {
    # 300,000 / 30 - 20 = 9,980; 60 % and 300 % of it
    "five minutes": (Limits(time_ms=300_000), Budget(5_988, 29_940)),
    # 60,000 / 30 - 20 + 750 = 2,730
    "a minute and a second": (Limits(time_ms=60_000, increment_ms=1_000), Budget(1_638, 8_190)),
    # 10,000 / 40 - 20 = 230
    "40 moves in 10 s (RubiChess#365)": (
        Limits(time_ms=10_000, moves_to_go=40),
        Budget(138, 690),
    ),
    # the only move before the next control may use 1,000 - 20
    "the last of 40 moves": (Limits(time_ms=1_000, moves_to_go=1), Budget(588, 980)),
    # of two moves the first may use half of 980
    "the last but one": (Limits(time_ms=1_000, moves_to_go=2), Budget(288, 490)),
    # 750 of the increment, but there are only 80 ms, and half of them is the most
    "increment larger than the clock (taktician#19)": (
        Limits(time_ms=100, increment_ms=1_000),
        Budget(40, 40),
    ),
    # 480 / 60 = 8, because 500 / 30 is less than the overhead
    "a short clock": (Limits(time_ms=500), Budget(4, 24)),
    # 7 of the increment + 180 / 60 = 10, three times that; 7 + 15 % of 180 is more
    "a clock that lives on its increment": (
        Limits(time_ms=200, increment_ms=10),
        Budget(6, 30),
    ),
    # 7 + 80 / 60 = 8; the most is 7 + 15 % of 80, and not half of the clock
    "a clock that lives on its last increments": (
        Limits(time_ms=100, increment_ms=10),
        Budget(4, 19),
    ),
    "clock at zero": (Limits(time_ms=0), Budget(1, 1)),
    "negative clock (byte-knight#100)": (Limits(time_ms=-50), Budget(1, 1)),
    "negative clock with increment": (
        Limits(time_ms=-170_671, increment_ms=2_000),
        Budget(1, 1),
    ),
    "negative increment": (Limits(time_ms=300_000, increment_ms=-500), Budget(5_988, 29_940)),
    "zero moves to go is no information": (
        Limits(time_ms=300_000, moves_to_go=0),
        Budget(5_988, 29_940),
    ),
    "clock below the overhead": (Limits(time_ms=15), Budget(1, 1)),
    "movetime": (Limits(movetime_ms=1_000), Budget(980, 980)),
    "movetime near the overhead": (Limits(movetime_ms=30), Budget(15, 15)),
    "movetime 0 (Stockfish#3720)": (Limits(movetime_ms=0), Budget(1, 1)),
    "movetime 1": (Limits(movetime_ms=1), Budget(1, 1)),
    "negative movetime": (Limits(movetime_ms=-1), Budget(1, 1)),
    "movetime goes before the clock": (
        Limits(movetime_ms=1_000, time_ms=300_000),
        Budget(980, 980),
    ),
    "pondering divides the same clock": (
        Limits(time_ms=300_000, ponder=True),
        Budget(5_988, 29_940),
    ),
    "infinite": (Limits(infinite=True, time_ms=1_000), None),
    "depth only": (Limits(depth=5), None),
    "nodes only": (Limits(nodes=5), None),
}


@pytest.mark.parametrize(("limits", "expected"), BUDGETS.values(), ids=BUDGETS)
def test_hand_worked(limits: Limits, expected: Budget | None) -> None:
    assert budget(limits, overhead_ms=20) == expected


clocks = some.builds(
    Limits,
    time_ms=some.integers(-10_000_000, 10_000_000),
    increment_ms=some.integers(-1_000, 1_000_000),
    moves_to_go=some.none() | some.integers(-1, 200),
    ponder=some.booleans(),
)
overheads = some.integers(0, 5_000)


@given(clocks, overheads)
def test_never_more_than_the_clock(limits: Limits, overhead: int) -> None:
    """A move that empties the clock loses the game, whatever the increment promises."""
    given_time = budget(limits, overhead)
    assert given_time is not None and limits.time_ms is not None
    assert 1 <= given_time.soft_ms <= given_time.hard_ms
    assert given_time.hard_ms <= max(1, limits.time_ms - overhead)


@given(some.integers(-1_000, 10_000_000), overheads)
def test_movetime_is_kept(movetime: int, overhead: int) -> None:
    given_time = budget(Limits(movetime_ms=movetime), overhead)
    assert given_time is not None
    assert 1 <= given_time.soft_ms <= given_time.hard_ms <= max(1, movetime)


@given(some.integers(1, 60), some.integers(1_000, 600_000))
def test_a_time_control_is_reached(moves: int, time_ms: int) -> None:
    """x moves in y: even if each move uses all it may, the clock outlasts the control.

    Source: official-stockfish/Stockfish#1272, all time gone before move 40. The overhead that
    is really lost is at most what the option says.
    """
    overhead = 5
    for moves_to_go in range(moves, 0, -1):
        given_time = budget(Limits(time_ms=time_ms, moves_to_go=moves_to_go), overhead)
        assert given_time is not None
        if time_ms > 2 * overhead * moves_to_go:
            assert given_time.hard_ms + overhead <= time_ms
            time_ms -= given_time.hard_ms + overhead


class StoppedTime:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.ns = 10**15

    def __call__(self) -> int:
        return self.ns


@pytest.mark.parametrize(
    ("pondered_ms", "allowed_ms"), [(0, 8190), (1000, 8190), (2000, 1638), (60_000, 1638)]
)
def test_time_pondered_is_time_thought(monkeypatch, pondered_ms, allowed_ms):
    """60 s + 1 s gives 1638 to 8190 ms: once more than the soft limit was pondered, only that.

    Otherwise every move after a `ponderhit` cost the whole hard limit, more than the increment,
    until the clock was empty (1+0.01 with pondering).
    """
    time = StoppedTime()
    monkeypatch.setattr(clock_module, "clock_ns", time)
    threads = [SimpleNamespace(worker=SimpleNamespace(deadline=0)) for _ in range(2)]
    limits = Limits(time_ms=60_000, increment_ms=1_000, ponder=True)
    clock = clock_module.Clock(threads, limits, overhead_ms=20, pondering=True)
    assert not clock.runs
    time.ns += pondered_ms * 10**6
    clock.start()
    assert clock.runs
    expected = time.ns + allowed_ms * 10**6
    assert [thread.worker.deadline for thread in threads] == [expected, expected]


# Iterations with the same move, centipawns lost, part of the nodes below it; per cent, by hand.
SOFT_PERCENTS = {
    "a new best move with half of the nodes": ((0, 0, 0.5), 204),  # 170 * 1.2
    "the same move once more": ((1, 0, 0.5), 162),  # 135 * 1.2
    "steady, and most nodes below it": ((5, 0, 1.0), 60),  # 75 * 0.8
    "steadier than steady": ((50, 0, 1.0), 60),
    "steady, but the score falls": ((5, 40, 1.0), 84),  # 75 * 0.8 * 1.4
    "the score falls very much": ((5, 900, 1.0), 96),  # 75 * 0.8 * 1.6
    "the score rises": ((5, -200, 1.0), 60),
    "no nodes below it": ((3, 0, 0.0), 152),  # 95 * 1.6
}


@pytest.mark.parametrize(("state", "percent"), SOFT_PERCENTS.values(), ids=SOFT_PERCENTS)
def test_soft_percent_by_hand(state, percent):
    assert soft_percent(*state) == percent


states = some.tuples(some.integers(0, 20), some.integers(-500, 500), some.floats(0, 1))


@given(states, some.integers(0, 10), some.integers(0, 300), some.floats(0, 1))
def test_soft_percent_is_monotone(state, steadier, fallen, concentrated):
    """The steadier the less, the deeper the fall the more, the fewer rivals the less."""
    steady, drop, effort = state
    percent = soft_percent(steady, drop, effort)
    assert 50 <= percent <= 500
    assert soft_percent(steady + steadier, drop, effort) <= percent
    assert soft_percent(steady, drop + fallen, effort) >= percent
    assert soft_percent(steady, drop, max(effort, concentrated)) <= percent
