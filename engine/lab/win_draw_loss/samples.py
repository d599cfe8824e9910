"""Scores of moves, the material on the board, and the results of the games.

Only games between equal players count: against a stronger one even good positions are lost.
"""

from collections.abc import Iterable
from typing import NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from engine.lab.games.read import PlayedGame
from engine.uci.win_draw_loss import material


class ScoredMoves(NamedTuple):
    """One row for each scored move."""

    score: NDArray[np.float64]  # centipawns, for the side to move
    share: NDArray[np.float64]  # of all material, see `engine.uci.win_draw_loss.material`
    outcome: NDArray[np.int64]  # 1 won, 0 drawn, -1 lost, for the side to move
    games: int  # with scored moves
    versions: tuple[str, ...]  # of the players


def samples_of(games: Iterable[PlayedGame], players: frozenset[str]) -> ScoredMoves:
    """Collect the scored moves of games between some players.

    Parameters
    ----------
    games
        All games.
    players
        Whose games count; if empty, those of Sesame against Sesame.
    """
    rows: list[tuple[float, float, int]] = []
    versions: set[str] = set()
    used = 0
    for game in games:
        if not all(game.is_by(colour, players) for colour in chess.COLORS):
            continue
        before = len(rows)
        versions.update(game.versions)
        board = game.start.copy()
        for move, score, _ in game.moves:
            if score is not None:
                outcome = round(2 * game.points_of(board.turn)) - 1
                rows.append((score, material(board), outcome))
            board.push(move)
        used += len(rows) > before
    table = np.array(rows, np.float64).reshape(-1, 3)
    players_versions = tuple(sorted(filter(None, versions)))
    return ScoredMoves(
        table[:, 0], table[:, 1], table[:, 2].astype(np.int64), used, players_versions
    )
