"""Named numbers: kinds of pieces, colours, small numbers as words, and the parts of a move.

All are unsigned 64-bit words: a signed number in an expression with squares gives a signed
result in compiled code, and a later right shift would extend the sign.
"""

from engine.machine.words import U64

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = (U64(kind) for kind in range(6))
NOTHING = U64(7)
"""What a quiet move captures."""
WHITE, BLACK = U64(0), U64(1)
NONE = U64(0)
"""No move, no squares, no checks."""
ZERO, ONE, TWO, THREE, FOUR = (U64(number) for number in range(5))
"""Places in arrays and numbers in expressions with words."""

# A move in 24 bits: origin 0-5, target 6-11, kind 12-14, captured 15-17, promoted 18-20, and three
# flags. A castling move's target is the square of its rook, so that Chess960 needs no second form.
SQUARE, KIND = U64(63), U64(7)
TARGET_AT, KIND_AT, CAPTURED_AT, PROMOTED_AT = U64(6), U64(12), U64(15), U64(18)
DOUBLE, EN_PASSANT, CASTLING = U64(1 << 21), U64(1 << 22), U64(1 << 23)
WHOLE_MOVE = U64((1 << 24) - 1)
FROM_TO = U64(4095)

# The same move in 16 bits, as the table and the lines keep it: origin, target, promoted.
SHORT_MOVE = U64(0xFFFF)
SHORT_PROMOTED_AT = U64(12)
