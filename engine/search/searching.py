"""One `go`: its clock, its windows, what it reports, and the move it ends with."""

import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import chess

from engine.board.setup import chess_move, set_up_game, short_form, short_name
from engine.evaluation.alibaba import evaluate_at
from engine.machine import address
from engine.options import Value
from engine.search.clock import Limits, budget
from engine.search.deepening import Window, deepen
from engine.search.root import list_root
from engine.search.score import mate_in
from engine.search.worker import Thread
from engine.stopwatch import clock_ns
from engine.table.entry import DEEPEST
from engine.table.memory import TranspositionTable

NO_LIMIT = 1 << 62
MILLION = 1_000_000
SECONDS_BETWEEN_NEWS = 1.0


class Info(NamedTuple):
    """What one window found; the score is in centipawns for the side to move."""

    depth: int
    seldepth: int
    score: int
    bound: str
    nodes: int
    elapsed_ms: int
    hashfull: int
    pv: tuple[chess.Move, ...]


class Progress(NamedTuple):
    """Where the search is, told once a second."""

    move: chess.Move
    number: int
    depth: int
    nodes: int
    elapsed_ms: int
    hashfull: int


class Result(NamedTuple):
    """The move, and the reply that is expected."""

    move: chess.Move | None
    ponder: chess.Move | None


Report = Callable[[Info | Progress], None]


class Clock:
    """The time of one `go`: it runs from the start, or from `ponderhit`.

    Parameters
    ----------
    thread : Thread
        Its deadline is set when the clock starts.
    limits : Limits
    overhead_ms : int
    pondering : bool
        Whether the clock has to wait.
    """

    def __init__(self, thread: Thread, limits: Limits, overhead_ms: int, pondering: bool) -> None:
        self._worker = thread.worker
        self._budget = budget(limits, overhead_ms)
        self._soft_ns = NO_LIMIT
        self.began_ns = clock_ns()
        self._worker.deadline = NO_LIMIT
        if not pondering:
            self.start()

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the `go`."""
        return int(clock_ns() - self.began_ns) // MILLION

    @property
    def runs(self) -> bool:
        """Whether time limits the search now."""
        return self._soft_ns != NO_LIMIT

    @property
    def leaves_time(self) -> bool:
        """Whether another iteration is worth beginning."""
        return int(clock_ns()) < self._soft_ns

    def start(self) -> None:
        """Begin to count the budget.

        After long pondering an iteration is under way that would cost the whole hard limit, move
        after move: the time pondered counts as thought, and one soft limit is left.
        """
        if self._budget is None:
            return
        now = clock_ns()
        soft, hard = self._budget.soft_ms * MILLION, self._budget.hard_ms * MILLION
        if now - self.began_ns > soft:
            hard = soft
        self._soft_ns = min(NO_LIMIT - 1, now + soft)
        self._worker.deadline = min(NO_LIMIT, now + hard)


class Searching:
    """One search of one position.

    Parameters
    ----------
    thread : Thread
        With its table; its `stop` is left alone, for it may have been set already.
    table : TranspositionTable
    settings : dict
    board : chess.Board
        With at least one legal move.
    limits : Limits
    """

    def __init__(
        self,
        thread: Thread,
        table: TranspositionTable,
        settings: dict[str, Value],
        board: chess.Board,
        limits: Limits,
    ) -> None:
        self._thread, self._table, self._settings = thread, table, settings
        self._board, self._limits = board, limits
        self._depth = 1
        self._mate: int | None = None

    def prepare(self, pondering: bool) -> Clock:
        """Write the position and its moves into the core's memory; returns the running clock."""
        thread, worker = self._thread, self._thread.worker
        self.clock = Clock(thread, self._limits, int(self._settings["move_overhead_ms"]), pondering)
        self._table.begin_search(self._settings)
        thread.reset_counters()
        worker.history[:] = 0
        set_up_game(thread.stack, thread.root, thread.tables[0], self._board)
        list_root(thread.where)
        self._keep_only_searchmoves()
        return self.clock

    def run(self, report: Report) -> Result:
        """Search until a limit or a stop ends it."""
        best: Info | None = None
        monitor = Monitor(self._progress, report)
        try:
            for window in self._windows():
                fails_low = window.bound == "upperbound"
                if window.stopped and fails_low:
                    break
                info = self._info(window)
                report(info)
                if best is None or not fails_low:
                    best = info
        finally:
            monitor.end()
        nodes = int(self._thread.worker.nodes)
        if best is None:
            best = self._without_an_iteration()
            report(best)
        elif best.nodes < nodes:
            # Broken off: the nodes of the unfinished iteration were searched all the same.
            report(best._replace(nodes=nodes, elapsed_ms=self.clock.elapsed_ms))
        return Result(best.pv[0], best.pv[1] if len(best.pv) > 1 else None)

    def _windows(self) -> Iterator[Window]:
        settings, limits = self._settings, self._limits
        deepest = limits.depth or DEEPEST
        if limits.mate:
            deepest = min(deepest, 2 * limits.mate - 1)
        pawn = int(settings["pawn_value"]) if settings["aspiration"] else None
        nodes = limits.nodes or NO_LIMIT
        for window in deepen(self._thread, min(deepest, DEEPEST), pawn, nodes, self._may_go_on):
            self._depth = window.depth
            self._mate = None if window.bound else mate_in(window.score)
            yield window

    def _may_go_on(self) -> bool:
        found = self._mate
        if found is not None and self._limits.mate and 0 < found <= self._limits.mate:
            return False
        if not self.clock.runs:
            return not self._thread.worker.stop
        decided = self._thread.worker.root_count == 1 or (
            found is not None and 2 * abs(found) <= self._depth
        )
        if decided and not self._settings["analyse_mode"]:
            return False
        return self.clock.leaves_time and not self._thread.worker.stop

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
            int(worker.nodes),
            self.clock.elapsed_ms,
            self._table.hashfull(),
            self._moves(window.line),
        )

    def _moves(self, line: tuple[int, ...]) -> tuple[chess.Move, ...]:
        """Turn a line into moves, as far as it is legal and the game goes on.

        Lines end in table entries, whose moves may belong to another position with the same bits.
        """
        board, moves = self._board.copy(stack=False), []
        for named in line:
            move = chess_move(board, named)
            if not board.is_legal(move):
                break
            moves.append(move)
            board.push(move)
        return tuple(moves)

    def _without_an_iteration(self) -> Info:
        """Return the first root move with the static value: stopped before anything was known."""
        worker = self._thread.worker
        move = chess_move(self._board, short_form(int(worker.root_move[0])))
        score = int(evaluate_at(address(self._thread.stack[self._thread.root])))
        return Info(1, 1, score, "", int(worker.nodes), self.clock.elapsed_ms, 0, (move,))

    def _progress(self) -> Progress:
        worker = self._thread.worker
        place = int(worker.root_current)
        return Progress(
            chess_move(self._board, short_form(int(worker.root_move[place]))),
            place + 1,
            self._depth,
            int(worker.nodes),
            self.clock.elapsed_ms,
            self._table.hashfull(),
        )


class Monitor:
    """A thread that tells once a second where the search is."""

    def __init__(self, progress: Callable[[], Progress], report: Report) -> None:
        self._progress, self._report = progress, report
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="monitor", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Say nothing more."""
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_NEWS):
            self._report(self._progress())
