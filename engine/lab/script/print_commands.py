"""Commands that show something: PRINT, SHOW, ECHO."""

from collections.abc import Callable, Iterable

import chess

from engine.lab.script.game import line_words, numbered
from engine.lab.script.parsing import Argument
from engine.lab.script.settings import PIECES, ROWS
from engine.lab.script.state import State
from engine.lab.script.statistics import totals
from engine.options import written
from engine.thinking.summary import percent

MOVES_IN_LINE = 10


def echo(state: State, on: Argument) -> None:
    """Switch the echo of commands."""
    state.echoes = bool(on)


def show(state: State, what: Argument, on: Argument) -> None:
    """Switch the display of board or moves."""
    if on:
        state.shown.add(str(what))
    else:
        state.shown.discard(str(what))


def print_(state: State, *words: Argument) -> None:
    """Show something, or echo the text."""
    text = " ".join(map(str, words))
    subject = SUBJECTS.get(text.upper()) if len(words) == 1 else None
    state.print_lines(*(subject(state) if subject else (text,)))


def board_lines(state: State) -> Iterable[str]:
    """Show the board, its key, and each side's material and position."""
    state.engine.set_position(state.game.board)
    lines = state.engine.display()
    state.engine.set_position(chess.Board())
    return lines


def move_lines(state: State) -> Iterable[str]:
    """List the legal moves."""
    board = state.game.playable()
    words = sorted(line_words(board, [move])[0] for move in board.legal_moves)
    yield f"{len(words)} moves"
    for begin in range(0, len(words), MOVES_IN_LINE):
        yield " ".join(words[begin : begin + MOVES_IN_LINE])


def game_lines(state: State) -> Iterable[str]:
    """List the moves of the game, as far as it was played, and those taken back."""
    board, undone = state.game.board, state.game.undone
    yield from numbered(board.root(), board.move_stack) or ["no moves"]
    if undone:
        yield "taken back:"
        yield from numbered(board, reversed(undone))


def value_lines(state: State) -> Iterable[str]:
    """List what the evaluation counts."""
    for piece in PIECES:
        yield f"{piece} {state.values[piece]}"
    yield f"CENTER {state.values['CENTER']}"


def table_lines(state: State) -> Iterable[str]:
    """Describe the table."""
    positions = 1 << int(state.values["TABLE INDEX"])
    filled = state.engine.filled
    yield f"{positions} positions, {filled} filled ({percent(filled, positions)})"
    yield f"scheme {state.values['TABLE SCHEME']}, level {state.values['TABLE LEVEL']}"


def setting_lines(state: State) -> Iterable[str]:
    """List what is set."""
    for row in ROWS:
        if row.name in state.values:
            value = state.values[row.name]
            yield f"{row.name} {on_or_off(value)}"


def constant_lines(state: State) -> Iterable[str]:
    """List the constants."""
    for name, value in sorted(state.constants.items()):
        yield f'{name} "{value}"' if isinstance(value, str) else f"{name} {on_or_off(value)}"
    if not state.constants:
        yield "no constants"


def statistics_lines(state: State) -> Iterable[str]:
    """Sum up the statistics."""
    return totals(state.records)


def on_or_off(value: Argument) -> str:
    """Write a value as SET takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return written(value) if isinstance(value, int | str) else ""


SUBJECTS: dict[str, Callable[[State], Iterable[str]]] = {
    "BOARD": board_lines,
    "MOVES": move_lines,
    "GAME": game_lines,
    "VALUES": value_lines,
    "TABLE": table_lines,
    "SETTINGS": setting_lines,
    "VARS": constant_lines,
    "STATS": statistics_lines,
    "STATISTICS": statistics_lines,
}
"""What PRINT can show; anything else is echoed."""
