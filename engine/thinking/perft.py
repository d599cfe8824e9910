"""Counting lines of play, move by move, so that a stop is obeyed."""

from collections.abc import Callable, Iterator

import chess

AT_ONCE = 4
"""Plies that are counted without looking whether to stop."""
Count = Callable[[chess.Board, int], int]


def lines_by_move(
    board: chess.Board, depth: int, count: Count, stopped: Callable[[], bool]
) -> Iterator[tuple[chess.Move, int]]:
    """Count the lines of `depth` plies for each move of a position.

    Parameters
    ----------
    board
    depth
        At least 1.
    count
        Counts the lines of a position at once.
    stopped
        Whether to end early.
    """
    board = board.copy(stack=False)
    for move in list(board.legal_moves):
        board.push(move)
        lines = _lines(board, depth - 1, count, stopped)
        board.pop()
        if stopped():
            return
        yield move, lines


def _lines(board: chess.Board, depth: int, count: Count, stopped: Callable[[], bool]) -> int:
    if depth <= AT_ONCE:
        return count(board, depth)
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += 0 if stopped() else _lines(board, depth - 1, count, stopped)
        board.pop()
    return total
