"""`go mate` with two kings and one piece: looked up in an ending that is solved as a whole."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import chess
import numpy as np

from engine.board.draws import FIFTY_MOVES
from engine.board.names import PAWN, QUEEN, ROOK
from engine.machine.words import address
from engine.proof.three_pieces import ENDING, KING_AT, OTHER_AT, solve
from engine.thinking.loading import PROOF, load_part
from engine.thinking.proving.chess_game import shared_tables

PIECES = 3
KINDS = {chess.PAWN: int(PAWN), chess.ROOK: int(ROOK), chess.QUEEN: int(QUEEN)}
"""Of those that can mate, by their number in python-chess."""
TURNED = 0o70
"""Exclusive-or a square: the same seen from the other side of the board."""


@dataclass(frozen=True)
class Solution:
    """The shortest mate against the longest defence."""

    line: tuple[chess.Move, ...]
    """To the mate; empty if there is none."""


@cache
def ending_of(kind: chess.PieceType) -> Any:
    """Return the solved ENDING of a piece that can mate; a pawn takes a tenth of a second."""
    ending = np.zeros(1, ENDING).view(np.recarray)[0]
    ending.kind = KINDS[kind]
    if kind == chess.PAWN:
        promoted = ending_of(chess.QUEEN), ending_of(chess.ROOK)
        ending.promoted[:] = [address(each) for each in promoted]
    load_part(PROOF)
    solve(address(ending), address(shared_tables()[0]))
    return ending


def solution_of(board: chess.Board, searchmoves: tuple[chess.Move, ...] = ()) -> Solution | None:
    """Look up whether the side to move, which has the piece, can mate.

    Parameters
    ----------
    board
        With the moves before it.
    searchmoves
        If not empty: the only first moves.

    Returns
    -------
    Solution or None
        None if the position is no such ending, or the fifty-move rule or a third repetition could
        come before the mate.
    """
    winner = board.turn
    own = board.occupied_co[winner]
    is_one = chess.popcount(board.occupied) == PIECES and chess.popcount(own) == PIECES - 1
    if not is_one or board.castling_rights or has_repetition(board):
        return None
    line, here = list[chess.Move](), board.copy(stack=False)
    while not here.is_checkmate():
        moves = (not line and searchmoves) or tuple(here.legal_moves)
        plies = {move: plies_after(here, move, winner) for move in moves}
        mating = {move: left for move, left in plies.items() if left is not None}
        if not mating:
            return Solution(())
        pick = min if here.turn == winner else max
        line.append(pick(mating, key=lambda move: mating[move]))
        here.push(line[-1])
    return Solution(tuple(line)) if board.halfmove_clock + len(line) <= FIFTY_MOVES else None


def plies_after(board: chess.Board, move: chess.Move, winner: chess.Color) -> int | None:
    """Return the plies to mate after a move, None if there is no mate."""
    board.push(move)
    plies = plies_to_mate(board, winner)
    board.pop()
    return plies


def plies_to_mate(board: chess.Board, winner: chess.Color) -> int | None:
    """Return the plies in which a side mates, None if it does not; it has one piece at most."""
    piece = board.occupied_co[winner] & ~board.kings
    kind = board.piece_type_at(chess.lsb(piece)) if piece else None
    if kind not in KINDS:
        return None
    kings = (chess.lsb(board.kings & board.occupied_co[side]) for side in (winner, not winner))
    turned = 0 if winner == chess.WHITE else TURNED
    king, other, own = (square ^ turned for square in (*kings, chess.lsb(piece)))
    ending = ending_of(kind)
    values = ending.white if board.turn == winner else ending.black
    value = int(values[king << int(KING_AT) | other << int(OTHER_AT) | own])
    return value - 1 if value else None


def has_repetition(board: chess.Board) -> bool:
    """Whether a position of the game before has occurred twice, and could occur once more."""
    before, seen = board.copy(), list[str]()
    while before.move_stack and before.halfmove_clock:
        seen.append(before.epd())
        before.pop()
    seen.append(before.epd())
    return len(set(seen)) < len(seen)
