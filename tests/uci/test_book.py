"""The opening book: what is drawn from it, when it is asked, and which files are refused."""

import random
from collections import Counter
from pathlib import Path

import chess
import pytest

from engine.options.kinds import OptionError
from engine.uci.book import OUR_BOOK, Book
from tests.uci.books import entry, write_book
from tests.uci.conversation import Conversation, bestmove, complaints
from tests.uci.talk import Talk

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "7k/P7/8/8/8/8/8/K7 w - - 0 1"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write_book(
        tmp_path / "small book.bin",
        ("", "e2e4", 3),
        ("", "d2d4", 1),
        ("", "c2c4", 0),  # PolyGlot: a weight of zero takes a move out
        ("", "e2e5", 9),  # not legal
        ("e2e4", "e7e5", 1),
        (CASTLING, "e1h1", 1),
        (PROMOTION, "a7a8r", 1),
    )


def test_moves_are_drawn_by_weight(book: Path) -> None:
    """3 to 1; neither the move of no weight nor the illegal one."""
    opened = Book(str(book), random.Random(4))
    drawn = Counter(opened.draw(chess.Board()).move.uci() for _ in range(2000))
    assert drawn.keys() == {"e2e4", "d2d4"}
    assert 1400 < drawn["e2e4"] < 1600
    assert {opened.draw(chess.Board()).percent for _ in range(50)} == {75, 25}


def test_processes_draw_differently(book: Path) -> None:
    draws = {
        tuple(opened.draw(chess.Board()).move.uci() for _ in range(64))
        for opened in (Book(str(book)) for _ in range(8))
    }
    assert len(draws) > 1


def test_a_position_that_is_not_there(book: Path) -> None:
    assert Book(str(book)).draw(chess.Board(PROMOTION.replace("w", "b"))) is None


@pytest.mark.parametrize(("only", "drawn"), [(("d2d4", "a2a3"), "d2d4"), (("a2a3",), None)])
def test_only_some_moves(book: Path, only: tuple[str, ...], drawn: str | None) -> None:
    found = Book(str(book)).draw(chess.Board(), only)
    assert (found.move.uci() if found else None) == drawn


SPECIAL = {
    "castling": (CASTLING, False, "e1g1"),
    "castling, Chess960": (CASTLING, True, "e1h1"),
    "promotion": (PROMOTION, False, "a7a8r"),
}


@pytest.mark.parametrize(("fen", "chess960", "move"), SPECIAL.values(), ids=SPECIAL)
def test_special_moves(book: Path, fen: str, chess960: bool, move: str) -> None:
    """A14: castling is king takes own rook in the file, and what the option wants outside."""
    board = chess.Board(fen, chess960=chess960)
    found = Book(str(book)).draw(board).move
    assert board.is_legal(found) and board.uci(found) == move


def test_castling_where_the_king_hardly_moves(tmp_path: Path) -> None:
    """King on f1, rook on g1: e1 plays no part."""
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    path = tmp_path / "960.bin"
    path.write_bytes(entry(board, "f1g1", 1))
    assert Book(str(path)).draw(board).move == chess.Move.from_uci("f1g1")


def _missing(folder: Path) -> Path:
    return folder / "nothing.bin"


def _folder(folder: Path) -> Path:
    return folder


def _file(content: bytes):
    def make(folder: Path) -> Path:
        path = folder / "book.bin"
        path.write_bytes(content)
        return path

    return make


REFUSED = {
    "missing": (_missing, "does not exist"),
    "folder": (_folder, "is a folder"),
    "empty": (_file(b""), "is empty"),
    "truncated": (_file(bytes(47)), "47 bytes are not a multiple of 16"),
    "not sorted": (_file(b"\xff" * 16 + bytes(16)), "not sorted"),
    "a text": (_file(b"an opening book!has other bytes." * 4), "not sorted"),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_refused_files(talk: Talk, tmp_path: Path, book: Path, make, said: str) -> None:
    """One sentence; the old book and the old setting stay."""
    talk.obey(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    talk.obey(f"setoption name Book File value {make(tmp_path)}")
    (sentence,) = talk.lines
    assert said in sentence and sentence.endswith("Nothing changed.")
    assert talk.engine.settings["book_file"] == str(book)
    talk.lines.clear()
    talk.obey("position startpos moves e2e4", "go depth 1").wait()
    assert talk.moves == ["e7e5"]


def test_a_home_that_nobody_has(talk: Talk) -> None:
    talk.obey("setoption name Book File value ~nobody-of-this-name/book.bin")
    assert len(talk.complaints) == 1 and "Nothing changed." in talk.lines[0]


def test_a_link_that_leads_to_itself(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "loop.bin"
    path.symlink_to(path)
    talk.obey(f"setoption name Book File value {path}")
    assert len(talk.complaints) == 1 and "Internal error" not in talk.lines[0]


PATHS = {
    "plain": "{}",
    "in quotes": '"{}"',
    "in single quotes": "'{}'",
    "spaces around": "  {}  ",
    "at home": "~/two  spaces/a book.bin",
}


@pytest.mark.parametrize("written", PATHS.values(), ids=PATHS)
def test_paths(
    talk: Talk, tmp_path: Path, book: Path, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path is taken as it is written, with its spaces, and ~ is the user's home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    folder = tmp_path / "two  spaces"
    folder.mkdir()
    copy = folder / "a book.bin"
    copy.write_bytes(book.read_bytes())
    talk.obey(f"setoption name Book File value {written.format(copy)}")
    talk.obey("setoption name OwnBook value true", "position startpos moves e2e4", "go depth 1")
    talk.wait()
    assert talk.moves == ["e7e5"] and "a book.bin" in talk.lines[0]


def test_nobody_searches_for_a_book_move(talk: Talk, book: Path) -> None:
    """So there are no statistics of a search either."""
    talk.obey(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    talk.obey("debug on", "position startpos moves e2e4", "go wtime 1000 btime 1000").wait()
    assert talk.lines == [
        "info string e7e5 comes from the book small book.bin, where it has a probability of 100%.",
        "bestmove e7e5",
    ]
    assert "think" not in talk.engine.calls


NOT_ASKED = {
    "no option": ("setoption name OwnBook value false", "go depth 1"),
    "infinite": ("isready", "go infinite"),
    "no limit": ("isready", "go"),
    "mate": ("isready", "go mate 3"),
    "ponder": ("isready", "go ponder wtime 1000 btime 1000"),
    "analysis": ("setoption name UCI_AnalyseMode value true", "go depth 1"),
    "beyond its depth": ("setoption name Book Depth value 1", "go depth 1"),
    "another move is wanted": ("isready", "go depth 1 searchmoves a7a6"),
    "no book any more": ("setoption name Book File value <empty>", "go depth 1"),
}


@pytest.mark.parametrize(("before", "go"), NOT_ASKED.values(), ids=NOT_ASKED)
def test_when_the_book_is_not_asked(
    talk: Talk, book: Path, before: str, go: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who analyses, or asks for certain moves, wants a search."""
    ours = write_book(book.parent / "ours.bin", ("", "g1f3", 1))
    monkeypatch.setattr("engine.uci.book.OUR_BOOK", ours)
    talk.obey(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    talk.obey("position startpos moves e2e4", before, go, "stop").wait()
    assert talk.moves == ["a7a5"] and "think" in talk.engine.calls


def test_only_the_depth_of_the_game_counts(talk: Talk, book: Path) -> None:
    """The 30th move of a game is none of an opening, though nothing was played from the FEN."""
    talk.obey(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    talk.obey(f"position fen {CASTLING[:-1]}30", "go depth 1").wait()
    assert talk.moves == ["a1a2"], "a move of the search"
    talk.obey(f"position fen {CASTLING}", "go depth 1").wait()
    assert talk.moves[-1] == "e1g1"


def test_our_book_is_there() -> None:
    """The book that comes with Sesame has a move for the start position and its first replies."""
    book = Book("")
    assert book.name == OUR_BOOK.name and len(book) > 50
    board = chess.Board()
    assert book.draw(board) is not None
    for text in ("e2e4", "d2d4"):
        board.push_uci(text)
        assert book.draw(board) is not None
        board.pop()


def test_without_our_book(talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation that lost its book says so, and plays."""
    monkeypatch.setattr("engine.uci.book.OUR_BOOK", tmp_path / "book.bin")
    talk.obey("setoption name OwnBook value true")
    assert len(talk.complaints) == 1 and talk.engine.settings["own_book"] is False
    talk.obey("go depth 1").wait()
    assert talk.moves == ["a2a3"]


def test_a_fault_in_the_book_costs_no_game(
    talk: Talk, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    talk.obey(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    monkeypatch.setattr(Book, "draw", fail)
    talk.obey("go depth 1").wait()
    assert talk.moves == ["a2a3"] and "the disk is gone" in talk.complaints[0]


def test_an_unreadable_book_is_an_option_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        Book(str(tmp_path / ("x" * 5000)))


def test_the_real_engine_plays_from_a_book(sesame: Conversation, book: Path) -> None:
    lines = sesame.go(
        f"setoption name Book File value {book}",
        "setoption name OwnBook value true",
        "position startpos moves e2e4",
        "go wtime 60000 btime 60000",
        seconds=5,
    )
    assert bestmove(lines) == "e7e5" and len(complaints(lines)) == 1
    lines = sesame.go("position startpos moves e2e4 e7e5", "go depth 3")
    assert any(" pv " in line for line in lines) and not complaints(lines)
