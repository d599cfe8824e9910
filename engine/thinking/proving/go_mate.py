"""A `go mate` as the engine runs it: the clock, a move in any case, and what is reported."""

import time
from collections.abc import Callable, Mapping
from threading import Thread

import chess

from engine.options import Value
from engine.options.proof import ALPHA_BETA
from engine.process.deep_threads import start_deep
from engine.proof.settings import ProofError
from engine.search.shared.score import FARTHEST_MATE, MATE, mate_in
from engine.thinking.limits import ANY_LENGTH, NO_LIMIT, Limits, budget
from engine.thinking.loading import PROOF, has_core
from engine.thinking.news import Info, Monitor, Progress, Report, Result
from engine.thinking.proving.found import Found
from engine.thinking.proving.mate_search import MateSearch

BRIEF_NODES = 20_000
"""Of the usual search, at most, which finds a move for the case that nothing is proved."""
BRIEF_NODES_PER_MS = 250
"""And at most so many for each millisecond of the move: a fraction of it."""
BRIEF_PART = 10
"""And at most one in so many of the nodes of a `go mate N nodes M`."""
PER_MILLE = 1000
FARTHEST_PLIES = MATE - FARTHEST_MATE - 1
"""The longest mate that a score can tell of."""


def proves(limits: Limits, settings: Mapping[str, Value]) -> bool:
    """Whether a `go` is a proof search, which needs the part PROOF of the core."""
    return limits.mate is not None and settings["mate_search"] != ALPHA_BETA


class GoMate:
    """One `go mate` by proof search.

    Parameters
    ----------
    board
        With at least one legal move.
    limits
        With a mate.
    settings
        Of the engine, by field.
    """

    def __init__(self, board: chess.Board, limits: Limits, settings: Mapping[str, Value]) -> None:
        self.board, self.limits = board, limits
        self._began = time.monotonic()
        overhead_ms = int(settings["move_overhead_ms"])
        self._budget = budget(limits, overhead_ms, board.fullmove_number)
        moves = tuple(legal(board, limits.searchmoves))
        node_limit = limits.nodes or NO_LIMIT
        most = (limits.depth + 1) // 2 if limits.depth else ANY_LENGTH
        wanted = min(limits.mate or 1, most)
        self.search = MateSearch(board, wanted, settings, moves, node_limit)

    def start_clock(self) -> None:
        """Let the time of the move begin now."""
        if self._budget is not None:
            self.search.end_at(time.monotonic() + self._budget.hard_ms / PER_MILLE)

    def stop(self) -> None:
        """End it, whatever thread it runs in."""
        self.search.stop()

    def run(self, think: Callable[[Limits, Report], Result], report: Report) -> Result:
        """Search, and return the move.

        Parameters
        ----------
        think
            Searches in the usual way, which gives a line in case that nothing is proved.
        report
            Gets each proved mate, and once a second the progress.
        """
        otherwise = self._usual_line(think)
        self.search.count_in(otherwise.nodes)
        monitor = Monitor(self._progress, report)
        try:
            found = self.search.run(lambda proved: report(self._info(proved)))
            remarks = found.remarks(self.search.was_stopped)
        except ProofError as refusal:  # no memory; what was proved before stays
            found = self.search.found
            remarks = (*found.remarks(self.search.was_stopped), str(refusal))
        finally:
            monitor.end()
        if found.line and found.plies is None:
            report(self._info(found))
        if not found.line:
            nodes, passed = self.search.nodes, elapsed_ms(self._began)
            report(otherwise._replace(nodes=nodes, elapsed_ms=passed))
            moves = shown_mate(otherwise)
            if moves is not None and self.search.found.refuted < moves <= self.search.found.wanted:
                remarks += (f"Alpha-beta shows a mate in {moves}, which is not proved.",)
        line = found.line or otherwise.pv
        return Result(line[0], line[1] if len(line) > 1 else None, remarks)

    def _usual_line(self, think: Callable[[Limits, Report], Result]) -> Info:
        """Search a few nodes in silence; return the best line."""
        heard: list[Info] = []
        nodes = BRIEF_NODES
        if self.limits.nodes:
            nodes = min(nodes, max(1, self.limits.nodes // BRIEF_PART))
        if self._budget is not None:
            nodes = min(nodes, self._budget.hard_ms * BRIEF_NODES_PER_MS)
        # An analysis, so that Learn Online does not take it for a move of the game.
        limits = Limits(nodes=nodes, searchmoves=self.limits.searchmoves, infinite=True)
        think(limits, lambda news: heard.append(news) if isinstance(news, Info) else None)
        return [info for info in heard if info.multipv == 1][-1]

    def _info(self, found: Found) -> Info:
        return proved_info(found, self._began, self.search.per_mille_full)

    def _progress(self) -> Progress:
        full = self.search.per_mille_full
        return Progress(None, 0, 0, self.search.nodes, elapsed_ms(self._began), full)


def elapsed_ms(began: float) -> int:
    """Return the milliseconds since a moment of `time.monotonic`."""
    return int((time.monotonic() - began) * PER_MILLE)


def proved_info(found: Found, began: float, full: int = 0) -> Info:
    """Return what is reported of a proved mate; `full` is the memory in use, in per mille.

    Of one whose length is not known, or more than a score can tell of, the score is that of the
    farthest mate, as a lower bound.
    """
    plies, bound, passed = found.plies, "", elapsed_ms(began)
    if plies is None or plies > FARTHEST_PLIES:
        plies, bound = FARTHEST_PLIES, "lowerbound"
    return Info(plies, plies, MATE - plies, bound, found.nodes, passed, full, found.line)


def shown_mate(info: Info) -> int | None:
    """Return the moves of the mate that an exact score tells; None if it tells none."""
    moves = mate_in(info.score)
    return moves if moves is not None and moves > 0 and not info.bound else None


class RootProof:
    """A proof search beside the usual search of a move (option Proof At Root).

    Each mate that it proves is reported at once; when none is shorter, the usual search is ended.

    Parameters
    ----------
    board
    settings
    report
        Gets the mates, in another thread.
    end_search
        Called in that thread when there is nothing left to find out.
    """

    def __init__(
        self,
        board: chess.Board,
        settings: Mapping[str, Value],
        report: Report,
        end_search: Callable[[], None],
    ) -> None:
        self.search = MateSearch(board, NO_LIMIT, settings)
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


def root_proof(
    board: chess.Board,
    settings: Mapping[str, Value],
    limits: Limits,
    report: Report,
    end_search: Callable[[], None],
) -> RootProof | None:
    """Start the proof search beside the search of a move, if it is wanted.

    Not beside a search of a fixed depth or few nodes, which `go mate` itself asks for, nor where
    the strength is limited: such a search is to find what it finds.
    """
    wanted = settings["proof_at_root"] and not settings["limit_strength"]
    free = limits.mate is None and limits.depth is None and not limits.searchmoves
    if not (wanted and free) or (limits.nodes or NO_LIMIT) <= BRIEF_NODES:
        return None
    return RootProof(board, settings, report, end_search)


def legal(board: chess.Board, texts: tuple[str, ...]) -> list[chess.Move]:
    """Read moves; what is not legal is left out."""
    found = []
    for text in texts:
        try:
            found.append(board.parse_uci(text))
        except ValueError:
            continue
    return found
