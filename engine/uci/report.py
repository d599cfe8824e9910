"""What a search has found, as lines of UCI."""

import chess

from engine.search.score import mate_in
from engine.search.think import Info, Progress, Result


def info_line(info: Info, board: chess.Board) -> str:
    """Write the result of an iteration.

    Parameters
    ----------
    info
        What the search reported.
    board
        The position that was searched.
    """
    words = [
        f"info depth {info.depth} seldepth {info.seldepth} multipv 1",
        score_words(info.score, info.bound),
        f"nodes {info.nodes} nps {per_second(info.nodes, info.elapsed_ms)}",
        f"hashfull {info.hashfull} time {info.elapsed_ms}",
    ]
    if info.pv:
        words.append("pv " + " ".join(line_words(info.pv, board)))
    return " ".join(words)


def score_words(score: int, bound: str) -> str:
    """Write a score in centipawns, or in moves to mate; negative when we are mated."""
    mate = mate_in(score)
    words = f"score cp {score}" if mate is None else f"score mate {mate}"
    return f"{words} {bound}" if bound else words


def per_second(nodes: int, elapsed_ms: int) -> int:
    """Give the speed; the clock ticks in milliseconds, so the first one counts in full."""
    return nodes * 1000 // max(1, elapsed_ms)


def line_words(line: tuple[chess.Move, ...], board: chess.Board) -> list[str]:
    """Write the moves of a line: castling depends on the position in which it happens."""
    board = board.copy(stack=False)
    words = []
    for move in line:
        words.append(board.uci(move))
        board.push(move)
    return words


def progress_lines(progress: Progress, board: chess.Board) -> list[str]:
    """Write which root move is being searched, and how far the search is."""
    return [
        f"info depth {progress.depth} currmove {board.uci(progress.move)} "
        f"currmovenumber {progress.number}",
        f"info nodes {progress.nodes} nps {per_second(progress.nodes, progress.elapsed_ms)} "
        f"hashfull {progress.hashfull} time {progress.elapsed_ms}",
    ]


def bestmove_line(result: Result, board: chess.Board) -> str:
    """Write the move to be played, and the reply on which the engine would like to ponder."""
    if result.move is None:
        return "bestmove (none)"
    words = ["bestmove", board.uci(result.move)]
    if result.ponder is not None:
        words += ["ponder", line_words((result.move, result.ponder), board)[1]]
    return " ".join(words)
