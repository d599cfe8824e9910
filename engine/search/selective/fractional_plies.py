"""How much depth a move uses up: moves of some classes less than a ply, or more.

The depth of a line is the sum of its moves' weights, and a line is searched until its depth reaches
that of the iteration. A weight below a ply extends, one above it reduces.
Source: Björnsson 2002, sections 6.2 and 6.4.1 (the classes of Crafty); choices X37 and X38.
"""

from engine.board.generate import count, find_checks_and_pins
from engine.board.names import (
    CAPTURED_AT,
    KIND,
    KIND_AT,
    NONE,
    NOTHING,
    ONE,
    PAWN,
    PROMOTED_AT,
    SQUARE,
    TARGET_AT,
    WHITE,
)
from engine.board.position import TABLES, Moves, Position
from engine.machine.core import boolean, core, int64, tuple_of, uint64
from engine.machine.words import U64, address, as_record, at, bit, lowest
from engine.search.selective.depth import ONE_PLY
from engine.search.selective.memory import CLASSES, MEMORY, Node
from engine.search.selective.ordering import in_check
from engine.search.shared.worker import PARAMS, Worker, plies_below

FORCED, CHECK, RECAPTURE, PASSED_PUSH = (U64(1 << place) for place in range(len(CLASSES)))
"""The classes as a set of bits, the most urgent first."""
NUMBER_OF_CLASSES = U64(len(CLASSES))
PRIORITY, LEAST = range(2)
"""Choices of the option Ext Combine, in its order; the last one is the sum of what is saved."""
COST = tuple_of(int64, uint64)
"""Hundredths of a ply, and a set of classes."""
PLIES_PER_DEPTH, FURTHER_PLIES = 2, 8
"""No move is extended beyond so many times the depth of the iteration, and so many plies."""

A_FILE, FILES, RANK_BITS = U64(0x0101010101010101), U64(7), U64(3)
NOT_A, NOT_H = ~A_FILE, ~(A_FILE << FILES)
SIXTH, SEVENTH, HIGHEST_RANK = U64(5), U64(6), U64(7)


@core(boolean(Position, uint64))
def is_passed_push(pos, move):
    """Whether a passed pawn goes to its sixth or seventh rank."""
    if move >> KIND_AT & KIND != PAWN or move >> PROMOTED_AT & KIND:
        return False
    target, us = move >> TARGET_AT & SQUARE, pos.turn
    rank = target >> RANK_BITS
    relative = rank if us == WHITE else HIGHEST_RANK - rank
    if relative != SIXTH and relative != SEVENTH:
        return False
    file = A_FILE << (target & FILES)
    files = file | (file & NOT_A) >> ONE | (file & NOT_H) << ONE
    # The squares beyond the target's rank: the shift by a whole word would do nothing.
    begin = rank << RANK_BITS
    ahead = ~U64(0) << begin << U64(8) if us == WHITE else bit(begin) - ONE
    return not pos.pawns & pos.sides[us ^ ONE] & files & ahead


@core(boolean(Node, uint64), forceinline=True)
def is_recapture(node, move):
    """Whether the move takes on the square where the opponent has just taken."""
    before = at(node, -1).played
    if not before or move >> CAPTURED_AT & KIND == NOTHING:
        return False
    took = before >> CAPTURED_AT & KIND != NOTHING
    return took and before >> TARGET_AT & SQUARE == move >> TARGET_AT & SQUARE


@core(uint64(Worker, Position, Moves, Node, uint64))
def classes_of(worker, pos, moves, node, move):
    """The classes of a move that has just been made, as a set of bits."""
    tables, found = as_record(worker.tables, TABLES), NONE
    if in_check(worker, pos, moves):
        replies = moves.count if moves.count else count(pos, tables, moves)
        if replies == ONE:
            found |= FORCED
    list_below = at(moves, 1)
    find_checks_and_pins(at(pos, 1), tables, list_below)
    if list_below.checks:
        found |= CHECK
    if is_recapture(node, move):
        found |= RECAPTURE
    if is_passed_push(pos, move):
        found |= PASSED_PUSH
    return found


@core(COST(Worker, uint64))
def combined_weight(worker, classes):
    """The depth in hundredths of a ply that a move of some classes uses up; whose weights it is."""
    memory, rule = as_record(worker.memory, MEMORY), as_record(worker.params, PARAMS).ext_combine
    weights = memory.weights[uint64(memory.phase)]
    chosen = lowest(classes)
    if rule == PRIORITY:
        return weights[chosen], bit(chosen)
    saved = int64(0)
    for number in range(NUMBER_OF_CLASSES):
        if classes & bit(number):
            saved += ONE_PLY - weights[number]
            if weights[number] < weights[chosen]:
                chosen = number
    if rule == LEAST:
        return weights[chosen], bit(chosen)
    if saved > ONE_PLY:
        return int64(0), NONE
    return ONE_PLY - saved, classes


@core(boolean(Worker, Position))
def is_too_far(worker, pos):
    """Whether a move from here is never extended: a line of extended moves could be endless."""
    farthest = as_record(worker.params, PARAMS).ext_max_ply
    if not farthest:
        farthest = as_record(worker.memory, MEMORY).root_depth * PLIES_PER_DEPTH + FURTHER_PLIES
    return plies_below(worker, address(pos)) >= farthest


@core(COST(Worker, Position, Moves, Node, uint64))
def cost_of(worker, pos, moves, node, move):
    """The depth in hundredths of a ply that a move uses up, once it has been made.

    And the classes whose weights it consists of, as a set of bits: none for an ordinary move.
    """
    classes = classes_of(worker, pos, moves, node, move)
    if not classes or is_too_far(worker, pos):
        return int64(ONE_PLY), NONE
    return combined_weight(worker, classes)
