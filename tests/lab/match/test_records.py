"""The data of a match: limits as they are written, and JSON that can be read back."""

import json

import pytest

from engine.lab.match.records import (
    Adjudication,
    Game,
    Identity,
    Limit,
    MatchError,
    MoveRecord,
    Opening,
    Reason,
    Settings,
    Side,
    Task,
    from_json,
    to_json,
)

LIMITS = {
    "nodes=20000": Limit(nodes=20000),
    "depth=8": Limit(depth=8),
    "movetime=100": Limit(movetime_ms=100),
    "10+0.1": Limit(base_ms=10_000, increment_ms=100),
    "40/60": Limit(base_ms=60_000, moves=40),
    "40/60+0.5": Limit(base_ms=60_000, increment_ms=500, moves=40),
    "0.25": Limit(base_ms=250),
}


@pytest.mark.parametrize("text", LIMITS)
def test_limits_are_read_and_written(text):
    assert Limit.parse(text) == LIMITS[text]
    assert str(LIMITS[text]) == text


def test_a_clock_may_have_minutes():
    assert Limit.parse(" 40/1:30+2 ") == Limit(base_ms=90_000, increment_ms=2000, moves=40)


@pytest.mark.parametrize(
    "text",
    [
        *("", "nodes", "nodes=0", "nodes=-5", "nodes=" + 50 * "9", "depth=1.5", "movetime=9ms"),
        *("0", "0+1", "10+", "10 + 1", "40/", "/60", "1:2:3", 50 * "9", "inf", "nan"),
    ],
)
def test_what_is_no_limit_is_refused_with_examples(text):
    with pytest.raises(MatchError, match=r"is not a limit; examples are nodes=20000"):
        Limit.parse(text)


SETTINGS = Settings(
    sides=(
        Side("TWOBIG1", options=(("Replacement Scheme", "TWOBIG1"), ("Hash", "16"))),
        Side("Phalanx", ("phalanx", "-x"), "xboard", anchor=2100.5),
    ),
    limit=Limit(base_ms=10_000, increment_ms=100),
    schedule="gauntlet",
    rounds=7,
    adjudication=Adjudication(resign_moves=0, syzygy="/tables"),
)
GAME = Game(
    task=Task(4, 2, "TWOBIG1", "Phalanx", Opening("Grünfeld", moves=("d2d4", "g8f6"), line=12)),
    result="0-1",
    reason=Reason.TIME_FORFEIT,
    detail="TWOBIG1 used 120 ms and had 100.",
    moves=(
        MoveRecord("c2c4", 12, None, 8, 19_999, 8.25),
        MoveRecord("g7g6", None, -3, None, None, 9.0),
    ),
    white_time_ms=8.25,
    black_time_ms=9.0,
    white=Identity("Sesame 0.1.0", "0123456789abcdef"),
    host="here",
    started="2026-01-01T12:00:00+00:00",
    seconds=0.02,
)


@pytest.mark.parametrize("record", [SETTINGS, GAME], ids=["settings", "game"])
def test_records_come_back_from_json(record):
    assert from_json(type(record), to_json(record)) == record


def changed(record, **fields):
    return json.dumps({**json.loads(to_json(record)), **fields})


# What another version, or a hand, may have written; and what is said about it.
DAMAGE = {
    "no JSON": ("{", "Invalid JSON"),
    "a list": ("[1]", "Game cannot be"),
    "unknown field": (changed(GAME, colour="red"), "Game has no colour"),
    "unknown reason": (changed(GAME, reason="boredom"), r"Game.reason cannot be \"boredom\""),
    "unknown result": (changed(GAME, result="2-0"), "Game.result"),
    "truth for a number": (changed(GAME, seconds=True), "Game.seconds"),
    "missing field": (changed(GAME, task={"number": 1}), "Game.task lacks round, white, black"),
    "half a setting": (
        changed(
            GAME, task={**json.loads(to_json(GAME.task)), "opening": {"name": "x", "moves": 5}}
        ),
        r"Game.task.opening.moves cannot be 5",
    ),
    "a move that is none": (changed(GAME, moves=[{"uci": 5}]), r"Game.moves\[0\].uci cannot be 5"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_records_are_named(name):
    text, sentence = DAMAGE[name]
    with pytest.raises(ValueError, match=sentence):
        from_json(Game, text)


def test_a_pair_has_two_parts():
    text = '{"name": "DEEP", "options": [["Hash", "1", "MiB"]]}'
    with pytest.raises(ValueError, match=r"Side.options\[0\] has 3 parts instead of 2"):
        from_json(Side, text)


def test_missing_fields_take_their_defaults():
    """A newer version reads what an older one has stored."""
    assert from_json(Side, '{"name": "DEEP"}') == Side("DEEP")


def test_two_games_make_a_pair():
    opening = Opening("start")
    assert [Task(number, 1, "A", "B", opening).pair for number in (1, 2, 3, 4)] == [1, 1, 2, 2]


# Stored words must never change: databases of other people hold them.
WORDS = (
    "checkmate, stalemate, repetition, fifty moves, insufficient material, resignation, "
    "adjudicated win, adjudicated draw, move limit, tablebase, time forfeit, illegal move, "
    "no move, no answer, "
    "crash, protocol error, does not start, bad opening"
)


def test_the_words_for_reasons_stay():
    assert ", ".join(Reason) == WORDS


def test_a_reason_of_older_databases():
    assert Reason("dead material") is Reason.INSUFFICIENT_MATERIAL
    with pytest.raises(ValueError, match="dead end"):
        Reason("dead end")


def test_faults_are_those_of_engines():
    faults = [reason.value for reason in Reason if reason.is_fault]
    assert ", ".join(faults) == (
        "time forfeit, illegal move, no move, no answer, crash, protocol error, does not start"
    )
