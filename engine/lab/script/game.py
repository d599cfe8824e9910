"""The game of a script: a board with its moves, those taken back, and how moves are written."""

from collections.abc import Iterable

import chess

from engine.board.fen import FenError, parse_fen
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import start_fen


class Game:
    """A game, as far as it was played or replayed.

    Parameters
    ----------
    board : chess.Board
        With its moves; it belongs to the game.

    Attributes
    ----------
    undone : list of chess.Move
        Moves taken back, the next one last.
    """

    def __init__(self, board: chess.Board | None = None) -> None:
        self.board = board if board is not None else chess.Board()
        self.undone: list[chess.Move] = []

    def play(self, move: chess.Move) -> None:
        """Play a legal move; moves taken back are forgotten unless it is the next of them."""
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        self.board.push(move)

    def back(self, moves: int | None) -> None:
        """Take back moves; None: all.

        Raises
        ------
        LaboratoryError
            If there are not so many.
        """
        played = len(self.board.move_stack)
        for _ in range(checked(moves, played, "taken back")):
            self.undone.append(self.board.pop())

    def forward(self, moves: int | None) -> None:
        """Replay moves that were taken back; as `back`."""
        for _ in range(checked(moves, len(self.undone), "replayed")):
            self.board.push(self.undone.pop())

    def edited(self) -> chess.Board:
        """Return the board to be edited: a new game begins with it."""
        self.board = self.board.copy(stack=False)
        self.undone.clear()
        self.board.ep_square = None
        self.board.halfmove_clock = 0
        return self.board

    def playable(self) -> chess.Board:
        """Return the board for the engine.

        Raises
        ------
        LaboratoryError
            If the position is illegal, as it may be after PLACE, DELETE and CLEAR BOARD.
        """
        try:
            parse_fen(start_fen(self.board), self.board.chess960)
        except FenError as refusal:
            raise LaboratoryError(f"The position cannot be played: {refusal}") from None
        return self.board.copy()

    def ending(self) -> str:
        """Say how the game ended, if there is no legal move; empty if there is one."""
        if any(self.board.legal_moves):
            return ""
        return "checkmate" if self.board.is_check() else "stalemate"


def checked(wanted: int | None, there: int, done: str) -> int:
    """Return how many moves are meant."""
    if wanted is None:
        return there
    if wanted > there:
        is_or_are = "move" if there == 1 else "moves"
        raise LaboratoryError(f"{wanted} moves cannot be {done}: there are {there} {is_or_are}.")
    return wanted


def line_words(board: chess.Board, moves: Iterable[chess.Move]) -> list[str]:
    """Write moves in long algebraic notation: Ng1-f3, e4xd5, O-O.

    Parameters
    ----------
    board : chess.Board
        Before the first of them; not changed.
    moves : iterable of chess.Move
        Legal, one after the other.
    """
    board = board.copy(stack=False)
    words = []
    for move in moves:
        words.append(board.lan(move))
        board.push(move)
    return words


def numbered(board: chess.Board, moves: Iterable[chess.Move]) -> list[str]:
    """Write moves with their numbers, a line for each full move; arguments as `line_words`."""
    number, white = board.fullmove_number, board.turn == chess.WHITE
    lines: list[str] = []
    for word in line_words(board, moves):
        if white:
            lines.append(f"{number}. {word}")
        else:
            if not lines:
                lines.append(f"{number}. ...")
            lines[-1] += f" {word}"
            number += 1
        white = not white
    return lines
