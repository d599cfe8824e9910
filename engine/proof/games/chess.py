"""Chess as a game of the proof searches: its doors, for all goals and modes.

The key with every en-passant square is that of Breuker 1998, section 3.3 and appendix G (X73). With
`judges_material`, insufficient material decides a position.
"""

from engine.board.draws import FIFTY_MOVES, has_insufficient_material
from engine.board.make import make
from engine.board.names import (
    CAPTURED_AT,
    DOUBLE,
    KIND,
    KIND_AT,
    NOTHING,
    ONE,
    PAWN,
    SQUARE,
    TARGET_AT,
    WHOLE_MOVE,
)
from engine.board.position import MOVES, POSITION, TABLES, Moves, Position, Tables
from engine.machine.core import boolean, core, door, int64, uint64
from engine.machine.words import U64, as_record, at
from engine.proof.games.chess_moves import CHESS, KEY, Chess, count_moves, list_moves
from engine.proof.games.goals import MATE, MATERIAL, NOT_LOST, PROMOTION, balance, drawn, promoted
from engine.proof.numbers import FALSE, TRUE, UNKNOWN
from engine.proof.prover import BY_PATH, BY_RULES, CHILD, MOBILITY_AT

NEVER = -1
PLY_FACTOR = U64(0x9E37_79B9_7F4A_7C15)
"""An odd number with bits everywhere: 2^64 divided by the golden ratio."""


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
