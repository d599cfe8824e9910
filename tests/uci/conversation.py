"""A conversation with a real process through raw pipes, with a limit on every wait."""

import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import chess

from tests.interrupts import interruptible

CHECKOUT = Path(__file__).resolve().parents[2]
DOOR = CHECKOUT / "uci.py"

PATIENCE = 60.0  # seconds
LOADING_PATIENCE = 120.0  # seconds; the compiler may have to work first, on a busy machine


class Conversation:
    """A running engine: `send` lines, `wait_for` the beginning of an answer.

    Parameters
    ----------
    words
        Of the command line, after the name of the program.
    environment
        Variables to be added.
    """

    program = (sys.executable, str(DOOR))

    def __init__(self, *words: str, environment: dict[str, str] | None = None) -> None:
        with interruptible():
            self.process = subprocess.Popen(
                [*self.program, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=CHECKOUT,
                env=os.environ | (environment or {}),
            )
        self.heard: list[str] = []
        self.errors: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._listeners = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._listen_to_errors, daemon=True),
        ]
        for listener in self._listeners:
            listener.start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def _listen_to_errors(self) -> None:
        for line in self.process.stderr:
            self.errors.append(line.decode())

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, some: bytes) -> None:
        self.process.stdin.write(some)
        self.process.stdin.flush()

    def wait_for(self, beginning: str, seconds: float = PATIENCE) -> list[str]:
        """Give the lines up to the one that begins so."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {beginning!r} in {seconds} s after {lines}") from None
            if line is None:
                raise AssertionError(f"ended before {beginning!r}: {lines} {self.errors}")
            lines.append(line)
            self.heard.append(line)
            if line.startswith(beginning):
                return lines

    def ask(self, *lines: str, answer: str = "readyok", seconds: float = PATIENCE) -> list[str]:
        """Send lines, with `isready` after them if that is what is waited for."""
        self.send(*lines, *(["isready"] if answer == "readyok" else []))
        return self.wait_for(answer, seconds)

    def until_ready(self) -> None:
        """Wait until the engine is loaded, however long the compiler takes."""
        deadline = time.monotonic() + LOADING_PATIENCE
        while any("compiler" in line for line in self.ask()):
            assert time.monotonic() < deadline, "the compiler does not end"

    def go(self, *lines: str, seconds: float = PATIENCE) -> list[str]:
        """Send lines of which the last is a `go`; give the answers up to the move."""
        return self.ask(*lines, answer="bestmove", seconds=seconds)

    def silence(self, seconds: float) -> list[str]:
        """Give what is said in that time."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                break
            lines.append(line)
            self.heard.append(line)
        return lines

    def end(self, seconds: float = PATIENCE) -> int:
        """Close the input and wait for the end; give the exit status."""
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()  # a test that fails leaves nobody behind
            raise
        for listener in self._listeners:
            listener.join(PATIENCE)
        while (line := self._lines.get()) is not None:
            self.heard.append(line)
        return status

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def bestmove(lines: list[str]) -> str:
    """Give the move of the last line, which must be the only `bestmove`."""
    answers = [line for line in lines if line.startswith("bestmove")]
    assert len(answers) == 1 and lines[-1] == answers[0], lines
    return answers[0].split()[1]


def complaints(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("info string")]


def scores(lines: list[str]) -> list[str]:
    """Give the kind and the number of each score, such as "cp 25"."""
    return [" ".join(line.split(" score ")[1].split()[:2]) for line in lines if " score " in line]


def assert_a_line_came_first(lines: list[str], board: chess.Board) -> None:
    """C14, Stockfish#2757: no bestmove without a score and a line before it."""
    with_line = [line for line in lines if " score " in line and " pv " in line]
    assert with_line, lines
    assert with_line[-1].split(" pv ")[1].split()[0] == bestmove(lines)
    for line in with_line:
        replay = board.copy()
        for text in line.split(" pv ")[1].split():
            replay.push_uci(text)  # raises if it is not legal
