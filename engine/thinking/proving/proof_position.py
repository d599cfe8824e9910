"""A node of a proof search of chess, with its board: what a page or a test looks at."""

from dataclasses import dataclass

import chess

from engine.proof.search import ProofNode


@dataclass(frozen=True)
class ProofPosition:
    """A node of the proof, with its board."""

    board: chess.Board
    """The position, without the moves that led to it."""
    move: chess.Move | None
    """The last move; None at the root."""
    node: ProofNode
    """The numbers, the marks, and the length of the proof."""

    @property
    def proof(self) -> int | None:
        """The proof number; None: infinite."""
        return self.node.proof

    @property
    def disproof(self) -> int | None:
        """The disproof number; None: infinite."""
        return self.node.disproof

    @property
    def marks(self) -> tuple[str, ...]:
        """What is special about it; see `search.MARKS`."""
        return self.node.marks
