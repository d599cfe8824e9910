"""The slow, obvious twin: minimax, quiescence and table as one would explain them, on python-chess.

Written to be believed by reading, not to be fast, and without a line of the engine but the
piece-square numbers. The compiled code is compared with it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import chess

from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS, piece_square

MATE = 31000
DRAW = 0
INFINITE = 32000
FIFTY_MOVES = 100  # plies

# pawn to queen, and the king
VALUES = (100, 325, 325, 500, 900, 0)

Evaluation = Callable[[chess.Board], int]


def evaluate(board: chess.Board, values: tuple[int, ...] = VALUES, centre: str = "Linear") -> int:
    """Material and piece-square values of the side to move minus those of the other side."""
    total = 0
    for square, piece in board.piece_map().items():
        seen_from_white = square if piece.color == chess.WHITE else chess.square_mirror(square)
        kind = piece.piece_type - 1
        value = values[kind] + piece_square(kind, seen_from_white, CENTRE_FUNCTIONS[centre])
        total += value if piece.color == board.turn else -value
    return total


def identity(board: chess.Board) -> str:
    """Pieces, side to move, castling rights, and the passed square if a pawn may take there."""
    return board.epd(en_passant="legal")


def game_so_far(board: chess.Board) -> list[str]:
    """The identities of all positions of the game, the present one last."""
    game = [identity(board)]
    past = board.copy()
    while past.move_stack:
        past.pop()
        game.insert(0, identity(past))
    return game


def is_drawn(board: chess.Board, ply: int, game: list[str], strict: bool) -> bool:
    """Whether the game is over: repetition, insufficient material, fifty moves without a mate.

    A position of the search path counts at its first repetition, one of the game before the root
    at its third occurrence; if `strict`, every position does.
    """
    root = len(game) - 1 - ply
    earlier = [place for place in range(len(game) - 1) if game[place] == game[-1]]
    if len(earlier) >= 2 or (not strict and any(place >= root for place in earlier)):
        return True
    if board.is_insufficient_material():
        return True
    return board.halfmove_clock >= FIFTY_MOVES and not board.is_checkmate()


class Twin:
    """A search without any pruning but, in the quiescence, alpha-beta.

    The root itself is never a draw by the rules: a move is wanted.
    """

    def __init__(
        self, evaluation: Evaluation = evaluate, quiescent: bool = False, strict: bool = False
    ) -> None:
        self.evaluation = evaluation
        self.quiescent = quiescent
        self.strict = strict

    def minimax(self, board: chess.Board, depth: int) -> int:
        """The value of the position for the side to move."""
        return self._minimax(board.copy(), depth, 0, game_so_far(board))

    def _minimax(self, board: chess.Board, depth: int, ply: int, game: list[str]) -> int:
        if ply > 0 and is_drawn(board, ply, game, self.strict):
            return DRAW
        moves = list(board.legal_moves)
        if not moves:
            return -MATE + ply if board.is_check() else DRAW
        if depth == 0:
            if self.quiescent:
                return self._quiescence(board, ply, game, (-INFINITE, INFINITE))
            return self.evaluation(board)
        return max(
            -self._after(board, move, game, lambda: self._minimax(board, depth - 1, ply + 1, game))
            for move in moves
        )

    def quiescence(self, board: chess.Board, alpha: int, beta: int) -> int:
        """The value of the position once it is quiet, fail-soft."""
        return self._quiescence(board.copy(), 0, game_so_far(board), (alpha, beta))

    def _quiescence(
        self, board: chess.Board, ply: int, game: list[str], window: tuple[int, int]
    ) -> int:
        """Captures and promotions, or nothing; all moves in check."""
        if ply > 0 and is_drawn(board, ply, game, self.strict):
            return DRAW
        moves = list(board.legal_moves)
        if not moves:
            return -MATE + ply if board.is_check() else DRAW
        best = -INFINITE
        if not board.is_check():
            best = self.evaluation(board)
            moves = [move for move in moves if board.is_capture(move) or move.promotion]
        return self._best_within(board, ply, game, window, (best, moves))

    def _best_within(
        self,
        board: chess.Board,
        ply: int,
        game: list[str],
        window: tuple[int, int],
        choice: tuple[int, list[chess.Move]],
    ) -> int:
        """The best of a value and those behind some moves of the quiescence, fail-soft."""
        (alpha, beta), (best, moves) = window, choice
        for move in moves:
            if best >= beta:
                break
            below = (-beta, -max(alpha, best))
            value = -self._after(
                board, move, game, lambda below=below: self._quiescence(board, ply + 1, game, below)
            )
            best = max(best, value)
        return best

    def _after(
        self, board: chess.Board, move: chess.Move, game: list[str], value: Callable[[], int]
    ) -> int:
        """The value below a move; board and game are as before afterwards."""
        board.push(move)
        game.append(identity(board))
        result = value()
        game.pop()
        board.pop()
        return result


def minimax(board: chess.Board, depth: int) -> int:
    """The value by plain minimax, default evaluation at the leaves."""
    return Twin().minimax(board, depth)


def quiescence(board: chess.Board, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
    """The value by plain quiescence search."""
    return Twin().quiescence(board, alpha, beta)


class Resident(NamedTuple):
    """A stored position."""

    key: int
    depth: int
    size: int
    payload: Any
    search: int  # in which search it was stored


Rule: TypeAlias = Callable[[Resident, Resident], bool]
"""Of the newcomer and the resident."""


class Table:
    """A table of buckets, each a list of residents with the first level first.

    The rule tells whether a newcomer takes the first place from a resident of this search; the
    levels are the places in a bucket.
    """

    def __init__(self, wins: Rule, levels: int, buckets: int) -> None:
        self.wins = wins
        self.levels = levels
        self.buckets: list[list[Resident]] = [[] for _ in range(buckets)]
        self.search = 1
        self.clashes = 0  # stores that found another position in the bucket's first place
        self.lost = 0  # positions, resident or new, that were lost for want of a place

    def new_search(self) -> None:
        """Make all residents stamped ones."""
        self.search += 1

    def clear(self) -> None:
        """Forget everything."""
        self.buckets = [[] for _ in self.buckets]

    def bucket(self, key: int) -> list[Resident]:
        """The bucket that the low bits of the key name."""
        return self.buckets[key % len(self.buckets)]

    def find(self, key: int) -> Resident | None:
        """The resident with this key."""
        for resident in self.bucket(key):
            if resident.key == key:
                return resident
        return None

    def is_stamped(self, resident: Resident) -> bool:
        """Whether an earlier search stored it."""
        return resident.search != self.search

    def store(self, key: int, depth: int, size: int, payload: Any = None) -> None:
        """Offer a position to the table."""
        bucket = self.bucket(key)
        candidate = Resident(key, depth, size, payload, self.search)
        before = list(bucket)
        if self.find(key) is not None:
            bucket[:] = self.renewed(bucket, candidate)
            return
        if before:
            self.clashes += 1
        if self.levels == 1:
            bucket[:] = self.in_one(bucket, candidate)
        else:
            bucket[:] = self.in_two(bucket, candidate)
        self.lost += len(before) + 1 - len(bucket)

    def renewed(self, bucket: list[Resident], candidate: Resident) -> list[Resident]:
        """The bucket after storing again a position that it holds (choice X4)."""
        first = bucket[0]
        if first.key == candidate.key:
            return [candidate, *bucket[1:]]
        if self.is_stamped(first) or self.wins(candidate, first):
            return [candidate, first]
        return [first, candidate]

    def in_one(self, bucket: list[Resident], candidate: Resident) -> list[Resident]:
        """The bucket of one place after a new position came (Breuker et al. 1994)."""
        if not bucket or self.is_stamped(bucket[0]) or self.wins(candidate, bucket[0]):
            return [candidate]
        return bucket

    def in_two(self, bucket: list[Resident], candidate: Resident) -> list[Resident]:
        """The bucket of two places after a new position came (Breuker et al. 1994, choice X5)."""
        if not bucket:
            return [candidate]
        first = bucket[0]
        if not self.is_stamped(first):
            return [candidate, first] if self.wins(candidate, first) else [first, candidate]
        if len(bucket) == 1 or self.is_stamped(bucket[1]):
            return [candidate, first]
        second = bucket[1]
        return [candidate, second] if self.wins(candidate, second) else [second, candidate]
