"""Conversion between python-chess and the core: boards to POSITION, moves to and from 16 bits."""

from typing import Any

import chess

from engine.board.draws import FIFTY_MOVES
from engine.board.keys import whole_key
from engine.board.legality import short
from engine.board.names import TWO
from engine.board.position import POSITION, TABLES, Position, Tables
from engine.machine.core import core, door, int64, plain, uint64, void
from engine.machine.words import U64, address, as_record, lowest, others

HISTORY = FIFTY_MOVES + 1
"""Records that must precede the root: as many plies as a repetition can reach back."""


@core(int64(Position, Tables))
def whole_value(pos, tables):
    """The evaluation computed from scratch; `make` updates it incrementally."""
    value = int64(0)
    for colour in range(TWO):
        for kind in range(U64(6)):
            squares = pos.pieces[kind] & pos.sides[colour]
            while squares:
                value += tables.value[colour, kind, lowest(squares)]
                squares = others(squares)
    return value


@door(void(uint64, uint64))
def complete(where, tables_where):
    """Compute key and value of the position at an address."""
    pos, tables = as_record(where, POSITION), as_record(tables_where, TABLES)
    pos.key = whole_key(pos, tables)
    pos.value = whole_value(pos, tables)


def set_up(pos: Any, tables: Any, board: chess.Board) -> None:
    """Write the position of a valid board into a POSITION record.

    Parameters
    ----------
    pos : POSITION record, overwritten
    tables : TABLES record
        Gives the Zobrist numbers and the values.
    board : chess.Board
    """
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    pos.pieces[:] = kinds
    pos.white, pos.black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    pos.turn = 0 if board.turn else 1
    pos.castling = board.clean_castling_rights()
    pos.en_passant = board.ep_square if board.has_legal_en_passant() else 0
    pos.fifty = board.halfmove_clock
    complete(address(pos), address(tables))


def with_past(board: chess.Board) -> chess.Board:
    """Copy a board with the moves since the last irreversible one."""
    return board.copy(stack=board.halfmove_clock)


def set_up_game(stack: Any, root: int, tables: Any, board: chess.Board) -> None:
    """Write a board into record `root` of a stack, and the positions before it.

    They go back to the last irreversible move, as repetitions do. Records before them get key 0,
    which no position is likely to have.

    Parameters
    ----------
    stack : array of POSITION, overwritten from ``root - HISTORY`` to ``root``
    root : int
        At least HISTORY.
    tables : TABLES record
    board : chess.Board
        With its moves.
    """
    set_up(stack[root], tables, board)
    stack["key"][root - HISTORY : root] = 0
    earlier = with_past(board)
    for back in range(1, HISTORY + 1):
        if not earlier.move_stack or not earlier.halfmove_clock:
            return
        earlier.pop()
        set_up(stack[root - back], tables, earlier)


def short_name(board: chess.Board, move: chess.Move) -> int:
    """Return the 16 bits that identify a legal move of the board (`legality.short`)."""
    target = move.to_square
    if board.is_castling(move):
        rights = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(target)]
        kingside = chess.square_file(target) > chess.square_file(move.from_square)
        rooks = list(chess.scan_forward(rights))
        target = rooks[-1] if kingside else rooks[0]
    promoted = move.promotion - 1 if move.promotion else 0
    return move.from_square | target << 6 | promoted << 12


def short_form(move: int) -> int:
    """Return the 16 bits that identify a whole move of the core."""
    return int(plain(short)(U64(move)))


def chess_move(board: chess.Board, named: int) -> chess.Move:
    """Return the move that 16 bits identify on this board, in the form of python-chess."""
    origin, target, promoted = named & 63, named >> 6 & 63, named >> 12
    castles = chess.BB_SQUARES[target] & board.rooks & board.occupied_co[board.turn]
    if castles and chess.BB_SQUARES[origin] & board.kings and not board.chess960:
        file = 6 if target > origin else 2
        target = chess.square(file, chess.square_rank(origin))
    return chess.Move(origin, target, promoted + 1 if promoted else None)
