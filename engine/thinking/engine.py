"""The engine as the UCI session sees it: settings, a table, a position, and searches of it.

Used from one thread at a time, except for `stop` and `ponderhit`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np

from engine.board.geometry import new_tables
from engine.board.perft import perft_from
from engine.board.setup import set_up
from engine.machine.words import address
from engine.options import Option, OptionError, Value, defaults, find
from engine.options.kinds import Change
from engine.search.shared.score import DRAW, MATE
from engine.search.shared.worker import PARAMS
from engine.table.memory import TableError, TranspositionTable
from engine.thinking.bench import total_nodes
from engine.thinking.learning.online import OnlineLearner
from engine.thinking.limits import Limits
from engine.thinking.loading import LoadedSearch, load_core
from engine.thinking.mate import remarks_without_a_move
from engine.thinking.news import Info, Progress, Report, Result, RootEvent, RootReport
from engine.thinking.perft import lines_by_move
from engine.thinking.proving.chess_game import Advice
from engine.thinking.proving.go_mate import GoMate, proves
from engine.thinking.proving.root_proof import RootProof, wants_root_proof
from engine.thinking.searches import SEARCHES, USUAL
from engine.thinking.searching import Searching
from engine.thinking.selective_report import SelectiveReport, report_of
from engine.thinking.signals import Signals
from engine.thinking.summary import Outcome, Summary, board_lines
from engine.thinking.threads import Thread, fill_params, warnings
from engine.thinking.tree_log import TreeLogs

__all__ = ["Engine", "Info", "Limits", "Progress", "Result", "RootEvent"]

WITHIN_GO_MATE: dict[str, Value] = {"multipv": 1, "tree_log": ""}
"""Settings of the usual searches of a `go mate` by proof search: one line, and no log of many."""


class Engine:
    """One engine, with default options and the start position."""

    def __init__(self) -> None:
        self.settings: dict[str, Value] = defaults()
        self.board = chess.Board()
        self._params = np.zeros(1, PARAMS).view(np.recarray)
        fill_params(self._params[0], self.settings)
        self._table = TranspositionTable(self.settings)
        self._take_core(load_core(self.settings))
        self._threads: list[Thread] = []
        self._renew_tables()
        self._outcome = Outcome.of_nothing(self._table.sizes())
        self._signals = Signals()
        self._trees = TreeLogs()
        self.learner = OnlineLearner()

    def configure(self, option: Option, value: Value) -> tuple[str, ...]:
        """Change a setting at once.

        Returns
        -------
        tuple of str
            Warnings for the user about the new value.

        Raises
        ------
        OptionError
            If memory is short, there is no such folder, or the search has no use for it; the old
            setting stays in force.
        """
        settings = {**self.settings, option.field: value}
        if reason := SEARCHES[str(settings["search"])].refusal(settings):
            raise OptionError(reason)
        self._trees.configure(option.field, value)
        if option.on_change == Change.TABLE:
            self._table.pages.abandon()
            try:
                self._table = TranspositionTable(settings, freed=self._table.bytes)
            except TableError as refusal:
                self._table.populate()
                raise OptionError(str(refusal)) from None
            for thread in self._threads:
                thread.worker.table = self._table.where
        other_core = option.on_change in (Change.SEARCH, Change.EVALUATION)
        if other_core:
            self._take_core(load_core(settings))
        self.settings = settings
        fill_params(self._params[0], settings)
        if other_core or option.on_change in (Change.KEYS, Change.THREADS):
            self._renew_tables()
        elif option.on_change == Change.VALUES:
            self._fill_values()
        if other_core or option.on_change in (Change.VALUES, Change.KEYS, Change.CLEAR):
            self._table.clear()
        return warnings(len(self._threads)) if option.on_change == Change.THREADS else ()

    def press(self, option: Option) -> None:
        """Press a button; there is one, Clear Hash."""
        if option.on_change == Change.CLEAR:
            self._table.clear()

    def get_ready(self, seconds: float) -> None:
        """Wait, at most so many seconds, for the memory of a new table, which a search needs."""
        self._table.pages.wait(seconds)

    def new_game(self) -> None:
        """Forget what was learned in other games."""
        self._table.clear()
        for thread in self._threads:
            thread.forget()
        self.learner.new_game(self.settings)

    def set_position(self, board: chess.Board) -> None:
        """Set a valid board, with the moves that led to it; nobody changes it from now on."""
        self.board = board

    def prepare_go(self) -> None:
        """Forget an earlier `stop`; called before `think` by the thread that calls `stop`."""
        self._signals.forget(self._threads)

    def stop(self) -> None:
        """End thinking, or the counting of a perft, as soon as possible."""
        self._signals.stop(self._threads)

    def ponderhit(self) -> None:
        """Start the clock of a search on the opponent's time."""
        self._signals.hit()

    def think(
        self, limits: Limits, report: Report, root_report: RootReport | None = None
    ) -> Result:
        """Search the position within limits; the move is None if there is no legal one.

        Parameters
        ----------
        limits : Limits
        report : callable
            Gets the result of each window, and once a second the progress.
        root_report : callable, optional
            Gets what happened to root moves within the windows; nothing is noted without it.
        """
        if not any(self.board.legal_moves):
            self._outcome = Outcome.of_nothing(self._table.sizes())
            report(Info(0, 0, -MATE if self.board.is_check() else DRAW, "", 0, 0, 0, ()))
            return Result(None, None, remarks_without_a_move(self.board, limits.mate))
        if proves(limits, self.settings):
            return self._prove_mate(limits, report)
        return self._search(limits, report, root_report, self.settings)

    def _search(
        self,
        limits: Limits,
        report: Report,
        root_report: RootReport | None,
        settings: dict[str, Value],
    ) -> Result:
        """Search in the way of the option Search."""
        limits = limits.without_an_endless_mate()
        settings, remarks = self.learner.settings_for(settings)
        searching = Searching(self._threads, self._table, settings, self.board, limits)
        self._signals.prepare(searching, limits.ponder)
        pages = self._table.pages
        proof = None
        if wants_root_proof(limits, self.settings):
            proof = RootProof(self.board, self.settings, self._advice, report, self.stop)
        pages.pause()
        try:
            with self._trees.log(self.thread, settings, self.board) as log:
                result = searching.run(proof.hearing(report) if proof else report, root_report)
            remarks += self.learner.observe(
                searching.experience, self._signals.ponderhit, self.settings
            )
            result = log.with_remarks(result)
            result = result._replace(remarks=result.remarks + remarks)
            return result if proof is None else proof.result(result, report)
        finally:
            if proof is not None:
                proof.end()
            pages.go_on()
            for thread in self._threads:
                self._table.add(thread.counts[0])
            self._outcome = searching.outcome()

    def _search_once(self, limits: Limits, report: Report) -> Result:
        """Search, one of several times within a `go`: the limits of the last time do not hold."""
        self._signals.renew(self._threads)
        return self._search(limits, report, None, {**self.settings, **WITHIN_GO_MATE})

    def _prove_mate(self, limits: Limits, report: Report) -> Result:
        """Run a `go mate` by proof search; the usual search gives a move in any case."""
        go_mate = GoMate(self.board, limits, self.settings, self._search_once, self._advice)
        with self._signals.heard_by(go_mate, limits.ponder):
            return go_mate.run(report)

    @property
    def _advice(self) -> Advice:
        return Advice(self._table, self._tables)

    def perft(self, depth: int) -> Iterator[tuple[chess.Move, int]]:
        """Count the lines of `depth` plies for each move; a stop ends it early."""
        return lines_by_move(self.board, depth, self._lines, lambda: self.was_stopped)

    @property
    def was_stopped(self) -> bool:
        """Whether `stop` came since `prepare_go`."""
        return self._signals.stopped

    @property
    def thread(self) -> Thread:
        """The lead thread, or the only one."""
        return self._threads[0]

    @property
    def tables(self) -> Any:
        """The TABLES record of this engine's Zobrist numbers and values."""
        return self._tables[0]

    @property
    def filled(self) -> int:
        """The positions that the table holds now, those of earlier searches included."""
        return self._table.filled

    @property
    def nodes(self) -> int:
        """The nodes of the last search."""
        return int(self._outcome.counted[0])

    @property
    def summary(self) -> Summary:
        """The last search as plain data: its counters, also by iteration, and the table's."""
        return self._outcome.summary()

    def evaluation(self) -> int:
        """Return the static value in centipawns for the side to move."""
        self._set_up(self.board)
        return int(self._core.root_value(self.thread.where))

    def table_report(self) -> list[str]:
        """Return Lazar's summary lines of the last search, and the further counters."""
        return self.summary.lines() + self.selective.lines()

    @property
    def selective(self) -> SelectiveReport:
        """What the search Selective counted of itself in the last search; empty for others."""
        return report_of(self._threads)

    def display(self) -> list[str]:
        """Return the board, its FEN and key, and each side's material and position."""
        return board_lines(self.board, self._set_up(self.board), self.settings)

    def bench(self, depth: int, write: Callable[[str], None], search: str = USUAL) -> int | None:
        """Return the nodes of fixed positions at a fixed depth, with default options.

        None if it was stopped.

        Parameters
        ----------
        depth : int
            Plies of every position.
        write : callable
            Gets a line for each.
        search : str
            Its name among the choices of `Search`.
        """
        bench = Engine()
        with self._signals.passed_on(bench):
            bench.configure(find("Search"), search)
            # A stop may have come while it was made, when nothing could be stopped.
            return total_nodes(bench, depth, write, lambda: self.was_stopped)

    def _take_core(self, core: LoadedSearch) -> None:
        load = core.evaluation.load_weights
        self._core, self._weights = core, load() if load else None

    def _renew_tables(self) -> None:
        self._tables = new_tables(int(self.settings["hash_seed"]))
        self._fill_values()
        shared = self._tables, self._params, self._weights, self._core
        self._threads = [Thread(*shared) for _ in range(int(self.settings["threads"]))]
        for thread in self._threads:
            thread.worker.table = self._table.where

    def _fill_values(self) -> None:
        self._core.evaluation.fill_values(self.tables, self._weights, self.settings)

    def _set_up(self, board: chess.Board) -> Any:
        pos = self.thread.stack[self.thread.root]
        set_up(pos, self.tables, board)
        return pos

    def _lines(self, board: chess.Board, depth: int) -> int:
        where, lists = address(self._set_up(board)), address(self.thread.moves[0])
        return int(perft_from(where, address(self.tables), lists, depth, 1))
