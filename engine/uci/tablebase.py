"""What tablebases say about the moves at the root, and which of them the search may choose.

For a position they give the result (WDL: win, draw or loss) and the plies until the next capture,
pawn move or mate (DTZ: distance to zeroing). If the fifty-move rule ends the game before that, a
win is a draw: a cursed win for the winner, a blessed loss for the loser.
Source: de Man, Syzygy tablebases, 2013; python-chess, `Tablebase.probe_dtz`, for their rounding.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import chess

from engine.search.shared.score import DRAW, mate_in

WIN, CURSED_WIN, DRAWN, BLESSED_LOSS, LOSS = 2, 1, 0, -1, -2
FIFTY_MOVES = 100  # plies
LARGEST_CERTAIN = 100  # plies; a larger distance means cursed or blessed
TABLE_WIN = 20000  # centipawns: below every mate, above every evaluation
PATIENCE = 16
"""Plies without progress in a won position during which any winning move is allowed: those of the
search are more natural than those of the tables, but it may not make progress."""


class Tablebase(Protocol):
    """The part of python-chess's tablebase that is used."""

    def probe_wdl(self, board: chess.Board) -> int:
        """Return the result for the side to move, with the fifty-move counter at zero."""

    def probe_dtz(self, board: chess.Board) -> int:
        """Return the plies to a zeroing move, negative for the loser."""


class Judged(NamedTuple):
    """A legal move, seen by the side that makes it."""

    move: chess.Move
    outcome: int  # WIN to LOSS
    plies: int  # to the next zeroing move, including this move; 0: draw, or unknown
    repeats: bool  # the position after it has occurred before

    @property
    def distance(self) -> int:
        """The plies; an unknown number counts as large."""
        return self.plies or FIFTY_MOVES


class Verdict(NamedTuple):
    """The moves of a position as the tablebases judge them."""

    judged: dict[chess.Move, Judged]
    kept: tuple[chess.Move, ...]  # from which the search may choose
    outcome: int
    probes: int

    def score(self, move: chess.Move | None, found: int) -> int:
        """Return the score of a line in centipawns, for the side to move.

        Parameters
        ----------
        move
            Its first move, if it has one.
        found
            The score of the search; a mate that it found is kept.
        """
        known = self.judged.get(move or self.kept[0])
        outcome, plies = (known.outcome, known.plies) if known else (self.outcome, 0)
        mate = mate_in(found)
        if outcome == WIN:
            return found if mate is not None and mate > 0 else TABLE_WIN - plies
        if outcome == LOSS:
            return found if mate is not None and mate <= 0 else plies - TABLE_WIN
        return DRAW


def judge(
    tablebase: Tablebase,
    board: chess.Board,
    moves: list[chess.Move],
    fifty_moves: bool,
    goes_on: Callable[[], bool] = lambda: True,
) -> Verdict | None:
    """Judge the moves of a position.

    Parameters
    ----------
    tablebase
        From python-chess.
    board
        The position, with the moves that led to it; it is left as it was.
    moves
        Legal moves.
    fifty_moves
        Whether the fifty-move rule is in force.
    goes_on
        Called before every move: whether the verdict is still wanted.

    Returns
    -------
    Verdict or None
        None if a table is missing, or the verdict is no longer wanted.
    """
    probes = 0
    judged: list[Judged] = []

    def count(result: int) -> int:
        nonlocal probes
        probes += 1
        return result

    try:
        for move in moves:
            if not goes_on():
                return None
            judged.append(judge_move(tablebase, board, move, fifty_moves, count))
    except KeyError:  # MissingTableError, or too many pieces
        return None
    outcome = max(one.outcome for one in judged)
    best = [one for one in judged if one.outcome == outcome]
    hurry = board.halfmove_clock >= PATIENCE or has_repeated(board)
    kept = tuple(one.move for one in choice_of(best, board.halfmove_clock, hurry))
    return Verdict({one.move: one for one in judged}, kept, outcome, probes)


def judge_move(
    tablebase: Tablebase,
    board: chess.Board,
    move: chess.Move,
    fifty_moves: bool,
    count: Callable[[int], int],
) -> Judged:
    """Judge one move; `count` is called with the result of each probe."""
    clock = board.halfmove_clock
    board.push(move)
    try:
        if board.is_checkmate():
            return Judged(move, WIN, 1, False)
        if board.is_repetition(3):
            return Judged(move, DRAWN, 0, True)
        result, plies = result_after(tablebase, board, count)
        repeats = board.is_repetition(2)
    finally:
        board.pop()
    if not fifty_moves:
        result = 2 * (result > 0) - 2 * (result < 0)
    elif clock + plies > FIFTY_MOVES:
        result = max(BLESSED_LOSS, min(CURSED_WIN, result))
    return Judged(move, result, plies, repeats)


def result_after(
    tablebase: Tablebase, board: chess.Board, count: Callable[[int], int]
) -> tuple[int, int]:
    """Probe the position after a move.

    Returns
    -------
    tuple of int and int
        The result for the side that has moved, with the counter at zero; the plies of `Judged`.
    """
    if board.halfmove_clock == 0:
        result = -count(tablebase.probe_wdl(board))
        return result, 1 if result else 0
    try:
        distance = -count(tablebase.probe_dtz(board))
    except KeyError:  # no DTZ table
        return -count(tablebase.probe_wdl(board)), 0
    if distance == 0:
        return DRAWN, 0
    size = WIN if abs(distance) <= LARGEST_CERTAIN else CURSED_WIN
    return size if distance > 0 else -size, abs(distance) + 1


def choice_of(best: list[Judged], clock: int, hurry: bool) -> list[Judged]:
    """Return those moves of the best outcome that keep it safely.

    Parameters
    ----------
    best
        Moves of one outcome.
    clock
        The fifty-move counter before them.
    hurry
        Whether a win must be pursued by the shortest way.
    """
    outcome = best[0].outcome
    if outcome == BLESSED_LOSS:
        longest = max(one.plies for one in best)
        return [one for one in best if one.plies == longest]
    if outcome not in (WIN, CURSED_WIN):
        return best
    if outcome == CURSED_WIN or hurry:
        shortest = min(one.distance for one in best)
        return [one for one in best if one.distance == shortest]
    # DTZ may be rounded: one ply more may be needed than the tables say.
    safe = [one for one in best if clock + one.plies < FIFTY_MOVES] or best
    return [one for one in safe if not one.repeats] or safe


def has_repeated(board: chess.Board) -> bool:
    """Tell whether a position has occurred twice since the last zeroing move."""
    board = board.copy()
    while board.move_stack and board.halfmove_clock:
        if board.is_repetition(2):
            return True
        board.pop()
    return False
