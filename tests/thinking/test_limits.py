"""The clock: laws that hold for every clock, and whole games that are played on one.

The percentages in limits.py were chosen by matches; no test here knows them.
"""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.thinking import clock as clock_module
from engine.thinking.limits import Budget, Limits, budget, soft_percent

OVERHEAD = 20  # milliseconds, the default of Move Overhead

CERTAIN = {
    "clock at zero": (Limits(time_ms=0), Budget(1, 1)),
    "negative clock (byte-knight#100)": (Limits(time_ms=-50), Budget(1, 1)),
    "negative clock with increment": (
        Limits(time_ms=-170_671, increment_ms=2_000),
        Budget(1, 1),
    ),
    "clock below the overhead": (Limits(time_ms=15), Budget(1, 1)),
    "a millisecond, and the last move of the control": (
        Limits(time_ms=1, moves_to_go=1),
        Budget(1, 1),
    ),
    "movetime": (Limits(movetime_ms=1_000), Budget(980, 980)),
    "movetime near the overhead": (Limits(movetime_ms=30), Budget(15, 15)),
    "movetime 0 (Stockfish#3720)": (Limits(movetime_ms=0), Budget(1, 1)),
    "movetime 1": (Limits(movetime_ms=1), Budget(1, 1)),
    "negative movetime": (Limits(movetime_ms=-1), Budget(1, 1)),
    "movetime goes before the clock": (
        Limits(movetime_ms=1_000, time_ms=300_000),
        Budget(980, 980),
    ),
    "infinite": (Limits(infinite=True, time_ms=1_000), None),
    "depth only": (Limits(depth=5), None),
    "nodes only": (Limits(nodes=5), None),
}


@pytest.mark.parametrize(("limits", "expected"), CERTAIN.values(), ids=CERTAIN)
def test_certain_budgets(limits: Limits, expected: Budget | None) -> None:
    assert budget(limits, OVERHEAD) == expected


def given_to(
    time_ms: int, overhead: int = OVERHEAD, number: int = 1, **others: int | None
) -> Budget:
    """The budget on a clock, at a move of the game."""
    given_time = budget(Limits(time_ms=time_ms, **others), overhead, number)
    assert given_time is not None
    return given_time


SAME = {
    "a negative increment is none": (
        Limits(time_ms=300_000, increment_ms=-500),
        Limits(time_ms=300_000),
    ),
    "zero moves to go is no information": (
        Limits(time_ms=300_000, moves_to_go=0),
        Limits(time_ms=300_000),
    ),
    "pondering divides the same clock": (
        Limits(time_ms=300_000, ponder=True),
        Limits(time_ms=300_000),
    ),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_the_same_budget(one: Limits, other: Limits) -> None:
    assert budget(one, OVERHEAD) == budget(other, OVERHEAD) != Budget(1, 1)


clocks = some.builds(
    Limits,
    time_ms=some.integers(-10_000_000, 10_000_000),
    increment_ms=some.integers(-1_000, 1_000_000),
    moves_to_go=some.none() | some.integers(-1, 200),
    ponder=some.booleans(),
)
overheads, numbers = some.integers(0, 5_000), some.integers(0, 10_000)


@given(clocks, overheads, numbers)
def test_never_more_than_the_clock(limits: Limits, overhead: int, number: int) -> None:
    """A move that empties the clock loses the game, whatever the increment promises."""
    given_time = budget(limits, overhead, number)
    assert given_time is not None and limits.time_ms is not None
    assert 1 <= given_time.soft_ms <= given_time.hard_ms
    assert given_time.hard_ms <= max(1, limits.time_ms - 2 * overhead)


times, increments = some.integers(-1_000, 1_000_000), some.integers(0, 100_000)
controls = some.none() | some.integers(1, 100)


situations = some.fixed_dictionaries(
    {
        "time_ms": times,
        "overhead": overheads,
        "number": numbers,
        "increment_ms": increments,
        "moves_to_go": controls,
    }
)


@given(situations, some.integers(0, 10_000))
def test_more_time_is_never_less(usual: dict[str, int], more: int) -> None:
    """On the clock, or as increment, or with fewer moves ahead, or with less overhead."""
    better = [
        usual | {"time_ms": usual["time_ms"] + more},
        usual | {"increment_ms": usual["increment_ms"] + more},
        usual | {"overhead": max(0, usual["overhead"] - more)},
        usual | {"number": usual["number"] + more},
    ]
    if usual["moves_to_go"] is not None:
        better.append(usual | {"moves_to_go": max(1, usual["moves_to_go"] - more)})
    least = given_to(**usual)
    for one in (given_to(**clock) for clock in better):
        assert one.soft_ms >= least.soft_ms and one.hard_ms >= least.hard_ms


@given(some.integers(100, 1_000_000), some.integers(0, 10_000_000))
def test_a_huge_increment_is_not_there_yet(time_ms: int, increment: int) -> None:
    """The increment is added after the move: half of the clock stays for the next one (D6)."""
    assert given_to(time_ms, increment_ms=increment).hard_ms <= time_ms // 2


# Milliseconds on the clock and per move.
GAMES = {
    "1+0.01": (1_000, 10),
    "3+0.03": (3_000, 30),
    "8+0.08": (8_000, 80),
    "60+0.6": (60_000, 600),
    "180+2": (180_000, 2_000),
    "900+10": (900_000, 10_000),
    "300+0": (300_000, 0),
    "3600+0": (3_600_000, 0),
}
USUAL_USE = 1.25
"""An average move takes so much of its soft limit: measured 1.25 to 1.3 in games at 1+0.01, 3+0.03
and 5+0."""
DELAY = 2.0
"""Milliseconds that are really lost with each move."""


@pytest.mark.parametrize("moves", [60, 80, 120])
@pytest.mark.parametrize(("base", "increment"), GAMES.values(), ids=GAMES)
def test_a_long_game_uses_its_time(base: int, increment: int, moves: int) -> None:
    """N16: a quarter of the clock was never used; others leave 2 to 6 per cent.

    With an increment below the overhead more is kept, for the overheads that may lie ahead.
    """
    clock = float(base)
    for number in range(1, moves + 1):
        given_time = given_to(int(clock), number=number, increment_ms=increment)
        clock -= min(USUAL_USE * given_time.soft_ms, given_time.hard_ms) + DELAY
        assert clock > OVERHEAD
        clock += increment
    share = 0.08 if increment == 0 or increment >= OVERHEAD or moves > 60 else 0.15
    assert clock <= share * (base + moves * increment)


@pytest.mark.parametrize("delay_percent", [0, 50, 80])
@pytest.mark.parametrize(
    ("base", "increment"), [(100, 100), (1_000, 10), (3_000, 30), (100, 1_000)], ids=str
)
def test_a_game_is_never_lost_on_time(base: int, increment: int, delay_percent: int) -> None:
    """Though every move takes its hard limit, and most of the increment is lost on the way."""
    clock, delay = float(base), increment * delay_percent / 100
    delay = min(delay, OVERHEAD)
    for number in range(1, 500):
        clock -= given_to(int(clock), number=number, increment_ms=increment).hard_ms + delay
        assert clock >= OVERHEAD
        clock += increment


@pytest.mark.parametrize(("moves", "time_ms"), [(40, 10_000), (40, 60_000), (20, 3_000)], ids=str)
def test_a_control_uses_its_time(moves: int, time_ms: int) -> None:
    """40 moves in 10 seconds: hardly anything is left at the control."""
    clock = float(time_ms)
    for moves_to_go in range(moves, 0, -1):
        given_time = given_to(int(clock), moves_to_go=moves_to_go)
        clock -= min(USUAL_USE * given_time.soft_ms, given_time.hard_ms) + DELAY
        assert clock > OVERHEAD
    assert clock <= 0.08 * time_ms


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
    ("pondered", "allowed"), [(0, "hard"), (0.9, "hard"), (1.1, "soft"), (40, "soft")]
)
def test_time_pondered_is_time_thought(monkeypatch, pondered, allowed):
    """Once more than the soft limit was pondered, only that is left, and not the hard one.

    Otherwise every move after a `ponderhit` cost the whole hard limit, more than the increment,
    until the clock was empty (1+0.01 with pondering).
    """
    time = StoppedTime()
    monkeypatch.setattr(clock_module, "clock_ns", time)
    threads = [SimpleNamespace(worker=SimpleNamespace(deadline=0)) for _ in range(2)]
    limits = Limits(time_ms=60_000, increment_ms=1_000, ponder=True)
    clock = clock_module.Clock(threads, limits, overhead_ms=20, move_number=1, pondering=True)
    assert not clock.runs
    given_time = budget(limits, 20, 1)
    time.ns += int(pondered * given_time.soft_ms) * 10**6
    clock.start()
    assert clock.runs
    expected = time.ns + getattr(given_time, f"{allowed}_ms") * 10**6
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
