"""Suites of problems as test sets: the mates of the project, and the user's own EPD files."""

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import all_cells
from engine.lab.experiments.command import main
from engine.lab.experiments.position_sets import game_called, games_of, title_of, with_positions
from engine.lab.experiments.suites import MATES, best_moves

LINES = """\
# two problems and a position

6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7# Bxf7+; id "scholar";
8/8/8/8/8/2K5/7R/k7 w - - 0 1
"""


@pytest.fixture
def empty_database(tmp_path, monkeypatch):
    """The only file of the folder in which commands run."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.db"
    path.touch()
    return path


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "own.epd"
    path.write_text(LINES)
    return str(path)


def test_the_mates_are_legal_and_each_is_in_one_part():
    parts = games_of(MATES)
    boards = [board for part in parts for board in part.boards()]
    assert len(boards) == 95 and all(board.is_valid() for board in boards)
    assert [len(part.ids) for part in parts] == [12] * 7 + [11]
    assert len({known for part in parts for known in part.ids}) == 95
    assert game_called(parts[3].name, parts[3].digest) == parts[3]
    assert all(moves == () for part in best_moves(MATES).values() for moves in part)


def test_a_file_of_an_editor_that_marks_its_texts(tmp_path):
    path = tmp_path / "own.epd"
    path.write_bytes(b"\xef\xbb\xbf" + LINES.splitlines()[2].encode())
    (part,) = games_of(str(path))
    assert part.ids == ("back rank",)


def test_an_own_file(suite):
    (part,) = games_of(suite)
    assert part.ids == ("back rank", "scholar", "5")
    assert [board.turn for board in part.boards()] == [chess.WHITE] * 3
    assert best_moves(suite) == {part.name: (("d1d8",), ("f3f7", "c4f7"), ())}
    assert suite in title_of(suite)
    assert game_called(part.name, part.digest) == part
    with pytest.raises(LaboratoryError, match="not those of the run"):
        game_called(part.name, "0" * 16)
    grid = with_positions(experiments()["algorithms"].quick, suite)
    cells = all_cells(experiments()["algorithms"], grid, 1)
    assert len(cells) == 8 and {cell.game for cell in cells} == {part.name}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"8/8/8 w - -", "line 1 is no EPD"),
        (b"k7/8/8/8/8/8/8/K6K w - -", "the position cannot be searched"),
        (b"7k/5KQ1/8/8/8/8/8/8 b - -", "the position cannot be searched"),
        (b"\xff\xfe", "is no EPD file"),
        (b"\n", "has no positions"),
        (b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Ra8;", "line 1 is no EPD"),
    ],
)
def test_files_that_are_none(tmp_path, content, sentence):
    path = tmp_path / "x.epd"
    path.write_bytes(content)
    with pytest.raises(LaboratoryError, match=sentence):
        games_of(str(path))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("algorithms", "/no/such.epd"), "cannot be read: No such file or directory."),
        (("algorithms", "positions.txt"), "the name of an EPD file ends in .epd."),
        (("algorithms", ""), "the name of an EPD file ends in .epd."),
        (("domineering-boards", "x.epd"), "x.epd: domineering cannot be replaced."),
        (("proof-variants", "x.epd"), "x.epd: mate problems one by one cannot be replaced."),
    ],
)
@pytest.mark.parametrize("action", ["run", "show", "summary", "report"])
def test_positions_that_cannot_be_used(empty_database, capsys, action, asked, sentence):
    name, file = asked
    assert main([action, name, "--positions", file, "--database", str(empty_database)]) == 1
    assert list(empty_database.parent.iterdir()) == [empty_database]
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(sentence)
