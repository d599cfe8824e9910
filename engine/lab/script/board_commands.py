"""Commands that change the position or go through the game."""

import chess

from engine import options
from engine.lab.common.errors import LaboratoryError
from engine.lab.script.game import Game
from engine.lab.script.game_files import move_of
from engine.lab.script.parsing import Argument
from engine.lab.script.state import State


def back(state: State, moves: Argument = 1) -> None:
    """Take back moves."""
    state.game.back(number_of(moves))


def forward(state: State, moves: Argument = 1) -> None:
    """Replay moves that were taken back."""
    state.game.forward(number_of(moves))


def number_of(moves: Argument) -> int | None:
    """Return how many moves are meant: one if nothing was said, None for ALL."""
    return None if moves == "ALL" else int(moves or 1)  # type: ignore[arg-type]


def clear(state: State, what: Argument) -> None:
    """Empty the board, the table or the statistics."""
    if what == "BOARD":
        state.game = Game(chess.Board(None))
    elif what == "TABLE":
        button = options.find("Clear Hash")
        assert isinstance(button, options.Button)
        state.engine.press(button)
    else:
        state.records.clear()


def new(state: State) -> None:
    """Begin a new game; the engine forgets the old one."""
    state.game = Game()
    state.engine.new_game()


def move(state: State, word: Argument) -> None:
    """Play a move."""
    state.game.play(move_of(state.game.playable(), str(word)))


def place(state: State, *arguments: Argument) -> None:
    """Put a piece onto a square; another one there is replaced."""
    board = state.game.edited()
    board.set_piece_at(chess.parse_square(str(arguments[-1])), piece_of(arguments[:-1]))
    board.castling_rights = board.clean_castling_rights()


def delete(state: State, *arguments: Argument) -> None:
    """Remove the piece on a square, or the only one of a kind."""
    board = state.game.board
    word = str(arguments[0])
    if len(arguments) == 1 and word in chess.SQUARE_NAMES:
        square = chess.parse_square(word)
        if board.piece_at(square) is None:
            raise LaboratoryError(f"There is no piece on {word}.")
    else:
        piece = piece_of(arguments)
        found = list(board.pieces(piece.piece_type, piece.color))
        name = f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"
        if len(found) != 1:
            raise LaboratoryError(
                f"There are {len(found)} {name}s: say DELETE and a square."
                if found
                else f"There is no {name}."
            )
        square = found[0]
    board = state.game.edited()
    board.remove_piece_at(square)
    board.castling_rights = board.clean_castling_rights()


def piece_of(arguments: tuple[Argument, ...]) -> chess.Piece:
    """Return the piece that is named as WN, or as white Knight."""
    if len(arguments) == 1:
        name = str(arguments[0]).lower()
        return chess.Piece(chess.PIECE_SYMBOLS.index(name[1]), name[0] == "w")
    return chess.Piece(chess.PIECE_NAMES.index(str(arguments[1]).lower()), bool(arguments[0]))


def set_colour(state: State, white: bool) -> None:
    """Change the side to move; a new game begins if it was the other's turn."""
    if state.game.board.turn != white:
        state.game.edited().turn = white
