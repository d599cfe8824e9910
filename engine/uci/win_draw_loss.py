"""The probabilities of win, draw and loss after a score, in per mille.

An ordered logistic model: a game is won with probability 1 / (1 + exp((t - s) / c)) by a side
whose score is s centipawns, and lost with the same for -s. The threshold t is the score at which
half of the games are won, the scale c says how slowly the odds change; both depend on the material
on the board. They were fitted to Sesame's own games by `sesame wdl`; their file names the command.
Source: McCullagh, Regression models for ordinal data, Journal of the Royal Statistical Society B
42(2), 1980.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chess

from engine.search.shared.score import mate_in

OUR_MODEL = Path(__file__).with_suffix(".json")
POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
ALL_POINTS = 78  # of both sides in the start position
LARGEST_EXPONENT = 500.0  # beyond it a float overflows

WON, LOST = (1000, 0, 0), (0, 0, 1000)
DRAWN = (0, 1000, 0)


@dataclass(frozen=True)
class Model:
    """The fitted numbers: logarithms of t and c without pieces, and their change to all pieces."""

    threshold: tuple[float, float]
    scale: tuple[float, float]

    def permille(self, score: int, board: chess.Board) -> tuple[int, int, int]:
        """Return win, draw and loss for the side to move.

        Parameters
        ----------
        score
            Centipawns for the side to move, or a mate.
        board
            The position that was searched. Stalemate and insufficient material are draws.
        """
        mate = mate_in(score)
        if mate is not None:
            return WON if mate > 0 else LOST
        if board.is_insufficient_material() or not any(board.legal_moves):
            return DRAWN
        share = material(board)
        threshold = math.exp(self.threshold[0] + self.threshold[1] * share)
        scale = math.exp(self.scale[0] + self.scale[1] * share)
        win = round(1000 * logistic((score - threshold) / scale))
        loss = min(round(1000 * logistic((-score - threshold) / scale)), 1000 - win)
        return win, 1000 - win - loss, loss


def logistic(x: float) -> float:
    """Return the logistic function."""
    return 1 / (1 + math.exp(min(LARGEST_EXPONENT, -x)))


def material(board: chess.Board) -> float:
    """Return the material as a share of that of the start position; promotions may add to it."""
    on_board = sum(
        points * chess.popcount(board.pieces_mask(kind, colour))
        for kind, points in POINTS.items()
        for colour in chess.COLORS
    )
    return on_board / ALL_POINTS


@cache
def our_model() -> Model:
    """Read the model that comes with Sesame."""
    numbers = json.loads(OUR_MODEL.read_text(encoding="utf-8"))
    return Model(tuple(numbers["threshold"]), tuple(numbers["scale"]))
