"""Who plays whom: colours, openings, numbers."""

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from engine.lab.match.records import MatchError, Opening, Settings, Side
from engine.lab.match.schedule import (
    check_settings,
    games_planned,
    in_playing_order,
    pairings,
    tasks,
)

OPENINGS = [Opening(f"number {number}", line=number) for number in range(1, 6)]
SIDES = tuple(Side(name) for name in "ABCD")
MATCH = Settings(SIDES, rounds=3)


def played(settings, openings=OPENINGS):
    return list(tasks(settings, openings))


def test_round_robin():
    """Every two sides meet, the one named first having White first."""
    assert pairings(MATCH) == [tuple(pair) for pair in ("AB", "AC", "AD", "BC", "BD", "CD")]


def test_gauntlet():
    """The first side against all others."""
    assert pairings(replace(MATCH, schedule="gauntlet")) == [("A", "B"), ("A", "C"), ("A", "D")]


def test_pair():
    assert pairings(Settings(SIDES[:2], schedule="pair")) == [("A", "B")]


@pytest.mark.parametrize("schedule", ["round robin", "gauntlet"])
def test_each_opening_once_with_each_colour(schedule):
    games = played(replace(MATCH, schedule=schedule, rounds=5))
    for first, second in zip(games[0::2], games[1::2], strict=True):
        assert (first.white, first.black) == (second.black, second.white)
        assert first.opening == second.opening
        assert first.round == second.round
        assert first.pair == second.pair
    meetings = Counter((game.white, game.black, game.opening.name) for game in games)
    assert set(meetings.values()) == {1}


def test_numbers_count_from_one():
    games = played(MATCH)
    assert [game.number for game in games] == list(range(1, 37))
    assert games_planned(MATCH) == 36


def test_within_a_round_all_play_one_opening():
    games = played(MATCH)
    used = {game.round: set() for game in games}
    for game in games:
        used[game.round].add(game.opening.name)
    assert [len(names) for names in used.values()] == [1, 1, 1]
    assert len(set.union(*used.values())) == 3


def test_the_order_is_random_but_fixed_by_the_seed():
    orders = {}
    for seed in range(20):
        order = played(replace(MATCH, seed=seed, rounds=5))
        assert order == played(replace(MATCH, seed=seed, rounds=5))
        orders[seed] = tuple(game.opening.line for game in order[::12])
        assert sorted(orders[seed]) == [1, 2, 3, 4, 5]
    assert len(set(orders.values())) > 10


def test_more_rounds_keep_the_numbers():
    """A match that is resumed with more rounds plays no game twice."""
    short, long = played(MATCH), played(replace(MATCH, rounds=9))
    assert long[: len(short)] == short


def test_more_rounds_than_openings_begin_again():
    games = played(replace(MATCH, rounds=12))
    lines = [game.opening.line for game in games[::12]]
    assert lines[:5] == lines[5:10]
    assert lines[10:] == lines[:2]


def test_a_long_match_is_not_written_out():
    """A sequential test may have a million rounds and end after hundred games."""
    assert len(list(islice(tasks(replace(MATCH, rounds=10**9), OPENINGS), 100))) == 100


BAD_MATCHES = {
    "one side": (replace(MATCH, sides=SIDES[:1]), "at least two sides, not 1"),
    "no side": (replace(MATCH, sides=()), "at least two sides"),
    "same name": (replace(MATCH, sides=(*SIDES, Side("B"))), "Two sides are named B"),
    "pair of four": (replace(MATCH, schedule="pair"), "A pair has two sides, not 4"),
    "zero rounds": (replace(MATCH, rounds=0), "number of rounds must be more than 0"),
    "no process": (replace(MATCH, concurrency=0), "concurrency must be"),
    "no patience": (replace(MATCH, patience_seconds=float("nan")), "patience must be"),
}


@pytest.mark.parametrize("name", BAD_MATCHES)
def test_matches_that_cannot_be_played(name):
    settings, sentence = BAD_MATCHES[name]
    with pytest.raises(MatchError, match=sentence):
        check_settings(settings)
    with pytest.raises(MatchError, match=sentence):
        played(settings)


def test_no_openings():
    with pytest.raises(MatchError, match="no opening"):
        played(MATCH, [])


def test_many_sides_meet_for_some_rounds_in_a_row():
    """Else every game would start engines anew; a match with few sides goes round by round."""
    sides = tuple(Side(name) for name in "ABCDEFGHIJ")
    many = Settings(sides, schedule="gauntlet", rounds=23)
    games = played(many)
    ordered = in_playing_order(reversed(games), many)
    assert sorted(ordered, key=lambda game: game.number) == games
    meetings = [{game.white, game.black} for game in ordered]
    assert sum(first != second for first, second in pairwise(meetings)) == 3 * 9 - 1
    rounds = [game.round for game in ordered]
    assert (max(rounds[: 2 * 9 * 10]), min(rounds[2 * 9 * 10 :])) == (10, 11)
    few = replace(many, sides=sides[:8])
    assert in_playing_order(reversed(played(few)), few) == played(few)
