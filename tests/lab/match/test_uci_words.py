"""The words of UCI that pass during a game."""

import chess.engine
import pytest

from engine.lab.match.uci_words import Report, go_words, last_report, move_in

PROMOTING = chess.Board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
ANSWERS = {
    "bestmove e7e8q": "e7e8q",
    "bestmove e7e8N ponder g7g6": "e7e8n",
    "bestmove e1e2\r": "e1e2",
    "bestmove": None,
    "bestmove (none)": None,
    "bestmove NULL": None,
    "bestmove 0000": None,
}


@pytest.mark.parametrize("line", ANSWERS)
def test_moves(line):
    move = move_in(line, PROMOTING)
    assert (move and move.uci()) == ANSWERS[line]


@pytest.mark.parametrize("word", ["e7e8", "e7e8k", "e2e4", "a1", "O-O", "é7e8q"])
def test_what_is_no_legal_move(word):
    with pytest.raises(ValueError):
        move_in(f"bestmove {word}", PROMOTING)


NOTHING = Report(None, None, None, None)
REPORTS = {
    "the last with a score counts": (
        ["info depth 1 score cp 5 nodes 20", "info depth 2 score cp -7 nodes 90 pv e2e4", "info x"],
        Report(-7, None, 2, 90),
    ),
    "mate": (["info score mate -3 depth 9"], Report(None, -3, 9, None)),
    "nothing but a bound": (
        ["info depth 4 score cp 31 lowerbound nodes 5"],
        Report(31, None, 4, 5),
    ),
    "the last of bounds": (
        ["info depth 4 score cp 31 lowerbound nodes 5", "info depth 4 score cp 20 upperbound"],
        Report(20, None, 4, 5),
    ),
    "a lower bound after a score": (
        ["info depth 4 score cp -40 nodes 5", "info depth 5 score mate 10 lowerbound nodes 9"],
        Report(-40, None, 4, 9),
    ),
    "an upper bound after a score": (
        ["info depth 4 score mate 3 nodes 5", "info depth 5 nodes 9 score cp -900 upperbound"],
        Report(None, 3, 4, 9),
    ),
    "a bound before a score": (
        ["info depth 5 score cp 90 lowerbound nodes 5", "info depth 5 score cp 70 nodes 9"],
        Report(70, None, 5, 9),
    ),
    "two lines": (
        [
            "info depth 6 multipv 1 score cp 300 nodes 8",
            "info depth 6 multipv 2 score cp 0 nodes 9",
        ],
        Report(300, None, 6, 9),
    ),
    "a bound of the first line, a score of the second": (
        ["info depth 6 multipv 1 score cp 300 upperbound", "info depth 6 multipv 2 score cp 0"],
        Report(300, None, 6, None),
    ),
    "only the second line": (["info depth 6 multipv 2 score cp 0 nodes 4"], Report(nodes=4)),
    "nodes without a score": (
        ["info depth 4 score cp 1 nodes 5", "info nodes 80 nps 9", "info string nodes 7"],
        Report(1, None, 4, 80),
    ),
    "talk is no report": (["info string score cp 5", "the score cp 9"], NOTHING),
    "no number": (["info depth deep score cp much nodes"], NOTHING),
    "unknown kind": (["info depth 3 score wdl 500 300 200"], NOTHING),
    "unknown kind after a score": (
        ["info depth 3 score cp 5", "info depth 4 score wdl 500 300 200"],
        Report(5, None, 3, None),
    ),
    "a number that no database takes": (
        [f"info depth 3 score cp 1 nodes {10**30}"],
        Report(1, None, 3, None),
    ),
    "more nodes than anybody searches": (
        [f"info depth 3 score cp 1 nodes {10**17}"],
        Report(1, None, 3, None),
    ),
    "less than no nodes": (["info depth 3 score cp 1 nodes -5"], Report(1, None, 3, None)),
    "nothing": ([], NOTHING),
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports(name):
    lines, report = REPORTS[name]
    assert last_report(lines) == report


def test_a_clock_that_has_run_out_is_still_a_clock():
    """With a time of 0 some engines think that there is none."""
    limit = chess.engine.Limit(white_clock=0.0, black_clock=0.25, white_inc=0.0, black_inc=0.0)
    assert go_words(limit) == "go wtime 1 btime 250"
