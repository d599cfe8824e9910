"""When a game is over: positions for the rules of chess, sequences of scores for the judge."""

import shutil

import chess
import pytest

from engine.lab.match.adjudication import Adjudicator, GameEnd, by_the_rules
from engine.lab.match.records import Adjudication, MatchError, MoveRecord, Reason
from tests.uci.tables import SMALL

# Final positions with the moves that lead to them; the ends are those of FIDE's laws of chess,
# articles 5 and 9.
ENDS = {
    "fool's mate": (chess.STARTING_FEN, "f2f3 e7e5 g2g4 d8h4", ("0-1", "checkmate")),
    "back rank": ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", ("1-0", "checkmate")),
    "stalemate": ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", ("1/2-1/2", "stalemate")),
    "bare kings": ("8/8/8/8/8/8/3k4/K2R4 b - - 0 1", "d2d1", ("1/2-1/2", "insufficient material")),
    "third occurrence": (
        chess.STARTING_FEN,
        2 * "g1f3 g8f6 f3g1 f6g8 ",
        ("1/2-1/2", "repetition"),
    ),
    "second occurrence": (chess.STARTING_FEN, "g1f3 g8f6 f3g1 f6g8", None),
    "fifty moves": ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2", ("1/2-1/2", "fifty moves")),
    "mate on the last of fifty moves": (
        "7k/8/6K1/8/8/8/8/R7 w - - 99 100",
        "a1a8",
        ("1-0", "checkmate"),
    ),
    "lone bishop": ("8/8/8/8/8/3kb3/8/3K4 w - - 0 1", "", ("1/2-1/2", "insufficient material")),
    "two knights": ("8/8/8/8/8/3knn2/8/3K4 w - - 0 1", "", None),
    "the beginning": (chess.STARTING_FEN, "", None),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_rules_of_chess(name):
    fen, moves, end = ENDS[name]
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    verdict = by_the_rules(board)
    assert (verdict and (verdict.result, verdict.reason.value)) == end


def record(score):
    """A move with a score in centipawns, "m3" for a mate, or None when nothing was said."""
    mate = int(score[1:]) if isinstance(score, str) else None
    return MoveRecord("a2a3", None if mate is not None else score, mate, None, None, 1.0)


def judged(scores, rules, fen="4k3/8/8/8/8/8/4P3/4K3 w - - 5 60", tablebase=None):
    """Scores of White and Black in turn, each from its own view; the given side is to move."""
    return Adjudicator(rules, tablebase).verdict(
        chess.Board(fen), [record(score) for score in scores]
    )


OFF = Adjudication(resign_moves=0, draw_moves=0, move_limit=0)
RESIGN = Adjudication(resign_moves=2, resign_score=500, draw_moves=0, move_limit=0)
WHITE_WINS = GameEnd("1-0", Reason.ADJUDICATED_WIN)
BLACK_WINS = GameEnd("0-1", Reason.ADJUDICATED_WIN)

# Black moved last, White is to move.
DECIDED = {
    "white wins": ([500, -500, 600, -900], WHITE_WINS),
    "black wins": ([-500, 500, -600, 900], BLACK_WINS),
    "only the last moves count": ([0, 0, 0, 500, -500, 600, -900], WHITE_WINS),
    "mates are more than any score": (["m5", "m-4", "m4", "m-3"], WHITE_WINS),
    "mate and score": (["m-5", 900, "m-4", "m3"], BLACK_WINS),
    "too few moves": ([-500, 600, -900], None),
    "one is not yet sure": ([500, -500, 600, -499], None),
    "one was not sure before": ([499, -500, 600, -900], None),
    "only one despairs": ([0, -900, 0, -900], None),
    "both hope": ([500, 500, 600, 900], None),
    "both despair": ([-500, -500, -600, -900], None),
    "one says nothing": ([500, None, 600, -900], None),
}


@pytest.mark.parametrize("name", DECIDED)
def test_resignation(name):
    scores, verdict = DECIDED[name]
    assert judged(scores, RESIGN) == verdict
    assert judged(scores, OFF) is None


def test_resignation_after_a_move_of_white():
    black_to_move = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 60"
    assert judged([-500, 500, -500, 500], RESIGN, black_to_move) == WHITE_WINS
    assert judged([500, -500, 500, -500], RESIGN, black_to_move) == BLACK_WINS


DRAW = Adjudication(resign_moves=0, draw_moves=2, draw_score=10, draw_from=60, move_limit=0)
DRAWN = GameEnd("1/2-1/2", Reason.ADJUDICATED_DRAW)
LEVEL = {
    "level": ([10, -10, 0, 5], DRAWN),
    "level at last": ([300, 10, -10, 0, 5], DRAWN),
    "too few moves": ([0, 0, 0], None),
    "one sees more": ([0, 0, 11, 0], None),
    "one sees less": ([0, -11, 0, 0], None),
    "a mate is not level": ([0, 0, 0, "m0"], None),
    "one says nothing": ([0, None, 0, 0], None),
}


@pytest.mark.parametrize("name", LEVEL)
def test_draws(name):
    scores, verdict = LEVEL[name]
    assert judged(scores, DRAW) == verdict
    assert judged(scores, OFF) is None


def test_no_draw_before_its_time():
    assert judged([0] * 8, DRAW, "4k3/8/8/8/8/8/4P3/4K3 w - - 5 59") is None


def test_the_move_limit():
    limit = Adjudication(resign_moves=0, draw_moves=0, move_limit=3)
    assert judged([300] * 5, limit) is None
    assert judged([300] * 6, limit) == GameEnd("1/2-1/2", Reason.MOVE_LIMIT)
    assert judged([300] * 600, OFF) is None


class Tables:
    """A tablebase that knows one position."""

    def __init__(self, value):
        self.value = value

    def get_wdl(self, board):
        return self.value if board.occupied.bit_count() == 3 else None


WHITE, BLACK = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 60"
# The value is from the view of the side to move; 1 and -1 are spoilt by the fifty moves.
KNOWN = {
    "white to move wins": (WHITE, 2, "1-0"),
    "white to move loses": (WHITE, -2, "0-1"),
    "black to move wins": (BLACK, 2, "0-1"),
    "black to move loses": (BLACK, -2, "1-0"),
    "draw": (WHITE, 0, "1/2-1/2"),
    "cursed win": (WHITE, 1, "1/2-1/2"),
    "blessed loss": (BLACK, -1, "1/2-1/2"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_tablebases(name):
    fen, value, result = KNOWN[name]
    assert judged([], OFF, fen, Tables(value)) == GameEnd(result, Reason.TABLEBASE)


def test_tablebases_are_asked_only_after_a_capture_or_a_pawn_move():
    """They take the fifty moves to begin now."""
    assert judged([], OFF, "4k3/8/8/8/8/8/4P3/4K3 w - - 1 60", Tables(2)) is None


def test_a_position_outside_the_tables_goes_on():
    assert judged([], OFF, chess.STARTING_FEN, Tables(2)) is None


def test_tables_of_distances_alone_are_refused(tmp_path):
    """They do not tell who wins; before a match, as the option SyzygyPath does."""
    for path in SMALL.glob("*.rtbz"):
        shutil.copy(path, tmp_path)
    with pytest.raises(MatchError, match=r"no usable WDL tables"):
        Adjudicator(Adjudication(syzygy=str(tmp_path)))
    shutil.copy(SMALL / "KRvK.rtbw", tmp_path)
    judge = Adjudicator(Adjudication(syzygy=str(tmp_path)))
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert judge.verdict(board, [record(0)]) == GameEnd("1-0", Reason.TABLEBASE)


DAMAGED = {"cut off": slice(0, -1), "other beginning": slice(64, None)}


@pytest.mark.parametrize("part", DAMAGED.values(), ids=DAMAGED)
def test_damaged_tables_are_refused(tmp_path, part):
    (tmp_path / "KRvK.rtbw").write_bytes((SMALL / "KRvK.rtbw").read_bytes()[part])
    with pytest.raises(MatchError, match=r"no usable WDL tables"):
        Adjudicator(Adjudication(syzygy=str(tmp_path)))


@pytest.mark.parametrize("folder", ["missing", "empty"])
def test_tablebases_that_are_not_there(folder, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(MatchError, match="no usable WDL tables"):
        Adjudicator(Adjudication(syzygy=str(tmp_path / folder)))
