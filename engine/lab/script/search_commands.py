"""Commands that search: STEP, RUN of a game, EVALUATE."""

import threading

import chess

from engine.lab.common.errors import LaboratoryError
from engine.lab.script.display import Display, pawns
from engine.lab.script.game import numbered
from engine.lab.script.parsing import Argument
from engine.lab.script.state import State
from engine.lab.script.statistics import Record, Search, Statistics
from engine.process.deep_threads import start_deep
from engine.thinking.engine import Engine, Limits, Result

LAZAR_LINES = 4
"""Of the summary, those that AliBaba+ prints; the others are further counters."""


def step(state: State, depth: Argument = None) -> None:
    """Search the position and play the move."""
    move = search(state, depth)
    if move is not None:
        state.game.play(move)


def run(state: State) -> None:
    """Search the position, and every further one of the game that was taken back."""
    search(state, None)
    while state.game.undone:
        board, move = state.game.board, state.game.undone[-1]
        state.print_lines("the game goes on:", *numbered(board, [move]))
        state.game.forward(1)
        search(state, None)


def search(state: State, depth: Argument) -> chess.Move | None:
    """Search the position, show it, and keep the statistics.

    Returns
    -------
    chess.Move or None
        The best move; None if there is no legal one.
    """
    board = state.board_for_engine()
    ending = state.game.ending()
    if ending:
        state.write(f"no move: {ending}")
        return None
    engine, values = state.engine, state.values
    remaining = engine.filled if values["TABLE STAMP"] else 0
    state.write(f"[{remaining} positions remaining in transposition table]")
    flags = str(values["DEBUGLEVEL"])
    display = Display(board, state.write, "PROGRESS" in flags)
    limits = Limits(
        depth=int(values["DEPTH"] if depth is None else depth),  # type: ignore[arg-type]
        nodes=int(values["NODES"]) or None,
        movetime_ms=int(values["TIME"]) or None,
    )
    result = think(engine, limits, display)
    if result.move is None or display.last is None:
        raise LaboratoryError("The search ended without a move.")
    lines = engine.summary.lines()
    state.print_lines(*(lines[:LAZAR_LINES] if values["STATS"] else ()))
    state.print_lines(*(lines[LAZAR_LINES:] if "COUNTERS" in flags else ()))
    state.print_lines(*numbered(board, [result.move]))
    last = display.last
    facts = Search(
        len(state.records) + 1,
        board.fen(),
        f"{values['TABLE SCHEME']} {values['TABLE LEVEL']}",
        int(values["TABLE INDEX"]),
        last.depth,
        board.uci(result.move),
        last.score,
    )
    state.records.append(Record(facts, Statistics.of(engine.summary)))
    return result.move


def think(engine: Engine, limits: Limits, display: Display) -> Result:
    """Search in a thread with a large stack, which Ctrl-C stops.

    Raises
    ------
    KeyboardInterrupt
        When the search has ended.
    """
    results: list[Result] = []
    failures: list[BaseException] = []
    ended = threading.Event()

    def work() -> None:
        try:
            results.append(engine.think(limits, display.report, display.report_root))
        except BaseException as failure:
            failures.append(failure)
        ended.set()

    engine.prepare_go()
    start_deep(work, "search")
    try:
        ended.wait()
    except KeyboardInterrupt:
        engine.stop()
        ended.wait()
        raise
    if failures:
        raise failures[0]
    return results[0]


def evaluate(state: State, white: Argument = None) -> None:
    """Print the static evaluation for the side to move, or for a side."""
    board = state.board_for_engine()
    side = board.turn if white is None else bool(white)
    value = state.engine.evaluation()
    value = value if side == board.turn else -value
    state.write(f"evaluation {pawns(value)} for {chess.COLOR_NAMES[side]}")
