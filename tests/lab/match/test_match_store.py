"""The database: what was stored stays, once, and files that are not ours are left alone."""

import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lab.match.records import Limit
from engine.lab.match.store import SequentialTest, Store, StoreError
from tests.lab.match.handmade import (
    BLACK_BEGINS,
    game,
    games_of,
    plan_between,
    stored,
    tasks_between,
)

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("test", [None, SequentialTest(-3, 3, model="normalised")], ids=str)
def test_everything_comes_back(path, test):
    """Settings, tasks, the test, the runner, the games with every move: equal, not similar."""
    plan = plan_between(test=test)
    stored(path, plan, games_of(plan))
    store = Store.open(path)
    assert store.plan == plan
    assert list(store.games()) == games_of(plan)
    assert store.missing() == []


def test_missing_are_the_unplayed_ones(path):
    plan = plan_between()
    stored(path, plan, [games_of(plan)[4], games_of(plan)[1]])
    store = Store.open(path)
    assert store.played() == {2, 5}
    assert [task.number for task in store.missing()] == [1, 3, 4, 6, 7, 8]
    assert [one.task.number for one in store.games()] == [2, 5]


def test_no_game_is_stored_twice(path):
    """Two programs writing one match: the second to finish a game is told, the first game stays."""
    plan = plan_between()
    stored(path, plan, [games_of(plan)[0]])
    store = Store.open(path)
    with pytest.raises(StoreError, match=r"Game 1 could not be stored.*already has it"):
        store.add(game(plan.tasks[0], "1/2-1/2"))
    assert list(store.games()) == [games_of(plan)[0]]


def test_nobody_is_told_a_half_stored_game(path):
    """Another process sees a game when its transaction has ended, and whole."""
    plan = plan_between()
    store = Store.create(path, plan)
    reader = Store.open(path)
    assert reader.played() == set()
    store.add(games_of(plan)[0])
    assert reader.played() == {1}


def test_who_reads_slowly_does_not_stop_who_plays(path, monkeypatch):
    """`--export | less`: a reader in the middle of the games keeps no lock on the file."""
    monkeypatch.setattr("engine.lab.match.store.READ_AT_ONCE", 2)
    plan = plan_between()
    stored(path, plan, games_of(plan)[:5])
    reading = Store.open(path).games()
    seen = [next(reading)]
    store = Store.open(path)
    store.connection.execute("PRAGMA busy_timeout = 50")
    store.add(games_of(plan)[5])
    assert [*seen, *reading] == games_of(plan)[:6]


def test_a_database_that_cannot_be_written(path, monkeypatch):
    """Said before a game is played in vain; reading it is no harm."""
    plan = plan_between()
    stored(path, plan, games_of(plan))
    store = Store.open(path)

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StoreError, match=r"match.db cannot be written: Read-only file system\."):
        store.claim()
    assert len(list(store.games())) == 8


def test_the_games_of_a_round_share_their_opening(path):
    """A match may have a million games."""
    stored(path, plan_between(), [])
    assert len({id(task.opening) for task in Store.open(path).plan.tasks}) == 1


def test_nodes_are_added_up_by_colour(path):
    """Also when Black makes the first move of the engines."""
    task = tasks_between("Anna", "Boris", 1, BLACK_BEGINS)[0]
    plan = plan_between()
    for one, white, black in (
        (games_of(plan)[0], 600, 500),
        (game(task, "0-1"), 100, 200),
    ):
        path.unlink(missing_ok=True)
        stored(path, plan, [one])
        row = sqlite3.connect(path).execute("SELECT white_nodes, black_nodes FROM games")
        assert row.fetchone() == (white, black)


def test_a_row_tells_everything_to_sqlite(path):
    """Someone with nothing but sqlite3 reads from the view `results` how a game came about."""
    plan = plan_between()
    stored(path, plan, [games_of(plan)[0]])
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    row = dict(connection.execute("SELECT * FROM results").fetchone())
    assert row["white_options"] == '{"Replacement Scheme": "DEEP", "Table Positions": "16K"}'
    assert (row["white_source"], row["black_version"]) == ("0123abcd", "Boris 3")
    assert (row["opening"], row["opening_moves"], row["line"]) == ("e4 e5", "e2e4 e7e5", 7)
    assert (row["result"], row["reason"], row["seed"]) == ("1-0", "checkmate", 11)
    assert (row["host"], row["white_time_ms"]) == ("desk", 200.0)
    assert row["moves"].startswith('[["g1f3",10,null,1,100,50.0],')


def test_a_full_database(path):
    """SQLite's own limit on pages: the game is refused with a sentence, the others stay."""
    plan = plan_between()
    store = Store.create(path, plan)
    games = games_of(plan)
    store.add(games[0])
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = [games[0]]
    with pytest.raises(StoreError, match=r"database or disk is full.*--resume continues"):
        for one in games[1:]:
            long = game(one.task, one.result, detail="x" * 3000)
            store.add(long)
            kept.append(long)
    store.close()
    assert list(Store.open(path).games()) == kept


@pytest.mark.parametrize("rounds", [1, 3, 9])
def test_a_match_gets_another_length(path, rounds):
    """It is what it would have been from the beginning; who reads meanwhile sees the old one."""
    plan = plan_between()
    stored(path, plan, games_of(plan)[:2])
    store, reader = Store.open(path), Store.open(path)
    store.change(plan_between(rounds=rounds))
    assert store.plan == Store.open(path).plan == plan_between(rounds=rounds)
    for task in store.missing():
        store.add(game(task, "1/2-1/2"))
    assert [one.task.number for one in store.games()] == list(range(1, 2 * rounds + 1))
    seen = [one.task for one in reader.games()]
    assert seen == list(plan.tasks[: 2 * rounds])


def test_a_match_that_cannot_be_made_longer_stays_as_it_was(path):
    """Not even its settings change when the disk has no room for the further games."""
    plan = plan_between()
    stored(path, plan, games_of(plan))
    store = Store.open(path)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(
        StoreError, match=r"The rounds could not be changed .* is full.* is unchanged"
    ):
        store.change(plan_between(rounds=200))
    assert store.plan == plan
    store.close()
    again = Store.open(path)
    assert again.plan == plan
    assert list(again.games()) == games_of(plan)


FILLING = """
import resource, sys
from pathlib import Path
from engine.lab.match.store import Store, StoreError
from tests.lab.match.handmade import game, games_of, plan_between
path = Path(sys.argv[1])
plan = plan_between()
store = Store.create(path, plan)
games = games_of(plan)
store.add(games[0])
size = path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    for one in games[1:]:
        store.add(game(one.task, one.result, detail="x" * 9000))
except StoreError as failure:
    sys.exit(str(failure))
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limits on files here")
def test_a_full_disk(path):
    """The system refuses to let the file grow: as on a full disk, what was stored can be read."""
    done = subprocess.run(
        [sys.executable, "-c", FILLING, str(path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "could not be stored" in done.stderr
    assert "safe" in done.stderr
    assert "Traceback" not in done.stderr
    store = Store.open(path)
    assert 1 in store.played()
    assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.add(games_of(store.plan)[7])  # there is room again
    assert {1, 8} <= store.played()


def test_limits_survive(path):
    """A clock is no number of nodes."""
    plan = plan_between()
    clock = Limit.parse("40/60+0.5")
    settings = plan.settings.__class__(**{**vars(plan.settings), "limit": clock})
    stored(path, plan.__class__(**{**vars(plan), "settings": settings}), [])
    assert Store.open(path).plan.settings.limit == clock
