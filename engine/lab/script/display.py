"""The search as AliBaba+ shows it: a line for each event, then the statistics.

An event is depth, elapsed seconds, a marker, the score in pawns, the line, and the deepest ply. The
marker is >> if the search failed high and << if it failed low. Moves of quiescence have a dot. What
the engine reports becomes an event in `event_of` alone.
Source: Lazar 1995, the sample of a search.
"""

from collections.abc import Callable
from typing import NamedTuple

import chess

from engine.lab.script.game import line_words
from engine.search.shared.score import mate_in
from engine.thinking.news import Info, Progress, RootEvent

MARKERS = {"": "", "lowerbound": ">>", "upperbound": "<<"}
SEPARATOR = "-" * 72
LINE_WIDTH = 42
"""Of the moves; a longer line is shown as it is."""


class Event(NamedTuple):
    """Something that a search reports."""

    depth: int
    elapsed_ms: int
    marker: str
    score: int
    """Centipawns, for the side to move."""
    moves: tuple[chess.Move, ...]
    deepest: int
    """Plies."""
    ends_iteration: bool
    quiet: int | None = None
    """The place in the moves at which quiescence begins; None if it is not known."""


def event_of(news: Info | Progress | RootEvent) -> Event | None:
    """Return the event that the engine reports; None for what the display does not show.

    A window is reported when it has been searched: within the bounds it ends its iteration. Before
    it come the events of its root moves.
    """
    if isinstance(news, RootEvent):
        moves = news.line + news.quiescence
        place = (news.depth, news.elapsed_ms, MARKERS[news.bound], news.score)
        return Event(*place, moves, news.seldepth, ends_iteration=False, quiet=len(news.line))
    if isinstance(news, Info):
        marker = MARKERS[news.bound]
        is_final = not news.bound
        return Event(
            *(news.depth, news.elapsed_ms, marker, news.score, news.pv, news.seldepth, is_final)
        )
    return None


class Display:
    """Prints the events of one search.

    Parameters
    ----------
    board : chess.Board
        The root.
    write : callable
        Gets each line.
    shows_progress : bool
        Whether the root move in search is printed once a second.

    Attributes
    ----------
    last : Event or None
        The final line of the last iteration, or a bound if there is none.
    """

    def __init__(
        self, board: chess.Board, write: Callable[[str], object], shows_progress: bool = False
    ) -> None:
        self._board, self._write = board, write
        self._shows_progress = shows_progress
        self._separated = False
        self._shown: Event | None = None
        self._best: Event | None = None  # of the root moves of this window
        self.last: Event | None = None

    def report(self, news: Info | Progress) -> None:
        """Show what the engine reports."""
        event = event_of(news)
        if event is not None:
            self._show(self._with_quiescence(event))
        elif self._shows_progress and isinstance(news, Progress) and news.move is not None:
            move = self._board.lan(news.move)
            self._line(f"{news.depth:3} {seconds(news.elapsed_ms)}    {news.number}. {move}")

    def report_root(self, news: RootEvent) -> None:
        """Show a root move that failed high or low; a new best one is shown with its window."""
        event = event_of(news)
        assert event is not None
        if event.marker:
            self._show(event)
        else:
            self._best = event

    def _with_quiescence(self, event: Event) -> Event:
        """Add what quiescence found behind the line of a window."""
        best = self._best
        if best is None or best.moves[: best.quiet] != event.moves:
            return event
        return event._replace(moves=best.moves, quiet=best.quiet)

    def _show(self, event: Event) -> None:
        # At a limit the engine repeats the last line with all nodes.
        if self._shown and self._shown._replace(elapsed_ms=event.elapsed_ms) == event:
            return
        self._shown = event
        if event.ends_iteration or self.last is None or not self.last.ends_iteration:
            self.last = event
        if event.ends_iteration and not self._separated:
            self._line(SEPARATOR)
        self._line(event_line(event, self._board))
        if event.ends_iteration:
            self._line(SEPARATOR)
        self._separated = event.ends_iteration

    def _line(self, line: str) -> None:
        self._separated = False
        self._write(line)


def event_line(event: Event, board: chess.Board) -> str:
    """Write an event in its columns.

    Parameters
    ----------
    event : Event
    board : chess.Board
        The root.
    """
    quiet = len(event.moves) if event.quiet is None else event.quiet
    words = line_words(board, event.moves)
    line = " ".join("." * (place >= quiet) + word for place, word in enumerate(words))
    return (
        f"{event.depth:3} {seconds(event.elapsed_ms)} {event.marker:2} {pawns(event.score):>8} "
        f"{line:{LINE_WIDTH}} {event.deepest:3}"
    )


def seconds(milliseconds: int) -> str:
    """Write a time in its column."""
    return f"{milliseconds / 1000:8.2f}"


def pawns(score: int) -> str:
    """Write a score in pawns, or the moves to mate."""
    mate = mate_in(score)
    return f"{score / 100:.3f}" if mate is None else f"mate {mate}"
