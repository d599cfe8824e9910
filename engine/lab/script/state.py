"""What a script works on: an engine, a game, what is set, and the statistics so far."""

from collections.abc import Callable

import chess

from engine import options
from engine.lab.common.errors import LaboratoryError
from engine.lab.script.folder import Folder
from engine.lab.script.game import Game
from engine.lab.script.parsing import Argument
from engine.lab.script.settings import Values, engine_options, initial
from engine.lab.script.statistics import Record
from engine.thinking.engine import Engine

SEARCH: dict[str, options.Value] = {"Search": "AliBaba", "Move Overhead": 0}
"""What a script cannot set: AliBaba's search, and no time kept back, as there is no GUI."""


class State:
    """The state of a run.

    Parameters
    ----------
    folder : Folder
        Where files are.
    write : callable
        Prints a line.
    ask : callable
        Asks the user a question; returns the answer, empty at the end of input.

    Attributes
    ----------
    engine : Engine
        With AliBaba's search and one thread.
    game : Game
    values : mapping
        What SET has set.
    constants : dict
        By name, for PRINT VARS.
    records : list of Record
        The searches since the last CLEAR STATS.
    echoes : bool
        Whether commands are printed before they are executed.
    shown : set of str
        Of BOARD and MOVES: what is printed when the position has changed.
    ended : bool
        Whether the script has said QUIT, or its user has ended it.
    """

    def __init__(
        self, folder: Folder, write: Callable[[str], None], ask: Callable[[str], str]
    ) -> None:
        self.folder, self.write, self.ask = folder, write, ask
        self.game = Game()
        self.values: Values = initial()
        self.constants: dict[str, Argument] = {}
        self.records: list[Record] = []
        self.echoes = self.ended = False
        self.shown: set[str] = set()
        self.engine = Engine()
        self._configure({**SEARCH, **engine_options(self.values)})

    def set(self, values: Values) -> None:
        """Take over settings and give the engine those that have changed.

        Raises
        ------
        LaboratoryError
            If there is no memory for the table; then the old settings stay.
        """
        self._configure(engine_options(values))
        self.values = values

    def _configure(self, wanted: dict[str, options.Value]) -> None:
        for name, value in wanted.items():
            option = options.find(name)
            if self.engine.settings[option.field] == value:
                continue
            try:
                self.engine.configure(option, value)
            except options.OptionError as refusal:
                raise LaboratoryError(str(refusal)) from None

    def board_for_engine(self) -> chess.Board:
        """Give the engine the position of the game, and return it; raises LaboratoryError."""
        board = self.game.playable()
        self.engine.set_position(board)
        return board

    def print_lines(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            self.write(line)
