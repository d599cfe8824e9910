"""Giving out tasks and storing games: each once, whatever dies, until the test decides."""

from collections import deque

import pytest

from engine.lab.match.pools import Outcome
from engine.lab.match.records import Identity, MatchError, Reason
from engine.lab.match.run import Ending, Run
from engine.lab.match.store import SequentialTest, Store, StoreError
from tests.lab.match.handmade import game, games_of, plan_between


class PaperPool:
    """Plays on paper, so many games at a time; games end last in, first out."""

    def __init__(self, answer, places=2):
        self.answer = answer
        self.places = places
        self.under_way = []
        self.given = []
        self.most = 0
        self.closed = False

    def has_room(self):
        return len(self.under_way) < self.places

    def give(self, task):
        assert self.has_room()
        self.under_way.append(task)
        self.given.append(task.number)
        self.most = max(self.most, len(self.under_way))

    def take(self):
        return [self.answer(self.under_way.pop())]

    def close(self):
        self.closed = True


@pytest.fixture
def begin(tmp_path):
    """Begin a match, some of it played already."""

    def beginning(plan, played=()):
        store = Store.create(tmp_path / "match.db", plan)
        for one in played:
            store.add(one)
        return store

    return beginning


def played_by(plan):
    """Answer with the games of the match made by hand."""
    games = {one.task.number: one for one in games_of(plan)}
    return lambda task: Outcome(task, games[task.number])


def test_all_games_are_played_once(begin):
    plan = plan_between()
    store, pool, seen = begin(plan), PaperPool(played_by(plan)), []
    ending = Run(store, pool, lambda one, tally: seen.append((one.task.number, tally.games))).play()
    assert ending is Ending.COMPLETE
    assert list(store.games()) == games_of(plan)
    assert sorted(pool.given) == [task.number for task in plan.tasks]
    assert [count for _, count in seen] == list(range(1, 9))
    assert pool.most == pool.places
    assert pool.closed


def test_only_missing_games_are_played(begin):
    plan = plan_between()
    games = games_of(plan)
    store, pool = begin(plan, [games[1], games[6]]), PaperPool(played_by(plan))
    run = Run(store, pool, lambda *_: None)
    assert run.tally.games == 2
    assert run.play() is Ending.COMPLETE
    assert sorted(pool.given) == [1, 3, 4, 5, 6, 8]
    assert run.tally.pairs("Anna", "Boris") == (0, 1, 1, 1, 1)


def test_a_complete_match_is_left_alone(begin):
    plan = plan_between()
    pool = PaperPool(played_by(plan))
    assert Run(begin(plan, games_of(plan)), pool, lambda *_: None).play() is Ending.COMPLETE
    assert pool.given == []


def test_a_task_whose_process_dies_is_given_again(begin):
    """Once: then it is recorded without a result, and the match goes on."""
    plan = plan_between()
    answer, deaths = played_by(plan), deque([3, 3, 5])

    def dying(task):
        if task.number in deaths:
            deaths.remove(task.number)
            return Outcome(task, None, "The process died.")
        return answer(task)

    store, pool = begin(plan), PaperPool(dying)
    run = Run(store, pool, lambda *_: None)
    assert run.play() is Ending.COMPLETE
    assert sorted(pool.given) == [1, 2, 3, 3, 4, 5, 5, 6, 7, 8]
    games = {one.task.number: one for one in store.games()}
    assert (games[3].result, games[3].reason) == ("*", Reason.CRASH)
    assert games[3].detail == "The process died. It happened twice."
    assert games[5] == games_of(plan)[4]
    assert run.tally.against("Anna", "Boris") == (2, 4, 1)


def test_ctrl_c_keeps_what_is_stored(begin):
    plan = plan_between()
    answer = played_by(plan)

    def interrupting(task):
        if task.number == 5:
            raise KeyboardInterrupt
        return answer(task)

    store, pool = begin(plan), PaperPool(interrupting, places=1)
    assert Run(store, pool, lambda *_: None).play() is Ending.INTERRUPTED
    assert store.played() == {1, 2, 3, 4}
    assert pool.closed


def test_the_sequential_test_ends_the_match(begin):
    """Anna wins every pair: some pairs decide for elo1, and the other games are not played."""
    plan = plan_between(rounds=200, test=SequentialTest(0, 50))

    def won(task):
        return Outcome(task, game(task, "1-0" if task.white == "Anna" else "0-1"))

    store, pool = begin(plan), PaperPool(won)
    run = Run(store, pool, lambda *_: None)
    assert run.play() is Ending.DECIDED
    assert run.tally.games < 100
    assert run.tally.games == len(store.played())
    again = PaperPool(won)
    assert Run(store, again, lambda *_: None).play() is Ending.DECIDED
    assert again.given == []


def test_a_refused_game_stops_the_match(begin):
    """Somebody else stores game 4 in the meantime."""
    plan = plan_between()
    answer = played_by(plan)
    store = begin(plan)
    other = Store.open(store.path)

    def racing(task):
        if task.number == 4:
            other.add(answer(task).game)
        return answer(task)

    pool = PaperPool(racing, places=1)
    with pytest.raises(StoreError, match=r"Game 4 .*another process"):
        Run(store, pool, lambda *_: None).play()
    assert store.played() == {1, 2, 3, 4}
    assert pool.closed


def test_games_of_another_sesame_are_refused(begin):
    """The sources were edited during the match, or a worker elsewhere has others."""
    plan = plan_between()

    def edited(task):
        return Outcome(task, game(task, "1-0", white=Identity("Sesame 0.1.0", "beef")))

    store = begin(plan)
    with pytest.raises(MatchError, match=r"beef instead of 0123abcd, on desk.*not stored"):
        Run(store, PaperPool(edited, places=1), lambda *_: None).play()
    assert store.played() == set()
