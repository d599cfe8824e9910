"""Options of the engine within this process, as words of a command line."""

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.own_engine import engine_with, own_options, searched
from engine.thinking.engine import Limits

WRONG = {
    "no value": (["Hash"], "instead of option=value"),
    "unknown": (["Colour=red"], "no option 'Colour'"),
    "out of range": (["Hash=-4"], "Hash"),
    "a button": (["Clear Hash=1"], "button"),
    "several threads": (["Threads=2"], "are not repeatable"),
    "a book": (["OwnBook=true"], "OwnBook has no effect here"),
    "tables": (["SyzygyPath=tables"], "SyzygyPath has no effect here"),
    "twice": (["Hash=4", "Hash=8"], "twice"),
    "twice in other capitals": (["Hash=4", "hash=4"], "twice"),
    "twice with other spaces": (["Null Move=true", "null  move=false"], "Null Move twice"),
}


@pytest.mark.parametrize(("texts", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_options(texts, reason):
    with pytest.raises(LaboratoryError, match=reason):
        own_options(texts)


def test_options_are_spelled_as_in_their_rows():
    """So that the same settings in other letters and another order are the same recipe."""
    expected = (("Hash", "32"), ("Null Move", "false"), ("Search", "AliBaba"))
    assert own_options(["null move = FALSE", "Hash=032", "Search=alibaba"]) == expected
    assert own_options(["Search=AliBaba", "Hash=32", "Null Move=false"]) == expected


def test_an_engine_has_a_small_table_and_what_was_chosen():
    engine = engine_with(own_options(["null move=false"]))
    assert engine.settings["null_move"] is False
    assert engine.settings["table_positions"] == "64K"
    assert engine_with((("Table Positions", "8K"),)).settings["table_positions"] == "8K"


def test_the_score_is_that_of_the_first_line():
    """As without further lines, whatever those say: a queen up or stalemate."""
    board = chess.Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    scores = []
    for options in ([], ["MultiPV=30"]):
        engine = engine_with(own_options(options))
        engine.set_position(board)
        scores.append(searched(engine, Limits(depth=3)))
    assert scores[0] == scores[1]
