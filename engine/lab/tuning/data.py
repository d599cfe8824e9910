"""The games to tune on: read from archives, and divided into those to learn from and the judges."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.lab.selfplay.archive import read_archive
from engine.lab.selfplay.recipe import SelfplayError


class Games(NamedTuple):
    """The records of some archives."""

    records: Any  # array of RECORD
    game: Any  # for each the number of its game, counted through all archives
    number: int  # of games
    heads: list[dict[str, Any]]  # of the archives


def read_games(paths: Sequence[Path]) -> Games:
    """Read archives of self-play games.

    Parameters
    ----------
    paths
        Their files; an unfinished game at the end of one is left out.

    Raises
    ------
    SelfplayError
        If a file is no archive, or there are no positions in them.
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


def judges(games: Games, percent: int, seed: int) -> Any:
    """Choose the games that judge and are not learned from.

    Positions of one game have one result, so a game is never divided.

    Parameters
    ----------
    games
        All of them.
    percent
        How many, at least one.
    seed
        Of the choice.

    Returns
    -------
    array of bool
        For every record whether its game judges.
    """
    chosen = np.zeros(games.number, bool)
    number = max(1, games.number * percent // 100)
    chosen[np.random.default_rng(seed).permutation(games.number)[:number]] = True
    return chosen[games.game]
