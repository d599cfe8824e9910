"""Moves from an opening book, chosen at random by their weights.

The format is that of PolyGlot (Letouzey, PolyGlot 1.4, 2008), read by python-chess. Castling is
king takes own rook there, in standard chess too. The file stays open and is never read whole.
"""

import random
from pathlib import Path
from typing import NamedTuple

import chess
import chess.polyglot
import numpy as np

from engine.options.kinds import OptionError, Value
from engine.process.texts import quoted, sentence, system_reason
from engine.thinking.limits import Limits

OUR_BOOK = Path(__file__).resolve().parents[2] / "openings" / "book.bin"
ENTRY_BYTES = 16
KEYS_AT_ONCE = 1 << 20  # read together when the order of a book is checked


class BookMove(NamedTuple):
    """A move that was chosen."""

    move: chess.Move
    percent: int  # probability of this move
    book: str  # the name of its file


class Book:
    """An open book.

    Parameters
    ----------
    place
        The path of the file as the user gave it; empty for the book that comes with Sesame.
    chance
        The random generator; by default one with a seed of its own.

    Raises
    ------
    OptionError
        If there is no such book; the message says what is wrong with the file.
    """

    def __init__(self, place: str, chance: random.Random | None = None) -> None:
        path = Path(place) if place else OUR_BOOK
        try:
            path = path.expanduser()
            if fault := fault_of(path):
                raise OptionError(f"Book File: {quoted(str(path))} {fault}. Nothing changed.")
            self._reader = chess.polyglot.open_reader(path)
        except (OSError, RuntimeError) as failure:  # RuntimeError: ~ of an unknown user
            message = f"Book File: {quoted(str(path))} cannot be read: {system_reason(failure)}"
            raise OptionError(f"{sentence(message)} Nothing changed.") from None
        self.name = path.name
        self._chance = chance or random.Random()

    def __len__(self) -> int:
        """Count the entries."""
        return len(self._reader)

    def draw(self, board: chess.Board, only: tuple[str, ...] = ()) -> BookMove | None:
        """Choose a move for a position at random, by weight.

        Parameters
        ----------
        board
            The position; entries whose move is illegal in it are ignored.
        only
            The moves to choose from, in the notation of UCI; empty: all.
        """
        entries = [
            entry
            for entry in self._reader.find_all(board)
            if not only or board.uci(entry.move) in only
        ]
        if not entries:
            return None
        weights = [entry.weight for entry in entries]
        (drawn,) = self._chance.choices(entries, weights)
        return BookMove(drawn.move, 100 * drawn.weight // sum(weights), self.name)


def fault_of(path: Path) -> str:
    """Say what is wrong with the file of a book; empty if nothing is."""
    if path.is_dir():
        return "is a folder, not a book"
    if not path.is_file():
        return "does not exist" if not path.exists() else "is not a regular file"
    size = path.stat().st_size
    if size == 0:
        return "is empty"
    if size % ENTRY_BYTES:
        return f"is damaged or not a book: its {size} bytes are not a multiple of {ENTRY_BYTES}"
    if not in_order(path):
        return "is damaged or not a book: its entries are not sorted"
    return ""


def in_order(path: Path) -> bool:
    """Tell whether the keys of a book ascend, as the search for a key requires."""
    last = np.uint64(0)
    with path.open("rb") as file:
        while content := file.read(ENTRY_BYTES * KEYS_AT_ONCE):
            whole = len(content) - len(content) % ENTRY_BYTES
            keys = np.frombuffer(content[:whole], ">u8")[::2].astype(np.uint64)
            if len(keys) and (keys[0] < last or bool((keys[1:] < keys[:-1]).any())):
                return False
            last = keys[-1] if len(keys) else last
    return True


def is_asked(board: chess.Board, limits: Limits, settings: dict[str, Value]) -> bool:
    """Tell whether a book move may be played: not in analysis, and only early in a game."""
    analyses = limits.infinite or limits.ponder or limits.mate or settings["analyse_mode"]
    young = board.ply() < int(settings["book_depth"])
    return bool(settings["own_book"]) and young and not analyses
