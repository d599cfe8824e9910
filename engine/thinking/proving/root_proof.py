"""A proof search beside the usual search of a move (option Proof At Root)."""

import time
from collections.abc import Callable, Mapping
from threading import Thread

import chess

from engine.options import Value
from engine.process.deep_threads import start_deep
from engine.proof.settings import ProofError
from engine.thinking.limits import NO_LIMIT, Limits
from engine.thinking.loading import PROOF, has_core
from engine.thinking.news import Info, Progress, Report, Result
from engine.thinking.proving.adviser import Adviser
from engine.thinking.proving.chess_game import Advice
from engine.thinking.proving.found import Found
from engine.thinking.proving.go_mate import proved_info
from engine.thinking.proving.mate_search import MateSearch
from engine.thinking.proving.usual_search import BRIEF_NODES, shown_mate


class RootProof:
    """A proof search beside the usual search of a move (option Proof At Root).

    A mate that the usual search shows is proved by the moves of its table, which changes meanwhile.
    Each mate that it proves is reported at once; when none is shorter, the usual search is ended.

    Parameters
    ----------
    board
    settings
    advice
        What the usual search leaves in its table.
    report
        Gets the mates, in another thread.
    end_search
        Called in that thread when there is nothing left to find out.
    """

    def __init__(
        self,
        board: chess.Board,
        settings: Mapping[str, Value],
        advice: Advice,
        report: Report,
        end_search: Callable[[], None],
    ) -> None:
        self.search = MateSearch(board, NO_LIMIT, settings)
        self.search.follow(Adviser(advice, lambda *_: self._usual))
        self._report, self._end_search = report, end_search
        self._began = time.monotonic()
        self._refusal = ""
        self._usual: int | None = None  # moves of the mate that the usual search shows
        self._thread: Thread | None = None
        if not has_core(PROOF):
            self._refusal = "The proof search is being compiled: there is none beside this search."
            return
        try:
            self._thread = start_deep(self._run, "proof")  # df-pn recurses
        except RuntimeError:
            self._refusal = "There is no memory for a thread that looks for a mate."

    def _run(self) -> None:
        try:
            found = self.search.run(self._tell)
        except ProofError as refusal:  # no memory; the usual search goes on
            self._refusal = str(refusal)
            return
        if found.is_shortest:
            self._end_search()

    def _tell(self, found: Found) -> None:
        if self._is_better(found):
            self._report(self._info(found))

    def _is_better(self, found: Found) -> bool:
        """Whether the proved mate is shorter than the one that the usual search shows."""
        plies = found.plies
        if plies is None:
            return self._usual is None
        return (plies + 1) // 2 < (self._usual or NO_LIMIT)

    def _info(self, found: Found) -> Info:
        return proved_info(found, self._began)

    def hearing(self, report: Report) -> Report:
        """Return a report that also tells this object what the usual search finds."""

        def hear(news: Info | Progress) -> None:
            if isinstance(news, Info) and news.multipv == 1:
                self._usual = shown_mate(news)
            report(news)

        return hear

    def end(self) -> None:
        """Stop it."""
        self.search.stop()
        if self._thread is not None:
            self._thread.join()

    def result(self, otherwise: Result, report: Report) -> Result:
        """Return the proved mate, after reporting it, or else the result of the usual search.

        A mate that the usual search shows is played if it is as short.
        """
        self.end()
        found = self.search.found
        if not found.line or not self._is_better(found):
            refused = (self._refusal,) if self._refusal else ()
            return otherwise._replace(remarks=otherwise.remarks + refused)
        report(self._info(found)._replace(nodes=self.search.nodes))
        reply = found.line[1] if len(found.line) > 1 else None
        remark = found.remarks(was_stopped=True)[0]
        return Result(found.line[0], reply, (*otherwise.remarks, remark))


def wants_root_proof(limits: Limits, settings: Mapping[str, Value]) -> bool:
    """Whether a proof search is to run beside the search of a move.

    Not beside a search of a fixed depth or few nodes, nor where the strength is limited: such a
    search is to find what it finds.
    """
    wanted = settings["proof_at_root"] and not settings["limit_strength"]
    free = limits.mate is None and limits.depth is None and not limits.searchmoves
    return bool(wanted and free) and (limits.nodes or NO_LIMIT) > BRIEF_NODES
