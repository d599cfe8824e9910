"""The positions that are searched one after the other, as one cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from engine.machine.key import blake2b

DIGEST_BYTES = 8
FEN = "fen "


@dataclass(frozen=True)
class GamePositions:
    """The positions of one game that are searched one after the other."""

    name: str
    ids: tuple[str, ...]
    moves: tuple[str, ...]
    """For each position its moves from the start in UCI's notation, or `fen` and a FEN."""

    @property
    def digest(self) -> str:
        """A hash of all that was read."""
        text = "\n".join(
            f"{name} {moves}" for name, moves in zip(self.ids, self.moves, strict=True)
        )
        return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()

    def boards(self) -> Iterator[chess.Board]:
        """Yield the positions with their history."""
        return map(self.board, range(len(self.moves)))

    def board(self, place: int) -> chess.Board:
        """Return a position with its history."""
        moves = self.moves[place]
        if moves.startswith(FEN):
            return chess.Board(moves.removeprefix(FEN))
        board = chess.Board()
        for move in moves.split():
            board.push_uci(move)
        return board
