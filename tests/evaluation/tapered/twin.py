"""The slow twin of the tapered evaluation: which weights a position has, found square by square.

Written from the description of the terms in docs/evaluation.md, with the attacks of python-chess
and no sets of squares. Everything is seen by White; Black's side is the mirrored board.
"""

from collections import Counter

import chess

ZERO_TO_SEVEN = range(8)
UNITS = {chess.KNIGHT: 2, chess.BISHOP: 3, chess.ROOK: 4, chess.QUEEN: 5}
CHECK_UNITS = {chess.KNIGHT: 5, chess.BISHOP: 3, chess.ROOK: 6, chess.QUEEN: 5}
WORTH = {chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
PHASE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
HIGHEST = 30000


class Side:
    """White's pieces on a board, and what they attack."""

    def __init__(self, board, us=chess.WHITE):
        self.board, self.us = board, us
        self.king = board.king(us)
        self.pawns = board.pieces(chess.PAWN, us)
        self.pieces = {kind: board.pieces(kind, us) for kind in UNITS}
        self.by = {
            kind: {target for square in board.pieces(kind, us) for target in board.attacks(square)}
            for kind in (chess.PAWN, *UNITS)
        }
        self.by_any = set().union(*self.by.values())
        self.by_all = self.by_any | set(board.attacks(self.king))
        self.times = Counter(
            target
            for kind in self.by
            for square in board.pieces(kind, us)
            for target in board.attacks(square)
        )


def counts(board):
    """Count the weights of a position: by field and place, mover's less opponent's."""
    found = Counter({("tempo",): 1})
    for colour, sign in ((board.turn, 1), (not board.turn, -1)):
        seen = board if colour else board.mirror()
        ours, theirs = Side(seen), Side(seen, chess.BLACK)
        for term in TERMS:
            for name in term(seen, ours, theirs):
                found[name] += sign
    return Counter({name: number for name, number in found.items() if number})


def material(board, ours, theirs):
    for kind in chess.PIECE_TYPES:
        for square in board.pieces(kind, chess.WHITE):
            yield "material", kind - 1
            yield "piece_square", kind - 1, square


def neighbours(file):
    return [other for other in (file - 1, file + 1) if other in ZERO_TO_SEVEN]


def on(pawns, files, ranks):
    """The pawns on these files and ranks."""
    return [
        square
        for square in pawns
        if chess.square_file(square) in files and chess.square_rank(square) in ranks
    ]


def structure(board, ours, theirs):
    attacked = {target for square in theirs.pawns for target in board.attacks(square)}
    for square in ours.pawns:
        file, rank = chess.square_file(square), chess.square_rank(square)
        isolated = not on(ours.pawns, neighbours(file), ZERO_TO_SEVEN)
        helpers = on(ours.pawns, neighbours(file), range(rank + 1))
        backward = not isolated and square + 8 in attacked and not helpers
        if isolated:
            yield ("isolated",)
        if backward:
            yield ("backward",)
        if (isolated or backward) and not on(theirs.pawns, [file], range(rank + 1, 8)):
            yield ("weak_unopposed",)
        if on(ours.pawns, [file], range(rank + 1, 8)):
            yield ("doubled",)
        if on(ours.pawns, neighbours(file), [rank]):
            yield "phalanx", rank
        if on(ours.pawns, neighbours(file), [rank - 1]):
            yield "supported", rank


def passed_pawns(board, ours, theirs):
    for square in ours.pawns:
        file, rank = chess.square_file(square), chess.square_rank(square)
        ahead = range(rank + 1, 8)
        if on(theirs.pawns, [file, *neighbours(file)], ahead) or on(ours.pawns, [file], ahead):
            continue
        yield "passed", rank
        if on(ours.pawns, neighbours(file), [rank, rank - 1]):
            yield "passed_supported", rank
        way = [chess.square(file, further) for further in ahead]
        if board.piece_at(way[0]):
            yield "passed_blocked", rank
        elif not any(board.piece_at(step) or step in theirs.by_all for step in way):
            yield "passed_safe", rank
        if rank >= 3:
            yield "passed_own_king", chess.square_distance(ours.king, way[0])
            yield "passed_enemy_king", chess.square_distance(theirs.king, way[0])


def pieces(board, ours, theirs):
    shut = theirs.by[chess.PAWN] | set(ours.pawns) | {ours.king}
    for kind in UNITS:
        for square in ours.pieces[kind]:
            yield "mobility", kind - 2, len(set(board.attacks(square)) - shut)
    if len(ours.pieces[chess.BISHOP]) >= 2:
        yield ("bishop_pair",)
    for bishop in ours.pieces[chess.BISHOP]:
        for pawn in ours.pawns:
            if colour_of(bishop) == colour_of(pawn):
                yield ("bishop_pawns",)
    for kind, name in ((chess.KNIGHT, "knight_outpost"), (chess.BISHOP, "bishop_outpost")):
        for square in ours.pieces[kind]:
            file, rank = chess.square_file(square), chess.square_rank(square)
            driven = on(theirs.pawns, neighbours(file), range(rank + 1, 8))
            if rank in (3, 4, 5) and square in ours.by[chess.PAWN] and not driven:
                yield (name,)


def colour_of(square):
    return (chess.square_file(square) + chess.square_rank(square)) % 2


def rooks(board, ours, theirs):
    prey = on(theirs.pawns, ZERO_TO_SEVEN, [6]) or chess.square_rank(theirs.king) in (0, 7)
    for square in ours.pieces[chess.ROOK]:
        file = [chess.square_file(square)]
        if not on(ours.pawns, file, ZERO_TO_SEVEN):
            half = on(theirs.pawns, file, ZERO_TO_SEVEN)
            yield ("rook_half_open",) if half else ("rook_open",)
        if chess.square_rank(square) == 6 and prey:
            yield ("rook_seventh",)


def shelter(board, ours, theirs):
    king_file, king_rank = chess.square_file(ours.king), chess.square_rank(ours.king)
    middle = min(max(king_file, 1), 6)
    for file in (middle - 1, middle, middle + 1):
        mine = on(ours.pawns, [file], range(king_rank, 8))
        enemy = on(theirs.pawns, [file], range(king_rank, 8))
        rank = min(map(chess.square_rank, mine), default=0)
        enemy_rank = min(map(chess.square_rank, enemy), default=0)
        yield "shelter", int(file == king_file), rank
        yield "storm", int(bool(mine) and enemy_rank == rank + 1), enemy_rank


def danger(board, ours, theirs):
    around = set(board.attacks(theirs.king))
    zone = around | {theirs.king}
    zone |= {square - 8 for square in zone if square >= 8}
    units = 0
    for kind, weight in UNITS.items():
        for square in ours.pieces[kind]:
            near = zone & set(board.attacks(square))
            units += weight + len(near) if near else 0
    if not units:
        yield "danger", 0
        return
    units += len([square for square in zone & ours.by_any if square not in theirs.by_any])
    for kind, weight in CHECK_UNITS.items():
        units += weight if checks(board, ours, theirs, kind) else 0
    if not ours.pieces[chess.QUEEN]:
        units = max(0, units - 8)
    yield "danger", min(units, 63)


def checks(board, ours, theirs, kind):
    """The squares from which a piece of the kind can give check and not be taken for nothing."""
    asked = board.copy(stack=False)
    asked.set_piece_at(theirs.king, chess.Piece(kind, chess.BLACK))
    around = set(board.attacks(theirs.king))
    return [
        square
        for square in set(asked.attacks(theirs.king)) & ours.by[kind]
        if board.color_at(square) != chess.WHITE
        and square not in theirs.by_any
        and not (square in around and ours.times[square] < 2)
    ]


def threats(board, ours, theirs):
    minors = theirs.pieces[chess.KNIGHT] | theirs.pieces[chess.BISHOP]
    heavy = theirs.pieces[chess.ROOK], theirs.pieces[chess.QUEEN]
    pieces_of_theirs = set(minors | heavy[0] | heavy[1])
    for place, victims in enumerate((minors, *heavy)):
        yield from [("pawn_threat", place)] * len(ours.by[chess.PAWN] & set(victims))
    by_minors = ours.by[chess.KNIGHT] | ours.by[chess.BISHOP]
    for place, victims in enumerate(heavy):
        yield from [("minor_threat", place)] * len(by_minors & set(victims))
    yield from [("rook_threat",)] * len(ours.by[chess.ROOK] & set(heavy[1]))
    loose = ours.by_any - theirs.by_all
    yield from [("hanging", 0)] * len(loose & set(theirs.pawns))
    yield from [("hanging", 1)] * len(loose & pieces_of_theirs)
    pushed = [
        square + 8
        for square in ours.pawns
        if not board.piece_at(square + 8) and square + 8 not in theirs.by_all
    ]
    next_targets = {
        target for square in pushed for target in chess.SquareSet(chess.BB_PAWN_ATTACKS[1][square])
    }
    new = next_targets & pieces_of_theirs - ours.by[chess.PAWN]
    yield from [("push_threat",)] * len(new)


TERMS = (material, structure, passed_pawns, pieces, rooks, shelter, danger, threats)


def phase(board):
    """24 with all pieces on the board, 0 with pawns and kings only."""
    return min(24, sum(PHASE.get(piece.piece_type, 0) for piece in board.piece_map().values()))


def share(board, side):
    """Sixty-fourths of the lead of a side that count."""
    pieces = board.piece_map().values()
    lead = sum(
        WORTH.get(piece.piece_type, 0) * (1 if piece.color == side else -1) for piece in pieces
    )
    kinds = sorted(
        piece.symbol().upper()
        for piece in pieces
        if piece.piece_type not in (chess.PAWN, chess.KING)
    )
    bishops = [board.pieces(chess.BISHOP, colour) for colour in chess.COLORS]
    if not board.pieces(chess.PAWN, side):
        return 12 if lead <= 3 else 64
    if kinds == ["B", "B"] and all(bishops):
        (one,), (other,) = bishops
        return 64 if colour_of(one) == colour_of(other) else 32
    return 64


def tapered(board, middle, endgame):
    """Mix two sums of the side to move, in whole centipawns."""
    left = phase(board)
    value = (middle * left + endgame * (24 - left)) // 24
    value = value * share(board, board.turn if value > 0 else not board.turn) // 64
    return min(max(value, -HIGHEST), HIGHEST)
