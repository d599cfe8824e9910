"""`sesame book`: what is counted, what is let in, and what is said."""

from pathlib import Path

import chess
import chess.polyglot
import pytest

from engine.lab.book.command import main
from engine.lab.match.store import Store
from tests.lab.match.handmade import games_of, plan_between

GAMES = (
    ("1-0", "Anna", "Boris", "1. e4 e5 2. Nf3"),
    ("1-0", "Anna", "Boris", "1. e4 e5 2. Nf3"),
    ("1/2-1/2", "Boris", "Anna", "1. e4 c5 2. Nf3"),
    ("0-1", "Boris", "Anna", "1. d4 d5 2. c4"),
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(
        "".join(
            f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
            for result, white, black, moves in GAMES
        )
    )
    return path


def weights(book: Path, played: str = "") -> dict[str, int]:
    """Read the entries of a position with python-chess."""
    board = chess.Board()
    for text in played.split():
        board.push_san(text)
    with chess.polyglot.open_reader(book) as reader:
        return {board.san(entry.move): entry.weight for entry in reader.find_all(board)}


# by name: words, the position after some moves, its moves and weights: 2 for a win, 1 for a draw
COUNTED = {
    "first move": ("--games 1", "", {"e4": 5}),
    "lost moves too": ("--games 1 --percent 0", "e4", {"c5": 1}),
    "two games": ("", "e4 e5", {"Nf3": 4}),
    "not enough games": ("", "e4 c5", {}),
    "half-moves": ("--games 1 --plies 2", "e4 e5", {}),
    "last half-move": ("--games 1 --plies 3", "e4 c5", {"Nf3": 1}),
    "a high share of the points": ("--games 1 --percent 60", "e4 c5", {}),
    "a share that is just reached": ("--games 1 --percent 50", "e4 c5", {"Nf3": 1}),
    "one player's moves": ("--games 1 --player Anna", "d4", {"d5": 2}),
    "not the other's": ("--games 1 --player Anna --percent 0", "e4", {"c5": 1}),
}


@pytest.mark.parametrize(("words", "played", "expected"), COUNTED.values(), ids=COUNTED)
def test_what_counts(games: Path, words: str, played: str, expected: dict[str, int]) -> None:
    book = games.with_name("book.bin")
    assert main([str(games), "--output", str(book), *words.split()]) == 0
    assert weights(book, played) == expected


def test_a_book_does_not_go_in_circles(tmp_path: Path) -> None:
    """The move back to a position that has been there ends the opening of a game."""
    games, book = tmp_path / "games.pgn", tmp_path / "book.bin"
    games.write_text('[Result "1/2-1/2"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1/2-1/2\n')
    assert main([str(games), "--games", "1", "--output", str(book)]) == 0
    assert weights(book) == {"Nf3": 1} and weights(book, "Nf3 Nf6") == {"Ng1": 1}
    assert weights(book, "Nf3 Nf6 Ng1") == {}


def test_moves_that_a_match_gave_do_not_count(tmp_path: Path) -> None:
    """Nobody chose the moves of an opening; with --with-openings they count all the same."""
    plan = plan_between()
    store = Store.create(tmp_path / "match.db", plan)
    for game in games_of(plan):
        store.add(game)
    store.close()
    book = tmp_path / "book.bin"
    assert main([str(store.path), "--output", str(book)]) == 0
    assert weights(book) == {} and set(weights(book, "e4 e5")) == {"Nf3"}
    words = ["--output", str(book), "--overwrite", "--with-openings"]
    assert main([str(store.path), *words]) == 0
    assert set(weights(book)) == {"e4"}


def test_books_are_merged(games: Path) -> None:
    first, second = games.with_name("first.bin"), games.with_name("second.bin")
    assert main([str(games), "--games", "1", "--output", str(first)]) == 0
    assert main(["--merge", str(first), "--merge", str(first), "--output", str(second)]) == 0
    assert weights(second) == {"e4": 10}
    words = ["--games", "1", "--merge", str(first), "--output", str(first), "--overwrite"]
    assert main([str(games), *words]) == 0
    assert weights(first) == {"e4": 10}


def test_only_positions_with_an_answer_are_counted(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After 1. d4 d5 the one move there is lost, and weighs nothing."""
    book = games.with_name("book.bin")
    assert main([str(games), "--games", "1", "--percent", "0", "--output", str(book)]) == 0
    with chess.polyglot.open_reader(book) as reader:
        entries = list(reader)
    assert (len(entries), len({entry.key for entry in entries})) == (5, 5)
    assert capsys.readouterr().out.startswith("5 moves in 5 positions written to")


def test_what_is_told(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with games.open("a") as file:
        file.write('[Result "*"]\n\n1. e4 *\n')
    book = games.with_name("book.bin")
    assert main([str(games), "--games", "1", "--percent", "0", "--output", str(book)]) == 0
    told = capsys.readouterr()
    assert "moves in" in told.out and "from 4 games" in told.out
    assert told.err == "sesame book: 1 games skipped: no result\n"


REFUSED = {
    "no games": ("", 2, "Name games or books"),
    "too many plies": ("{games} --plies 1001", 2, "'1001' is more than 1000"),
    "no such word": ("{games} --ply 8", 2, "Unrecognized arguments: --ply 8"),
    "missing": ("{folder}/nothing.pgn", 1, "Cannot read"),
    "a folder": ("{folder}", 1, "Cannot read"),
    "no such book": ("--merge {folder}/nothing.bin", 1, "nothing.bin"),
    "no book": ("--merge {games}", 1, "valid polyglot"),
    "nothing comes out": ("{games} --games 100", 1, "no move of 4 games was selected"),
    "output is there": ("{games} --output {games}", 2, "--overwrite replaces it"),
    "output is a folder": ("{games} --output {folder}", 2, "is a folder"),
    "no folder for it": ("{games} --output {folder}/a/b.bin", 2, "There is no folder"),
}


@pytest.mark.parametrize(("words", "status", "said"), REFUSED.values(), ids=REFUSED)
def test_refusals(
    games: Path, words: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and nothing is written."""
    with games.open("a") as file:
        file.write("x" * (1 - games.stat().st_size % 2))  # no whole number of entries
    before = {path: path.read_bytes() for path in games.parent.iterdir()}
    filled = words.format(folder=games.parent, games=games)
    output = [] if "--output" in words else ["--output", str(games.with_name("book.bin"))]
    assert main([*filled.split(), *output]) == status
    errors = capsys.readouterr().err
    assert said in errors and errors.count("\n") == 1
    assert {path: path.read_bytes() for path in games.parent.iterdir()} == before


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_player_with_an_umlaut(tmp_path: Path, encoding: str) -> None:
    """Old PGN is Latin-1."""
    games = tmp_path / "games.pgn"
    text = '[White "Müller"]\n[Black "Boris"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
    games.write_bytes(text.encode(encoding))
    book = tmp_path / "book.bin"
    words = ("--games", "1", "--player", "Müller", "--output", str(book))
    assert main([str(games), *words]) == 0
    assert weights(book) == {"e4": 2}
