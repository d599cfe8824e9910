"""Statistics of a search in the format of AliBaba+ (Lazar 1995), and its display of the board.

The further counters are those that the experiments of Breuker (1998), section 2.7, speak of.
"""

from dataclasses import dataclass, field
from typing import Any

import chess

from engine.evaluation.alibaba.evaluation import PIECE_FIELDS
from engine.evaluation.alibaba.piece_square import CENTRE_FUNCTIONS, piece_square
from engine.options import Value
from engine.table.errors import expected_losses
from engine.table.memory import TranspositionTable
from engine.table.statistics import COUNTS
from engine.thinking.threads import Thread

VALUE_FIELDS = (*PIECE_FIELDS, "king_value")


@dataclass(frozen=True)
class Summary:
    """The counters of one search; see WORKER and COUNTS for what each means.

    `filled`, `clashes` and `collisions` count from the last clearing of the table, so that they can
    be compared with the expected numbers (X6).
    """

    nodes: int = 0
    interior: int = 0
    quiescence: int = 0
    generated: int = 0
    generations: int = 0
    elapsed_ms: int = 0
    positions: int = 1
    buckets: int = 1
    levels: int = 1
    hash_bits: int = 64
    filled: int = 0
    clashes: int = 0
    collisions: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS.names or (), 0))

    @classmethod
    def after(cls, threads: list[Thread], table: TranspositionTable, elapsed_ms: int) -> "Summary":
        """Add up the counters of the threads of a search that has ended."""

        def total(field: str) -> int:
            return sum(int(thread.worker[field]) for thread in threads)

        return cls(
            nodes=total("nodes"),
            interior=total("interior"),
            quiescence=total("quiescence"),
            generated=total("generated"),
            generations=total("generations"),
            elapsed_ms=elapsed_ms,
            positions=table.positions,
            buckets=table.buckets,
            levels=table.levels,
            hash_bits=table.hash_bits,
            filled=table.filled,
            clashes=table.clashes,
            collisions=table.collisions,
            counts={
                name: sum(int(thread.counts[0][name]) for thread in threads)
                for name in COUNTS.names or ()
            },
        )

    @property
    def leaves(self) -> int:
        """Nodes at which no move was searched."""
        return self.nodes - self.interior

    @property
    def expected_clashes(self) -> float:
        """How many stores are expected to find their bucket occupied, by formula 2.2."""
        stored = self.filled + self.collisions
        return expected_losses(stored, self.buckets, 1, self.hash_bits) if stored else 0.0

    @property
    def expected_collisions(self) -> float:
        """How many positions are expected to be lost."""
        stored = self.filled + self.collisions
        return expected_losses(stored, self.buckets, self.levels, self.hash_bits) if stored else 0.0

    def lines(self) -> list[str]:
        """Write Lazar's four lines, and the further counters."""
        counts = self.counts
        speed = self.nodes * 1000 // max(1, self.elapsed_ms)
        cuts = counts["exact_cuts"] + counts["lower_cuts"] + counts["upper_cuts"]
        return [
            f"{self.nodes} nodes (int:{self.interior}, leaf:{self.leaves}, "
            f"quies:{self.quiescence}), {speed} n/s",
            f"{self.filled} filled ({percent(self.filled, self.positions)}), "
            f"{counts['reads']} reads, {counts['hits']} hits "
            f"({percent(counts['hits'], counts['reads'])}) {counts['writes']} writes",
            f"{self.collisions} collisions, {self.expected_collisions:.1f} expected",
            f"{self.generated} moves in {self.generations} times "
            f"({self.generated / max(1, self.generations):.2f})",
            f"{cuts} cut-offs by the table ({percent(cuts, counts['hits'])} of hits): "
            f"exact {counts['exact_cuts']}, lower {counts['lower_cuts']}, "
            f"upper {counts['upper_cuts']}; {counts['move_only']} moves only, "
            f"{counts['inherited']} inherited",
            f"{self.clashes} clashes, {self.expected_clashes:.1f} expected",
            f"in this search: {counts['filled']} places filled, {counts['clashes']} clashes, "
            f"{counts['collisions']} collisions, {counts['refused']} refused, "
            f"{counts['outdated']} outdated overwritten",
            f"type-1 errors: {counts['illegal']} detected by an illegal move, "
            f"{counts['mistaken']} known by the whole key, {counts['aliases']} overwrote another "
            "position",
        ]


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
