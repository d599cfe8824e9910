"""The results of a search as lines of UCI."""

from typing import NamedTuple

import chess

from engine.search.shared.score import mate_in
from engine.thinking.engine import Info, Progress, Result
from engine.uci import win_draw_loss
from engine.uci.tablebase import BLESSED_LOSS, CURSED_WIN, WIN, Verdict
from engine.uci.win_draw_loss import Model


class Beside(NamedTuple):
    """What a line shows besides the results of the search."""

    verdict: Verdict | None = None  # of the tablebases
    tables: bool = False  # whether there are tablebases
    model: Model | None = None  # for win, draw and loss, if they are shown


NOTHING = Beside()


def info_line(info: Info, board: chess.Board, beside: Beside = NOTHING) -> str:
    """Write the result of an iteration.

    Parameters
    ----------
    info
        What the search reported.
    board
        The position that was searched.
    beside
        What else the line shows; a verdict of the tablebases replaces the score.
    """
    verdict, score, bound = beside.verdict, info.score, info.bound
    if verdict is not None:
        score, bound = verdict.score(info.pv[0] if info.pv else None, score), ""
    words = [
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv}",
        score_words(score, bound),
    ]
    if beside.model is not None:
        chances = chances_of(score, board, beside.model, verdict)
        words.append("wdl {} {} {}".format(*chances))
    words.append(f"nodes {info.nodes} nps {per_second(info.nodes, info.elapsed_ms)}")
    words.append(f"hashfull {info.hashfull}")
    if beside.tables:
        words.append(f"tbhits {verdict.probes if verdict else 0}")
    words.append(f"time {info.elapsed_ms}")
    if info.pv:
        words.append("pv " + " ".join(line_words(info.pv, board)))
    return " ".join(words)


def chances_of(
    score: int, board: chess.Board, model: Model, verdict: Verdict | None
) -> tuple[int, int, int]:
    """Return win, draw and loss in per mille; a verdict of the tablebases is certain."""
    if verdict is None:
        return model.permille(score, board)
    if BLESSED_LOSS <= verdict.outcome <= CURSED_WIN:
        return win_draw_loss.DRAWN
    return win_draw_loss.WON if verdict.outcome == WIN else win_draw_loss.LOST


def score_words(score: int, bound: str) -> str:
    """Write a score in centipawns, or in moves to mate, negative if we are mated."""
    mate = mate_in(score)
    words = f"score cp {score}" if mate is None else f"score mate {mate}"
    return f"{words} {bound}" if bound else words


def per_second(nodes: int, elapsed_ms: int) -> int:
    """Return the nodes per second; a search takes at least a millisecond."""
    return nodes * 1000 // max(1, elapsed_ms)


def line_words(line: tuple[chess.Move, ...], board: chess.Board) -> list[str]:
    """Write the moves of a line; the notation of castling depends on the board."""
    board = board.copy(stack=False)
    words = []
    for move in line:
        words.append(board.uci(move))
        board.push(move)
    return words


def progress_lines(progress: Progress, board: chess.Board) -> list[str]:
    """Write the root move that is being searched, if there is one, and the counters so far."""
    lines = [f"info string {progress.remark}"] if progress.remark else []
    if progress.move is not None:
        lines.append(
            f"info depth {progress.depth} currmove {board.uci(progress.move)} "
            f"currmovenumber {progress.number}"
        )
    lines.append(
        f"info nodes {progress.nodes} nps {per_second(progress.nodes, progress.elapsed_ms)} "
        f"hashfull {progress.hashfull} time {progress.elapsed_ms}"
    )
    return lines


def bestmove_line(result: Result, board: chess.Board) -> str:
    """Write the best move, and the expected reply to ponder on."""
    if result.move is None:
        return "bestmove (none)"
    words = ["bestmove", board.uci(result.move)]
    if result.ponder is not None:
        words += ["ponder", line_words((result.move, result.ponder), board)[1]]
    return " ".join(words)
