"""The two protocols of python-chess, extended to keep the lines of the engine."""

import logging
from collections import deque
from collections.abc import Callable
from itertools import takewhile

import chess.engine

CHESS960, RANDOM = "UCI_Chess960", "fischerandom"
"""The option of UCI, and the variant of XBoard."""
LINES_KEPT = 1000
"""The last lines of an engine."""
LONGEST_LINE = 2**20  # bytes
SHOWN_CHARACTERS = 100
"""Of an engine's text in a message."""

# What python-chess logs about faulty engines is in the records of the games.
logging.getLogger("chess.engine").setLevel(logging.CRITICAL)


class Listening(chess.engine.Protocol):
    """Keeps the last lines of an engine, and the last one of its standard error."""

    answer = ""  # first word of the line with its move

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=LINES_KEPT)
        self.last_words = ""
        self.listener: Callable[[str], object] | None = None  # gets each line too

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Take output, and drop the beginning of a line that has no end."""
        super().pipe_data_received(fd, data)
        if len(self.buffer[fd]) > LONGEST_LINE:
            self.buffer[fd].clear()

    def line_received(self, line: str) -> None:
        """Keep a line."""
        self.lines.append(line)
        if self.listener is not None:
            self.listener(line)

    def reports(self) -> list[str]:
        """List the lines before its move."""
        return list(takewhile(lambda line: not line.startswith(self.answer), self.lines))

    def error_line_received(self, line: str) -> None:
        """Keep a line of the standard error."""
        self.last_words = line or self.last_words


class Uci(Listening, chess.engine.UciProtocol):
    """UCI."""

    answer = "bestmove"

    @property
    def plays_chess960(self) -> bool:
        """Whether it declares support for Chess960."""
        return CHESS960 in self.options

    @property
    def begins_with_chess960(self) -> bool:
        """The default of its option."""
        return self.plays_chess960 and bool(self.options[CHESS960].default)


class XBoard(Listening, chess.engine.XBoardProtocol):
    """XBoard."""

    answer = "move"
    begins_with_chess960 = False

    @property
    def plays_chess960(self) -> bool:
        """Whether it declares the variant."""
        return RANDOM in str(self.features.get("variants", "")).split(",")


def shown(text: str) -> str:
    """Shorten a text of an engine and replace unprintable characters."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return printable[:SHOWN_CHARACTERS]
