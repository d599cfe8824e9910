"""Chess as a game of the proof searches: its doors, for all goals and modes.

The order of moves and the key with every en-passant square are those of Breuker 1998, section
3.3 and appendix G (X72, X73). With `judges_material`, insufficient material decides a position.
"""

import numpy as np

from engine.board.bits import EVERYWHERE
from engine.board.draws import FIFTY_MOVES, has_insufficient_material
from engine.board.generate import count, find_checks_and_pins, generate
from engine.board.make import king_lands, make
from engine.board.names import (
    CAPTURED_AT,
    CASTLING,
    DOUBLE,
    KIND,
    KIND_AT,
    NONE,
    NOTHING,
    ONE,
    PAWN,
    PROMOTED_AT,
    QUEEN,
    SQUARE,
    TARGET_AT,
    WHOLE_MOVE,
)
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position, Tables
from engine.machine.core import boolean, core, door, int64, record, uint64, void
from engine.machine.words import U64, as_record, at, bit
from engine.proof.games.goals import MATE, MATERIAL, NOT_LOST, PROMOTION, balance, drawn, promoted
from engine.proof.numbers import FALSE, TRUE, UNKNOWN
from engine.proof.prover import BY_PATH, BY_RULES, CHILD, MOBILITY_AT, MOST_CHILDREN

KEY = np.dtype([("key", "u8")], align=True)

CHESS = np.dtype(
    [
        ("tables", "u8"),  # addresses: TABLES, the root's POSITION, two MOVES, the root's KEY
        ("root", "u8"),
        ("moves", "u8"),
        ("keys", "u8"),  # by ply; those of the game stand before that of the root
        ("goal", "u8"),  # goals.GOALS
        ("attacker", "u8"),  # colour
        ("squares", "u8"),  # of the board, which may be smaller than 64 squares
        ("descending", "u8"),  # 1: moves from h8 to a1, else as the generator writes them
        ("every_en_passant", "u8"),  # 1: every double step sets the square in the key
        ("judges_material", "u8"),  # 1: insufficient material decides a position
        ("most_plies", "u8"),  # plies within which the goal must be reached; 0: any number
        ("wanted", "i8"),  # goal material: the balance to reach, in pawns
        ("root_count", "u8"),  # moves to which the root is restricted, 0 for all
        ("root_move", "u4", MOST_CHILDREN),
    ],
    align=True,
)

Chess, Key = record(CHESS), record(KEY)
ORDER_AT, PROMOTIONS_AT = U64(32), U64(3)
NEVER = -1
PLY_FACTOR = U64(0x9E37_79B9_7F4A_7C15)
"""An odd number with bits everywhere: 2^64 divided by the golden ratio."""


@core(uint64(uint64), forceinline=True)
def place_in_order(move):
    """A number by origin, target and promotion that is larger for moves that come earlier."""
    origin, target = move & SQUARE, move >> TARGET_AT & SQUARE
    if move & CASTLING:
        target = king_lands(origin, target)
    return (origin << TARGET_AT | target) << PROMOTIONS_AT | move >> PROMOTED_AT & KIND


@core(void(Moves, uint64))
def sort_descending(moves, total):
    """Sort the list by `place_in_order`."""
    for number in range(total):
        move = moves.move[number] & WHOLE_MOVE
        ordered, place = place_in_order(move) << ORDER_AT | move, number
        while place and moves.move[place - ONE] < ordered:
            moves.move[place] = moves.move[place - ONE]
            place -= ONE
        moves.move[place] = ordered


@core(boolean(Chess, uint64), forceinline=True)
def is_on_board(chess, move):
    """Whether a move stays on the squares of the board and promotes to nothing but a queen."""
    promoted_to = move >> PROMOTED_AT & KIND
    underpromotes = promoted_to != NONE and promoted_to != QUEEN
    return bit(move >> TARGET_AT & SQUARE) & chess.squares != NONE and not underpromotes


@core(uint64(Chess, Moves, uint64))
def keep_on_board(chess, moves, total):
    """Drop the moves that leave the squares of the board; return how many are left."""
    kept = NONE
    for number in range(total):
        if is_on_board(chess, moves.move[number]):
            moves.move[kept] = moves.move[number]
            kept += ONE
    return kept


@core(uint64(Chess, Moves, uint64))
def keep_root_moves(chess, moves, total):
    """Drop the root moves that are not among `root_move`; return how many are left."""
    kept = NONE
    for number in range(total):
        for place in range(chess.root_count):
            if chess.root_move[place] == moves.move[number] & WHOLE_MOVE:
                moves.move[kept] = moves.move[number]
                kept += ONE
                break
    return kept


@core(uint64(Chess, Position, Tables, Moves, uint64))
def list_moves(chess, pos, tables, moves, ply):
    """Write the moves of a position in the order of the mode; return their number."""
    find_checks_and_pins(pos, tables, moves)
    total = generate(pos, tables, moves)
    if chess.squares != EVERYWHERE:
        total = keep_on_board(chess, moves, total)
    if chess.root_count and ply == NONE:
        total = keep_root_moves(chess, moves, total)
    if chess.descending:
        sort_descending(moves, total)
    return total


@core(uint64(Chess, Position, Tables, Moves), forceinline=True)
def count_moves(chess, pos, tables, moves):
    """Count the moves of a position; checks and pins are kept with the list."""
    find_checks_and_pins(pos, tables, moves)
    if chess.squares == EVERYWHERE:
        return count(pos, tables, moves)
    return keep_on_board(chess, moves, generate(pos, tables, moves))


@core(boolean(Chess, Position, uint64, uint64, uint64))
def is_repeated(chess, pos, ply, key, how):
    """Whether a position at a ply has occurred on the path, or twice in the game before the root.

    `how` says whether the path counts. Choice X71.
    """
    times, keys = 0, at(as_record(chess.keys, KEY), ply)
    for back in range(4, min(int64(pos.fifty), FIFTY_MOVES) + 1, 2):
        if at(keys, -back).key == key:
            if back <= int64(ply):
                if how & BY_PATH:
                    return True
            else:
                times += 1
    return times > 1


@core(boolean(Chess, Position))
def cannot_be_won(chess, pos):
    """Whether the attacker cannot mate any more: a lone king, or insufficient material."""
    own = pos.sides[chess.attacker]
    return own == own & pos.kings or has_insufficient_material(pos)


@core(uint64(Chess, Position, Moves))
def without_moves(chess, pos, moves):
    """The value of a position in which the side to move is mated or stalemated."""
    if not moves.checks:
        return drawn(chess.goal)
    mated = pos.turn != chess.attacker
    return TRUE if mated else FALSE


@core(uint64(Chess, Position, Moves))
def goal_value(chess, pos, moves):
    """The value of a position with moves, by the goal alone; the list may be overwritten."""
    if chess.goal == MATERIAL and pos.turn == chess.attacker:
        if balance(pos, chess.attacker) >= chess.wanted:
            return TRUE
    if chess.goal == PROMOTION:
        tables = as_record(chess.tables, TABLES)
        return promoted(pos, tables, moves, chess.attacker, chess.squares)
    if chess.judges_material:
        if chess.goal == MATE and cannot_be_won(chess, pos):
            return FALSE
        if chess.goal == NOT_LOST and has_insufficient_material(pos):
            return TRUE
    return UNKNOWN


@core(uint64(Chess, Position, Moves, uint64, uint64, uint64))
def with_moves(chess, pos, moves, ply, key, how):
    """The value of a position with moves at a ply that is not the root."""
    if pos.fifty > U64(3):
        if how & BY_PATH and int64(pos.fifty) >= FIFTY_MOVES:
            return drawn(chess.goal)
        if is_repeated(chess, pos, ply, key, how):
            return drawn(chess.goal)
    by_goal = chess.goal != MATE or chess.judges_material
    value = goal_value(chess, pos, moves) if by_goal else UNKNOWN
    if value == UNKNOWN and chess.most_plies and ply >= chess.most_plies:
        return FALSE
    return value


@core(uint64(uint64), forceinline=True)
def mixed(left):
    """A number for the plies that are left: with it, equal positions with other plies differ."""
    return left * PLY_FACTOR


@core(uint64(Chess, Tables, Position, uint64), forceinline=True)
def key_after(chess, tables, after, move):
    """The key of the position after a move, with the en-passant square that the mode wants."""
    if move & DOUBLE and chess.every_en_passant and not after.en_passant:
        passed = ((move & SQUARE) + (move >> TARGET_AT & SQUARE)) >> ONE
        return after.key ^ tables.en_passant_key[passed]
    return after.key


@door(int64(uint64, uint64, uint64, uint64))
def list_children(where, ply, children, how):
    """Write a CHILD for each legal move of the position at a ply; return their number."""
    chess = as_record(where, CHESS)
    tables, pos = as_record(chess.tables, TABLES), at(as_record(chess.root, POSITION), ply)
    moves = as_record(chess.moves, MOVES)
    total = list_moves(chess, pos, tables, moves, ply)
    after, answers = at(pos, 1), at(moves, 1)
    for number in range(total):
        move = moves.move[number] & WHOLE_MOVE
        make(pos, tables, move)
        key, child = key_after(chess, tables, after, move), at(as_record(children, CHILD), number)
        mobility, value = count_moves(chess, after, tables, answers), UNKNOWN
        if how & BY_RULES:
            if mobility:
                value = with_moves(chess, after, answers, ply + ONE, key, how)
            else:
                value = without_moves(chess, after, answers)
        if chess.most_plies:
            key ^= mixed(chess.most_plies - ply - ONE)
        child.key, child.move, child.mobility, child.value = key, move, mobility, value
        quiet = move >> CAPTURED_AT & KIND == NOTHING and move >> KIND_AT & KIND != PAWN
        child.converting = 0 if quiet else 1
    return int64(total)


@door(int64(uint64, uint64, uint64))
def judge(where, ply, how):
    """Give the value of the position at a ply, and above MOBILITY_AT its moves.

    As in the sources, the root itself is never a repetition: the game goes on there.
    """
    chess = as_record(where, CHESS)
    tables, pos = as_record(chess.tables, TABLES), at(as_record(chess.root, POSITION), ply)
    moves, keys = as_record(chess.moves, MOVES), as_record(chess.keys, KEY)
    mobility = count_moves(chess, pos, tables, moves)
    if not mobility:
        value = without_moves(chess, pos, moves)
    elif ply:
        value = with_moves(chess, pos, moves, ply, at(keys, ply).key, how)
    else:
        value = goal_value(chess, pos, moves) if chess.goal != MATERIAL else UNKNOWN
        if chess.root_count:
            mobility = chess.root_count
    return int64(value | mobility << MOBILITY_AT)


@door(int64(uint64, uint64, uint64))
def play(where, ply, move):
    """Make the position after a move that of the next ply."""
    chess = as_record(where, CHESS)
    tables, pos = as_record(chess.tables, TABLES), at(as_record(chess.root, POSITION), ply)
    make(pos, tables, move)
    key = key_after(chess, tables, at(pos, 1), move)
    at(as_record(chess.keys, KEY), ply + ONE).key = key
    return 0


@door(int64(uint64, uint64))
def earlier(where, ply):
    """Give the earlier ply of the path with the position of this one, or -1."""
    chess = as_record(where, CHESS)
    pos, key = at(as_record(chess.root, POSITION), ply), at(as_record(chess.keys, KEY), ply)
    for back in range(4, min(int64(pos.fifty), int64(ply)) + 1, 2):
        if at(key, -back).key == key.key:
            return int64(ply) - back
    return NEVER
