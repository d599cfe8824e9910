"""A running game as it is sent to the engines, and their answers."""

from typing import NamedTuple

import chess

from engine.lab.match.records import Opening, Reason


class ForfeitError(Exception):
    """A side loses the game by a fault or by resigning; the message is a sentence."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class Answer(NamedTuple):
    """The move of an engine with its score and statistics."""

    move: chess.Move | None  # legal; None: the engine has none
    resigned: bool
    score_cp: int | None  # for the side to move, as is the mate
    mate: int | None
    depth: int | None
    nodes: int | None
    seconds: float


class Sheet:
    """The moves of a game so far.

    Parameters
    ----------
    opening
        Its opening.

    Raises
    ------
    ValueError
        If the opening is illegal.
    """

    def __init__(self, opening: Opening) -> None:
        self.board = chess.Board(opening.fen, chess960=opening.chess960)
        if not self.board.is_valid():
            raise ValueError(f'"{opening.fen}" is not a legal position')
        self.start = "startpos" if opening.fen == chess.STARTING_FEN else f"fen {opening.fen}"
        self.moves: list[str] = []
        for word in opening.moves:
            self.push(self.board.parse_uci(word))
        self.white_begins = self.board.turn

    def push(self, move: chess.Move) -> None:
        """Play a legal move."""
        self.board.push(move)
        self.moves.append(move.uci())
