"""Counting the tree of legal moves, to prove `generate` and `make`, and to measure them."""

from numba import int64, uint64

from engine.board.generate import count, generate
from engine.board.make import make
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position, Tables
from engine.machine import again, as_record, at, core


@core(int64(Position, Tables, Moves, int64))
def leaves(pos, tables, moves, depth):
    """Return how many lines of `depth` plies there are; the last ply is only counted."""
    if depth <= 1:
        return int64(count(pos, tables, moves))
    total = int64(0)
    for i in range(generate(pos, tables, moves)):
        make(pos, tables, moves.move[i])
        total += again(at(pos, 1), tables, at(moves, 1), depth - 1)
    return total


@core(int64(Position, Tables, Moves, int64))
def leaves_made(pos, tables, moves, depth):
    """Return the same number, but make every last move as well."""
    if depth <= 0:
        return int64(1)
    total = int64(0)
    for i in range(generate(pos, tables, moves)):
        make(pos, tables, moves.move[i])
        total += again(at(pos, 1), tables, at(moves, 1), depth - 1)
    return total


@core(int64(uint64, uint64, uint64, int64, int64))
def perft_from(pos, tables, moves, depth, counting):
    """Perft by the addresses of a position, the tables and a list; 1 counts the last ply."""
    records = as_record(pos, POSITION), as_record(tables, TABLES), as_record(moves, MOVES)
    if depth <= 0:
        return int64(1)
    if counting:
        return leaves(records[0], records[1], records[2], depth)
    return leaves_made(records[0], records[1], records[2], depth)
