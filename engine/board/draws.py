"""Draws by the rules: repetition, fifty moves, insufficient material."""

from engine.board.bits import DARK_SQUARES
from engine.board.generate import count, find_checks_and_pins
from engine.board.position import Moves, Position, Tables
from engine.machine.core import boolean, core, int64
from engine.machine.words import at, others

FIFTY_MOVES = 100
"""Plies without capture or pawn move after which a game is drawn."""
EARLIER_TIMES = 2
"""How often a position must have occurred before for a threefold repetition."""


@core(boolean(Position, int64, boolean))
def repeats(pos, ply, strict):
    """Whether the position occurred before: once on the way from the root, or twice in the game.

    `ply` is the distance from the root. If `strict`, two earlier occurrences are needed
    everywhere.
    Source: Breuker 1998, section 2.3.1; choice X13 of docs/choices.md.
    """
    earlier = 0
    for back in range(4, min(int64(pos.fifty), FIFTY_MOVES) + 1, 2):
        if at(pos, -back).key == pos.key:
            earlier += 1
            if earlier == EARLIER_TIMES or (back <= ply and not strict):
                return True
    return False


@core(boolean(Position))
def has_insufficient_material(pos):
    """Whether nobody can mate: bare kings, one minor piece, bishops on squares of one colour."""
    if pos.pawns | pos.rooks | pos.queens:
        return False
    minors = pos.knights | pos.bishops
    if not minors or not others(minors):
        return True
    if pos.knights:
        return False
    return not pos.bishops & DARK_SQUARES or not pos.bishops & ~DARK_SQUARES


@core(boolean(Position, Tables, Moves))
def fifty_moves_are_over(pos, tables, moves):
    """Whether a hundred plies passed without capture or pawn move and the last did not mate."""
    if int64(pos.fifty) < FIFTY_MOVES:
        return False
    find_checks_and_pins(pos, tables, moves)
    return not moves.checks or bool(count(pos, tables, moves))
