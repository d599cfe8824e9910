"""What the engine knows without a search: its opening book and its tablebases.

Probing may hang on damaged tables and take long on slow disks. So it has a thread of its own, and
if there is no answer in time, the search starts without one.
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

PATIENCE_SECONDS = 2.0  # for a probe, where no clock runs
CLOCK_SHARE = 20  # a probe may take this fraction (1/20) of the clock
MOVE_SHARE = 4  # and this fraction (1/4) of a fixed time per move
LEAST_SECONDS = 0.01  # with less, no probe is started


class Prober:
    """Probes tablebases.

    Parameters
    ----------
    tablebase
        Probed by one thread at a time.
    largest
        Number of pieces of its largest table, kings included.
    say
        Called once if probing fails.
    """

    def __init__(self, tablebase: Tablebase, largest: int, say: Callable[[str], object]) -> None:
        self._tablebase, self._largest, self._say = tablebase, largest, say
        self._complained = False
        self._idle = threading.Event()  # the last probe has ended
        self._idle.set()

    def ask(self, board: chess.Board, limits: Limits, settings: dict[str, Value]) -> Verdict | None:
        """Probe a position.

        Returns
        -------
        Verdict or None
            None if the tables do not have this position or do not answer in time.
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
                self._complain(sentence(f"Probing the tablebases failed: {named_reason(failure)}"))
                answer.append(None)
            self._idle.set()

        board = board.copy()
        self._idle.clear()
        threading.Thread(target=work, name="tablebases", daemon=True).start()
        if not self._idle.wait(seconds):
            given_up.set()
            self._complain(
                "The tablebases did not answer in time; the search continues without them."
            )
            return None
        return answer[0]

    def _complain(self, message: str) -> None:
        if not self._complained:
            self._complained = True
            self._say(message)


def patience(limits: Limits) -> float:
    """Return the seconds that a probe may take."""
    seconds = [PATIENCE_SECONDS]
    if limits.movetime_ms is not None:
        seconds.append(limits.movetime_ms / 1000 / MOVE_SHARE)
    if limits.time_ms is not None and not limits.ponder:
        seconds.append(limits.time_ms / 1000 / CLOCK_SHARE)
    return max(0.0, min(seconds))


@dataclass(frozen=True)
class Library:
    """The book and the tablebases that the options name; either may be missing."""

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
            Called with what was found, and later if probing fails.

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
        """Choose a book move, if one may be played and there is one."""
        if self.book is None or not book.is_asked(board, limits, settings):
            return None
        return self.book.draw(board, limits.searchmoves)

    def verdict(
        self, board: chess.Board, limits: Limits, settings: dict[str, Value]
    ) -> Verdict | None:
        """Probe the tablebases, if there are any; see `Prober.ask`."""
        return self.prober.ask(board, limits, settings) if self.prober else None


def prober_of(tables: Tables, say: Callable[[str], object]) -> Prober:
    """Say what was found, and return its prober."""
    say(tables.message)
    return Prober(tables.tablebase, tables.largest, say)


def narrowed(limits: Limits, moves: tuple[str, ...], elapsed_ms: int) -> Limits:
    """Return the limits that remain for the search.

    Parameters
    ----------
    limits
        What the `go` allowed.
    moves
        The root moves to search, in the notation of UCI; empty: as before.
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
    """Subtract time from a limit, if there is one."""
    return None if time_ms is None else time_ms - elapsed_ms
