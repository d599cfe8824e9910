"""When an engine agrees with a suite: its best move is one of the right ones."""

from collections.abc import Iterable

from engine.lab.match.uci_words import following, number_after, possible


class Judge:
    """Follows the best moves of one search.

    Parameters
    ----------
    moves
        The right ones, in UCI notation.
    stable
        Iterations in a row in which the last best move must be one of them; 1: agreement at any
        moment counts.
    """

    def __init__(self, moves: Iterable[str], stable: int = 1) -> None:
        self._moves, self._stable = frozenset(moves), stable
        self._depth, self._in_a_row = -1, 0

    def agrees(self, depth: int, move: str) -> bool:
        """Note the best move of an iteration; tell whether the engine agrees now."""
        if move not in self._moves:
            self._in_a_row = 0
        elif depth != self._depth or not self._in_a_row:
            self._in_a_row += 1
        self._depth = depth
        return self._in_a_row >= self._stable


def best_in(line: str) -> tuple[int, str, int | None] | None:
    """Read depth, best move and nodes of an `info` line.

    Returns
    -------
    tuple of int, str and int or None, or None
        None if the line has no principal variation, that of another line than the first, or a
        bound: then it says nothing about the best move. Nodes are None where they are missing.
    """
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"] or "pv" not in words:
        return None
    move = following(words, "pv")
    if not move or following(words, "multipv") not in ("", "1"):
        return None
    if {"lowerbound", "upperbound"}.intersection(words[: words.index("pv")]):
        return None
    depth = number_after(words, "depth")
    return depth or 0, move.lower(), possible(number_after(words, "nodes"))
