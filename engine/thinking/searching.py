"""One `go`: its clock, its windows, what it reports, and the move it ends with."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import chess

from engine.board.setup import chess_move, set_up_game, short_form, short_name
from engine.options import Value
from engine.search.shared.score import mate_in
from engine.table.entry import DEEPEST
from engine.table.memory import TranspositionTable
from engine.table.statistics import PLACES
from engine.thinking.clock import Clock
from engine.thinking.counters import counted_by
from engine.thinking.deepening import IterationPlan, Window, deepen
from engine.thinking.helper_threads import HelperThreads, help_to_deepen
from engine.thinking.learning.online import Experience, experience_of
from engine.thinking.limits import NO_LIMIT, Limits, soft_percent
from engine.thinking.mate import MateGoal, help_to_mate, shortest_mate
from engine.thinking.multipv import Lines, moves_of
from engine.thinking.news import (
    SECONDS_BETWEEN_NEWS,
    Info,
    Monitor,
    Progress,
    Report,
    Result,
    RootReport,
)
from engine.thinking.root_events import RootLog
from engine.thinking.strength import nodes_for
from engine.thinking.summary import Outcome
from engine.thinking.threads import Thread, fill_params

UNMONITORED_NODES = 100_000
"""A search of no more is over in a second, on any machine that compiles."""
MILLISECONDS_BETWEEN_LINES = 1000
"""With MultiPV, all lines are reported after each iteration, and within one that takes longer."""


class Searching:
    """One search of one position.

    Parameters
    ----------
    threads : list of Thread
        The first leads; with their table. Their `stop` is left alone: it may have been set already.
    table : TranspositionTable
    settings : dict
    board : chess.Board
        With at least one legal move.
    limits : Limits
    """

    def __init__(
        self,
        threads: list[Thread],
        table: TranspositionTable,
        settings: dict[str, Value],
        board: chess.Board,
        limits: Limits,
    ) -> None:
        self._threads, self._thread = threads, threads[0]
        self._table, self._settings = table, settings
        self._board, self._limits = board, limits
        self._depth = 1
        self._goal = MateGoal(limits.mate)
        self._best_move, self._steady = 0, 0
        self._score, self._drop = 0, 0
        self._nodes_reported, self._reported_ms = -1, 0
        self._lines = Lines()
        self._iterations: list[tuple[Info, Any]] = []
        self.experience: Experience | None = None

    def prepare(self, pondering: bool) -> Clock:
        """Write the position and its moves into the core's memory; returns the running clock."""
        thread = self._thread
        overhead_ms = int(self._settings["move_overhead_ms"])
        move_number = self._board.fullmove_number
        self.clock = Clock(self._threads, self._limits, overhead_ms, move_number, pondering)
        self._table.begin_search(self._settings)
        thread.reset_counters()
        set_up_game(thread.stack, thread.root, thread.tables[0], self._board)
        thread.prepare(self._settings)
        thread.core.list_root(thread.where)
        self._keep_only_searchmoves()
        self._helpers = HelperThreads(self._threads[1:], thread, self._settings)
        return self.clock

    def run(self, report: Report, root_report: RootReport | None = None) -> Result:
        """Search until a limit or a stop ends it."""
        log = RootLog(self._thread, self._board, root_report, self._limits.until)
        lines, plan = self._lines, self._plan()
        number_of_lines = min(plan.lines, int(self._thread.worker.root_count))
        monitor = None if self._is_brief(plan) else Monitor(self._progress, report)
        try:
            if self._goal.moves:
                self._use_settings(self._thread.core.search.mate_settings)
            self._helpers.begin(partial(help_to_deepen, plan))
            for window in self._windows(plan):
                log.tell(window, self.clock.began_ns)
                fails_low = window.bound == "upperbound"
                if window.stopped and (fails_low or window.number > 1):
                    break
                info = self._info(window)
                # A lower bound of the first line shows a better move; other bounds show nothing.
                if not window.bound or (window.number == 1 and not fails_low):
                    lines.add(info)
                if number_of_lines == 1:
                    report(info)
                    self._nodes_reported = info.nodes
                elif not window.bound and (window.number == number_of_lines or self._is_slow()):
                    self._report_lines(lines.in_order(), report)
        finally:
            if monitor is not None:
                monitor.end()
            self._helpers.end()
            log.close()
            if self._goal.moves:
                self._use_settings({})
        known = lines.in_order() or [self._without_an_iteration()]
        if self._nodes_reported < self.nodes:
            # An interrupted window, or helper threads, searched further nodes.
            self._report_lines(known, report)
        pv = known[0].pv
        return Result(pv[0], pv[1] if len(pv) > 1 else None, self._remarks())

    def outcome(self) -> Outcome:
        """Return what a summary is made of, once the search has ended."""
        deepest_ply = max(int(thread.worker.deepest_ply) for thread in self._threads)
        counted, elapsed_ms = counted_by(self._threads), self.clock.elapsed_ms
        return Outcome(counted, self._iterations, self._table.sizes(), elapsed_ms, deepest_ply)

    def _remarks(self) -> tuple[str, ...]:
        """Say what the user should know of the search."""
        remarks, missing = self._goal.remarks(), self._helpers.missing
        if missing:
            wanted = len(self._threads)
            remarks += (f"Only {wanted - missing} of {wanted} threads could be started.",)
        return remarks

    def _report_lines(self, lines: list[Info], report: Report) -> None:
        """Report lines with the present nodes and time."""
        nodes, elapsed_ms, hashfull = self.nodes, self.clock.elapsed_ms, self._table.hashfull()
        for info in lines:
            report(info._replace(nodes=nodes, elapsed_ms=elapsed_ms, hashfull=hashfull))
        self._nodes_reported, self._reported_ms = nodes, elapsed_ms

    def _is_slow(self) -> bool:
        """Whether the lines were last reported long ago."""
        return self.clock.elapsed_ms - self._reported_ms >= MILLISECONDS_BETWEEN_LINES

    @property
    def nodes(self) -> int:
        """The nodes of all threads."""
        return int(self._thread.worker.nodes) + self._helpers.nodes

    def _plan(self) -> IterationPlan:
        settings, limits = self._settings, self._limits
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        search = self._thread.core.search
        width = search.half_width(settings) if settings["aspiration"] else None
        nodes = limits.nodes or NO_LIMIT
        if settings["limit_strength"]:
            nodes = min(nodes, nodes_for(int(settings["elo"])))
        if nodes < NO_LIMIT:
            nodes = max(1, nodes // len(self._threads))
        return IterationPlan(deepest, int(settings["multipv"]), width, search.widens_window, nodes)

    def _is_brief(self, plan: IterationPlan) -> bool:
        """Whether it ends before progress would be reported: starting a monitor takes time."""
        return plan.node_limit <= UNMONITORED_NODES or self.clock.ends_within(SECONDS_BETWEEN_NEWS)

    def _windows(self, plan: IterationPlan) -> Iterator[Window]:
        for window in deepen(self._thread, plan, self._may_go_on):
            self._depth = window.depth
            if window.number == 1:
                self._goal.known = None if window.bound else mate_in(window.score)
                if not window.bound:
                    self._observe(window)
            yield window
            is_last = window.number == min(plan.lines, int(self._thread.worker.root_count))
            if is_last and not window.bound and not window.stopped:
                info = self._lines.in_order()[0]
                self._iterations.append((info, counted_by(self._threads)))
                self.experience = experience_of(self._thread, info, self._board, self._limits)
        moves = self._goal.moves if self._limits.decides_mate else None
        if moves and not self._goal.is_found and self._has_time():
            yield from self._mates(moves, plan)

    def _mates(self, moves: int, plan: IterationPlan) -> Iterator[Window]:
        """Look for the mate without pruning, and yield the window that shows it, if any does."""
        self._helpers.end()
        self._clear_table()  # of what was found with pruning
        self._use_settings(self._thread.core.search.unpruned_settings)
        most = min(moves, (plan.deepest + 1) // 2)
        self._helpers.begin(partial(help_to_mate, most, plan.node_limit))
        for window in shortest_mate(self._thread, most, plan.node_limit, self._has_time):
            self._depth = window.depth
            if not window.bound:
                self._goal.known = mate_in(window.score)
                yield window
            elif window.bound == "upperbound" and not window.stopped:
                self._goal.refuted += 1
        self._helpers.end()
        self._clear_table()  # of what was found without quiescence

    def _clear_table(self) -> None:
        self._table.clear(populate=False)
        for thread in self._threads:
            for name in PLACES:
                thread.counts[0][name] = 0

    def _use_settings(self, others: Mapping[str, Value]) -> None:
        """Let the core search with these settings instead of the user's."""
        fill_params(self._thread.params[0], {**self._settings, **others})

    def _observe(self, window: Window) -> None:
        """Note how stable best move and score are; with MultiPV, those of the first line."""
        same = self._best_move == window.line[0]
        self._steady = self._steady + 1 if same else 0
        if window.depth > 1:
            self._drop = self._score - window.score
        self._score = window.score
        self._best_move = window.line[0]

    def _percent(self) -> int:
        """How much of the soft limit may be used; a fixed time is used as it is."""
        if self._limits.movetime_ms is not None:
            return 100
        worker = self._thread.worker
        effort = int(worker.root_nodes[int(worker.root_row[0])]) / max(1, int(worker.nodes))
        return soft_percent(self._steady, self._drop, effort)

    def _may_go_on(self) -> bool:
        goes_deeper = self._goal.goes_deeper(self._depth, self._thread.core.search)
        return goes_deeper and self._has_time()

    def _has_time(self) -> bool:
        """Whether the clock, if one runs, allows another window."""
        known = self._goal.known
        if not self.clock.runs:
            return not self._thread.worker.stop
        decided = self._thread.worker.root_count == 1 or (
            known is not None and 2 * abs(known) <= self._depth
        )
        if decided and not (self._goal.moves or self._settings["analyse_mode"]):
            return False
        return self.clock.leaves_time(self._percent()) and not self._thread.worker.stop

    def _keep_only_searchmoves(self) -> None:
        names = set()
        for text in self._limits.searchmoves:
            try:
                names.add(short_name(self._board, self._board.parse_uci(text)))
            except ValueError:
                continue
        worker = self._thread.worker
        moves = [int(move) for move in worker.root_move[: int(worker.root_count)]]
        wanted = [move for move in moves if short_form(move) in names]
        if wanted:
            worker.root_move[: len(wanted)] = wanted
            worker.root_count = len(wanted)
            worker.restricted = len(wanted) < len(moves)

    def _info(self, window: Window) -> Info:
        worker = self._thread.worker
        return Info(
            window.depth,
            max(window.depth, int(worker.deepest_ply)),
            window.score,
            window.bound,
            self.nodes,
            self.clock.elapsed_ms,
            self._table.hashfull(),
            moves_of(self._board, window.line),
            window.number,
        )

    def _without_an_iteration(self) -> Info:
        """Return the first root move with the static evaluation: stopped before any result."""
        worker = self._thread.worker
        move = chess_move(self._board, short_form(int(worker.root_move[0])))
        score = int(self._thread.core.root_value(self._thread.where))
        return Info(1, 1, score, "", self.nodes, self.clock.elapsed_ms, 0, (move,))

    def _progress(self) -> Progress:
        worker = self._thread.worker
        place = int(worker.root_current)
        return Progress(
            chess_move(self._board, short_form(int(worker.root_move[place]))),
            place + 1,
            self._depth,
            self.nodes,
            self.clock.elapsed_ms,
            self._table.hashfull(),
        )
