"""When a game of self-play is over: by the rules, by scores that leave no doubt, or by its length.

Both sides are one engine with one table, so a score that stays for some plies is believed.
"""

from collections.abc import Sequence

import chess

from engine.lab.match.adjudication import by_the_rules
from engine.lab.match.records import Reason
from engine.lab.selfplay.record import BLACK_WON, DRAWN, WHITE_WON

CERTAIN_SCORE, CERTAIN_PLIES = 1000, 6
"""Centipawns, in so many positions in a row: then the game is won."""
LEVEL_SCORE, LEVEL_PLIES, LEVEL_FROM = 8, 12, 80
"""Centipawns, in so many positions in a row, after so many plies: then it is drawn."""
LONGEST_GAME = 400
"""Plies; then it is drawn."""

RESULTS = {"1-0": WHITE_WON, "0-1": BLACK_WON, "1/2-1/2": DRAWN}


def ending(board: chess.Board, scores: Sequence[int]) -> tuple[int, Reason] | None:
    """Tell the result of a game and why, or None if it goes on.

    Parameters
    ----------
    board : chess.Board
        After the last move, with the moves since the last capture or pawn move.
    scores : sequence of int
        One for every move of the engine, in centipawns, from White's side.
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
