"""Text from GUIs, databases and people: nothing of it may reach the core unchecked.

Public engines died here more often than anywhere else: rights without a rook (Stockfish #5071,
Garbochess #4), the empty board, plain words, FENs of four fields.
"""

import random
from collections import Counter

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.board.fen import FenError, parse_fen

pytestmark = pytest.mark.uncompiled

START = chess.STARTING_FEN
PLACEMENT = START.split()[0]
INNER_ROOK = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"

ACCEPTED = {
    "start": (START, START),
    "four fields": (f"{PLACEMENT} w KQkq -", START),
    "five fields": (f"{PLACEMENT} w KQkq - 7", f"{PLACEMENT} w KQkq - 7 1"),
    "spaces and tabs": (f"  {PLACEMENT}   w\tKQkq  -  0 1\r", START),
    "rights in any order, twice": (f"{PLACEMENT} w qkKQQ - 0 1", START),
    "Shredder-FEN of the start": (f"{PLACEMENT} w HAha - 0 1", START),
    "move number 0": (f"{PLACEMENT} w KQkq - 0 0", START),
    "en passant": (
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ),
    "nine queens and eight pawns": (
        "QQQQ3k/8/8/8/QQQ5/8/PPPPPPPP/K7 b - - 0 1",
        "QQQQ3k/8/8/8/QQQ5/8/PPPPPPPP/K7 b - - 0 1",
    ),
    "nine pawns": ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", "k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1"),
    "check by three": ("4k3/8/8/8/4r3/8/3p4/r3K3 w - - 0 1",) * 2,
    "check by two rooks of one line": ("r2rK2k/8/8/8/8/8/8/8 w - - 0 1",) * 2,
}


@pytest.mark.parametrize(("text", "fen"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepted_without_a_word(text, fen):
    board, notes = parse_fen(text, chess960=False)
    assert notes == []
    assert board.fen(en_passant="fen") == fen
    assert not board.chess960


# text, what the sentence must name
REFUSED = {
    "nothing": ("", "4 to 6 fields"),
    "a word (C24)": ("hello", "4 to 6 fields"),
    "three fields": (f"{PLACEMENT} w KQkq", "not 3"),
    "seven fields": (f"{START} extra", "not 7"),
    "empty board (C24)": ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    "no black king": ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
    "two white kings": ("k7/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings"),
    "two white kings, no black": ("8/8/8/8/8/8/8/K6K w - - 0 1", "White has 2 kings"),
    "three black kings": ("kk1k4/8/8/8/8/8/8/K7 w - - 0 1", "Black has 3 kings"),
    "Black in check, White to move": ("k7/8/8/8/8/8/8/RK6 w - - 0 1", "Black is in check"),
    "White in check, Black to move": ("k7/8/8/8/8/8/8/1K5r b - - 0 1", "White is in check"),
    "kings touch": ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black is in check"),
    "pawn on the first rank": ("k7/8/8/8/8/8/8/KP6 w - - 0 1", "pawn cannot stand on b1"),
    "pawn on the last rank": ("k5P1/8/8/8/8/8/8/K7 b - - 0 1", "pawn cannot stand on g8"),
    "seven ranks": ("8/8/8/8/8/8/k1K5 w - - 0 1", "has 7"),
    "nine ranks": ("8/8/8/8/8/8/8/8/k1K5 w - - 0 1", "has 9"),
    "a short rank": ("k1K4/8/8/8/8/8/8/8 w - - 0 1", "Rank 8 describes 7 squares"),
    "a long rank": ("k1K5/ppppppppp/8/8/8/8/8/8 w - - 0 1", "Rank 7 describes 9 squares"),
    "an empty rank": ("k1K5//8/8/8/8/8/8 w - - 0 1", "Rank 7 describes 0 squares"),
    "nine empty squares": ("k1K5/9/8/8/8/8/8/8 w - - 0 1", "On rank 7 '9' is not a piece"),
    "two numbers": ("k1K5/44/8/8/8/8/8/8 w - - 0 1", "two numbers in a row"),
    "an unknown piece": ("k1K5/8/8/3x4/8/8/8/8 w - - 0 1", "On rank 5 'x' is not a piece"),
    "a foreign digit": ("k1K5/\uff18/8/8/8/8/8/8 w - - 0 1", "On rank 7"),
    "a pocket": (f"{PLACEMENT}[] w KQkq - 0 1", "is not a piece"),
    "no colour": (f"{PLACEMENT} x KQkq - 0 1", "not 'x'"),
    "strange castling": (f"{PLACEMENT} w KQxq - 0 1", "'KQxq'"),
    "no square": (f"{PLACEMENT} w KQkq e9 0 1", "'e9'"),
    "clock of letters": (f"{PLACEMENT} w KQkq - x 1", "half-move clock"),
    "move number of letters": (f"{PLACEMENT} w KQkq - 0 ten", "move number"),
    "seventeen pieces": (
        "k7/8/8/8/8/1Q6/QQQQQQQQ/KQQQQQQQ b - - 0 1",
        "White has 17 pieces",
    ),
    "a very long line": ("x" * 100_000 + " w - - 0 1", "8 ranks"),
}


@pytest.mark.parametrize(("text", "part"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_with_one_clear_sentence(text, part):
    with pytest.raises(FenError) as refusal:
        parse_fen(text, chess960=False)
    sentence = str(refusal.value)
    assert part in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 120


# text, the position that is played, what the note names
NOTED = {
    "k without a rook (C21)": (
        "3qk1n1/8/8/8/8/8/8/R3K3 w Qk - 0 15",
        "3qk1n1/8/8/8/8/8/8/R3K3 w Q - 0 15",
        "Castling right k dropped: no king and rook in place for it.",
    ),
    "king not at home": (
        "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",
        "Castling rights KQ dropped: no king and rook in place for them.",
    ),
    "the rook is the enemy's": (
        "4k3/8/8/8/8/8/8/r3K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/8/r3K2R w K - 0 1",
        "Castling right Q dropped",
    ),
    "nobody at home": (
        "8/3k4/8/8/8/8/3K4/8 w KQkq - 0 1",
        "8/3k4/8/8/8/8/3K4/8 w - - 0 1",
        "Castling rights KQkq dropped",
    ),
    "file letter without a rook": (
        "4k3/8/8/8/8/8/8/R3K2R w HC - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        "Castling right C dropped",
    ),
    "nobody passed e3": (
        f"{PLACEMENT} b KQkq e3 0 1",
        f"{PLACEMENT} b KQkq - 0 1",
        "En-passant square e3 dropped",
    ),
    "passed square of the wrong side": (
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq e6 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "En-passant square e6 dropped",
    ),
    "passed square on the first rank": (
        f"{PLACEMENT} w KQkq a1 0 1",
        f"{PLACEMENT} w KQkq - 0 1",
        "En-passant square a1 dropped",
    ),
    "start square of the pawn taken": (
        "4k3/4n3/8/4pP2/8/8/8/4K3 w - e6 0 1",
        "4k3/4n3/8/4pP2/8/8/8/4K3 w - - 0 1",
        "En-passant square e6 dropped",
    ),
    "a check that no double step gave": (
        "4k3/8/8/4pP2/8/8/3n4/1K6 w - e6 0 1",
        "4k3/8/8/4pP2/8/8/3n4/1K6 w - - 0 1",
        "a double step could not have given this check",
    ),
    "negative clock": (f"{PLACEMENT} w KQkq - -3 1", START, "half-move clock '-3' was read as 0"),
    "absurd clock": (
        f"{PLACEMENT} w KQkq - 4711 1",
        f"{PLACEMENT} w KQkq - 100 1",
        "read as 100",
    ),
    "negative move number": (f"{PLACEMENT} w KQkq - 0 -9", START, "move number '-9' was read as 1"),
    "endless move number": (
        f"{PLACEMENT} w KQkq - 0 " + "9" * 5000,
        f"{PLACEMENT} w KQkq - 0 9999",
        "read as 9999",
    ),
}


@pytest.mark.parametrize(("text", "fen", "part"), NOTED.values(), ids=NOTED.keys())
def test_dropped_with_a_note(text, fen, part):
    board, notes = parse_fen(text, chess960=False)
    assert board.fen(en_passant="fen") == fen
    assert len(notes) == 1
    assert part in notes[0]
    assert board.is_valid()


def test_double_step_that_gives_the_check_keeps_its_square():
    board, notes = parse_fen("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", chess960=False)
    assert (board.ep_square, notes) == (chess.D3, [])


# FEN, letters of X-FEN that survive
CHESS960 = {
    "start 959": ("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1", "KQkq"),
    "X-FEN letters": ("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1", "KQkq"),
    "inner rook": (INNER_ROOK, "F"),
    "two rooks, the outer means K": ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "K"),
    "king beyond his rook": ("4k3/8/8/8/8/8/8/R3K3 w E - 0 1", "-"),
}


@pytest.mark.parametrize(("text", "letters"), CHESS960.values(), ids=CHESS960.keys())
def test_chess960(text, letters):
    board, _ = parse_fen(text, chess960=True)
    assert board.castling_xfen() == letters
    assert board.chess960
    assert not board.status() & chess.STATUS_BAD_CASTLING_RIGHTS


def test_file_letters_of_chess960_turn_its_rules_on():
    """A Shredder-FEN says by itself what is meant, even if the GUI forgot the option."""
    board, notes = parse_fen(INNER_ROOK, chess960=False)
    assert board.chess960
    assert board.castling_xfen() == "F"
    assert len(notes) == 1
    assert "Chess960" in notes[0]


def test_kqkq_with_displaced_pieces_does_not():
    """KQkq on a displaced king is nearly always a slip in an ordinary FEN, not Chess960."""
    board, notes = parse_fen("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", chess960=False)
    assert not board.chess960
    assert board.castling_rights == 0
    assert len(notes) == 1


@pytest.mark.parametrize("number", range(0, 960, 37))
def test_every_start_of_chess960_comes_back(number):
    start = chess.Board.from_chess960_pos(number)
    for text in (start.fen(), start.fen(shredder=True)):
        board, notes = parse_fen(text, chess960=True)
        assert (board, notes) == (start, [])


ODD_BUT_PLAYABLE = (
    chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_IMPOSSIBLE_CHECK
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
)


def is_playable(placement, turn):
    """What python-chess says of a first field and a side to move."""
    board = chess.Board(None)
    try:
        board.set_board_fen(placement)
    except ValueError:
        return False
    board.turn = turn == "w"
    return board.status() & ~ODD_BUT_PLAYABLE == chess.STATUS_VALID


def is_accepted(text, chess960=False):
    """Whether the door lets a position in; then python-chess finds nothing wrong with it."""
    try:
        board, _ = parse_fen(text, chess960)
    except FenError:
        return False
    assert board.status() & ~ODD_BUT_PLAYABLE == chess.STATUS_VALID
    return True


@given(some.text(alphabet="/12345678pnbrqkPNBRQKw- abcdefgh09\t") | some.text())
def test_any_text_is_refused_with_a_sentence(text):
    """Nobody types a position by chance: what is no FEN raises nothing but FenError."""
    assert not is_accepted(text)


# Fields as they are written, right and wrong; the first is a placement with some slips.
RIGHT = (("w", "b"), ("KQkq", "HAha", "-", "q"), ("-",), ("0", "7", "100"), ("1", "60"))
WRONG = (("x", "W"), ("KQxq", "?"), ("e9", "x"), ("x", "1.5"), ("ten",))
PLACEMENTS = [text.split()[0] for text, _ in (*ACCEPTED.values(), *CHESS960.values())]


def with_slips(placement, chance):
    """Replace, insert or drop some letters, mostly a piece for a piece."""
    for _ in range(chance.choice((0, 1, 1, 2))):
        place = chance.randrange(len(placement))
        rest = placement[place + 1 :]
        if placement[place].isalpha() and chance.random() < 0.7:
            placement = placement[:place] + chance.choice("PNBRQKpnbrqk") + rest
        else:
            placement = placement[:place] + chance.choice(("", "/", "1", "8", "x")) + rest
    return placement


def test_slips_are_refused_where_python_chess_refuses_them():
    """And only there: the first two fields are judged by python-chess, the others are known."""
    chance, outcomes = random.Random(24), Counter()
    for _ in range(4000):
        placement = with_slips(chance.choice(PLACEMENTS), chance)
        wrong = chance.randrange(len(WRONG)) if chance.random() < 0.3 else None
        fields = [
            chance.choice(WRONG[place] if place == wrong else right)
            for place, right in enumerate(RIGHT)
        ]
        playable = wrong is None and is_playable(placement, fields[0])
        assert is_accepted(" ".join([placement, *fields])) == playable, (placement, fields)
        outcomes[playable] += 1
    assert min(outcomes[True], outcomes[False]) > 500, outcomes


# A king more than the two that every board has is likely to be refused.
PIECES = some.dictionaries(some.integers(0, 63), some.sampled_from("PNBRQpnbrqK"), max_size=20)


def test_any_placement_is_refused_or_playable():
    """Exactly where python-chess finds a fault that no rule of play can handle."""
    outcomes = Counter()

    @settings(max_examples=400)
    @given(PIECES, some.booleans(), some.sampled_from(["KQkq", "HAha", "-"]), some.booleans())
    def check(pieces, turn, castling, chess960):
        board = chess.Board(None)
        for square, letter in (pieces | {4: "K", 60: "k"}).items():
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        side = "w" if turn else "b"
        playable = is_playable(board.board_fen(), side)
        outcomes[playable] += 1
        assert is_accepted(f"{board.board_fen()} {side} {castling} - 0 1", chess960) == playable

    check()
    assert min(outcomes[True], outcomes[False]) > 20, outcomes
