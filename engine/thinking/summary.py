"""One search as plain data, its statistics in the format of AliBaba+, and its display of the board.

Source: Lazar 1995, statistics and board; Breuker 1998, section 2.7, for the further counters.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import chess
import numpy as np

from engine.evaluation.alibaba.evaluation import PIECE_FIELDS
from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS, piece_square
from engine.options import Value
from engine.table.errors import expected_losses
from engine.thinking.counters import NAMES, Counters, Iteration, counters_of
from engine.thinking.news import Info

VALUE_FIELDS = (*PIECE_FIELDS, "king_value")


@dataclass(frozen=True)
class Summary:
    """One search as plain data; `dataclasses.asdict` makes a row of it.

    Where table and search are compared with formula 2.2, both count from the last clearing of the
    table: through the game with time stamping, else in this search (X6).
    """

    counters: Counters = field(default_factory=Counters)
    """Of the whole search."""
    iterations: tuple[Iteration, ...] = ()
    """The completed iterations, the shallowest first; each counts from the start of the search."""
    elapsed_ms: int = 0
    """Milliseconds on the clock of the search."""
    deepest_ply: int = 0
    """The greatest distance from the root, quiescence included."""
    positions: int = 1
    """Places of the table."""
    buckets: int = 1
    """Its buckets."""
    levels: int = 1
    """Places in a bucket."""
    hash_bits: int = 64
    """Bits of the hash value that are compared."""
    filled: int = 0
    """Places in use."""
    clashes: int = 0
    """Stores since the last clearing that found the bucket occupied by another position."""
    collisions: int = 0
    """Stores since the last clearing by which a position was lost."""

    @property
    def stored(self) -> int:
        """M of formula 2.2: the positions stored since the last clearing."""
        return self.filled + self.collisions

    @property
    def expected_clashes(self) -> float:
        """How many stores are expected to find their bucket occupied, by formula 2.2."""
        return expected_losses(self.stored, self.buckets, 1, self.hash_bits)

    @property
    def expected_collisions(self) -> float:
        """How many positions are expected to be lost."""
        return expected_losses(self.stored, self.buckets, self.levels, self.hash_bits)

    def lines(self) -> list[str]:
        """Write Lazar's four lines, and the further counters."""
        counters = self.counters
        nodes, hits = counters.nodes, counters.hits
        times = counters.generations - counters.quiescence_generations
        generated = counters.generated - counters.quiescence_generated
        return [
            f"{nodes} nodes (int:{counters.interior}, leaf:{counters.leaves}, "
            f"quies:{counters.quiescence}), {nodes * 1000 // max(1, self.elapsed_ms)} n/s",
            f"{self.filled} filled ({percent(self.filled, self.positions)}), "
            f"{counters.reads} reads, {hits} hits ({percent(hits, counters.reads)}) "
            f"{counters.writes} writes",
            f"{self.collisions} collisions, {self.expected_collisions:.1f} expected",
            f"{generated} moves in {times} times ({generated / max(1, times):.2f})",
            f"with quiescence: {counters.generated} moves in {counters.generations} times "
            f"({counters.generated / max(1, counters.generations):.2f})",
            f"entries: {counters.full_width} full-width, {counters.horizon} at depth 0, "
            f"{counters.deeper_quiescence} deeper in quiescence",
            f"{counters.cuts} cut-offs by the table ({percent(counters.cuts, hits)} of hits): "
            f"exact {counters.exact_cuts}, lower {counters.lower_cuts}, "
            f"upper {counters.upper_cuts}; {counters.move_only} moves only, "
            f"{counters.inherited} inherited",
            f"{self.clashes} clashes, {self.expected_clashes:.1f} expected",
            f"in this search: {counters.filled} places filled, {counters.clashes} clashes, "
            f"{counters.collisions} collisions, {counters.refused} refused, "
            f"{counters.outdated} outdated overwritten, {counters.refreshed} outdated read again",
            f"type-1 errors: {counters.illegal} detected by an illegal move, "
            f"{counters.mistaken} known by the whole key, {counters.aliases} overwrote another "
            "position",
        ]


class Outcome(NamedTuple):
    """What is kept of a search until its summary is asked for."""

    counted: Any
    iterations: list[tuple[Info, Any]]
    table: dict[str, int]
    elapsed_ms: int
    deepest_ply: int

    @classmethod
    def of_nothing(cls, table: dict[str, int]) -> "Outcome":
        """Return that of no search, with the sizes of the table."""
        return cls(np.zeros(len(NAMES), np.int64), [], table, 0, 0)

    def summary(self) -> Summary:
        """Write it down with names."""
        iterations = tuple(
            Iteration(info.depth, info.score, info.pv, info.elapsed_ms, counters_of(counted))
            for info, counted in self.iterations
        )
        return Summary(
            counters_of(self.counted),
            iterations,
            self.elapsed_ms,
            self.deepest_ply,
            **self.table,
        )


def percent(part: int, whole: int) -> str:
    """Write a share with two decimals."""
    return f"{100 * part / max(1, whole):.2f}%"


def material_and_position(
    board: chess.Board, colour: chess.Color, settings: dict[str, Value]
) -> tuple[int, int]:
    """Return a side's material, the king counted in, and its piece-square sum, in centipawns."""
    centre = CENTRE_FUNCTIONS[str(settings["centre_function"])]
    material = position = 0
    for square, piece in board.piece_map().items():
        if piece.color == colour:
            kind = piece.piece_type - 1
            material += int(settings[VALUE_FIELDS[kind]])
            position += piece_square(kind, square if colour else square ^ 56, centre)
    return material, position


def board_lines(board: chess.Board, pos: Any, settings: dict[str, Value]) -> list[str]:
    """Write the board, its FEN and hash value, and each side's material and position.

    Parameters
    ----------
    board : chess.Board
    pos : POSITION record of the board
    settings : dict
        The piece values; the king's counts in this display only (X16).
    """
    rights = [
        name
        for colour, letter in ((chess.WHITE, "W"), (chess.BLACK, "B"))
        for name, has in (
            (letter + "S", board.has_kingside_castling_rights(colour)),
            (letter + "L", board.has_queenside_castling_rights(colour)),
        )
        if has
    ]
    sides = [
        f"{chess.COLOR_NAMES[colour]}: {material}+{position}"
        for colour in chess.COLORS
        for material, position in [material_and_position(board, colour, settings)]
    ]
    header = f"{chess.COLOR_NAMES[board.turn]} to move, castling {' '.join(rights) or 'none'}"
    key = int(pos.key)
    return [
        header,
        ", ".join(sides),
        *str(board).splitlines(),
        f"FEN {board.fen()}",
        f"key {key:016x} ({key >> 32:08x} {key & 0xFFFFFFFF:08x})",
    ]
