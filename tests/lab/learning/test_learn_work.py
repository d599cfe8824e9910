"""From tasks to values: nothing is done twice, whatever stops a run; two runs share one file."""

import sqlite3

import pytest

from engine.lab.common.database import StoreError
from engine.lab.common.json_form import to_json
from engine.lab.learning.offline import Schedule
from engine.lab.learning.pairs import Played, settings_for
from engine.lab.learning.plan import MatchPlan, OfflinePlan, Subject, named
from engine.lab.learning.searching import Found, Search
from engine.lab.learning.spsa import Course, usual_gains
from engine.lab.learning.store import LearnStore, Results
from engine.lab.learning.suite import Problem
from engine.lab.learning.work import learn_offline, searches_of, tune_by_matches
from engine.lab.match.records import Opening, Reason, Settings
from tests.lab.learning.subjects import OPTIMUM, PARAMETERS, nodes_of

SUBJECT = Subject(("program",), "source", (("Hash", "1"),), PARAMETERS)
PROBLEMS = tuple(Problem(f"{n}", f"fen {n}", ("e2e4",)) for n in range(3))
OFFLINE = OfflinePlan(SUBJECT, PROBLEMS, Schedule(8, rate=0.2), nodes=5000)
MATCHES = MatchPlan(
    SUBJECT,
    tuple(Opening(f"{n}") for n in range(3)),
    Course(12, usual_gains(12)),
    2,
    to_json(settings_for(SUBJECT.program, SUBJECT.options, Settings(()))),
)


class Pool:
    """Does tasks in this process by a formula, and counts them."""

    workers = 2

    def __init__(self, work, fails_after=None):
        self.given, self.done = [], []
        self.work, self.fails_after = work, fails_after

    def give(self, task, source):
        assert source == "source"
        self.given.append(task)

    def take(self):
        if len(self.done) == self.fails_after:
            raise KeyboardInterrupt
        task = self.given.pop(0)
        self.done.append(task)
        return [(task, self.work(task))]


def numbers_of(options):
    return int(dict(options)["First"]), int(dict(options)["Second"])


def search(task):
    """As many nodes as the formula says; the last position is never solved."""
    solved = task.fen != "fen 2"
    nodes = nodes_of(*numbers_of(task.options))
    return Found(solved, nodes if solved else task.nodes, 0.1)


def play(task):
    """Who is nearer to the optimum wins; the first game is drawn."""
    plus, minus = (nodes_of(*numbers_of(options)) for options in (task.plus, task.minus))
    won = 1.0 if plus < minus else 0.0 if plus > minus else 0.5
    return Played((0.5, won), (Reason.REPETITION, Reason.CHECKMATE), 0.1)


@pytest.fixture
def store(tmp_path):
    made = LearnStore(tmp_path / "learn.db")
    yield made
    made.close()


def learned(store, pool, plan=OFFLINE):
    return learn_offline(plan, store, pool, lambda known: None, lambda one: None)


def tuned(store, pool, plan=MATCHES):
    return tune_by_matches(plan, store, pool, lambda known: None, lambda one: None)


RUNS = {"offline": (learned, search), "matches": (tuned, play)}


@pytest.mark.parametrize(("run", "work"), RUNS.values(), ids=RUNS)
def test_nothing_is_done_twice(store, run, work):
    first, second = Pool(work), Pool(work)
    assert run(store, first) == run(store, second)
    assert len(first.done) == len(set(first.done)) > 20
    assert second.done == []


@pytest.mark.parametrize(("run", "work"), RUNS.values(), ids=RUNS)
def test_a_run_goes_on_where_it_was_stopped(store, tmp_path, run, work):
    whole = Pool(work)
    other = LearnStore(tmp_path / "other.db")
    expected = run(other, whole)
    other.close()
    first, second = Pool(work, fails_after=11), Pool(work)
    with pytest.raises(KeyboardInterrupt):
        run(store, first)
    assert run(store, second) == expected
    assert set(first.done) | set(second.done) == set(whole.done)
    assert not set(first.done) & set(second.done)


class Twin(Pool):
    """While it works, another run in the same file does the same task, and is faster."""

    def __init__(self, path):
        super().__init__(play)
        self.other = LearnStore(path)

    def take(self):
        ((task, played),) = super().take()
        turned = Played(tuple(1 - one for one in played.points), played.reasons, 9.0)
        if task.number == 1:
            Results(self.other, Played).add(task, "source", turned)
        return [(task, played)]


def test_of_two_results_the_stored_one_counts(store):
    """So two runs on clocks, whose games differ, come to the same values."""
    twin = Twin(store.path)
    steps = tuned(store, twin)
    assert steps == tuned(store, Pool(lambda task: pytest.fail("it is stored")))
    twin.other.close()
    # One pair was turned round, the other was not: together nobody has won.
    assert {step.score for step in steps} == {0.0}


def test_the_searches_of_an_iteration(store):
    """Each position with the values, and with each parameter changed; the options that stay too."""
    pool = Pool(search)
    learned(store, pool, OfflinePlan(SUBJECT, PROBLEMS, Schedule(1, rate=0.1), 5000))
    settings = [numbers_of(task.options) for task in pool.done]
    assert settings[:9] == [(60, 100)] * 3 + [(70, 100)] * 3 + [(60, 110)] * 3
    assert len(settings) == 12 and len(set(settings[9:])) == 1
    assert all(dict(task.options)["Hash"] == "1" for task in pool.done)
    assert pool.done[0].options == tuple(sorted(pool.done[0].options))


def test_an_unsolved_position_costs_the_limit(store):
    first = learned(store, Pool(search))[0]
    assert (first.base.nodes, first.base.solved) == (2 * nodes_of(60, 100) + 5000, 2)
    assert first.base.cost == first.base.nodes


def test_the_cost_may_be_the_unsolved_positions(store):
    plan = OfflinePlan(SUBJECT, PROBLEMS, Schedule(3), 5000, cost="unsolved")
    iterations = learned(store, Pool(search), plan)
    assert [one.base.cost for one in iterations] == [1.0, 1.0]  # nothing changes it: the end


def test_both_come_nearer_to_the_optimum(store):
    """From nodes and from games alone."""
    begin = nodes_of(60, 100)
    best = nodes_of(*OPTIMUM.values())
    offline = learned(store, Pool(search), OfflinePlan(SUBJECT, PROBLEMS, Schedule(30, 0.3), 5000))
    matches = tuned(
        store,
        Pool(play),
        MatchPlan(SUBJECT, MATCHES.openings, Course(150, usual_gains(150)), 2, MATCHES.settings),
    )
    for values in (offline[-1].values, matches[-1].moved):
        assert nodes_of(*map(int, values)) - best < (begin - best) / 10


def test_openings_follow_one_another(store):
    pool = Pool(play)
    tuned(store, pool)
    names = [task.opening.name for task in sorted(pool.done, key=lambda t: (t.iteration, t.number))]
    assert names[:7] == ["0", "1", "2", "0", "1", "2", "0"]


def test_names_of_runs():
    """What decides the result is in the name; how long it goes on is not."""
    longer = OfflinePlan(SUBJECT, PROBLEMS, Schedule(80, rate=0.2), nodes=5000)
    assert named(longer).key == named(OFFLINE).key
    others = [
        OfflinePlan(SUBJECT, PROBLEMS[:2], OFFLINE.schedule, 5000),
        OfflinePlan(SUBJECT, PROBLEMS, OFFLINE.schedule, 5001),
        OfflinePlan(SUBJECT, PROBLEMS, OFFLINE.schedule, 5000, stable=2),
        OfflinePlan(SUBJECT, PROBLEMS, Schedule(8, rate=0.3), 5000),
        OfflinePlan(Subject((), "source", (), PARAMETERS), PROBLEMS, OFFLINE.schedule, 5000),
        OfflinePlan(
            Subject(("program",), "new", (("Hash", "1"),), PARAMETERS),
            PROBLEMS,
            OFFLINE.schedule,
            5000,
        ),
        MATCHES,
    ]
    keys = [named(plan).key for plan in (OFFLINE, *others)]
    assert len(set(keys)) == len(keys)


def test_keys_of_searches():
    """Patience does not change a result; all else does."""
    (one, *_) = searches_of(OFFLINE, (60, 100))
    changed = {
        "options": (),
        "fen": "x",
        "moves": ("a2a3",),
        "nodes": 1,
        "stable": 2,
        "program": (),
    }
    fields = {name: getattr(one, name) for name in (*changed, "seconds")}
    keys = {Search(**{**fields, name: value}).key("s") for name, value in changed.items()}
    assert len(keys) == len(changed) and one.key("s") not in keys
    assert Search(**{**fields, "seconds": 1.0}).key("s") == one.key("s") != one.key("t")


def test_iterations_are_noted(store):
    iterations = learned(store, Pool(search))
    rows = store.connection.execute("SELECT run, number FROM iterations ORDER BY number").fetchall()
    assert rows == [(named(OFFLINE).key, one.number) for one in iterations]
    assert store.connection.execute("SELECT count(*) FROM runs").fetchone() == (1,)


def test_other_files_are_refused(tmp_path):
    """And left as they are."""
    foreign, text = tmp_path / "foreign.db", tmp_path / "text.db"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    text.write_text("no database\n" * 100)
    for path, words in (
        (foreign, "is not the database of learning"),
        (text, "cannot be read"),
        (tmp_path, "is not a file"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(StoreError, match=words):
            LearnStore(path)
        assert not before or path.read_bytes() == before


def test_a_damaged_result_is_said(store):
    learned(store, Pool(search))
    store.connection.execute("UPDATE results SET result = '{\"solved\": 3}'")
    with pytest.raises(StoreError, match=r"learn\.db is damaged"):
        learned(store, Pool(search))
