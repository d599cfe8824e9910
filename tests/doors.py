"""Doors into the compiled rules for tests, by address: Numba takes no record from Python whose
fields overlap. Each has one signature and is not kept on disk, so that no stale one can lie.
"""

from numba import boolean, int64, uint64, void

from engine.board.attacks import attacked, checkers, checkers_and_pins, piece_attacks
from engine.board.draws import fifty_moves_are_over, has_insufficient_material, repeats
from engine.board.generate import can_move, count, find_checks_and_pins, generate, generate_noisy
from engine.board.keys import whole_key
from engine.board.legality import legal_move
from engine.board.make import make
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import as_record
from tests.when_called import njit_when_called

ALL, NOISY, COUNTED = range(3)


@njit_when_called(uint64(uint64, uint64, uint64, int64))
def moves_by(pos, tables, moves, purpose):
    """Write ALL or the NOISY moves, or have them COUNTED; return how many there are."""
    position, rules = as_record(pos, POSITION), as_record(tables, TABLES)
    found = as_record(moves, MOVES)
    find_checks_and_pins(position, rules, found)
    if purpose == ALL:
        return generate(position, rules, found)
    if purpose == NOISY:
        return generate_noisy(position, rules, found)
    return count(position, rules, found)


@njit_when_called(boolean(uint64, uint64, uint64))
def can_move_by(pos, tables, moves):
    """Whether there is a move."""
    position, rules = as_record(pos, POSITION), as_record(tables, TABLES)
    found = as_record(moves, MOVES)
    find_checks_and_pins(position, rules, found)
    return can_move(position, rules, found)


@njit_when_called(void(uint64, uint64, uint64))
def make_by(pos, tables, move):
    """Play the move into the next record."""
    make(as_record(pos, POSITION), as_record(tables, TABLES), move)


@njit_when_called(uint64(uint64, uint64, uint64))
def legal_by(pos, tables, named):
    """Look one name up."""
    return legal_move(as_record(pos, POSITION), as_record(tables, TABLES), named)


@njit_when_called(void(uint64, uint64, uint64[::1]))
def legal_words(pos, tables, words):
    """Look every name up that 16 bits can be."""
    position, rules = as_record(pos, POSITION), as_record(tables, TABLES)
    for named in range(uint64(len(words))):
        words[named] = legal_move(position, rules, named)


@njit_when_called(uint64(uint64, uint64, uint64, uint64))
def attacks_by(tables, kind, square, occupied):
    """The attacks of a knight, bishop, rook or queen."""
    return piece_attacks(as_record(tables, TABLES), kind, square, occupied)


@njit_when_called(boolean(uint64, uint64, uint64, uint64, uint64))
def attacked_by(pos, tables, square, occupied, by):
    """Whether side `by` attacks the square."""
    return attacked(as_record(pos, POSITION), as_record(tables, TABLES), square, occupied, by)


@njit_when_called(uint64(uint64, uint64))
def checkers_by(pos, tables):
    """Who gives check."""
    return checkers(as_record(pos, POSITION), as_record(tables, TABLES))


@njit_when_called(uint64(uint64, uint64))
def pinned_by(pos, tables):
    """Who shields the king."""
    _, shields = checkers_and_pins(as_record(pos, POSITION), as_record(tables, TABLES))
    return shields


@njit_when_called(boolean(uint64, int64, boolean))
def repeats_by(pos, ply, strict):
    """Whether the position stood before."""
    return repeats(as_record(pos, POSITION), ply, strict)


@njit_when_called(boolean(uint64))
def insufficient_by(pos):
    """Whether nobody can mate."""
    return has_insufficient_material(as_record(pos, POSITION))


@njit_when_called(boolean(uint64, uint64, uint64))
def fifty_by(pos, tables, moves):
    """Whether the fifty moves are over."""
    rules, found = as_record(tables, TABLES), as_record(moves, MOVES)
    return fifty_moves_are_over(as_record(pos, POSITION), rules, found)


@njit_when_called(uint64(uint64, uint64))
def key_by(pos, tables):
    """The key from the position alone."""
    return whole_key(as_record(pos, POSITION), as_record(tables, TABLES))
