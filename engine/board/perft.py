"""Perft: counting the leaves of the tree of legal moves, to test and to measure the generator."""

from engine.board.generate import count, find_checks_and_pins, generate
from engine.board.make import make
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position, Tables
from engine.machine.calls import again
from engine.machine.core import core, door, int64, uint64
from engine.machine.words import as_record, at


@core(int64(Position, Tables, Moves), forceinline=True)
def replies(pos, tables, moves):
    """Return how many legal moves there are; the moves on the list stay."""
    find_checks_and_pins(pos, tables, moves)
    return int64(count(pos, tables, moves))


@core(int64(Position, Tables, Moves, int64, int64))
def leaves(pos, tables, moves, depth, counting):
    """Return the number of leaves at `depth` plies.

    If `counting`, the moves of the last ply are only counted; else they are made as well.
    """
    if depth <= counting:
        return replies(pos, tables, moves) if depth > 0 else int64(1)
    find_checks_and_pins(pos, tables, moves)
    total = int64(0)
    for i in range(generate(pos, tables, moves)):
        make(pos, tables, moves.move[i])
        if depth - 1 == counting and counting:
            total += replies(at(pos, 1), tables, moves)
        else:
            total += again(at(pos, 1), tables, at(moves, 1), depth - 1, counting)
    return total


@door(int64(uint64, uint64, uint64, int64, int64))
def perft_from(where, tables_where, moves_where, depth, counting):
    """The door from Python: perft by the addresses of a position, the tables and a list.

    `counting` is 1 to count the last ply without making it, else 0; `depth` is at least 0.
    """
    pos, tables = as_record(where, POSITION), as_record(tables_where, TABLES)
    return leaves(pos, tables, as_record(moves_where, MOVES), depth, counting)
