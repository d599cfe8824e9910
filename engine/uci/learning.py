"""The three commands of a learner: `setboard`, `setparam` and `gountil`.

Source: Björnsson 2002, chapter 7.
"""

import math
from collections.abc import Callable

import chess

from engine.options import Option, OptionError, Spin, Value, find, parse
from engine.options.kinds import WHOLE_NUMBER
from engine.options.learning import scaled_names
from engine.process.texts import instead, quoted
from engine.thinking.agreement import search_until
from engine.thinking.engine import Engine
from engine.uci.position import read_move, read_position
from engine.uci.thinking import Thinking


class LearnCommands:
    """The commands of a learner; one that cannot be obeyed changes nothing.

    Parameters
    ----------
    engine
        The session's.
    thinking
        Where searches run.
    complain
        Gets a sentence about each adjustment.
    """

    def __init__(self, engine: Engine, thinking: Thinking, complain: Callable[[str], None]) -> None:
        self._engine, self._thinking, self._complain = engine, thinking, complain

    def set_board(self, words: list[str]) -> None:
        """Set up a position as in a new game: nothing of earlier searches is left."""
        chess960 = bool(self._engine.settings["chess960"])
        setup = read_position(["fen", *words], chess960)
        self._thinking.interrupt(abandon_pondering=True)
        for complaint in setup.complaints:
            self._complain(complaint)
        if setup.board is not None:
            self._engine.set_position(setup.board)
            self._engine.new_game()

    def set_parameters(self, words: list[str]) -> None:
        """Set the options that Learn Parameters names, all of them or none.

        Raises
        ------
        OptionError
            If there is no such option, or a number is missing or out of range.
        """
        wanted = options_set_by(words, str(self._engine.settings["learn_parameters"]))
        self._thinking.interrupt()
        done: list[tuple[Option, Value]] = []
        try:
            for option, value in wanted:
                before = self._engine.settings[option.field]
                if value != before:
                    for warning in self._engine.configure(option, value):
                        self._complain(warning)
                    done.append((option, before))
        except OptionError:  # no memory for one of them
            for option, before in reversed(done):
                self._engine.configure(option, before)
            raise

    def go_until(self, words: list[str]) -> None:
        """Search until one of some moves is the best, or a number of nodes is used.

        Raises
        ------
        OptionError
            If a move is not legal, or there is no number of nodes.
        """
        moves, nodes = goal_in(words, self._engine.board)
        self._thinking.interrupt(abandon_pondering=True)
        self._thinking.run(lambda: self._search_until(moves, nodes))

    def _search_until(self, moves: tuple[chess.Move, ...], nodes: int) -> list[str]:
        found = search_until(self._engine, moves, nodes)
        return [f"nodes {int(found.is_reached)} {found.nodes}"]


def options_set_by(words: list[str], names: str) -> list[tuple[Option, Value]]:
    """Read the numbers after `setparam`.

    Parameters
    ----------
    words
        Real numbers, one for each name.
    names
        The value of Learn Parameters.

    Raises
    ------
    OptionError
        If their number is wrong, one is none, or an option cannot take it.
    """
    wanted = scaled_names(names)
    if len(words) != len(wanted):
        listed = ", ".join(name for name, _ in wanted)
        several = (
            f"{len(wanted)} numbers, one for each of" if len(wanted) > 1 else "one number, for"
        )
        raise OptionError(f"setparam needs {several} {listed}, not {len(words)}.")
    return [
        (option := numeric(name), parse(option, scaled(word, scale)))
        for word, (name, scale) in zip(words, wanted, strict=True)
    ]


def numeric(name: str) -> Option:
    """Find an option that is a number."""
    try:
        option = find(name)
    except OptionError:
        raise OptionError(
            f"There is no option {quoted(name)}, which Learn Parameters names."
        ) from None
    if not isinstance(option, Spin):
        raise OptionError(f"{option.name}, which Learn Parameters names, is not a number.")
    return option


def scaled(word: str, scale: float) -> str:
    """Write a number times its scale, rounded."""
    try:
        number = float(word) * scale
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise OptionError(f"setparam takes numbers, {instead(word)}.")
    return str(math.floor(number + 0.5))


def goal_in(words: list[str], board: chess.Board) -> tuple[tuple[chess.Move, ...], int]:
    """Read what follows `gountil`: moves, of which one is enough, and a number of nodes."""
    *texts, last = words or [""]
    if not texts or not WHOLE_NUMBER.fullmatch(last) or int(last) < 1:
        raise OptionError(
            f"gountil needs a move and a number of nodes, {instead(' '.join(words))}."
        )
    moves = []
    for text in texts:
        move = read_move(text, board)
        if move is None:
            raise OptionError(f"gountil: {quoted(text)} is not legal in {board.fen()}.")
        moves.append(move)
    return tuple(moves), int(last)
