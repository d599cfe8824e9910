"""The compiled rules with a Python face, for tests: boards go in, words of moves come out."""

from typing import Any

import chess
import numpy as np

from engine.board.perft import perft_from
from engine.board.setup import set_up, set_up_game
from engine.machine.words import address, copy
from tests import doors

ROOT = 128
"""Where the stack has its root, with room for a game's past before it."""

FIELDS = (
    *("pawns", "knights", "bishops", "rooks", "queens", "kings", "white", "black"),
    *("key", "turn", "castling", "en_passant", "fifty", "value"),
)


def differences(one: Any, other: Any) -> list[str]:
    """Name the fields in which two POSITION records differ."""
    return [field for field in FIELDS if one[field] != other[field]]


class Rules:
    """The tables, a stack of positions and a list of moves; `pos` is the stack's root.

    Parameters
    ----------
    tables : TABLES record
    stack : array of POSITION
    moves : array of MOVES
    """

    def __init__(self, tables: Any, stack: Any, moves: Any) -> None:
        self.tables, self.stack, self.list = tables, stack, moves[0]
        self.pos, self.next = stack[ROOT], stack[ROOT + 1]
        self._pos, self._tables = address(self.pos), address(tables)
        self._list = address(self.list)

    def put(self, position: Any) -> None:
        """Make a board, or a copy of a record, the root."""
        if isinstance(position, chess.Board):
            set_up(self.pos, self.tables, position)
        else:
            copy(self.pos, position)

    def put_game(self, board: chess.Board) -> None:
        """Make a board with its past the root."""
        set_up_game(self.stack, ROOT, self.tables, board)

    def record(self, board: chess.Board) -> Any:
        """Set a board up elsewhere; the record is valid until the next call."""
        set_up(self.stack[0], self.tables, board)
        return self.stack[0]

    def words(self, purpose: int = doors.ALL) -> list[int]:
        """Generate the moves: ALL, or the NOISY ones."""
        number = int(doors.moves_by(self._pos, self._tables, self._list, purpose))
        return [int(move) for move in self.list.move[:number]]

    def count(self) -> int:
        """Count the moves."""
        return int(doors.moves_by(self._pos, self._tables, self._list, doors.COUNTED))

    def can_move(self) -> bool:
        """Tell whether there is a move."""
        return bool(doors.can_move_by(self._pos, self._tables, self._list))

    def make(self, word: int, ply: int = 0) -> Any:
        """Play a move `ply` plies behind the root; gives the record after it."""
        doors.make_by(address(self.stack[ROOT + ply]), self._tables, word)
        return self.stack[ROOT + ply + 1]

    def legal(self, named: int) -> int:
        """Look up the legal move that 16 bits name; 0 if there is none."""
        return int(doors.legal_by(self._pos, self._tables, named))

    def legal_words(self) -> Any:
        """Look up all that 16 bits can name."""
        found = np.zeros(1 << 16, np.uint64)
        doors.legal_words(self._pos, self._tables, found)
        return found

    def checkers(self) -> int:
        """Give the set of the pieces that give check."""
        return int(doors.checkers_by(self._pos, self._tables))

    def pinned(self) -> int:
        """Give the set of the pieces that shield their king."""
        return int(doors.pinned_by(self._pos, self._tables))

    def attacks(self, kind: int, square: int, occupied: int) -> int:
        """Look up the attacks of a piece of a kind (1 knight to 4 queen)."""
        return int(doors.attacks_by(self._tables, kind, square, occupied))

    def attacked(self, square: int, occupied: int, by: int) -> bool:
        """Tell whether side `by` (0 White) attacks the square."""
        return bool(doors.attacked_by(self._pos, self._tables, square, occupied, by))

    def key(self) -> int:
        """Compute the key from the position alone."""
        return int(doors.key_by(self._pos, self._tables))

    def repeats(self, ply: int = 0, strict: bool = False) -> bool:
        """Tell whether the record `ply` plies behind the root stood before."""
        return bool(doors.repeats_by(address(self.stack[ROOT + ply]), ply, strict))

    def has_insufficient_material(self) -> bool:
        """Tell whether nobody can mate."""
        return bool(doors.insufficient_by(self._pos))

    def fifty_moves_are_over(self) -> bool:
        """Tell whether the fifty moves are over, and did not end in mate."""
        return bool(doors.fifty_by(self._pos, self._tables, self._list))

    def perft(self, depth: int, counting: bool = True) -> int:
        """Count the leaves of the tree below the root; the last ply is only counted, or made."""
        return int(perft_from(self._pos, self._tables, self._list, depth, int(counting)))
