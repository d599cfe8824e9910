"""Reading openings of others: every notation, every kind of bad line, named by its number."""

from pathlib import Path

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.openings.read import read

START = chess.STARTING_FEN
KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - -"


@pytest.fixture
def book(tmp_path):
    """Write a file of openings and read it."""

    def write_and_read(content, name="openings.epd", plies=None):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read(path, plies)

    return write_and_read


def final(opening):
    """The position after an opening, played by python-chess."""
    board = chess.Board(opening.fen)
    for move in opening.moves:
        board.push(board.parse_uci(move))
    return board


# Line, name and position of the opening that it holds.
POSITIONS = {
    "FEN": (f"{KINGS} 7 30", "line 1", f"{KINGS} 7 30"),
    "EPD without opcodes": (KINGS, "line 1", f"{KINGS} 0 1"),
    "EPD with a name": (f'{KINGS} bm e4; id "king and pawn";', "king and pawn", f"{KINGS} 0 1"),
    "EPD with counters": (f"{KINGS} hmvc 7; fmvn 30;", "line 1", f"{KINGS} 7 30"),
    "EPD without a last semicolon": (f'{KINGS} id "last"', "last", f"{KINGS} 0 1"),
    # common in suites: a whole FEN, then opcodes
    "FEN with opcodes": (f'{KINGS} 7 30 id "both";', "both", f"{KINGS} 7 30"),
    "FEN with a semicolon": (f"{KINGS} 7 30; anything", "line 1", f"{KINGS} 7 30"),
    "a name with an opcode in it": (f'{KINGS} id "say id 5";', "say id 5", f"{KINGS} 0 1"),
    "an opcode in a comment": (
        f'{KINGS} c9 "the hmvc 77 trap"; id "a;b";',
        "a;b",
        f"{KINGS} 0 1",
    ),
    "a best move that is none": (f"{KINGS} bm Qh9;", "line 1", f"{KINGS} 0 1"),
    "spaces and tabs": (f"  {KINGS}\t7   30  ", "line 1", f"{KINGS} 7 30"),
}


@pytest.mark.parametrize(("line", "name", "fen"), POSITIONS.values(), ids=POSITIONS)
def test_positions(book, line, name, fen):
    """One to a line; opcodes that say nothing about the opening are passed over."""
    (opening,), faults, duplicates = book(line)
    assert (opening.name, opening.fen, opening.moves, opening.line) == (name, fen, (), 1)
    assert (faults, duplicates) == ([], 0)


def test_moves_in_the_comment(book):
    """Our own files tell the moves, so that games begin at the beginning."""
    epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    (opening,), _, _ = book(f'{epd} c0 "moves e2e4 e7e5"; ce 10; id "0001";')
    assert (opening.fen, opening.moves) == (START, ("e2e4", "e7e5"))
    assert final(opening).epd() == epd


def test_other_comments(book):
    """A comment that merely talks is no list of moves."""
    (opening,), faults, _ = book(f'{KINGS} c0 "White moves and wins";')
    assert (opening.fen, faults) == (f"{KINGS} 0 1", [])


BAD_LINES = {
    "words": ("this is no position", "rank"),
    "too few fields": ("8/8/8/8/8/8/8/8 w", "at least 4 fields"),
    "no kings": ("8/8/8/8/8/8/8/8 w - -", "no king"),
    "nine files": ("9/8/8/8/8/8/8/4K2k w - -", "not a piece"),
    "the side to move": (KINGS.replace(" w ", " x "), "side to move"),
    "the other side in check": ("4k3/8/8/8/8/8/8/4R1K1 w - -", "Black is in check"),
    "checkmate": ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "over"),
    "stalemate": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "over"),
    "bare kings": ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "over"),
    "fifty moves": (f"{KINGS} 100 90", "over"),
    "a right without a rook": ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "is not in place"),
    "moves that cannot be played": (f'{KINGS} c0 "moves e2e5";', "e2e5 in the comment"),
    "moves that are none": (f'{KINGS} c0 "moves e2e4 castles";', "castles in the comment"),
    "moves to another position": (f'{KINGS} c0 "moves e2e4";', "another position"),
    "no text": ("\0\x01\x02", "at least 4 fields"),
}


@pytest.mark.parametrize(("line", "reason"), BAD_LINES.values(), ids=BAD_LINES)
def test_bad_lines(book, line, reason):
    """A bad line is named and costs nothing but itself; blank lines and comments count as lines."""
    found = book(f"# a comment\n\n{START}\n{line}\n{KINGS}\n")
    assert [opening.line for opening in found.openings] == [3, 5]
    (fault,) = found.faults
    assert fault.startswith("line 4: ")
    assert reason in fault


@pytest.mark.parametrize("comment", ["# head", "% head", "; head", "// head"])
def test_comments(book, comment):
    """Whichever sign a program uses to begin a comment."""
    found = book(f"{comment}\n{KINGS}\n", "list.txt")
    assert (len(found.openings), found.faults) == (1, [])


def test_duplicates(book):
    """The same position with other counters, or by other moves, is the same opening."""
    found = book(f'{KINGS} 0 1\n{KINGS} 9 40\n{START}\n{KINGS} id "again";\n')
    assert [opening.line for opening in found.openings] == [1, 3]
    assert (found.faults, found.duplicates) == ([], 2)


ENDS = {"Windows": "\r\n", "old Macintosh": "\r", "Unix": "\n"}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_line_ends(book, end):
    """Any line ends, and the mark of byte order that some editors write."""
    found = book(("\ufeff" + end.join((KINGS, "bad", START))).encode())
    assert [opening.line for opening in found.openings] == [1, 3]
    assert found.faults[0].startswith("line 2: ")


PGN = """\
[Event "A"]
[ECO "B27"]
[Opening "Sicilian"]
[Variation "?"]

1. e4 {a comment} c5 (1... e5 2. Qxh8) 2. Nf3 $1 *

[Event "illegal"]

1. e4 e5 2. Ke3 Nc6 *

[Event "from a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *


[Event "by other moves"]

1. Nf3 c5 2. e4
"""


def test_pgn(book):
    """The whole short games; variations and comments are left out, faults in them too."""
    first, third = book(PGN, "openings.pgn").openings
    assert (first.name, first.line) == ("B27 Sicilian", 1)
    assert (first.fen, first.moves) == (START, ("e2e4", "c7c5", "g1f3"))
    assert (third.name, third.line, third.moves) == ("game 3", 12, ("e2e4", "e8d7"))
    assert third.fen == f"{KINGS} 0 1"


def test_pgn_faults(book):
    """The game is named by the line where it begins; the way into a position does not matter."""
    found = book(PGN, "openings.pgn")
    (fault,) = found.faults
    assert fault.startswith("line 8: Game 2 has an error: illegal san: 'Ke3'")
    assert found.duplicates == 1


def test_pgn_to_a_ply(book):
    """What comes after the moves that are wanted may be as bad as it likes."""
    found = book(PGN, "openings.pgn", plies=2)
    moves = [("e2e4", "c7c5"), ("e2e4", "e7e5"), ("e2e4", "e8d7"), ("g1f3", "c7c5")]
    assert [opening.moves for opening in found.openings] == moves
    assert (found.faults, found.duplicates) == ([], 0)


def test_pgn_by_its_content(book):
    """A file that begins with a tag is PGN, whatever its name; Latin-1 does no harm."""
    found = book(
        '[Event "Zürich"]\n[Opening "Grünfeld"]\n\n1. d4 Nf6 *\n'.encode("latin-1"), "list"
    )
    assert (found.openings[0].name, found.openings[0].moves) == ("Grünfeld", ("d2d4", "g8f6"))


RANDOM = "bnrbnk1r/pppppppp/8/8/8/8/PPPPPPPP/BNRBNK1R"  # Chess960 without the queens
CHESS960 = {
    "X-FEN": (f"{RANDOM} w KQkq -", ()),
    "Shredder-FEN": (f"{RANDOM} w HChc - 0 1", ()),
    "PGN with its variant": (
        f'[Variant "Chess960"]\n[FEN "{RANDOM} w KQkq - 0 1"]\n\n1. O-O O-O *',
        ("f1h1", "f8h8"),
    ),
    "PGN without": (f'[FEN "{RANDOM} w KQkq - 0 1"]\n\n1. O-O O-O *', ("f1h1", "f8h8")),
}


@pytest.mark.parametrize(("content", "moves"), CHESS960.values(), ids=CHESS960)
def test_chess960(book, content, moves):
    """Whether a file says so or not; castling moves are written king takes rook."""
    (opening,), faults, _ = book(content)
    assert (opening.fen, opening.moves) == (f"{RANDOM} w HChc - 0 1", moves)
    assert opening.chess960 and not faults


def test_chess960_from_the_usual_position(book):
    """Its rules are those of chess there: so every engine can play it."""
    game = '[Variant "Chess960"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *'
    (opening,), _, _ = book(game)
    assert (opening.moves[-1], opening.chess960) == ("e1g1", False)


BAD_GAMES = {
    "variant": ('[Variant "Atomic"]\n\n1. e4 *', "Atomic"),
    "unknown variant": ('[Variant "Fog of War"]\n\n1. e4 *', "Fog of War"),
    "a right without a rook": (
        '[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. Ke2 *',
        "is not in place",
    ),
    "position": ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *', "no king"),
    "null move": ('[Event "?"]\n\n1. e4 -- *', "null move"),
    "nothing": ('[Event "?"]\n\n*', "no moves and no position"),
    "prose": ("It was a dark and stormy night.", "no moves and no position"),
    "over": ('[Event "?"]\n\n1. f3 e5 2. g4 Qh4# 0-1', "over"),
}


@pytest.mark.parametrize(("game", "reason"), BAD_GAMES.values(), ids=BAD_GAMES)
def test_bad_games(book, game, reason):
    """The games around a bad one are read."""
    found = book(f'[Event "1"]\n\n1. a3 *\n\n{game}\n\n[Event "3"]\n\n1. h3 *\n', "x.pgn")
    assert [opening.moves for opening in found.openings] == [("a2a3",), ("h2h3",)]
    (fault,) = found.faults
    assert fault.startswith("line 5: ")
    assert reason in fault


NO_BOOKS = {
    "empty": ("", r"There are no openings in .*openings.epd\.$"),
    "comments": ("# nothing\n\n", "There are no openings in"),
    "bad": (
        "bad\nworse\n",
        r"no valid openings in .*: 2 invalid lines, the first: line 1: .*[^.]\.$",
    ),
}


@pytest.mark.parametrize(("content", "reason"), NO_BOOKS.values(), ids=NO_BOOKS)
def test_nothing_usable(book, content, reason):
    """No match can be played from nothing."""
    with pytest.raises(LaboratoryError, match=reason):
        book(content)


def test_no_file(tmp_path):
    """Missing, or a folder: a sentence with its name."""
    for path in (tmp_path / "missing.epd", tmp_path):
        with pytest.raises(LaboratoryError, match=f"The openings {path} cannot be read"):
            read(Path(path))
