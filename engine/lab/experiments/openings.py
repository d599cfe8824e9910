"""The openings of matches: blocks of the project's own, or of a file of the user.

They are shuffled once; another seed takes the next ones, so that games are never played twice.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.sources import ROOT
from engine.lab.experiments.game_positions import FEN, GamePositions
from engine.lab.match.records import Opening
from engine.lab.match.schedule import in_random_order
from engine.lab.match.sheet import Sheet
from engine.lab.openings.read import read

BLOCK = 5
"""Openings of a cell, each for two games."""
OWN = "balanced-8ply.epd"
SUFFIX = ".epd"
ORDER = 1
"""Seed of the shuffling."""
SET = re.compile(r"([0-9]+) openings")
BLOCK_NAME = re.compile(r"(.+), openings ([0-9]+) to ([0-9]+)")


def is_opening_set(name: str) -> bool:
    """Tell whether a set is one of openings, such as `40 openings`."""
    return SET.fullmatch(name) is not None


def is_block(game: str) -> bool:
    """Tell whether the game of a cell is a block of openings."""
    return BLOCK_NAME.fullmatch(game) is not None


def blocks_of(name: str, seed: int = 1, size: int = BLOCK) -> tuple[GamePositions, ...]:
    """Return the blocks of a set for a seed; none if there are no openings left for it.

    Parameters
    ----------
    name
        Such as `40 openings`, or an EPD file, whose openings are all played.
    seed
        From 1.
    size
        Openings of a block.

    Raises
    ------
    LaboratoryError
        If it is a file that cannot be used.
    """
    known = SET.fullmatch(name)
    file = OWN if known else name
    openings = shuffled(file)
    number = int(known[1]) if known else len(openings)
    end = min(seed * number, len(openings))
    return tuple(
        block(file, first, min(first + size, end))
        for first in range((seed - 1) * number, end, size)
    )


def block(file: str, first: int, end: int) -> GamePositions:
    """Return some openings of a file, counted from 0 in their random order."""
    chosen = shuffled(file)[first:end]
    return GamePositions(
        f"{file}, openings {first + 1} to {end}",
        tuple(opening.name for opening in chosen),
        tuple(FEN + opening.fen for opening in chosen),
    )


def block_called(name: str, digest: str) -> GamePositions:
    """Return a block by its name.

    Raises
    ------
    LaboratoryError
        If there is none here, or it has other openings.
    """
    parts = BLOCK_NAME.fullmatch(name)
    found = block(parts[1], int(parts[2]) - 1, int(parts[3])) if parts else None
    if found is None or found.digest != digest:
        raise LaboratoryError(f"The openings of {name} are not those of the run (hash {digest}).")
    return found


@cache
def shuffled(file: str) -> Sequence[Opening]:
    """Return the openings of a file in their random order, each as a position."""
    path = ROOT / "openings" / file if file == OWN else Path(file)
    found = in_random_order(read(path).openings, ORDER)
    return tuple(
        Opening(opening.name or f"line {opening.line}", Sheet(opening).board.fen())
        for opening in found
    )
