"""The games as the Python side sees them: a row for each.

A row is all that another game, such as Lines of Action, needs beside its own room. Its modules are
named and not imported, because who plays chess needs none of them.
"""

from typing import NamedTuple


class Game(NamedTuple):
    """A game: its doors, and the modules where they are.

    The positions of a line lie in a row in memory: `play` writes the record behind the present one,
    so that nothing is ever taken back. A move is a word of 64 bits, which only its game reads.
    """

    name: str
    """As a part of the compiled core."""
    rules: str
    """The module with the doors `list_moves` (writes the legal moves of a position and returns
    their number) and `play` (writes the position after a move); both take addresses."""
    search: str
    """The module with the door `solve_root`, which takes the address of the search's record."""

    def doors(self) -> tuple[str, ...]:
        """Name the doors as module:name."""
        return f"{self.rules}:list_moves", f"{self.rules}:play", f"{self.search}:solve_root"


DOMINEERING = Game(
    "Domineering", "engine.games.domineering.rules", "engine.games.domineering.search"
)
GAMES = {game.name: game for game in (DOMINEERING,)}
"""The rows by name."""
