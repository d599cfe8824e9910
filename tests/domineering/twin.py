"""The slow, obvious twin: domineering as one would explain it, on sets of free cells (row, column).

Without a line of the engine: neither words, nor keys, nor the rules that decide a move at once.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = frozenset[Cell]
STEP = {"V": (1, 0), "H": (0, 1)}
OTHER = {"V": "H", "H": "V"}


class Domino(NamedTuple):
    """A move: its player and its upper or left cell."""

    player: str
    cell: Cell


def empty(rows: int, columns: int) -> Cells:
    """Give all cells of a board."""
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def beyond(cell: Cell, player: str, steps: int = 1) -> Cell:
    """Go some cells in a player's direction."""
    return cell[0] + steps * STEP[player][0], cell[1] + steps * STEP[player][1]


def moves(free: Cells, player: str) -> list[Domino]:
    """List the moves, row by row from the left."""
    return [Domino(player, cell) for cell in sorted(free) if beyond(cell, player) in free]


def after(free: Cells, move: Domino) -> Cells:
    """Place a domino."""
    return free - {move.cell, beyond(move.cell, move.player)}


def most_dominoes(free: Cells, player: str) -> int:
    """Count the dominoes that one player alone can place: first come, first served is best."""
    count = 0
    while found := moves(free, player):
        free, count = after(free, found[0]), count + 1
    return count


def real_moves(free: Cells, player: str) -> int:
    """Count the dominoes that a player can place if the other one always passes."""
    return most_dominoes(free, player)


def safe_moves(free: Cells, player: str) -> int:
    """Count those on cells that the other player can no longer cover."""
    sides = [(cell, beyond(cell, OTHER[player], -1), beyond(cell, OTHER[player])) for cell in free]
    return most_dominoes(
        frozenset(cell for cell, one, two in sides if one not in free and two not in free), player
    )


@cache
def wins(free: Cells, player: str) -> bool:
    """Tell whether the player to move wins: if a move leads to a loss of the other one."""
    return any(not wins(after(free, move), OTHER[player]) for move in moves(free, player))


def class_of(rows: int, columns: int) -> str:
    """Give the class of a board: 1, 2, V or H."""
    free = empty(rows, columns)
    first = wins(free, "V"), wins(free, "H")
    return {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}[first]


def random_game(rows: int, columns: int, player: str, seed: int) -> Iterator[tuple[Cells, str]]:
    """Play random moves to the end; give every position with the player to move."""
    chance, free = random.Random(seed), empty(rows, columns)
    while True:
        yield free, player
        found = moves(free, player)
        if not found:
            return
        free, player = after(free, chance.choice(found)), OTHER[player]
