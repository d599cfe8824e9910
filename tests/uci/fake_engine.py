"""An engine that searches nothing, for tests of the conversation around it."""

import threading
import time
from collections.abc import Callable, Iterator

import chess

from engine.options import Option, OptionError, Value, defaults
from engine.thinking.engine import Info, Progress, Result, RootEvent
from engine.thinking.limits import Limits

LONGEST_SECONDS = 20.0  # then a test has gone wrong


class FakeEngine:
    """Plays the first legal move by the alphabet, after a search of the kind that it is told."""

    def __init__(self) -> None:
        self.settings = defaults()
        self.board = chess.Board()
        self.calls: list[str] = []
        self.readied: list[float] = []  # how long it might have taken to get ready
        self.limits: list[Limits] = []
        self.finishes_early = False  # a mate is found, so even an infinite search is over
        self.breaks = False
        self.has_memory = True
        self.bench_positions = 1
        self.nodes = 40
        self._stopped = threading.Event()
        self._clock_runs = threading.Event()

    def configure(self, option: Option, value: Value) -> tuple[str, ...]:
        if option.field == "hash_mib" and not self.has_memory:
            raise OptionError("There is no memory for that.")
        self.settings[option.field] = value
        self.calls.append(f"configure {option.field}={value}")
        return ()

    def press(self, option: Option) -> None:
        self.calls.append(f"press {option.field}")

    def get_ready(self, seconds: float) -> None:
        self.readied.append(seconds)

    def new_game(self) -> None:
        self.calls.append("new_game")

    def set_position(self, board: chess.Board) -> None:
        self.board = board
        self.calls.append("set_position")

    def prepare_go(self) -> None:
        self._stopped.clear()
        self._clock_runs.clear()

    @property
    def was_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        self.calls.append("stop")
        self._stopped.set()

    def ponderhit(self) -> None:
        self.calls.append("ponderhit")
        self._clock_runs.set()

    def think(
        self,
        limits: Limits,
        report: Callable[[Info | Progress], None],
        root_report: Callable[[RootEvent], None] | None = None,
    ) -> Result:
        self.calls.append("think")
        self.limits.append(limits)
        if self.breaks:
            raise RuntimeError("the fake engine\nwas told to break")
        board = self.board.copy()
        if not any(board.legal_moves):
            report(Info(0, 0, 0, "", 0, 0, 0, ()))
            return Result(None, None)
        line = []
        while len(line) < 2 and any(board.legal_moves):
            line.append(min(board.legal_moves, key=chess.Move.uci))
            board.push(line[-1])
        report(Info(1, 2, 30, "", 20, 0, 0, tuple(line)))
        report(Progress(line[0], 1, 2, 40, 1000, 5))
        if not self.finishes_early:
            self._spend(limits)
        return Result(line[0], line[1] if len(line) > 1 else None)

    def _spend(self, limits: Limits) -> None:
        deadline = time.monotonic() + LONGEST_SECONDS
        counted_ms = 0
        endless = limits.infinite or limits.ponder
        enough_ms = limits.movetime_ms or (limits.time_ms or 0) // 30
        while time.monotonic() < deadline and not self._stopped.is_set():
            if self._clock_runs.is_set():
                endless = False
            if not endless and counted_ms >= enough_ms:
                return
            time.sleep(0.001)
            counted_ms += 1

    def perft(self, depth: int) -> Iterator[tuple[chess.Move, int]]:
        for move in self.board.legal_moves:
            if self._stopped.wait(0.001):
                return
            yield move, depth

    def evaluation(self) -> int:
        return 17

    def display(self) -> list[str]:
        return str(self.board).splitlines()

    def table_report(self) -> list[str]:
        return ["3 filled"]

    def bench(self, depth: int, write: Callable[[str], None], search: str) -> int | None:
        self.calls.append(f"bench {depth} {search}")
        for number in range(self.bench_positions):
            if self._stopped.is_set():
                return None
            write(f"position {number + 1} depth {depth}")
            time.sleep(0.001)
        return 4711
