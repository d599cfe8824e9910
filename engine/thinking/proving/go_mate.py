"""A `go mate` as the engine runs it: the clock, a move in any case, and what is reported."""

import time
from collections.abc import Callable, Mapping

import chess

from engine.options import Value
from engine.options.proof import ALPHA_BETA
from engine.process.deep_threads import start_deep
from engine.proof.settings import ProofError
from engine.search.shared.score import MATE
from engine.thinking.limits import ANY_LENGTH, NO_LIMIT, Limits, budget
from engine.thinking.loading import PROOF, has_core
from engine.thinking.news import Info, Monitor, Progress, Report, Result
from engine.thinking.proving.mate_search import Found, MateSearch

BRIEF_NODES = 20_000
"""Of the usual search, which finds a move for the case that nothing is proved."""
PER_MILLE = 1000


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
            self.search.deadline = time.monotonic() + self._budget.hard_ms / PER_MILLE

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
        monitor = Monitor(self._progress, report)
        try:
            found = self.search.run(lambda proved: report(self._info(proved)))
            remarks = found.remarks(self.search.was_stopped)
        except ProofError as refusal:  # no memory; what was proved before stays
            found, remarks = self.search.found, (str(refusal),)
        finally:
            monitor.end()
        if found.line and found.plies is None:
            report(self._info(found))
        if not found.line:
            report(otherwise._replace(nodes=self.search.nodes, elapsed_ms=self._elapsed_ms))
        line = found.line or otherwise.pv
        return Result(line[0], line[1] if len(line) > 1 else None, remarks)

    def _usual_line(self, think: Callable[[Limits, Report], Result]) -> Info:
        """Search a few nodes in silence; return the best line."""
        heard: list[Info] = []
        nodes = min(BRIEF_NODES, self.limits.nodes or BRIEF_NODES)
        # An analysis, so that Learn Online does not take it for a move of the game.
        limits = Limits(nodes=nodes, searchmoves=self.limits.searchmoves, infinite=True)
        think(limits, lambda news: heard.append(news) if isinstance(news, Info) else None)
        return heard[-1]

    @property
    def _elapsed_ms(self) -> int:
        return int((time.monotonic() - self._began) * PER_MILLE)

    def _info(self, found: Found) -> Info:
        plies = found.plies or len(found.line)
        full = self.search.per_mille_full
        return Info(plies, plies, MATE - plies, "", found.nodes, self._elapsed_ms, full, found.line)

    def _progress(self) -> Progress:
        full = self.search.per_mille_full
        return Progress(None, 0, 0, self.search.nodes, self._elapsed_ms, full)


class RootProof:
    """A proof search beside the usual search of a move (option Proof At Root).

    Parameters
    ----------
    board
    settings
    on_proof
        Called in another thread when a mate is proved.
    """

    def __init__(
        self, board: chess.Board, settings: Mapping[str, Value], on_proof: Callable[[], None]
    ) -> None:
        self.search = MateSearch(board, NO_LIMIT, settings)
        self._on_proof, self._began = on_proof, time.monotonic()
        self._refusal = ""
        self._thread = start_deep(self._run, "proof")  # df-pn recurses

    def _run(self) -> None:
        try:
            found = self.search.run(lambda _: self.search.stop())
        except ProofError as refusal:  # no memory; the usual search goes on
            self._refusal = str(refusal)
            return
        if found.line:
            self._on_proof()

    def end(self) -> None:
        """Stop it."""
        self.search.stop()
        self._thread.join()

    def result(self, otherwise: Result, report: Report) -> Result:
        """Return the proved mate, after reporting it, or else the result of the usual search."""
        self.end()
        line = self.search.found.line
        if not line:
            refused = (self._refusal,) if self._refusal else ()
            return otherwise._replace(remarks=otherwise.remarks + refused)
        found = self.search.found
        plies = found.plies or len(line)
        elapsed_ms = int((time.monotonic() - self._began) * PER_MILLE)
        report(Info(plies, plies, MATE - plies, "", self.search.nodes, elapsed_ms, 0, line))
        remark = found.remarks(was_stopped=True)[0]
        reply = line[1] if len(line) > 1 else None
        return Result(line[0], reply, (*otherwise.remarks, remark))


def root_proof(
    board: chess.Board,
    settings: Mapping[str, Value],
    limits: Limits,
    on_proof: Callable[[], None],
) -> RootProof | None:
    """Start the proof search beside the search of a move, if it is wanted and compiled."""
    wanted = settings["proof_at_root"] and limits.mate is None and not limits.searchmoves
    if not wanted or (limits.nodes or NO_LIMIT) <= BRIEF_NODES:  # nor for what `go mate` asks
        return None
    return RootProof(board, settings, on_proof) if has_core(PROOF) else None


def legal(board: chess.Board, texts: tuple[str, ...]) -> list[chess.Move]:
    """Read moves; what is not legal is left out."""
    found = []
    for text in texts:
        try:
            found.append(board.parse_uci(text))
        except ValueError:
            continue
    return found
