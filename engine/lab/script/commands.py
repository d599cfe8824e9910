"""The commands: a row for each form, by its rule of the grammar.

Source: Lazar 1995, the table of commands; what is ours is marked in docs/scripts.md.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.lab.script import board_commands, file_commands, print_commands, search_commands
from engine.lab.script.parsing import Argument
from engine.lab.script.settings import ROWS, SETTINGS
from engine.lab.script.state import State
from engine.options.table import DEEPEST

MOST_MOVES = 100_000
"""Of a game, and games of a file."""
ANY_NUMBER = (-(10**12), 10**12)


class Command(NamedTuple):
    """A command, or one of its forms."""

    rule: str
    """Of the grammar."""
    name: str
    arguments: str
    """As HELP and the documentation write them."""
    sentence: str
    execute: Callable[..., None]
    """Called with the state and the arguments."""
    span: tuple[int, int] = ANY_NUMBER
    """The least and the largest number it takes."""


def define(state: State, name: Argument, value: Argument) -> None:
    """Keep a constant for PRINT VARS; the reader has replaced it already."""
    state.constants[str(name)] = value


def undef(state: State, name: Argument) -> None:
    """Forget a constant."""
    state.constants.pop(str(name), None)


def set_(state: State, rule: Argument, *given: Argument) -> None:
    """Set a run-time parameter."""
    row = SETTINGS[str(rule)]
    if row.name == "COLOR":
        board_commands.set_colour(state, bool(given[0]))
    else:
        state.set(row.changed(state.values, given))


def help_(state: State) -> None:
    """List the commands and the options of SET."""
    for name, arguments, sentence in [(row.name, row.arguments, row.sentence) for row in COMMANDS]:
        state.write(f"{f'{name} {arguments}':48} {sentence}")
    for row in ROWS:
        state.write(f"{f'SET {row.name} {row.argument}':48} {row.sentence}")


def quit_(state: State) -> None:
    """End the run."""
    state.ended = True


COMMANDS = (
    Command("define", "#define", '"name" value', "define a constant or alias", define),
    Command("undef", "#undef", '"name"', "remove a definition", undef),
    Command(
        *("back", "BACK", "[moves | ALL]", "take back moves", board_commands.back),
        span=(1, MOST_MOVES),
    ),
    Command(
        "clear",
        "CLEAR",
        "BOARD | TABLE | STATS",
        "empty the board, the table or the statistics",
        board_commands.clear,
    ),
    Command("delete", "DELETE", "square | piece", "remove a piece", board_commands.delete),
    Command(
        "evaluate", "EVALUATE", "[colour]", "print the static evaluation", search_commands.evaluate
    ),
    Command("echo", "ECHO", "on | off", "print each command first", print_commands.echo),
    Command(
        *("forward", "FORWARD", "[moves | ALL]", "replay moves taken back"),
        board_commands.forward,
        span=(1, MOST_MOVES),
    ),
    Command("help", "HELP", "", "list the commands", help_),
    Command(
        *("load", "LOAD", "file [number]", "load a board or a game, of several that number"),
        file_commands.load,
        span=(1, MOST_MOVES),
    ),
    Command("move", "MOVE", "e2-e4", "play a move", board_commands.move),
    Command("new", "NEW", "", "begin a new game", board_commands.new),
    Command("place", "PLACE", "piece ONTO square", "set up a piece", board_commands.place),
    Command(
        "print",
        "PRINT",
        "BOARD | MOVES | GAME | VALUES | TABLE | SETTINGS | VARS | STATS | text",
        "show something, or echo the text",
        print_commands.print_,
    ),
    Command("quit", "QUIT", "", "end the run", quit_),
    Command(
        "run",
        "RUN",
        "[script]",
        "execute a script; without a name: search this and every further position of the game",
        search_commands.run,
    ),
    Command(
        "save",
        "SAVE",
        "file AS ASCII | LATEX | PGN | MOVES",
        "save board and game",
        file_commands.save,
    ),
    Command(
        "save_statistics",
        "SAVE",
        "STATS file",
        "save the statistics, comma separated",
        file_commands.save_statistics,
    ),
    Command("set", "SET", "option value", "set a run-time parameter", set_),
    Command(
        "show",
        "SHOW",
        "BOARD | MOVES = on | off",
        "print board or legal moves whenever the position has changed",
        print_commands.show,
    ),
    Command(
        *("step", "STEP", "[depth]", "search the position and play the move"),
        search_commands.step,
        span=(1, DEEPEST),
    ),
)
BY_RULE = {row.rule: row for row in COMMANDS}
