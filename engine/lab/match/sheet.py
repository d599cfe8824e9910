"""A game under way as its engines are told of it, and what they answer."""

from typing import NamedTuple

import chess

from engine.lab.match.records import Opening, Reason


class ForfeitError(Exception):
    """A side does not play on; the message is a sentence for the user."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class Answer(NamedTuple):
    """A move as an engine gave it, and what it last said about it."""

    move: chess.Move | None  # legal; None: the engine gave none
    resigned: bool
    score_cp: int | None  # from the mover's view, as is the mate
    mate: int | None
    depth: int | None
    nodes: int | None
    seconds: float


class Sheet:
    """A game as far as it has come.

    Parameters
    ----------
    opening
        How it begins.

    Raises
    ------
    ValueError
        If the opening is not possible.
    """

    def __init__(self, opening: Opening) -> None:
        self.board = chess.Board(opening.fen, chess960=opening.chess960)
        if not self.board.is_valid():
            raise ValueError(f'"{opening.fen}" is no position of chess')
        self.start = "startpos" if opening.fen == chess.STARTING_FEN else f"fen {opening.fen}"
        self.moves: list[str] = []
        for word in opening.moves:
            self.push(self.board.parse_uci(word))
        self.white_begins = self.board.turn

    def push(self, move: chess.Move) -> None:
        """Play a legal move."""
        self.board.push(move)
        self.moves.append(move.uci())
