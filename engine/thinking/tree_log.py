"""The option Tree Log: each iteration of the leading thread is written to a file of its own.

The core writes the nodes of a window into memory (`search/shared/tree_log.py`); between the windows
they are added to the file. An iteration may have several windows, after failures of its first one
and for several lines. Whatever goes wrong with the file, the search goes on.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import chess
import numpy as np

from engine.machine.words import address
from engine.options import OPTIONS, Button, OptionError, Value, written
from engine.process.texts import quoted, system_reason
from engine.process.version import NAME, version
from engine.search.shared.tree_log import TREE_LOG, TREE_NODE
from engine.thinking.news import Result
from engine.thinking.threads import Thread, aligned
from engine.thinking.tree_file import SUFFIX, UNFINISHED, TreeWriter
from engine.thinking.tree_windows import Window, windows_in

FIELDS = ("tree_log", "tree_log_nodes", "tree_log_plies", "tree_log_from_depth")
SEPARATORS = tuple({"/", os.sep})
"""A value that ends so can only be a folder."""
IN_A_FOLDER = "search"
"""How the names of files begin if the option names a folder."""


def beginning(value: str) -> Path:
    """Return how the paths of the files begin, for a value of the option."""
    path = Path(value).expanduser()
    return path / IN_A_FOLDER if path.is_dir() else path


def check_tree_log(field: str, value: str) -> None:
    """Refuse a path whose folder does not exist; the other options of the log take any number.

    Raises
    ------
    OptionError
    """
    try:
        folder = Path(value).expanduser() if value.endswith(SEPARATORS) else beginning(value).parent
        missing = field == "tree_log" and bool(value) and not folder.is_dir()
    except (OSError, ValueError, RuntimeError):
        missing = True
    if missing:
        raise OptionError(f"Tree Log: there is no folder for {quoted(value)}.")


class TreeLog:
    """The trees of one `go`; used in a `with` statement around it.

    Parameters
    ----------
    thread : Thread
        The leading one; its windows are logged meanwhile.
    settings : dict
    board : chess.Board
        The root.
    wanted : bool
        Nothing is done without, nor without a path in the settings.

    Attributes
    ----------
    failed : bool
        Whether a file could not be written.
    """

    def __init__(
        self, thread: Thread, settings: Mapping[str, Value], board: chess.Board, wanted: bool = True
    ) -> None:
        self.failed = False
        self._thread, self._settings, self._board = thread, settings, board
        self._wanted = wanted and bool(settings["tree_log"])
        self._core, self._from_depth = thread.core, int(settings["tree_log_from_depth"])
        self._most_nodes = int(settings["tree_log_nodes"])
        self._number = 0  # of this search among the files with the same beginning
        self._depth, self._ended = 0, False  # of the iteration, and whether its value is known
        self._windows: list[dict[str, Any]] = []
        self._writer: TreeWriter | None = None
        self._files: list[Path] = []
        self._bytes = 0
        self._reason = ""

    def __enter__(self) -> "TreeLog":
        """Let the windows of the thread go through the log."""
        if not self._wanted:
            return self
        try:
            self._beginning = beginning(str(self._settings["tree_log"]))
            self._nodes = np.zeros(self._most_nodes, TREE_NODE)
        except (OSError, MemoryError, RuntimeError) as failure:
            self._fail(failure)
            return self
        self._log = aligned(1, TREE_LOG)
        self._log[0].first = self._nodes.ctypes.data
        self._log[0].most_plies = int(self._settings["tree_log_plies"])
        self._thread.core = self._core._replace(search_root=self._search_root)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Complete the last file and leave the thread as it was."""
        self._guarded(self._finish)
        self._detach()

    def with_remarks(self, result: Result) -> Result:
        """Add to a result where the trees are, or why they are not."""
        remarks = result.remarks
        if self._files:
            first, last = self._files[0], self._files[-1]
            names = f"{first}" if first == last else f"{first} to {last.name}"
            remarks += (f"Tree Log: {names}, {self._bytes / 1e6:,.1f} MB.",)
        if self._reason:
            remarks += (self._reason,)
        return result._replace(remarks=remarks)

    def _search_root(self, where: Any, depth: int, alpha: int, beta: int) -> int:
        """Search a window, as the door of the core does, and add its nodes to the file."""
        if self.failed or depth < self._from_depth:
            return self._core.search_root(where, depth, alpha, beta)
        self._guarded(lambda: self._begin(depth))
        worker, log = self._thread.worker, self._log[0]
        before, log.count, log.open = int(worker.nodes), 0, 0
        score = int(self._core.search_root(where, depth, alpha, beta))
        count = int(log.count)
        line, stopped = int(worker.root_first) + 1, bool(worker.stop)
        lines = min(int(self._settings["multipv"]), int(worker.root_count))
        self._ended = alpha < score < beta and line >= lines
        whole = Window(line, alpha, beta, score, stopped, int(worker.nodes) - before, count)
        self._windows += [each._asdict() for each in windows_in(self._nodes[:count], whole)]
        self._guarded(lambda: self._add(count))
        return score

    def _begin(self, depth: int) -> None:
        """Go on with the file of an iteration, or begin one."""
        if self._writer is None or depth != self._depth or self._ended:
            self._finish()
            self._depth, self._windows = depth, []
            self._writer = self._new_writer(depth)
        self._log[0].limit = self._most_nodes - self._writer.records
        self._thread.worker.tree = address(self._log[0])

    def _add(self, count: int) -> None:
        self._thread.worker.tree = 0
        if self._writer is not None:
            self._writer.add(self._nodes[:count])

    def _finish(self) -> None:
        """Complete the file of the iteration, if there is one."""
        writer = self._writer
        if writer is None:
            return
        writer.finish(self._about(writer.records))
        self._writer = None
        self._files.append(writer.path)
        self._bytes += writer.bytes

    def _new_writer(self, depth: int) -> TreeWriter:
        """Make a file; the first one finds a number that no other search has taken."""
        if self._number:
            return TreeWriter(self._path(depth), TREE_NODE.itemsize)
        self._number = 1 + last_number(self._beginning)
        while True:
            try:
                return TreeWriter(self._path(depth), TREE_NODE.itemsize)
            except FileExistsError:
                self._number += 1

    def _path(self, depth: int) -> Path:
        """Name the file of an iteration; `go mate` may search a depth twice."""
        name = f"{self._beginning.name}-{self._number:03}-{depth:02}"
        again = sum(path.name.startswith(name) for path in self._files)
        suffix = f"-{again + 1}{SUFFIX}" if again else SUFFIX
        return self._beginning.with_name(name + suffix)

    def _about(self, records: int) -> dict[str, Any]:
        """Tell what the file is, as JSON has it."""
        settings, board = self._settings, self._board
        options = [each for each in OPTIONS if not isinstance(each, Button)]
        return {
            "engine": f"{NAME} {version()}",
            "search": settings["search"],
            "depth": self._depth,
            "fen": board.fen(),
            "chess960": board.chess960,
            "start": board.root().fen(),
            "moves": [move.uci() for move in board.move_stack],
            "options": {
                each.name: written(settings[each.field])
                for each in options
                if settings[each.field] != each.default and each.field not in FIELDS
            },
            "nodes": sum(window["nodes"] for window in self._windows),
            "records": records,
            "most_nodes": self._most_nodes,
            "most_plies": int(settings["tree_log_plies"]),
            "windows": self._windows,
        }

    def _guarded(self, work: Callable[[], object]) -> None:
        """Do something with the file; if it fails the search goes on without a log."""
        try:
            work()
        except (OSError, MemoryError) as failure:
            self._fail(failure)

    def _fail(self, failure: Exception) -> None:
        self.failed = True
        why = system_reason(failure) if isinstance(failure, OSError) else "not enough memory"
        where = f"{self._path(self._depth)}: " if self._number else ""
        self._reason = (
            f"Tree Log: {where}{why}; the search goes on, and nothing more is logged until the "
            "option is set again."
        )
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                writer.abandon()
            except OSError:
                pass  # the disk that failed before
        self._detach()

    def _detach(self) -> None:
        self._thread.core = self._core
        self._thread.worker.tree = 0


class TreeLogs:
    """The logs of an engine, one for each search; after a failure none, until an option is set."""

    def __init__(self) -> None:
        self._last: TreeLog | None = None

    def configure(self, field: str, value: Value) -> None:
        """Take note of a new value of an option; see `check_tree_log`."""
        if field in FIELDS:
            check_tree_log(field, str(value))
            self._last = None

    def log(self, thread: Thread, settings: Mapping[str, Value], board: chess.Board) -> TreeLog:
        """Return the log of a search that is about to begin."""
        if self._last is None or not self._last.failed:
            self._last = TreeLog(thread, settings, board)
            return self._last
        return TreeLog(thread, settings, board, wanted=False)


def last_number(beginning: Path) -> int:
    """Return the largest number of a search among the files with this beginning, 0 if none."""
    pattern = re.compile(
        rf"{re.escape(beginning.name)}-(\d{{3,}})-[\d-]+{re.escape(SUFFIX)}({UNFINISHED})?"
    )
    found = (pattern.fullmatch(path.name) for path in beginning.parent.iterdir())
    return max((int(match[1]) for match in found if match), default=0)
