"""What the engine knows without a search: its opening book and its endgame tables.

Damaged tables may keep python-chess at work without an end, and slow disks for long. So the
tables are asked in a thread of their own, and who has no answer in time searches without.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from engine.options.kinds import Value
from engine.process.texts import named_reason, sentence
from engine.thinking.limits import Limits
from engine.uci import book
from engine.uci.book import Book, BookMove
from engine.uci.table_files import Tables, open_tables
from engine.uci.tablebase import Tablebase, Verdict, judge

PATIENCE_SECONDS = 2.0  # for the tables' answer, where no clock runs
CLOCK_SHARE = 20  # this part of a clock, or a quarter of the time for the move, is the most
MOVE_SHARE = 4
LEAST_SECONDS = 0.01  # with less the answer comes too late, and the attempt costs time as well


class Prober:
    """Asks endgame tables about positions.

    Parameters
    ----------
    tablebase
        Asked by one thread at a time.
    largest
        The pieces of its largest table.
    say
        Told once if the tables fail.
    """

    def __init__(self, tablebase: Tablebase, largest: int, say: Callable[[str], object]) -> None:
        self._tablebase, self._largest, self._say = tablebase, largest, say
        self._complained = False
        self._idle = threading.Event()  # the last question has been answered
        self._idle.set()

    def ask(self, board: chess.Board, limits: Limits, settings: dict[str, Value]) -> Verdict | None:
        """Ask about a position.

        Returns
        -------
        Verdict or None
            None if the tables have not this position, or do not answer in time.
        """
        most = min(self._largest, int(settings["syzygy_probe_limit"]))
        if chess.popcount(board.occupied) > most or board.castling_rights:
            return None
        moves = [board.parse_uci(text) for text in limits.searchmoves] or list(board.legal_moves)
        seconds = patience(limits)
        if not moves or not self._idle.is_set() or seconds < LEAST_SECONDS:
            return None
        answer: list[Verdict | None] = []
        given_up = threading.Event()

        def work() -> None:
            fifty_moves = bool(settings["syzygy_fifty_moves"])
            try:
                verdict = judge(
                    self._tablebase, board, moves, fifty_moves, lambda: not given_up.is_set()
                )
                answer.append(verdict)
            except Exception as failure:
                self._complain(sentence(f"The endgame tables fail: {named_reason(failure)}"))
                answer.append(None)
            self._idle.set()

        board = board.copy()
        self._idle.clear()
        threading.Thread(target=work, name="tables", daemon=True).start()
        if not self._idle.wait(seconds):
            given_up.set()
            self._complain("The endgame tables do not answer in time; the search goes without.")
            return None
        return answer[0]

    def _complain(self, message: str) -> None:
        if not self._complained:
            self._complained = True
            self._say(message)


def patience(limits: Limits) -> float:
    """Return the seconds that the tables may take."""
    seconds = [PATIENCE_SECONDS]
    if limits.movetime_ms is not None:
        seconds.append(limits.movetime_ms / 1000 / MOVE_SHARE)
    if limits.time_ms is not None and not limits.ponder:
        seconds.append(limits.time_ms / 1000 / CLOCK_SHARE)
    return max(0.0, min(seconds))


@dataclass(frozen=True)
class Library:
    """The book and the tables that the options name; both may be missing."""

    book: Book | None = None
    prober: Prober | None = None

    def after(
        self, settings: dict[str, Value], field: str, say: Callable[[str], object]
    ) -> "Library":
        """Return the library after an option was set.

        Parameters
        ----------
        settings
            All of them, with the new value.
        field
            Of the option.
        say
            Told what was found, and later if tables fail.

        Raises
        ------
        OptionError
            If a file or folder cannot be used; the library is as before.
        """
        place = str(settings["book_file"])
        if field == "book_file" or (field == "own_book" and self.book is None):
            wanted = place or settings["own_book"]
            return replace(self, book=Book(place) if wanted else None)
        if field == "syzygy_path":
            places = str(settings["syzygy_path"])
            return replace(self, prober=prober_of(open_tables(places), say) if places else None)
        return self

    def book_move(
        self, board: chess.Board, limits: Limits, settings: dict[str, Value]
    ) -> BookMove | None:
        """Draw a move from the book, if one is wanted and there is one."""
        if self.book is None or not book.is_asked(board, limits, settings):
            return None
        return self.book.draw(board, limits.searchmoves)

    def verdict(
        self, board: chess.Board, limits: Limits, settings: dict[str, Value]
    ) -> Verdict | None:
        """Ask the tables, if there are any; see `Prober.ask`."""
        return self.prober.ask(board, limits, settings) if self.prober else None


def prober_of(tables: Tables, say: Callable[[str], object]) -> Prober:
    """Tell what was found, and make a prober of it."""
    say(tables.sentence)
    return Prober(tables.tablebase, tables.largest, say)


def narrowed(limits: Limits, moves: tuple[str, ...], elapsed_ms: int) -> Limits:
    """Return what is left for the search.

    Parameters
    ----------
    limits
        What the `go` allowed.
    moves
        Those that may be chosen, as UCI writes them; empty: as it was.
    elapsed_ms
        Milliseconds that have passed since the `go`.
    """
    return replace(
        limits,
        searchmoves=moves or limits.searchmoves,
        movetime_ms=without(limits.movetime_ms, elapsed_ms),
        time_ms=without(limits.time_ms, elapsed_ms),
    )


def without(time_ms: int | None, elapsed_ms: int) -> int | None:
    """Take time off a limit, where there is one."""
    return None if time_ms is None else time_ms - elapsed_ms
