"""`setboard`, `setparam` and `gountil`: done, or refused in a sentence that changes nothing."""

import pytest

from engine.options import find
from engine.options.kinds import OptionError
from engine.options.learning import WEIGHTS
from tests.uci.conversation import Conversation
from tests.uci.talk import Talk

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
NAMES = "setoption name Learn Parameters value Reduction Base*100, Futility Margin"


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.uci.session.have_core", lambda part, say: None)
    monkeypatch.setattr("engine.uci.session.has_core", lambda part: True)


def test_setboard_begins_anew(talk: Talk) -> None:
    assert talk.obey(f"setboard {FEN}").lines == []
    assert talk.engine.board.fen() == f"{FEN} 0 1"
    assert talk.engine.calls == ["set_position", "new_game"]


@pytest.mark.parametrize("fen", ["", "hello", "8/8/8/8/8/8/8/8 w - - 0 1"])
def test_setboard_refuses(talk: Talk, fen: str) -> None:
    before = talk.engine.board.fen()
    (sentence,) = talk.obey(f"setboard {fen}").lines
    assert sentence.startswith("info string ") and "not changed" in sentence
    assert talk.engine.board.fen() == before and talk.engine.calls == []


def test_setparam_scales_and_rounds(talk: Talk) -> None:
    assert talk.obey(NAMES, "setparam 0.625 81").lines == []
    settings = talk.engine.settings
    assert (settings["reduction_base"], settings["futility_margin"]) == (63, 81)


def test_setparam_leaves_what_is_so_already(talk: Talk) -> None:
    talk.obey(NAMES, "setparam 0.6 81")
    talk.engine.calls.clear()
    assert talk.obey("setparam 0.6 82").engine.calls == ["configure futility_margin=82"]


def test_setparam_needs_one_number_for_one_option(talk: Talk) -> None:
    names = "setoption name Learn Parameters value Futility Margin"
    (answer,) = talk.obey(names, "setparam").lines
    assert "needs one number, for Futility Margin, not 0." in answer


REFUSED = {
    "too few": ("setparam 0.5", "needs 2 numbers, one for each of Reduction Base, Futility Margin"),
    "none": ("setparam", "not 0."),
    "too many": ("setparam 1 2 3", "not 3."),
    "a word": ("setparam 0.5 much", "takes numbers, not 'much'"),
    "nan": ("setparam nan 80", "takes numbers"),
    "infinite": ("setparam 0.5 inf", "takes numbers"),
    "out of range": ("setparam 0.5 1000000", "Futility Margin takes a whole number"),
    "the first out of range": ("setparam -1 80", "Reduction Base takes a whole number"),
}


@pytest.mark.parametrize(("line", "words"), REFUSED.values(), ids=REFUSED)
def test_setparam_sets_all_or_nothing(talk: Talk, line: str, words: str) -> None:
    before = dict(talk.obey(NAMES).engine.settings)
    talk.engine.calls.clear()
    (sentence,) = talk.obey(line).lines
    assert words in sentence
    assert talk.engine.settings == before and talk.engine.calls == []


def test_setparam_takes_back_what_it_has_set(talk: Talk) -> None:
    talk.engine.has_memory = False
    talk.obey("setoption name Learn Parameters value Futility Margin, Hash")
    (sentence,) = talk.obey("setparam 90 512").lines
    assert sentence == "info string There is no memory for that."
    assert talk.engine.settings["futility_margin"] == find("Futility Margin").default


UNKNOWN = {"no such option": "NoSuch", "no number": "Null Move"}


@pytest.mark.parametrize("name", UNKNOWN.values(), ids=UNKNOWN)
def test_names_of_no_numbers(talk: Talk, name: str) -> None:
    talk.obey(f"setoption name Learn Parameters value Hash, {name}")
    (sentence,) = talk.obey("setparam 1 2").lines
    assert name in sentence and "which Learn Parameters names" in sentence
    assert talk.engine.settings["hash_mib"] == find("Hash").default


def test_learn_parameters_are_the_weights() -> None:
    """In hundredths of a ply, as the source has them in plies."""
    assert find("Learn Parameters").default == ", ".join(f"{name}*100" for name in WEIGHTS)


READ = {
    "Hash": "Hash",
    " hash *1": "hash",
    "Hash*2.50,MultiPV * 10": "Hash*2.5, MultiPV*10",
}


@pytest.mark.parametrize(("text", "value"), READ.items())
def test_learn_parameters_are_read(text: str, value: str) -> None:
    assert find("Learn Parameters").parse(text) == value


@pytest.mark.parametrize("text", ["", ",", "Hash,", "*3", "Hash*", "Hash*0", "Hash*-1", "Hash*x"])
def test_learn_parameters_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="Learn Parameters takes name"):
        find("Learn Parameters").parse(text)


MISTAKEN = {
    "nothing": ("gountil", "needs a move and a number"),
    "no nodes": ("gountil e1g1", "needs a move and a number"),
    "no move": ("gountil 1000", "needs a move and a number"),
    "no search at all": ("gountil e1g1 0", "needs a move and a number"),
    "negative": ("gountil e1g1 -5", "needs a move and a number"),
    "illegal": ("gountil e1e3 1000", "'e1e3' is not legal"),
    "one of two": ("gountil e1g1 zz 1000", "'zz' is not legal"),
}


@pytest.mark.parametrize(("line", "words"), MISTAKEN.values(), ids=MISTAKEN)
def test_gountil_refuses(talk: Talk, line: str, words: str) -> None:
    talk.obey(f"setboard {FEN}")
    (sentence,) = talk.obey(line).wait().lines
    assert words in sentence
    assert "think" not in talk.engine.calls


def test_gountil_answers_a_stop(talk: Talk) -> None:
    """The fake never finds the move; what it has searched is said."""
    talk.engine.nodes = 40
    talk.obey(f"setboard {FEN}", "gountil e1g1 1000000", "stop").wait()
    assert talk.lines in (["nodes 0 1000000"], ["nodes 0 40"])


def test_a_round_trip(sesame: Conversation) -> None:
    """Two searches of the same give the same count, with a search of something else between."""
    sesame.send(NAMES, "setparam 0.5 100", f"setboard {FEN}", "gountil d5e6 e5g6 e2a6 20000")
    first = sesame.wait_for("nodes ")[-1]
    sesame.send("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "gountil e1d2 2000")
    sesame.wait_for("nodes ")
    sesame.send(f"setboard {FEN}", "gountil d5e6 e5g6 e2a6 20000")
    assert sesame.wait_for("nodes ")[-1] == first
    _, solved, nodes = first.split()
    assert solved == "1" and 0 < int(nodes) < 20000
    sesame.send(f"setboard {FEN}", "gountil a2a3 5000")
    assert sesame.wait_for("nodes ")[-1] == "nodes 0 5000"
