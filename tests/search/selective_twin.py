"""The slow twin of the search Selective with nothing left out: minimax, then captures without loss.

Written on python-chess and `tests/naive.py`; exchanges are played out move by move.
"""

from functools import cache
from typing import Any

import chess

from tests.naive import DRAW, INFINITE, MATE, Twin, game_so_far, is_drawn
from tests.search.modern_twin import is_good_and_noisy
from tests.search.positions import board_of

EVERY_MOVE: dict[str, Any] = {
    "search": "Selective",
    "evaluation": "AliBaba",
    "null_move": False,
    "extensions": "None",
    "table_depth_match": "exact",
}
"""Every move is searched to the full depth; the table is used."""
PURE: dict[str, Any] = EVERY_MOVE | {"pure_search": True}
"""The same without draws that depend on the way to a position."""
PLAIN: dict[str, Any] = EVERY_MOVE | {"table_use": "nothing", "aspiration": False}
"""Principal variation search and quiescence, without anything else."""
ALGORITHMS = ("PVS", "AlphaBeta", "NegaScout", "MTD(f)")


class SelectiveTwin(Twin):
    """The value by minimax and, at the leaves, the quiescence of the search.

    If `pure`, only insufficient material is a draw.
    """

    pure = False

    def _drawn(self, board: chess.Board, ply: int, game: list[str]) -> bool:
        if self.pure:
            return board.is_insufficient_material()
        return is_drawn(board, ply, game, self.strict)

    def _minimax(self, board: chess.Board, depth: int, ply: int, game: list[str]) -> int:
        """At depth 0 everything is left to the quiescence."""
        if depth == 0:
            return self._quiescence(board, ply, game, (-INFINITE, INFINITE))
        if ply > 0 and self._drawn(board, ply, game):
            return DRAW
        moves = list(board.legal_moves)
        if not moves:
            return -MATE + ply if board.is_check() else DRAW
        return max(
            -self._after(board, move, game, lambda: self._minimax(board, depth - 1, ply + 1, game))
            for move in moves
        )

    def _quiescence(
        self, board: chess.Board, ply: int, game: list[str], window: tuple[int, int]
    ) -> int:
        """All moves in check; else nothing, or what takes or queens and loses nothing."""
        if self._drawn(board, ply, game):
            return DRAW
        moves = list(board.legal_moves)
        if not moves:
            return -MATE + ply if board.is_check() else DRAW
        best = -INFINITE
        if not board.is_check():
            best = self.evaluation(board)
            moves = [move for move in moves if is_good_and_noisy(board, move)]
        return self._best_within(board, ply, game, window, (best, moves))


@cache
def value_of(position: str, depth: int, pure: bool = False) -> int:
    """The value of a position with the moves behind it, computed once in a session."""
    twin = SelectiveTwin()
    twin.pure = pure
    board = board_of(position)
    return twin._minimax(board.copy(), depth, 0, game_so_far(board))
