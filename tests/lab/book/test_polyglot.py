"""Books as files: entries by the description of the format, and as other readers see them."""

import shutil
import subprocess
from pathlib import Path

import chess
import chess.polyglot
import pytest

from engine.lab.book.polyglot import add_book, content_of, file_move
from engine.lab.common.files import write_bytes

POLYGLOT = shutil.which("polyglot", path="/usr/games:/usr/local/games:/usr/bin")
START = chess.polyglot.zobrist_hash(chess.Board())

# The page of the format: e2e4 is file e, rank 2 and file e, rank 4, three bits each
MOVES = {
    "e2e4": (chess.STARTING_FEN, False, "e2e4", (1 << 9) + (4 << 6) + (3 << 3) + 4),
    "castling": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "e1g1", (4 << 6) + 7),
    "castling, long": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "e1c1", 4 << 6),
    "castling, Black": (
        *("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", False, "e8g8"),
        (7 << 9) + (4 << 6) + (7 << 3) + 7,
    ),
    "castling, Chess960": ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", True, "f1g1", (5 << 6) + 6),
    "a king's step": ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", False, "e1f1", (4 << 6) + 5),
    "promotion": (
        *("7k/P7/8/8/8/8/8/K7 w - - 0 1", False, "a7a8q"),
        (4 << 12) + (6 << 9) + (7 << 3),
    ),
    "underpromotion": (
        *("7k/P7/8/8/8/8/8/K7 w - - 0 1", False, "a7a8n"),
        (1 << 12) + (6 << 9) + (7 << 3),
    ),
}


@pytest.mark.parametrize(("fen", "chess960", "text", "number"), MOVES.values(), ids=MOVES)
def test_moves(fen: str, chess960: bool, text: str, number: int) -> None:
    board = chess.Board(fen, chess960=chess960)
    assert file_move(board, board.parse_uci(text)) == number


def test_content() -> None:
    """Ascending keys, the heaviest move first, big-endian, nothing learned, no weight of zero."""
    content = content_of({2: {7: 1}, 1: {5: 3, 6: 4, 8: 0}})
    assert content == bytes.fromhex(
        "0000000000000001 0006 0004 00000000"
        "0000000000000001 0005 0003 00000000"
        "0000000000000002 0007 0001 00000000"
    )


def test_large_weights_are_made_smaller_together() -> None:
    """2 * 65535 becomes 65535, its half the half, and what was there stays there."""
    entries = content_of({1: {5: 131_070, 6: 65_535, 7: 1}, 2: {5: 9}})
    weights = [int.from_bytes(entries[place : place + 2]) for place in range(10, 64, 16)]
    assert weights == [65_535, 32_767, 1, 9]


def test_another_book_is_added(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(content_of({1: {5: 3}, 2: {6: 1}}))
    weights = {1: {5: 1, 6: 1}}
    assert add_book(weights, path) == 2
    assert weights == {1: {5: 4, 6: 1}, 2: {6: 1}}


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "book.bin"
    write_bytes(path, b"old")

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no room"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


PGN = "".join(
    f'[White "A"]\n[Black "B"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for result, moves in (
        ("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7"),
        ("1/2-1/2", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6"),
        ("0-1", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O"),
        ("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6"),
    )
)


@pytest.mark.skipif(POLYGLOT is None, reason="PolyGlot is not installed")
def test_polyglot_makes_the_same_book(tmp_path: Path) -> None:
    """PolyGlot's own `make-book` of the same games: key for key, move for move, weight for weight.

    A move that was always lost weighs nothing and is left out by both.
    """
    from engine.lab.book.command import main

    games, theirs, ours = tmp_path / "games.pgn", tmp_path / "theirs.bin", tmp_path / "ours.bin"
    games.write_text(PGN)
    command = [POLYGLOT, "make-book", "-pgn", games, "-bin", theirs, "-max-ply", "10"]
    subprocess.run([*command, "-min-game", "1"], check=True, capture_output=True, cwd=tmp_path)
    words = ["--plies", "10", "--games", "1", "--percent", "0"]
    assert main([str(games), "--output", str(ours), *words]) == 0
    assert entries(ours) == entries(theirs) != set()


def entries(path: Path) -> set[tuple[int, int, int]]:
    with chess.polyglot.open_reader(path) as reader:
        return {(entry.key, entry.raw_move, entry.weight) for entry in reader}
