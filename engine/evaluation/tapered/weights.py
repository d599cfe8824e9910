"""The numbers of the tapered evaluation: packed pairs for middle game and endgame, from a file.

A pair is one word, the middle game's value in its upper half and the endgame's in its lower one,
so that one addition adds both. `weights.json` says how its numbers were found.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from engine.machine.core import record

WEIGHTS_FILE = Path(__file__).with_suffix(".json")

WEIGHTS = np.dtype(
    [
        ("material", "i8", 6),  # pawn to king; the king's stays 0
        ("piece_square", "i8", (6, 64)),  # a1 = 0, for White; Black looks up `square ^ 56`
        ("tempo", "i8"),
        ("mobility", "i8", (4, 28)),  # knight to queen, by the number of safe squares
        ("bishop_pair", "i8"),
        ("bishop_pawns", "i8"),  # for each pawn on the colour of the own bishop
        ("knight_outpost", "i8"),
        ("bishop_outpost", "i8"),
        ("rook_open", "i8"),
        ("rook_half_open", "i8"),
        ("rook_seventh", "i8"),
        ("isolated", "i8"),
        ("doubled", "i8"),
        ("backward", "i8"),
        ("weak_unopposed", "i8"),  # isolated or backward, and no enemy pawn ahead on the file
        ("phalanx", "i8", 8),  # beside another pawn, by rank
        ("supported", "i8", 8),  # by another pawn, by rank
        ("passed", "i8", 8),  # by rank, as those below
        ("passed_supported", "i8", 8),  # by a pawn, or beside one
        ("passed_blocked", "i8", 8),
        ("passed_safe", "i8", 8),  # the whole way is free and not attacked
        ("passed_own_king", "i8", 8),  # distance to the square ahead, from the fourth rank on
        ("passed_enemy_king", "i8", 8),
        ("shelter", "i8", (2, 8)),  # [king's file?, rank of the own pawn ahead, 0 if none]
        ("storm", "i8", (2, 8)),  # [stopped by the own pawn?, rank of the enemy pawn, 0 if none]
        ("danger", "i8", 64),  # by the units of the attack on the enemy king
        ("pawn_threat", "i8", 3),  # a pawn attacks a minor piece, a rook, a queen
        ("minor_threat", "i8", 2),  # a minor piece attacks a rook, a queen
        ("rook_threat", "i8"),  # a rook attacks a queen
        ("hanging", "i8", 2),  # an attacked pawn, an attacked piece that nobody guards
        ("push_threat", "i8"),  # a safe push would attack a piece
    ],
    align=True,
)
"""What each word is worth to the side that has it, as a pair of centipawns."""

Weights = record(WEIGHTS)
WORDS = WEIGHTS.itemsize // 8

LOW_HALF = 1 << 32


def pack(middle_game: Any, endgame: Any) -> Any:
    """Make words of pairs.

    Parameters
    ----------
    middle_game, endgame : array of int
        Centipawns.

    Returns
    -------
    array of int64
        Their sums unpack to the sums of the pairs: the lower half borrows from the upper one.
    """
    middle, end = (np.asarray(half, np.int64) for half in (middle_game, endgame))
    return middle * LOW_HALF + end


def unpack(words: Any) -> tuple[Any, Any]:
    """Give the middle game's and the endgame's numbers of words, or of sums of words."""
    words = np.asarray(words, np.int64)
    middle = (words + LOW_HALF // 2) >> 32
    return middle, words - middle * LOW_HALF


def weights_of(numbers: dict[str, Any]) -> Any:
    """Fill WEIGHTS from numbers by field.

    Parameters
    ----------
    numbers : dict
        For every field the lists `middle_game` and `endgame`, of the field's shape.

    Returns
    -------
    array of one WEIGHTS

    Raises
    ------
    KeyError, ValueError
        If a field is missing or has another shape.
    """
    weights = np.zeros(1, WEIGHTS)
    for field in WEIGHTS.names or ():
        pair = numbers[field]
        words = pack(pair["middle_game"], pair["endgame"])
        if words.shape != weights[0][field].shape:
            raise ValueError(f"{field} has the shape {words.shape}")
        weights[0][field] = words
    return weights.view(np.recarray)


def numbers_of(weights: Any) -> dict[str, Any]:
    """Give the numbers by field, as `weights_of` takes them."""
    halves = {field: unpack(weights[0][field]) for field in WEIGHTS.names or ()}
    return {
        field: {"middle_game": middle.tolist(), "endgame": end.tolist()}
        for field, (middle, end) in halves.items()
    }


def load_weights(path: Path = WEIGHTS_FILE) -> Any:
    """Read the numbers of the evaluation; returns an array of one WEIGHTS."""
    return weights_of(json.loads(path.read_text(encoding="utf-8"))["weights"])


def fill_tapered_values(tables: Any, weights: Any, settings: dict[str, Any] | None = None) -> None:
    """Put material and piece-square pairs into TABLES: White's, and Black's mirrored and negated.

    Parameters
    ----------
    tables : TABLES record, changed in place
    weights : array of one WEIGHTS
    settings : dict
        Not asked: no option changes these values.
    """
    values = weights[0]["material"][:, None] + weights[0]["piece_square"]
    tables.value[0] = values
    tables.value[1] = -values.reshape(6, 8, 8)[:, ::-1].reshape(6, 64)
