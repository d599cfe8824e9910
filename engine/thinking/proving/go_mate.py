"""A `go mate` as the engine runs it: the clock, a move in any case, and what is reported."""

import time
from collections.abc import Callable, Mapping

import chess

from engine.options import Value
from engine.options.proof import ALPHA_BETA
from engine.proof.settings import ProofError
from engine.search.shared.score import FARTHEST_MATE, MATE
from engine.thinking.limits import ANY_LENGTH, NO_LIMIT, Limits, budget
from engine.thinking.news import Info, Monitor, Progress, Report, Result
from engine.thinking.proving.adviser import Adviser
from engine.thinking.proving.chess_game import Advice
from engine.thinking.proving.found import Found
from engine.thinking.proving.mate_search import MateSearch
from engine.thinking.proving.usual_search import MILLISECONDS, UsualSearch

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
    think
        Searches in the usual way: for a move in any case, and to advise the proof search.
    advice
        What these searches leave in their table.
    """

    def __init__(
        self,
        board: chess.Board,
        limits: Limits,
        settings: Mapping[str, Value],
        think: Callable[[Limits, Report], Result],
        advice: Advice,
    ) -> None:
        self.board = board
        self._began = time.monotonic()
        overhead_ms = int(settings["move_overhead_ms"])
        self._budget = budget(limits, overhead_ms, board.fullmove_number)
        most = (limits.depth + 1) // 2 if limits.depth else ANY_LENGTH
        wanted = min(limits.mate or 1, most)
        self._told = ""  # last, of what is open
        self._usual = UsualSearch(think, limits, wanted, (self._budget, overhead_ms))
        moves, node_limit = tuple(legal(board, limits.searchmoves)), limits.nodes or NO_LIMIT
        self.search = MateSearch(board, wanted, settings, moves, node_limit)
        if not settings["limit_strength"]:  # which lets the usual search end early
            self.search.follow(Adviser(advice, self._advise))

    def start_clock(self) -> None:
        """Let the time of the move begin now."""
        if self._budget is not None:
            end = time.monotonic() + self._budget.hard_ms / MILLISECONDS
            self._usual.end_at(end)
            self.search.end_at(end)

    def stop(self) -> None:
        """End the proof search, whatever thread it runs in."""
        self.search.stop()

    def run(self, report: Report) -> Result:
        """Search, and return the move.

        Parameters
        ----------
        report
            Gets each proved mate, and once a second the progress.
        """
        self._usual.begin()
        self.search.count_in(self._usual.nodes)
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
        otherwise = self._usual.best
        if not found.line:
            nodes, passed = self.search.nodes, elapsed_ms(self._began)
            report(otherwise._replace(nodes=nodes, elapsed_ms=passed))
            moves = self._usual.shown_mate
            if moves is not None and found.refuted < moves <= found.wanted:
                remarks += (f"Alpha-beta shows a mate in {moves}, which is not proved.",)
        line = found.line or otherwise.pv
        return Result(line[0], line[1] if len(line) > 1 else None, remarks)

    def _advise(self, nodes: int, moves: int) -> int | None:
        before = self._usual.nodes
        shown = self._usual.look(nodes, moves)
        self.search.count_in(self._usual.nodes - before)
        return shown

    def _info(self, found: Found) -> Info:
        return proved_info(found, self._began, self.search.per_mille_full)

    def _progress(self) -> Progress:
        full, found = self.search.per_mille_full, self.search.found
        nodes, remark = self.search.nodes + self._usual.running, found.what_is_open()
        if remark == self._told:
            remark = ""
        self._told = remark or self._told
        return Progress(None, 0, 0, nodes, elapsed_ms(self._began), full, remark)


def elapsed_ms(began: float) -> int:
    """Return the milliseconds since a moment of `time.monotonic`."""
    return int((time.monotonic() - began) * MILLISECONDS)


def proved_info(found: Found, began: float, full: int = 0) -> Info:
    """Return what is reported of a proved mate; `full` is the memory in use, in per mille.

    Of one whose length is not known, or more than a score can tell of, the score is that of the
    farthest mate, as a lower bound.
    """
    plies, bound, passed = found.plies, "", elapsed_ms(began)
    if plies is None or plies > FARTHEST_PLIES:
        plies, bound = FARTHEST_PLIES, "lowerbound"
    return Info(plies, plies, MATE - plies, bound, found.nodes, passed, full, found.line)


def legal(board: chess.Board, texts: tuple[str, ...]) -> list[chess.Move]:
    """Read moves; what is not legal is left out."""
    found = []
    for text in texts:
        try:
            found.append(board.parse_uci(text))
        except ValueError:
            continue
    return found
