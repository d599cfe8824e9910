"""What `go mate` knows of the mate that it looks for, and its sentences about it."""

from dataclasses import dataclass

import chess

from engine.thinking.limits import ANY_LENGTH
from engine.thinking.proving.chess_prover import ChessProver

LONGEST_MATE = 999
"""Moves; whoever asks for more gets one in so many, if it can be proved."""
WHY = {
    "nodes": "the limit of nodes was reached",
    "memory": "the memory was full",
    "time": "the time was up",
    "stopped": "it was stopped",
    "too deep": "a path became too long",
    "steps": "the limit of selection steps was reached",
}
"""Why a search ended without a result, by one of `settings.ENDINGS`."""


@dataclass
class Found:
    """What is known of the mate that is looked for."""

    wanted: int
    """Moves that it may take, LONGEST_MATE at most; ANY_LENGTH: any number, but the fewest."""
    line: tuple[chess.Move, ...] = ()
    """A line of the proof, empty as long as nothing is proved; its first move is proved to mate."""
    is_whole: bool = True
    """Whether the line ends in mate; else no more of the proof could be found again."""
    plies: int | None = None
    """The mate is proved in so many plies; None: in some number, since a form that gives up parts
    of its proof cannot tell which defence takes longest."""
    refuted: int = 0
    """It is proved that there is no mate in so many moves; ANY_LENGTH: in any number."""
    nodes: int = 0
    ended_by: str = ""
    """Why no further search would tell more: a key of WHY; empty: it was just ended."""
    only_these_moves: bool = False
    """Whether the attacker's first move was one of the moves of `searchmoves`."""
    leaves_fifty_aside: bool = False
    """Some mate is proved, but not that it comes before the fifty-move rule ends the game."""

    @property
    def moves(self) -> int | None:
        """Length of the proved mate, if it is known."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def is_met(self) -> bool:
        """Whether the proved mate is short enough."""
        return self.moves is not None and self.moves <= self.wanted < ANY_LENGTH

    @property
    def is_shortest(self) -> bool:
        """Whether no mate is shorter."""
        return self.moves is not None and self.refuted >= self.moves - 1

    @property
    def is_decided(self) -> bool:
        """Whether there is nothing left to find out."""
        return self.is_met or self.is_shortest or self.refuted >= self.wanted

    def remarks(self, was_stopped: bool) -> tuple[str, ...]:
        """Say in sentences what is proved and what ended the search."""
        said, these = [], self._these_moves
        if self.moves is not None:
            shortest = (
                f"; it is proved that none is shorter{these}"
                if self.is_shortest and self.moves > 1
                else ""
            )
            said.append(f"Mate in {self.moves} is proved{shortest}.")
        elif self.line:
            said.append("A mate is proved, but not in how many moves.")
        elif self.leaves_fifty_aside and self.refuted < self.wanted:
            said.append("A mate is proved, but perhaps the fifty-move rule ends the game before.")
        if not self.is_whole:
            said.append("Not all of the line of the proof could be found again.")
        if self.refuted >= self.wanted:
            length = "" if self.refuted >= ANY_LENGTH else f" in {self.wanted}"
            said.append(f"It is proved that there is no mate{length}{these}.")
        elif not self.is_decided:
            why = WHY[self.ended_by] if self.ended_by and not was_stopped else "the search ended"
            said.append(
                f"{why[0].upper()}{why[1:]} before it was known whether there is {self._aim}."
            )
        return tuple(said)

    def what_is_open(self) -> str:
        """Say, while the search goes on, between which lengths it still looks for a mate.

        Empty if nothing is known that the user has not asked for, or if all is known.
        """
        known, refuted, these = self.moves, self.refuted, self._these_moves
        if self.is_decided or not (known or refuted):
            return ""
        most = "" if known is None else f"{known - 1}"
        if not refuted:
            return f"Looking for a mate in {most} or less."
        least = f"It is proved that there is no mate in {refuted}{these}"
        return f"{least}; looking for one in {most} or less." if most else f"{least}."

    @property
    def _these_moves(self) -> str:
        return " with these moves" if self.only_these_moves else ""

    @property
    def _aim(self) -> str:
        """What was looked for last."""
        if self.line:
            return "a shorter mate"
        return "a mate" if self.wanted >= ANY_LENGTH else f"a mate in {self.wanted}"


def line_of(
    prover: ChessProver, node_limit: int, slots: int
) -> tuple[tuple[chess.Move, ...], bool]:
    """Return the line of a proved mate, and whether it ends in mate.

    If no more is found of it, it is the first move alone; empty, if not even that is known. The
    limits are those of `ChessProver.line`.
    """
    line, end = tuple(prover.line(node_limit, slots)), prover.board.copy()
    for move in line:
        end.push(move)
    if end.is_checkmate():
        return line, True
    first = prover.proving_move()
    if line or first is None:
        return line, False
    return (first,), False
