"""A chess position as a game of the proof searches (`engine/proof/games/chess.py`)."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import chess
import numpy as np

from engine.board.bits import EVERYWHERE
from engine.board.geometry import new_tables
from engine.board.position import MOVES, POSITION
from engine.board.setup import HISTORY, set_up_game, short_form, short_name
from engine.machine.words import address
from engine.proof.games import chess as rules
from engine.proof.games.chess import PLY_FACTOR
from engine.proof.games.chess_moves import CHESS, KEY
from engine.proof.games.goals import GOALS, MATERIAL, NOT_LOST
from engine.proof.prover import CHILD, MOST_CHILDREN, MOST_PLIES
from engine.proof.settings import ProofError
from engine.search.shared.score import MATE
from engine.table.memory import TranspositionTable

WHOLE_KEY = 2**64 - 1
PLIES_KEPT = HISTORY + MOST_PLIES + 2


@dataclass(frozen=True)
class Advice:
    """What another search knows of the moves that mate."""

    table: TranspositionTable
    """It may be written meanwhile."""
    tables: Any = field(compare=False)
    """The TABLES by whose keys the table finds positions."""


@dataclass(frozen=True)
class Question:
    """What is asked of a position.

    Attributes
    ----------
    goal
        One of `goals.GOALS`, for the side to move.
    printed
        True: the rules of the papers. Moves from h8 to a1, every double step sets the en-passant
        square, the game before does not count, and insufficient material decides nothing. False:
        the rules of play.
    ordered
        With the rules of the papers: False keeps the order of the move generator.
    wanted
        Goal material: how many pawns are to be won.
    squares
        Of the board, as a set of 64 bits.
    searchmoves
        If not empty: the only moves that are searched at the root.
    most_plies
        The goal must be reached within so many plies; 0: within any number.
    advice
        If not None, the attacker plays only the moves that mate in time by this advice, wherever
        it knows one: then a proof is valid, and a disproof says nothing. Needs `most_plies`.
    """

    goal: str = "mate"
    printed: bool = False
    ordered: bool = True
    wanted: int = 1
    squares: int = int(EVERYWHERE)
    searchmoves: tuple[chess.Move, ...] = ()
    most_plies: int = 0
    advice: Advice | None = None


class ChessGame:
    """A position and what is asked of it.

    Parameters
    ----------
    board
        With the moves before it, of which repetitions count.
    question

    Raises
    ------
    ProofError
        If there is no such goal, or a root move is not legal.
    """

    judge, list_children = staticmethod(rules.judge), staticmethod(rules.list_children)
    play, earlier = staticmethod(rules.play), staticmethod(rules.earlier)

    def __init__(self, board: chess.Board, question: Question) -> None:
        if question.goal not in GOALS:
            raise ProofError(f"The goal is one of {', '.join(GOALS)}, not {question.goal}.")
        self.board, self.question = board, question
        advice = question.advice
        self.tables = advice.tables if advice else shared_tables()
        self.stack = np.zeros(PLIES_KEPT, POSITION).view(np.recarray)
        self._keys = np.zeros(PLIES_KEPT, KEY)
        self._moves = np.zeros(2, MOVES)
        self._list = np.zeros(MOST_CHILDREN, CHILD)
        self._array = np.zeros(1, CHESS).view(np.recarray)
        record = self._array[0]
        record.tables = address(self.tables[0])
        record.root, record.moves = address(self.stack[HISTORY]), address(self._moves)
        record.keys = address(self._keys[HISTORY:])
        record.goal, record.attacker = GOALS.index(question.goal), 0 if board.turn else 1
        record.squares = question.squares
        record.every_en_passant = question.printed
        record.descending = question.printed and question.ordered
        record.judges_material = not question.printed
        record.most_plies = question.most_plies
        self._write_positions(question.printed)
        if record.goal == MATERIAL:
            record.wanted = balance(board) + question.wanted
        # Each once: as often as they may be repeated, they would not fit.
        searched = list(dict.fromkeys(self.named(move) for move in question.searchmoves))
        record.root_move[: len(searched)] = searched
        record.root_count = len(searched)
        if advice:  # last: until here all moves of the root are listed
            record.advice, record.mated = advice.table.where, MATE

    def _write_positions(self, printed: bool) -> None:
        set_up_game(self.stack, HISTORY, self.tables[0], self.board)
        root = self.stack[HISTORY]
        self._keys["key"][: HISTORY + 1] = self.stack["key"][: HISTORY + 1]
        if printed:
            self._keys["key"][:HISTORY] = 0
            root.fifty = 0
            square = self.board.ep_square
            if square is not None and not root.en_passant:
                self._keys["key"][HISTORY] ^= self.tables[0].en_passant_key[square]

    @property
    def where(self) -> int:
        """The address of the record that the doors take."""
        return int(address(self._array[0]))

    @property
    def root_key(self) -> int:
        """The key of the position, combined with the plies that are left if they are limited."""
        left = self.question.most_plies * int(PLY_FACTOR) & WHOLE_KEY
        return int(self._keys["key"][HISTORY]) ^ left

    @property
    def draws_win(self) -> bool:
        """Whether a draw reaches the goal."""
        return self.question.goal == GOALS[NOT_LOST]

    def named(self, move: chess.Move) -> int:
        """Return the 24 bits of a legal root move.

        Raises
        ------
        ProofError
            If it is not legal.
        """
        if move in self.board.legal_moves:
            wanted = short_name(self.board, move)
            for word in self.moves():
                if short_form(word) == wanted:
                    return word
        raise ProofError(f"{move.uci()} is not a legal move of the position.")

    def moves(self) -> list[int]:
        """List the root's moves that are searched."""
        count = self.list_children(self.where, 0, address(self._list), 0)
        return [int(word) for word in self._list["move"][:count]]


@cache
def shared_tables() -> Any:
    """Return the tables of the rules, which are read only."""
    return new_tables()


def balance(board: chess.Board) -> int:
    """Return how far the side to move is ahead in material, in pawns, as `goals.balance` does."""
    worth: dict[chess.PieceType, int] = {
        chess.PAWN: 1,
        chess.KNIGHT: 3,
        chess.BISHOP: 3,
        chess.ROOK: 5,
        chess.QUEEN: 9,
    }
    return sum(
        value * (len(board.pieces(kind, board.turn)) - len(board.pieces(kind, not board.turn)))
        for kind, value in worth.items()
    )
