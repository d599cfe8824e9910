"""What a search found, word by word as UCI wants it."""

import chess
import pytest

from engine.thinking.engine import Info, Progress, Result
from engine.uci import report
from engine.uci.report import Beside, bestmove_line, info_line, progress_lines
from engine.uci.tablebase import DRAWN, LOSS, WIN, Judged, Verdict
from engine.uci.win_draw_loss import Model

ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def moves(text: str) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, text.split()))


def test_info() -> None:
    info = Info(8, 15, -25, "", 50_000, 250, 17, moves("e2e4 e7e5"))
    assert info_line(info, chess.Board()) == (
        "info depth 8 seldepth 15 multipv 1 score cp -25 nodes 50000 nps 200000 "
        "hashfull 17 time 250 pv e2e4 e7e5"
    )


@pytest.mark.parametrize("bound", ["lowerbound", "upperbound"])
def test_bounds(bound: str) -> None:
    info = Info(8, 15, 40, bound, 1, 0, 0, moves("e2e4"))
    assert f" score cp 40 {bound} nodes 1 nps 1000 " in info_line(info, chess.Board())


@pytest.mark.parametrize("mate", [3, -2, 0])
def test_mates_are_counted_in_moves(mate: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "mate_in", lambda score: mate)
    info = Info(8, 15, 1, "", 1, 1, 0, moves("e2e4"))
    assert f" score mate {mate} nodes " in info_line(info, chess.Board())


def verdict_of(outcome: int) -> Verdict:
    move = chess.Move.from_uci("e2e4")
    return Verdict({move: Judged(move, outcome, 7, False)}, (move,), outcome, 12)


MODEL = Model((5.0, 0.0), (4.0, 0.0))  # a threshold of e^5 = 148, a scale of e^4 = 55 centipawns

# logistic((40 - 148.4) / 54.6) = 0.121, logistic((-40 - 148.4) / 54.6) = 0.031
BESIDE = {
    "chances": (Beside(model=MODEL), "score cp 40 lowerbound wdl 121 848 31 nodes"),
    "no table for it": (Beside(tables=True), "score cp 40 lowerbound nodes 1 nps 1000 hashfull 0"),
    "a win": (Beside(verdict_of(WIN), True), "score cp 19993 nodes 1 nps 1000 hashfull 0"),
    "a loss": (
        Beside(verdict_of(LOSS), True, MODEL),
        "score cp -19993 wdl 0 0 1000 nodes 1 nps 1000 hashfull 0",
    ),
    "a draw": (Beside(verdict_of(DRAWN), True, MODEL), "score cp 0 wdl 0 1000 0 nodes"),
}


@pytest.mark.parametrize(("beside", "words"), BESIDE.values(), ids=BESIDE)
def test_what_is_known_beside_the_search(beside: Beside, words: str) -> None:
    """What the tables say is exact: no bound is left."""
    info = Info(8, 15, 40, "lowerbound", 1, 0, 0, moves("e2e4"))
    line = info_line(info, chess.Board(), beside)
    assert f" {words} " in line
    hits = 12 if beside.verdict else 0
    assert (f" tbhits {hits} time 0 pv e2e4" in line) == beside.tables


def test_a_score_without_a_line() -> None:
    assert info_line(Info(1, 1, 5, "", 1, 1, 0, ()), chess.Board()).endswith(" time 1")


# A14: the same line under both conventions; Black castles in the middle of it
LINES = {
    "standard": (False, "e1g1 g8f6 d2d3 e8g8"),
    "Chess960": (True, "e1h1 g8f6 d2d3 e8h8"),
}


@pytest.mark.parametrize(("chess960", "expected"), LINES.values(), ids=LINES)
@pytest.mark.parametrize("castling", ["e1g1 g8f6 d2d3 e8g8", "e1h1 g8f6 d2d3 e8h8"])
def test_castling_is_written_as_the_option_wants(
    chess960: bool, expected: str, castling: str
) -> None:
    board = chess.Board(ITALIAN, chess960=chess960)
    line = moves(castling)
    text = info_line(Info(4, 4, 0, "", 1, 1, 0, line), board)
    assert text.endswith(f" pv {expected}")
    first = expected.split()[0]
    assert bestmove_line(Result(*line[:2]), board) == f"bestmove {first} ponder g8f6"
    assert board.fen() == ITALIAN


def test_progress() -> None:
    progress = Progress(chess.Move.from_uci("e2e4"), 3, 9, 2_000_000, 1_000, 250)
    assert progress_lines(progress, chess.Board()) == [
        "info depth 9 currmove e2e4 currmovenumber 3",
        "info nodes 2000000 nps 2000000 hashfull 250 time 1000",
    ]


def test_progress_with_a_remark() -> None:
    progress = Progress(None, 0, 0, 2_000_000, 1_000, 250, "Looking for a mate in 7 or less.")
    assert progress_lines(progress, chess.Board()) == [
        "info string Looking for a mate in 7 or less.",
        "info nodes 2000000 nps 2000000 hashfull 250 time 1000",
    ]


def test_bestmove_without_reply() -> None:
    result = Result(chess.Move.from_uci("e2e4"), None)
    assert bestmove_line(result, chess.Board()) == "bestmove e2e4"


def test_no_move() -> None:
    """Stockfish#494: a finished game has no a1a1."""
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert bestmove_line(Result(None, None), mated) == "bestmove (none)"
