"""Suites: what is read, what is skipped and said; python-chess is the witness of legality."""

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.learning.suite import read_suite
from tests.lab.learning.subjects import SUITE

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def written(folder, text, name="suite.epd"):
    path = folder / name
    path.write_text(text)
    return path


def test_epd(tmp_path):
    suite = read_suite(written(tmp_path, SUITE))
    assert [one.name for one in suite.problems] == ["one", "two", "three"]
    assert [one.moves for one in suite.problems] == [("e2e4",), ("e2e4",), ("a2a3", "e2e4")]
    assert suite.problems[0].fen == chess.STARTING_FEN
    assert suite.faults == [] and suite.duplicates == 0


def test_counters_and_names(tmp_path):
    text = f"{START} bm Nf3 e4; hmvc 3; fmvn 9;\n# a comment\n\n{chess.STARTING_FEN} bm e4;\n"
    suite = read_suite(written(tmp_path, text))
    (problem,) = suite.problems
    assert problem.name == "line 1" and problem.fen.endswith(" 3 9")
    assert problem.moves == ("e2e4", "g1f3")
    assert suite.duplicates == 1


def test_the_first_positions_alone(tmp_path):
    assert [one.name for one in read_suite(written(tmp_path, SUITE), 2).problems] == ["one", "two"]


@pytest.mark.parametrize(
    "moves", ["e4 g1f3", "e2e4 Nf3", "E2E4 Nf3!", " g1f3   e4?! e4", "Ngf3 e4 e2e4"]
)
def test_csv(tmp_path, moves):
    """Moves in SAN or UCI, each once; columns in any order."""
    text = f'Moves,FEN,name\n{moves},{START} 0 1,"a, b"\n'
    (problem,) = read_suite(written(tmp_path, text, "suite.csv")).problems
    assert problem.moves == ("e2e4", "g1f3") and problem.name == "a, b"


def test_castling_in_chess960(tmp_path):
    """As its king takes the rook, since that is what engines write there."""
    fen = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb -"
    (problem,) = read_suite(written(tmp_path, f"{fen} bm O-O;")).problems
    assert problem.moves == ("f1g1",)


FAULTY = {
    "no move": (START, "There is no best move"),
    "only moves to avoid": (f"{START} am e4;", "There is no best move"),
    "illegal": (f"{START} bm e5;", "'e5' is not legal in rnbqkbnr"),
    "ambiguous": ("4k3/8/8/8/8/8/8/R3K2R w - - bm Rf1 Rd1 R3a2; ", "'R3a2' is not legal"),
    "no square": (f"{START} bm Zz9;", "'Zz9' is not legal"),
    "null move": (f"{START} bm 0000;", "'0000' is not legal"),
    "no position": ("hello bm e4;", ""),
    "no kings": ("8/8/8/8/8/8/8/8 w - - bm e4;", ""),
    "mate": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - bm Kh8;", "'Kh8' is not legal"),
}


@pytest.mark.parametrize(("line", "words"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_line_is_said(tmp_path, line, words):
    """The others are used; alone it is an error."""
    suite = read_suite(written(tmp_path, f"{SUITE}{line}\n"))
    assert len(suite.problems) == 3 + (line == FAULTY["ambiguous"][0])
    (fault,) = suite.faults
    assert fault.startswith("line 4: ") and words in fault
    if line != FAULTY["ambiguous"][0]:
        with pytest.raises(LaboratoryError, match="no positions with best moves in "):
            read_suite(written(tmp_path, line))


BROKEN_CSV = {
    "no columns": ("", "must name the columns fen and moves"),
    "other columns": ("position,move\n", "must name the columns fen and moves"),
    "nothing in it": ("fen,moves\n", "There are no positions with best moves"),
    "too few fields": (f"fen,moves\n{START}\n", "There is no best move"),
}


@pytest.mark.parametrize(("text", "words"), BROKEN_CSV.values(), ids=BROKEN_CSV)
def test_broken_csv(tmp_path, text, words):
    with pytest.raises(LaboratoryError, match=words):
        read_suite(written(tmp_path, text, "suite.csv"))


def test_files_that_are_none(tmp_path):
    for path in (tmp_path, tmp_path / "missing.epd"):
        with pytest.raises(LaboratoryError, match="cannot be read"):
            read_suite(path)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "suite.epd"
    path.write_bytes(b"\xff\xfe\x00\x01\n" + SUITE.encode())
    assert len(read_suite(path).problems) == 3
