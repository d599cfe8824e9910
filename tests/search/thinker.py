"""An engine that is asked one thing at a time, with its settings by field."""

from typing import Any, NamedTuple

import chess
import numpy as np

from engine import options
from engine.board.names import NONE
from engine.machine.words import U64, address
from engine.search.shared.worker import TALLIES
from engine.table.entry import new_entry
from engine.table.statistics import COUNTS
from engine.thinking.engine import Engine, Info, Progress, Result
from engine.thinking.limits import Limits
from tests.search.positions import board_of
from tests.table.small_table import Entry, parts, places, store_by

BY_FIELD = {option.field: option for option in options.OPTIONS}

PLAIN: dict[str, Any] = {
    "pvs": False,
    "aspiration": False,
    "refutation_table": False,
    "history": "off",
    "quiescence": False,
    "table_use": "nothing",
}
"""ALIBABA without its aids: alpha-beta."""


USUAL: dict[str, Any] = {
    "search": "AliBaba",
    "table_positions": "64K",
    "mate_search": "alpha-beta",
}
"""What differs from the defaults unless a test says otherwise: most tests are about ALIBABA."""


class Thought(NamedTuple):
    """What a search said and counted."""

    result: Result
    infos: list[Info]
    news: list[Progress]
    counts: dict[str, int]
    worker: dict[str, int]

    @property
    def last(self) -> Info:
        """The last result inside its window."""
        return [info for info in self.infos if not info.bound][-1]

    @property
    def score(self) -> int:
        """Its score."""
        return self.last.score

    @property
    def nodes(self) -> int:
        """The nodes of the whole search."""
        return self.worker["nodes"]


class Stored(NamedTuple):
    """An entry as it lies in the table."""

    key: int
    entry: Entry
    line: tuple[int, ...]  # 16 bits for each move
    beside: int = 0  # the word of the optional components


class Thinker:
    """An engine with a small table and other settings than the default ones.

    Parameters
    ----------
    settings
        Values by option field.
    """

    def __init__(self, **settings: Any) -> None:
        self.engine = Engine()
        self.set(**{**USUAL, **settings})

    def set(self, **settings: Any) -> None:
        """Change settings, as a UCI program would."""
        for field, value in settings.items():
            option = BY_FIELD[field]
            if self.engine.settings[field] != value:
                self.engine.configure(option, options.parse(option, options.written(value)))

    def reset(self, **settings: Any) -> "Thinker":
        """Return to the default settings but these, and forget what was learned."""
        self.set(**{**options.defaults(), **USUAL, **settings})
        self.engine.new_game()
        return self

    def think(
        self, position: chess.Board | str, depth: int | None = None, **limits: Any
    ) -> Thought:
        """Search a position with what is in the table."""
        board = board_of(position) if isinstance(position, str) else position
        infos: list[Info] = []
        news: list[Progress] = []

        def report(one: Info | Progress) -> None:
            infos.append(one) if isinstance(one, Info) else news.append(one)

        self.engine.prepare_go()
        self.engine.set_position(board)
        result = self.engine.think(Limits(depth=depth, **limits), report)
        return Thought(result, infos, news, self.counts(), self.worker())

    def afresh(
        self, position: chess.Board | str, depth: int | None = None, **limits: Any
    ) -> Thought:
        """Search a position as in a new game."""
        self.engine.new_game()
        return self.think(position, depth, **limits)

    def key(self, board: chess.Board) -> int:
        """Give the hash value of a position; overwrites the root of the last search."""
        return int(self.engine._set_up(board).key)

    def put(self, board: chess.Board, depth: int, bound: int, score: int, size: int = 1) -> None:
        """Put a result without a move into the table, as if it had been searched."""
        self.put_entry(board, int(new_entry(NONE, score, depth, bound, U64(size))))

    def put_entry(self, board: chess.Board, entry: int, marks: int = 0) -> None:
        """Put an entry into the table, with the marks of its optional components."""
        where = self.engine._table.where, address(self.engine.thread.counts[0])
        store_by(where, U64(self.key(board)), U64(entry), NONE, U64(marks))

    def counts(self) -> dict[str, int]:
        """What happened in the table."""
        return {name: int(self.engine.thread.counts[0][name]) for name in COUNTS.names or ()}

    def worker(self) -> dict[str, int]:
        """The counters of the searching thread."""
        return {name: int(self.engine.thread.worker[name]) for name in TALLIES}

    def entry(self, board: chess.Board) -> Entry | None:
        """What the table holds of a position."""
        key = self.key(board)
        found = [one.entry for one in self.stored() if one.key == key]
        assert len(found) <= 1, "never two entries of one position"
        return found[0] if found else None

    def stored(self) -> list[Stored]:
        """Take everything out of the table."""
        slots = np.asarray(places(self.engine._table))
        return [stored(slot) for slot in slots[slots["entry"] != 0]]


def stored(slot: Any) -> Stored:
    """Read a slot."""
    word, wide = int(slot["entry"]), "rest" in (slot.dtype.names or ())
    rest = int(slot["rest"]) if wide else 0
    line = [word & 0xFFFF] if word & 0xFFFF else []
    line += [rest >> shift & 0xFFFF for shift in (0, 16, 32, 48) if rest >> shift]
    beside = int(slot["beside"]) if "beside" in (slot.dtype.names or ()) else 0
    return Stored(int(slot["check"]) ^ word ^ rest ^ beside, parts(word), tuple(line), beside)
