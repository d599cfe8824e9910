"""Pawn moves: unpinned pawns all at once by shifts, pinned pawns one by one on their line."""

from engine.board.bits import (
    LAST_RANKS,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    NOT_A_FILE,
    NOT_H_FILE,
    SECOND_RANK,
    SEVENTH_RANK,
    SIXTH_RANK,
    THIRD_RANK,
)
from engine.board.names import DOUBLE, NONE, ONE, WHITE
from engine.board.position import Moves, Position, Tables
from engine.board.write import (
    COUNT,
    NOISY,
    QUIET,
    pawn_moves_to,
    write_pawn_captures,
    write_pushes,
)
from engine.machine.core import core, uint64
from engine.machine.words import bit, lowest, others, size


@core(uint64(Position, Moves, uint64, uint64, uint64, uint64), forceinline=True)
def add_free_pawns(pos, moves, n, answer, pins, purpose):
    """Add the moves of the pawns that are not pinned."""
    us = pos.turn
    theirs, empty = pos.sides[us ^ ONE], ~(pos.white | pos.black)
    free = pos.pawns & pos.sides[us] & ~pins
    if us == WHITE:
        once = free << NORTH & empty
        twice = (once & THIRD_RANK) << NORTH & empty & answer
        left = (free & NOT_A_FILE) << NORTH_WEST & theirs & answer
        right = (free & NOT_H_FILE) << NORTH_EAST & theirs & answer
        up, up_left, up_right = NORTH, NORTH_WEST, NORTH_EAST
    else:
        once = free >> NORTH & empty
        twice = (once & SIXTH_RANK) >> NORTH & empty & answer
        left = (free & NOT_H_FILE) >> NORTH_WEST & theirs & answer
        right = (free & NOT_A_FILE) >> NORTH_EAST & theirs & answer
        up, up_left, up_right = NONE - NORTH, NONE - NORTH_WEST, NONE - NORTH_EAST
    once &= answer
    if purpose == NOISY:
        once, twice = once & LAST_RANKS, NONE
    if purpose == QUIET:
        n = write_pushes(moves, n, once & ~LAST_RANKS, up, NONE)
        return write_pushes(moves, n, twice, up + up, DOUBLE)
    if purpose == COUNT:
        captures = pawn_moves_to(left) + pawn_moves_to(right)
        return n + pawn_moves_to(once) + size(twice) + captures
    n = write_pushes(moves, n, once, up, NONE)
    n = write_pushes(moves, n, twice, up + up, DOUBLE)
    n = write_pawn_captures(pos, moves, n, left, up_left)
    return write_pawn_captures(pos, moves, n, right, up_right)


@core(uint64(Position, Tables, Moves, uint64, uint64, uint64, uint64), forceinline=True)
def add_pinned_pawns(pos, tables, moves, n, answer, pins, purpose):
    """Add the moves of pinned pawns that stay on the line to their king."""
    us = pos.turn
    ours, theirs, empty = pos.sides[us], pos.sides[us ^ ONE], ~(pos.white | pos.black)
    king = lowest(pos.kings & ours)
    up = NORTH if us == WHITE else NONE - NORTH
    home = SECOND_RANK if us == WHITE else SEVENTH_RANK
    pawns = pos.pawns & ours & pins
    while pawns:
        origin, pawns = lowest(pawns), others(pawns)
        line = tables.line[king, origin] & answer
        push = bit(origin + up) & empty
        leap = bit(origin + up + up) & empty if push and bit(origin) & home else NONE
        capture = tables.pawn[us, origin] & theirs & line
        if purpose == NOISY:
            push, leap = push & LAST_RANKS, NONE
        if purpose == QUIET:
            push, capture = push & ~LAST_RANKS, NONE
        if purpose == COUNT:
            n += pawn_moves_to(capture | push & line) + size(leap & line)
        else:
            n = write_pushes(moves, n, push & line, up, NONE)
            n = write_pushes(moves, n, leap & line, up + up, DOUBLE)
            if capture:
                n = write_pawn_captures(pos, moves, n, capture, lowest(capture) - origin)
    return n
