"""Boards as drawings, by python-chess."""

import chess
import chess.svg

from engine.lab.page.contents import Drawing
from engine.lab.page.inlining import inlined

COLOURS = {"square light": "#eadfc8", "square dark": "#a98b6a"}


def board_drawing(board: chess.Board, name: str, caption: str) -> Drawing:
    """Draw a board seen by White, with the last move marked.

    Parameters
    ----------
    board
        Its move stack tells the last move.
    name
        Unique on the page: letters, digits and hyphens.
    caption
        Shown below, with the side to move.
    """
    last = board.peek() if board.move_stack else None
    svg = chess.svg.board(board, lastmove=last, coordinates=False, colors=COLOURS)
    to_move = "White to move" if board.turn else "Black to move"
    return Drawing(inlined(svg, name, f"{caption}: {board.fen()}"), f"{caption}, {to_move}")
