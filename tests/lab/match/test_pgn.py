"""PGN: python-chess reads it back, every move is legal and the result fits the last position."""

import io
from dataclasses import replace

import chess
import chess.pgn
import pytest

from engine.lab.match.pgn import TERMINATIONS, comment_of, time_control, write_games
from engine.lab.match.records import Identity, Limit, MoveRecord, Reason
from tests.lab.match.handmade import BLACK_BEGINS, game, games_of, plan_between, tasks_between


def read_back(games, settings):
    """Write games and let python-chess read them."""
    text = io.StringIO()
    assert write_games(games, settings, text) == len(games)
    text.seek(0)
    found = []
    while one := chess.pgn.read_game(text):
        found.append(one)
    assert not any(one.errors for one in found)
    return found


def test_a_match_is_read_back():
    plan = plan_between()
    games = games_of(plan)
    found = read_back(games, plan.settings)
    assert len(found) == len(games)
    for ours, theirs in zip(games, found, strict=True):
        moves = [move.uci() for move in theirs.mainline_moves()]
        assert moves == [*ours.task.opening.moves, *(record.uci for record in ours.moves)]
        assert theirs.headers["Result"] == ours.result
        assert (theirs.headers["White"], theirs.headers["Black"]) == (
            ours.task.white,
            ours.task.black,
        )
        assert theirs.headers["PlyCount"] == str(len(moves))
        board = theirs.end().board()
        if ours.reason is Reason.CHECKMATE:
            assert board.is_checkmate()
            assert board.result() == ours.result
        if ours.reason is Reason.REPETITION:
            assert board.is_repetition(3)


def test_tags_say_who_played_with_what():
    plan = plan_between()
    headers = read_back(games_of(plan)[:1], plan.settings)[0].headers
    expected = {
        "Event": "Sesame match",
        "Site": "desk",
        "Date": "2026.11.28",
        "UTCTime": "10:20:30",
        "Round": "1",
        "WhiteOptions": "Replacement Scheme=DEEP, Table Positions=16K",
        "BlackOptions": "-",
        "WhiteVersion": "Sesame 0.1.0 0123abcd",
        "Limit": "nodes=5000",
        "TimeControl": "-",
        "Termination": "normal",
        "Reason": "checkmate",
    }
    assert {name: headers[name] for name in expected} == expected


def test_comments_are_score_depth_time():
    plan = plan_between()
    one = read_back(games_of(plan)[:1], plan.settings)[0]
    comments = [node.comment for node in one.mainline()]
    assert comments[:4] == ["book", "book", "+0.10/1 0.050s", "+0.20/2 0.050s"]


COMMENTS = {
    "centipawns": (MoveRecord("e2e4", -137, None, 8, 100, 1234.5), "-1.37/8 1.234s"),
    "mates": (MoveRecord("e2e4", None, 3, 12, 100, 10), "+M3/12 0.010s"),
    "is mated": (MoveRecord("e2e4", None, -2, 12, 100, 10), "-M2/12 0.010s"),
    "silent": (MoveRecord("e2e4", None, None, None, None, 0), "?/? 0.000s"),
}


@pytest.mark.parametrize("name", COMMENTS)
def test_comment(name):
    record, expected = COMMENTS[name]
    assert comment_of(record) == expected


def test_an_opening_with_a_position():
    """Black begins: the numbers of the moves and the tags FEN and SetUp say so."""
    task = tasks_between("Anna", "Boris", 1, BLACK_BEGINS)[0]
    plan = plan_between()
    lost = game(task, "*", detail="Nobody came.")
    one = read_back([lost], plan.settings)[0]
    assert one.headers["FEN"] == BLACK_BEGINS.fen
    assert one.headers["SetUp"] == "1"
    assert one.board().turn == chess.BLACK
    assert one.comment == "Nobody came."
    assert one.headers["Termination"] == "unterminated"


def test_a_fault_is_told_at_the_last_move():
    plan = plan_between()
    lost = game(plan.tasks[0], "0-1", detail="It thought for 12 s.")
    one = read_back([lost], plan.settings)[0]
    assert one.end().comment.endswith("; It thought for 12 s.")
    assert one.headers["Termination"] == "time forfeit"


def test_quotes_in_tags():
    """Section 7 of the standard: a quote or a backslash within a text has a backslash before it."""
    plan = plan_between()
    one = replace(games_of(plan)[0], white=Identity('The "Engine" \\ 1\x07'))
    text = io.StringIO()
    write_games([one], plan.settings, text)
    assert '[WhiteVersion "The \\"Engine\\" \\\\ 1?"]' in text.getvalue().splitlines()


def test_every_fault_and_adjudication_has_its_termination():
    """A new reason that is no normal end fails here."""
    abnormal = {reason for reason in Reason if reason.is_fault}
    abnormal |= {Reason.ADJUDICATED_WIN, Reason.ADJUDICATED_DRAW, Reason.MOVE_LIMIT}
    assert abnormal <= TERMINATIONS.keys()
    normal = {Reason.CHECKMATE, Reason.STALEMATE, Reason.REPETITION, Reason.FIFTY_MOVES}
    assert not (normal | {Reason.RESIGNATION, Reason.INSUFFICIENT_MATERIAL}) & TERMINATIONS.keys()


@pytest.mark.parametrize(
    ("text", "tag"),
    [("nodes=100", "-"), ("depth=3", "-"), ("movetime=50", "-"), ("40/60", "40/60")],
)
def test_time_control(text, tag):
    """PGN 9.6.1: moves/seconds, or a hyphen where there is no clock."""
    assert time_control(Limit.parse(text)) == tag
