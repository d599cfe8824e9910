"""The lines of a search with several: the best first, each move once.

The lines of an iteration are searched one after the other, each without the first moves of those
before it. Until all of them are known, lines of the last iteration follow behind them.
"""

import chess

from engine.board.setup import chess_move
from engine.thinking.news import Info


def moves_of(board: chess.Board, line: tuple[int, ...]) -> tuple[chess.Move, ...]:
    """Turn a line in short moves into moves, as far as it is legal and the game goes on.

    Lines end in table entries, whose moves may belong to another position with the same bits.
    """
    board, moves = board.copy(stack=False), []
    for named in line:
        move = chess_move(board, named)
        if not board.is_legal(move):
            break
        moves.append(move)
        board.push(move)
    return tuple(moves)


class Lines:
    """What is known of every line."""

    def __init__(self) -> None:
        self._depth = 0
        self._found: dict[int, Info] = {}
        self._before: list[Info] = []

    def add(self, info: Info) -> None:
        """Add the result of a window; it replaces an earlier one of its line at its depth."""
        if info.depth > self._depth:
            self._before, self._found, self._depth = self.in_order(), {}, info.depth
        self._found[info.multipv] = info

    def in_order(self) -> list[Info]:
        """List the lines, renumbered, each iteration in the order of its scores.

        Those of the running iteration come first: they were searched deeper.
        """
        found = sorted(self._found.values(), key=lambda info: -info.score)
        moves = {info.pv[0] for info in found}
        lines = found + [info for info in self._before if info.pv[0] not in moves]
        wanted = max(len(found), len(self._before))
        return [info._replace(multipv=number) for number, info in enumerate(lines[:wanted], 1)]
