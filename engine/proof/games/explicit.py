"""A game given as a graph of positions, some of which have a value.

The worked examples of the sources and random graphs are searched by the same code as chess.
"""

import numpy as np

from engine.machine.core import door, int64, record, uint64
from engine.machine.words import U64, address, as_record, at
from engine.proof.numbers import FALSE, ONE, TRUE, UNKNOWN
from engine.proof.prover import BY_PATH, CHILD, MOBILITY_AT, MOST_CHILDREN, MOST_PLIES

PLACE = np.dtype([("place", "u8")], align=True)
"""The number of a position: the one that an edge leads to, or that of a ply of the path."""
POINT = np.dtype([("first", "u8"), ("count", "u8"), ("value", "u8")], align=True)
"""A position: its first edge, the number of its edges, its value."""
EXPLICIT = np.dtype(
    [
        ("points", "u8"),  # addresses: POINT by position, PLACE by edge, PLACE by ply
        ("edges", "u8"),
        ("path", "u8"),
        ("converting", "u8"),  # 1: no position can occur again
        ("draw", "u8"),  # the value of a repetition
    ],
    align=True,
)
Explicit = record(EXPLICIT)


@door(int64(uint64, uint64))
def earlier(where, ply):
    """Give the earlier ply of the path with the position of this one, or -1."""
    game = as_record(where, EXPLICIT)
    path = as_record(game.path, PLACE)
    for before in range(ply):
        if at(path, before).place == at(path, ply).place:
            return int64(before)
    return -1


@door(int64(uint64, uint64, uint64))
def judge(where, ply, how):
    """Give the value of the position at a ply, and above MOBILITY_AT its moves."""
    game = as_record(where, EXPLICIT)
    place = at(as_record(game.path, PLACE), ply).place
    point = at(as_record(game.points, POINT), place)
    value = point.value if how else UNKNOWN
    if how & BY_PATH and value == UNKNOWN and earlier(where, ply) >= 0:
        value = game.draw
    return int64(value | point.count << MOBILITY_AT)


@door(int64(uint64, uint64, uint64))
def play(where, ply, move):
    """Make the position after a move that of the next ply; a move is the number of an edge."""
    game = as_record(where, EXPLICIT)
    path = as_record(game.path, PLACE)
    place = at(path, ply).place
    point = at(as_record(game.points, POINT), place)
    at(path, ply + ONE).place = at(as_record(game.edges, PLACE), point.first + move).place
    return 0


@door(int64(uint64, uint64, uint64, uint64))
def list_children(where, ply, children, how):
    """Write a CHILD for each edge; return their number."""
    game = as_record(where, EXPLICIT)
    path = as_record(game.path, PLACE)
    point = at(as_record(game.points, POINT), at(path, ply).place)
    for number in range(point.count):
        play(where, ply, number)
        judgement = uint64(judge(where, ply + ONE, how))
        child = at(as_record(children, CHILD), number)
        child.key, child.move = at(path, ply + ONE).place + ONE, number
        child.mobility, child.value = judgement >> MOBILITY_AT, judgement & U64(3)
        child.converting = game.converting
    return int64(point.count)


class ExplicitGame:
    """A graph of positions, in which the attacker moves first and the sides alternate.

    Parameters
    ----------
    children : dict
        By the name of a position, the names of those that its moves lead to, in order. Every
        position without a value needs some.
    values : dict
        By the name of a position where the game ends, whether the attacker has won.
    root : str
    acyclic : bool
        Whether no position can occur again, so that DAG takes every move for a converting one.
    draws_win : bool
        Whether a repetition is what the attacker wants.

    Raises
    ------
    ValueError
        If a position has neither a value nor children, or more than MOST_CHILDREN of them.
    """

    judge, list_children = staticmethod(judge), staticmethod(list_children)
    play, earlier = staticmethod(play), staticmethod(earlier)

    def __init__(self, children, values, root, *, acyclic=False, draws_win=False):
        names = {root, *children, *values}
        self.names = sorted(names.union(*children.values()))
        number = {name: place for place, name in enumerate(self.names)}
        for name in self.names:
            if name not in values and not children.get(name):
                raise ValueError(f"The position {name} has neither a value nor children.")
            if len(children.get(name, ())) > MOST_CHILDREN:
                raise ValueError(f"The position {name} has more than {MOST_CHILDREN} children.")
        self._points = np.zeros(len(self.names), POINT)
        edges = [number[child] for name in self.names for child in children.get(name, ())]
        self._edges = np.zeros(len(edges) + 1, PLACE)
        self._edges["place"][: len(edges)] = edges
        first = 0
        for place, name in enumerate(self.names):
            count = 0 if name in values else len(children[name])
            value = {None: UNKNOWN, True: TRUE, False: FALSE}[values.get(name)]
            self._points[place] = first, count, value
            first += len(children.get(name, ()))
        self._path = np.zeros(MOST_PLIES + 2, PLACE)
        self._path["place"][0] = number[root]
        self._array = np.zeros(1, EXPLICIT).view(np.recarray)
        game = self._array[0]
        for field, array in (
            *(("points", self._points), ("edges", self._edges), ("path", self._path)),
        ):
            game[field] = address(array)
        game.converting, self.draws_win = acyclic, draws_win
        game.draw = TRUE if draws_win else FALSE

    @property
    def where(self):
        """The address of the record that the doors take."""
        return int(address(self._array[0]))

    @property
    def root_key(self):
        """The key of the position."""
        return int(self._path["place"][0]) + 1
