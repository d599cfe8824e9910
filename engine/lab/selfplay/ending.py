"""When a game of self-play ends: by the rules, by adjudication, or by its length.

Both sides are the same engine with the same table, so few plies in a row are enough.
"""

from collections.abc import Sequence

import chess

from engine.lab.match.adjudication import by_the_rules
from engine.lab.match.records import Reason
from engine.lab.selfplay.record import BLACK_WON, DRAWN, WHITE_WON

CERTAIN_SCORE, CERTAIN_PLIES = 1000, 6
"""Centipawns in this many positions in a row: the game is won."""
LEVEL_SCORE, LEVEL_PLIES, LEVEL_FROM = 8, 12, 80
"""Centipawns in this many positions in a row, from this ply on: the game is drawn."""
LONGEST_GAME = 400
"""Plies, after which it is drawn."""

RESULTS = {"1-0": WHITE_WON, "0-1": BLACK_WON, "1/2-1/2": DRAWN}


def ending(board: chess.Board, scores: Sequence[int]) -> tuple[int, Reason] | None:
    """Return the result of a game and its reason, or None if it continues.

    Parameters
    ----------
    board : chess.Board
        After the last move, with the moves since the last capture or pawn move.
    scores : sequence of int
        One for every move of the engine, in centipawns for White.
    """
    verdict = by_the_rules(board)
    if verdict is not None:
        return RESULTS[verdict.result], verdict.reason
    last = scores[-CERTAIN_PLIES:]
    if len(last) == CERTAIN_PLIES:
        if min(last) >= CERTAIN_SCORE:
            return WHITE_WON, Reason.ADJUDICATED_WIN
        if max(last) <= -CERTAIN_SCORE:
            return BLACK_WON, Reason.ADJUDICATED_WIN
    level = scores[-LEVEL_PLIES:]
    if board.ply() >= LEVEL_FROM and len(level) == LEVEL_PLIES:
        if max(map(abs, level)) <= LEVEL_SCORE:
            return DRAWN, Reason.ADJUDICATED_DRAW
    if board.ply() >= LONGEST_GAME:
        return DRAWN, Reason.MOVE_LIMIT
    return None
