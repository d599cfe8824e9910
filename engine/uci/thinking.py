"""One `go` in a thread of its own, from its start to its one `bestmove`.

The reader of commands starts it, stops it and waits for it; the thread never reads. An infinite
search and one that ponders may be finished early, but print their move only after `stop` or
`ponderhit` (nescitus/rodent-iv#15, cutechess#180).
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import chess

from engine.process.deep_threads import start_deep
from engine.thinking.engine import Engine, Info, Progress, Result
from engine.thinking.limits import Limits
from engine.uci.library import Library, narrowed
from engine.uci.output import Output
from engine.uci.report import Beside, bestmove_line, info_line, progress_lines
from engine.uci.tablebase import Verdict
from engine.uci.win_draw_loss import our_model

Outcome = TypeVar("Outcome")


class Thinking:
    """The work of one `go`.

    Parameters
    ----------
    engine
        Used by the thread alone until it ends, but for `stop` and `ponderhit`.
    output
        Where the lines go.
    on_failure
        Called with the exception if the thread fails.
    """

    def __init__(
        self, engine: Engine, output: Output, on_failure: Callable[[str, Exception], None]
    ) -> None:
        self._engine = engine
        self._output = output
        self._on_failure = on_failure
        # not Thread.join: after a KeyboardInterrupt it takes the thread as ended
        self._ended = threading.Event()
        self._ended.set()
        self._limits = Limits()
        self._may_answer = threading.Event()
        self._pondering = False
        self._abandoned = self._stopped = False
        self._has_searched = False  # False after a book move
        self.busy = False  # a search is running, or has finished and waits for `stop`
        self.shows_statistics = False
        self.library = Library()

    @property
    def pondering(self) -> bool:
        """Whether a search is running on the opponent's time."""
        return self.busy and self._pondering

    @property
    def goes_on(self) -> bool:
        """Whether something is running and no stop was requested."""
        return self.busy and not self._stopped

    def search(self, limits: Limits) -> None:
        """Start a search of the engine's position; the last one must have ended."""
        self._limits = limits
        self._pondering = limits.ponder
        self._abandoned = self._has_searched = False
        self._may_answer.clear()
        if not (limits.infinite or limits.ponder):
            self._may_answer.set()
        board = self._engine.board  # which nobody changes: another position is another board
        self._begin(lambda: self._search(board))

    def run(self, work: Callable[[], list[str]]) -> None:
        """Start some other long work with the engine, such as perft.

        Parameters
        ----------
        work
            Returns the last lines to print.
        """
        self._pondering = False
        self._begin(lambda: self._guarded(work) or [])

    def _begin(self, work: Callable[[], list[str]]) -> None:
        def begin_to_end() -> None:
            last_lines = work()
            # a GUI that has read the last line may send the next command at once
            self.busy = False
            self._output(*last_lines)
            self._ended.set()

        self._engine.prepare_go()
        self.busy, self._stopped = True, False
        self._ended.clear()
        try:
            start_deep(begin_to_end, "search")
        except RuntimeError:
            self.busy = False
            self._ended.set()
            raise

    def stop(self) -> None:
        """Ask the search to end; without one, do nothing (jdart1/arasan#21)."""
        if self.busy:
            # From now on the move must be printed, even if another position is sent before.
            self._pondering, self._stopped = False, True
            self._engine.stop()
            self._may_answer.set()

    def ponderhit(self) -> None:
        """Start the clock: the move pondered on was played."""
        if self.pondering:
            self._pondering = False
            self._engine.ponderhit()
            if not self._limits.infinite:
                self._may_answer.set()

    def interrupt(self, abandon_pondering: bool = False) -> None:
        """Stop the search and wait until it has answered.

        Parameters
        ----------
        abandon_pondering
            Whether a search on the opponent's time ends without a `bestmove`, because another
            move was played and no GUI waits for it.
        """
        if abandon_pondering and self.pondering:
            self._abandoned = True
        self.stop()
        self.wait()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the answer, at most some seconds if they are given.

        Returns
        -------
        bool
            Whether the search has ended.
        """
        return self._ended.wait(seconds)

    def _search(self, board: chess.Board) -> list[str]:
        result = self._guarded(lambda: self._result(board))
        if result is None:  # after an internal error, any legal move is better than a loss on time
            result = Result(next(iter(board.legal_moves), None), None)
        self._may_answer.wait()
        if self._abandoned:
            return []
        return [*self._statistics(), bestmove_line(result, board)]

    def _result(self, board: chess.Board) -> Result:
        begin = time.monotonic()
        limits, settings, library = self._limits, self._engine.settings, self.library
        drawn = self._guarded(lambda: library.book_move(board, limits, settings))
        if drawn is not None:
            self._output.say(
                f"{board.uci(drawn.move)} comes from the book {drawn.book}, "
                f"where it has a probability of {drawn.percent}%."
            )
            return Result(drawn.move, None)
        # The tables know wins, not how many moves a mate takes.
        verdict = None if limits.mate else library.verdict(board, limits, settings)
        kept = tuple(map(board.uci, verdict.kept)) if verdict else ()
        limits = narrowed(limits, kept, int(1000 * (time.monotonic() - begin)))
        self._has_searched = True
        result = self._engine.think(limits, self._reporter(board, verdict))
        for remark in result.remarks:
            self._output.say(remark)
        return result

    def _reporter(
        self, board: chess.Board, verdict: Verdict | None
    ) -> Callable[[Info | Progress], None]:
        model = self._guarded(our_model) if self._engine.settings["show_wdl"] else None
        beside = Beside(verdict, self.library.prober is not None, model)

        def report(news: Info | Progress) -> None:
            if isinstance(news, Info):
                self._output(info_line(news, board, beside))
            else:
                self._output(*progress_lines(news, board))

        return report

    def _statistics(self) -> list[str]:
        if not (self.shows_statistics and self._has_searched):
            return []
        return [f"info string {line}" for line in self._engine.table_report()]

    def _guarded(self, work: Callable[[], Outcome]) -> Outcome | None:
        try:
            return work()
        except Exception as failure:
            self._on_failure("the search", failure)
            return None
