"""LOAD and SAVE: boards, games and statistics."""

from engine.lab.common.files import write_lines
from engine.lab.script.game_files import FORMATS, game_in
from engine.lab.script.parsing import Argument
from engine.lab.script.state import State
from engine.lab.script.statistics import csv_of


def load(state: State, name: Argument, number: Argument = None) -> None:
    """Load a board or a game; the engine forgets the old one."""
    state.game = game_in(state.folder.read(str(name)), int(number or 1))  # type: ignore[arg-type]
    state.engine.new_game()


def save(state: State, name: Argument, form: Argument) -> None:
    """Save board and game in one of the formats."""
    text = FORMATS[str(form)](state.game)
    write(state, str(name), text)


def save_statistics(state: State, name: Argument) -> None:
    """Save the statistics of each search since the last CLEAR STATS."""
    write(state, str(name), csv_of(state.records))


def write(state: State, name: str, text: str) -> None:
    """Replace a file by a text that ends with a line."""
    write_lines(state.folder.to_write(name), text.removesuffix("\n").split("\n"))
