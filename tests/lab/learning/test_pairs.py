"""Pairs of games with fake engines: points, colours, options, and faults."""

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.json_form import to_json
from engine.lab.learning import engines
from engine.lab.learning.pairs import MINUS, PLUS, Pair, play_pair, settings_for
from engine.lab.learning.searching import source_of
from engine.lab.match.records import Limit, Opening, Reason, Settings
from tests.lab.match.fakes.sides import NO_JUDGE, fake

# After f2f3 e7e5 g2g4 the side to move mates: it is Black in both games.
FOOL = "line=f2f3,e7e5,g2g4,d8h4"


@pytest.fixture(autouse=True)
def no_engine_is_left():
    yield
    engines.release()


def pair_of(*words, limit="nodes=100", plus=(("Hash", "2"),), minus=(("Hash", "3"),)):
    program = fake("any", *words).command
    plain = Settings(
        (),
        Limit.parse(limit),
        adjudication=NO_JUDGE,
        patience_seconds=0.5,
        start_seconds=10.0,
        margin_ms=50,
    )
    settings = to_json(settings_for(program, (("Style", "Very Risky"),), plain))
    pair = Pair("run", 0, 1, settings, plus, minus, Opening("start"))
    return play_pair(pair, source_of(program))


def test_each_has_both_colours():
    """Black wins both games: one point for each."""
    played = pair_of(FOOL)
    assert played.points == (0.0, 1.0)
    assert played.reasons == (Reason.CHECKMATE, Reason.CHECKMATE)


def test_draws():
    played = pair_of()
    assert played.points == (0.5, 0.5) and set(played.reasons) == {Reason.REPETITION}


def test_options_are_set_before_each_game(tmp_path):
    """Those of the pair, and those that stay; both engines run through the whole pair."""
    log = tmp_path / "log"
    pair_of(f"log={log}")
    told = [line for line in log.read_text().splitlines() if line.startswith("setoption")]
    assert sorted(told) == [
        "setoption name Hash value 2",
        "setoption name Hash value 3",
        "setoption name Style value Very Risky",
        "setoption name Style value Very Risky",
    ]
    told = log.read_text().splitlines()
    assert told.count("uci") == 2 and told.count("ucinewgame") == 4


def test_another_pair_sets_only_what_changes(tmp_path):
    log = tmp_path / "log"
    pair_of(f"log={log}")
    before = len(log.read_text())
    pair_of(f"log={log}", plus=(("Hash", "5"),))
    told = log.read_text()[before:].splitlines()
    assert [line for line in told if "setoption" in line] == ["setoption name Hash value 5"]
    assert "uci" not in told


def test_the_two_have_names():
    assert [side.name for side in settings_for(("x",), (), Settings(())).sides] == [PLUS, MINUS]


@pytest.mark.parametrize("fault", ["dies", "illegal", "hangs", "none"])
def test_a_fault_is_no_result(fault):
    """The pair is begun once more; then the run stops with a sentence."""
    with pytest.raises(LaboratoryError, match=r"(plus|minus) .*It happened twice\."):
        pair_of(fault)


def test_a_loss_on_time_is_a_result():
    """The clock is part of what is played; White is always the slow one."""
    played = pair_of("slow", "0", "pause=0.3", limit="movetime=50")
    assert played.points == (0.0, 1.0)
    assert set(played.reasons) == {Reason.TIME_FORFEIT}


def test_on_a_clock():
    assert pair_of(FOOL, limit="5+0.1").points == (0.0, 1.0)


def test_an_option_that_it_does_not_have():
    with pytest.raises(LaboratoryError, match="has no option Third"):
        pair_of(plus=(("Third", "1"),))


def test_another_engine_is_refused():
    settings = to_json(settings_for(fake("any").command, (), Settings(())))
    pair = Pair("run", 0, 1, settings, (), (), Opening("start"))
    with pytest.raises(LaboratoryError, match=r"another engine .*wanted 4711"):
        play_pair(pair, "4711")
