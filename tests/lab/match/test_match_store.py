"""The database: what was stored stays, once, and files that are not ours are left alone."""

import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lab.match.records import Limit
from engine.lab.match.store import FORMAT, SequentialTest, Store, StoreError
from tests.lab.match.handmade import BLACK_BEGINS, game, games_of, plan_between, tasks_between

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.db"


def stored(path, plan, games):
    """Begin a match and store games."""
    store = Store.create(path, plan)
    for one in games:
        store.add(one)
    store.close()


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
    with pytest.raises(StoreError, match=r"Game 1 could not be stored.*has it already"):
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


CLAIMING = """
import sys
from pathlib import Path
from engine.lab.match.store import Store, StoreError
store = Store.open(Path(sys.argv[1]))
try:
    store.claim()
except StoreError as refusal:
    sys.exit(str(refusal))
"""


def claimed_elsewhere(path):
    """Let another process claim the match; returns what it says about a refusal."""
    done = subprocess.run(
        [sys.executable, "-c", CLAIMING, str(path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_one_process_plays_a_match(path):
    """The second is told so; when the first has ended, or was killed, the next may play."""
    store = Store.create(path, plan_between())
    store.claim()
    refusal = f"Another `sesame match` is playing the match in {path}."
    assert claimed_elsewhere(path) == refusal
    store.add(games_of(store.plan)[0])
    assert claimed_elsewhere(path) == refusal
    assert sorted(os.listdir(path.parent)) == [path.name, f"{path.name}-playing"]
    store.close()
    assert os.listdir(path.parent) == [path.name]
    assert claimed_elsewhere(path) == ""


KILLED = (
    CLAIMING
    + """
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
"""
)


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_killed_process_plays_no_more(path):
    """Its file is left, and no obstacle."""
    stored(path, plan_between(), [])
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=CHECKOUT, check=False)
    assert done.returncode == -9
    assert len(os.listdir(path.parent)) == 2
    store = Store.open(path)
    store.claim()
    store.close()
    assert os.listdir(path.parent) == [path.name]


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


@pytest.mark.parametrize(
    ("found", "age"), [(FORMAT - 1, "an older"), (FORMAT + 1, "a newer")], ids=["older", "newer"]
)
def test_other_formats_are_refused_unchanged(path, found, age):
    plan = plan_between()
    stored(path, plan, games_of(plan))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {found}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"by {age} version of Sesame .format {found}, this one"):
        Store.open(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def not_sqlite(path):
    path.write_text("1. e4 e5 *\n" * 200)


def of_others(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (number)")
    connection.close()


def without_match(path):
    stored(path, plan_between(), [])
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM match")
    connection.commit()


def with_damaged_settings(path):
    stored(path, plan_between(), [])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE match SET settings = '{'")
    connection.commit()


WRONG_FILES = {
    "no SQLite": (not_sqlite, "cannot be read: file is not a database"),
    "of another program": (of_others, "is no database of a match"),
    "empty": (Path.touch, "is no database of a match"),
    "no match": (without_match, "holds no match"),
    "damaged settings": (with_damaged_settings, "is damaged: This is no JSON"),
    "missing": (lambda path: None, "There is no database"),
    "folder": (Path.mkdir, "There is no database"),
}


@pytest.mark.parametrize("name", WRONG_FILES)
def test_wrong_files_are_named_and_left_alone(path, name):
    make, sentence = WRONG_FILES[name]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError, match=sentence):
        Store.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before


# What a hand, a newer version or a bad disk may have left, and what is said about it.
WRONG_GAMES = {
    "moves": ("moves = '{'", "is damaged: "),
    "a move": ("moves = '[5]'", "is damaged: TypeError "),
    "reason": ("reason = 'boredom'", "is damaged: 'boredom' is not a valid Reason"),
    "a game of no task": ("number = 99", "is damaged: KeyError 99"),
}


@pytest.mark.parametrize("name", WRONG_GAMES)
def test_damaged_games_are_named(path, name):
    change, sentence = WRONG_GAMES[name]
    plan = plan_between()
    stored(path, plan, games_of(plan))
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE games SET {change} WHERE number = 8")
    connection.commit()
    games = Store.open(path).games()
    with pytest.raises(StoreError, match=sentence):
        list(games)


def test_a_damaged_page(path):
    plan = plan_between()
    stored(path, plan, games_of(plan))
    store = Store.open(path)
    content = bytearray(path.read_bytes())
    page = store.connection.execute("PRAGMA page_size").fetchone()[0]
    content[4 * page :] = b"x" * len(content[4 * page :])
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"match.db (cannot be read|is damaged): "):
        list(Store.open(path).games())


def test_a_match_never_begins_over_something(path):
    not_sqlite(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="exists already"):
        Store.create(path, plan_between())
    assert path.read_bytes() == before


def test_a_match_never_begins_in_a_folder(tmp_path):
    with pytest.raises(StoreError, match="is no file"):
        Store.create(tmp_path, plan_between())


def test_no_folder(tmp_path):
    with pytest.raises(StoreError, match=r"cannot be opened|could not be begun"):
        Store.create(tmp_path / "nowhere" / "match.db", plan_between())


def test_a_full_database(path):
    """SQLite's own limit on pages: the game is refused with a sentence, the others stay."""
    plan = plan_between()
    store = Store.create(path, plan)
    games = games_of(plan)
    store.add(games[0])
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = [games[0]]
    with pytest.raises(StoreError, match=r"database or disk is full.*--resume goes on"):
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
        StoreError, match=r"The rounds could not be changed .* is full.* is what it was"
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
