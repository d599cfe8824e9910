"""The games to tune on: read from archives, and split into training and validation set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.lab.selfplay.archive import read_archive
from engine.lab.selfplay.recipe import SelfplayError


class Games(NamedTuple):
    """The records of several archives."""

    records: Any  # array of RECORD
    game: Any  # the number of each record's game, through all archives
    number: int  # of games
    heads: list[dict[str, Any]]  # of the archives


def read_games(paths: Sequence[Path]) -> Games:
    """Read archives of self-play games.

    Parameters
    ----------
    paths
        Their files; incomplete games are skipped.

    Raises
    ------
    SelfplayError
        If a file is not an archive, or they contain no positions.
    OSError
        If one cannot be read.
    """
    records, games, heads, number = [], [], [], 0
    for path in paths:
        contents = read_archive(path)
        counts = contents.games["count"]
        games.append(np.repeat(np.arange(len(counts)) + number, counts))
        records.append(contents.records)
        heads.append(contents.head)
        number += len(counts)
    if not sum(map(len, records)):
        raise SelfplayError(f"There are no positions in {', '.join(map(str, paths))}.")
    return Games(np.concatenate(records), np.concatenate(games), number, heads)


def validation_set(games: Games, percent: int, seed: int) -> Any:
    """Choose the validation set.

    Positions of a game share its result, so games are not split.

    Parameters
    ----------
    games
        All of them.
    percent
        Its share of the games; at least one game.
    seed
        Of the choice.

    Returns
    -------
    array of bool
        For every record whether it belongs to the validation set.
    """
    chosen = np.zeros(games.number, bool)
    number = max(1, games.number * percent // 100)
    chosen[np.random.default_rng(seed).permutation(games.number)[:number]] = True
    return chosen[games.game]
