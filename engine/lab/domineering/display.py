"""How a board is solved and what was found, in text."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from engine.lab.domineering.solve import Move, Problem, Result, State

NAMES = {"V": "Vertical", "H": "Horizontal"}
SECONDS_BETWEEN_LINES = 10.0
"""Of progress, where there is no terminal."""
BAR_WIDTH = 12
BRIEF_SECONDS = 0.01
"""A search that takes no longer tells nothing of the speed."""
CLASSES = {("V", "H"): "1", ("V", "V"): "V", ("H", "H"): "H", ("H", "V"): "2"}
"""By the winners when Vertical starts and when Horizontal does."""
SENTENCES = {
    "1": "the player who starts wins",
    "2": "the player who starts loses",
    "V": "Vertical wins, whoever starts",
    "H": "Horizontal wins, whoever starts",
}


def other_than(player: str) -> str:
    """Return the opponent."""
    return "H" if player == "V" else "V"


def board_name(problem: Problem) -> str:
    """Write the size of a board: rows, columns."""
    return f"{problem.rows}x{problem.columns}"


def counted(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def speed_text(nodes: int, seconds: float) -> str:
    """Write nodes, and nodes per second if that can be measured."""
    speed = f", {nodes / seconds / 1e6:.2f} million per second" if seconds > BRIEF_SECONDS else ""
    return f"{counted(nodes, 'node')}{speed}"


def state_text(state: State) -> str:
    """Write how far a search is, short enough to stand beside a bar; M is a million."""
    millions = state.nodes / 1e6
    speed = millions / max(state.seconds, BRIEF_SECONDS)
    return f"move {state.tried}/{state.moves}, {millions:,.1f} M nodes, {speed:.2f} M/s"


@contextmanager
def progress_on(what: str, console: Console) -> Iterator[Callable[[State], None]]:
    """Show progress: a bar over the first moves on a terminal, lines elsewhere.

    Parameters
    ----------
    what
        Stands before the bar.
    console
        Of the standard error.

    Yields
    ------
    callable
        To be called with the state of the search, some times a second.
    """
    if not console.is_terminal:
        last = 0.0

        def write(state: State) -> None:
            nonlocal last
            if state.seconds - last >= SECONDS_BETWEEN_LINES:
                last = state.seconds
                print(f"{what}: {state_text(state)}", file=sys.stderr, flush=True)

        yield write
        return
    columns = (
        TextColumn(what),
        BarColumn(BAR_WIDTH),
        TextColumn("{task.fields[text]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(what, total=None, text="")

        def draw(state: State) -> None:
            done = max(state.tried - 1, 0)
            progress.update(bar, total=state.moves, completed=done, text=state_text(state))

        yield draw


def drawn(problem: Problem, move: Move | None) -> Iterator[str]:
    """Draw a board with a domino, or without; rows are numbered from the top."""
    covered = cells_of(move) if move else ()
    yield "   " + " ".join("abcdefghi"[: problem.columns])
    for row in range(problem.rows):
        letters = (
            move.player if move and (row, column) in covered else "."
            for column in range(problem.columns)
        )
        yield f"{row + 1:2} {' '.join(letters)}"


def cells_of(move: Move) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return row and column of the two cells of a domino."""
    below, beside = (1, 0) if move.player == "V" else (0, 1)
    return (move.row, move.column), (move.row + below, move.column + beside)


def move_text(move: Move) -> str:
    """Write a domino by its two cells, such as a1-a2."""
    return "-".join(f"{'abcdefghi'[column]}{row + 1}" for row, column in cells_of(move))


def result_lines(problem: Problem, result: Result) -> Iterator[str]:
    """Write what was found."""
    first, other = NAMES[problem.first], NAMES[other_than(problem.first)]
    head = f"{board_name(problem)}, {first} starts with {counted(result.moves, 'move')}: "
    if result.move:
        yield f"{head}{first} wins by {move_text(result.move)}."
        yield f"{other} then has {counted(result.replies, 'move')}."
        yield ""
        yield from drawn(problem, result.move)
        yield ""
    elif result.winner:
        yield f"{head}{other}, the second player, wins."
    else:
        yield f"{head}not solved."
    yield f"{speed_text(result.nodes, result.seconds)}; {result.seconds:.2f} s"


def class_line(problem: Problem, winners: dict[str, str], nodes: int) -> str:
    """Write the class of a board from the winners by who starts, and the nodes of both."""
    if problem.rows == problem.columns:  # a quarter turn exchanges the players
        winners = {
            start: start if winner == first else other_than(start)
            for first, winner in winners.items()
            for start in "VH"
        }
    letter = CLASSES[winners["V"], winners["H"]]
    return f"{board_name(problem)} is {letter}: {SENTENCES[letter]}; {counted(nodes, 'node')}"
