"""Programs that use engines, as far as they are here: what each of them says, and PolyGlot itself.

Debian's polyglot stands between XBoard and UCI engines; the test speaks XBoard's protocol to it.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

from tests.uci.books import write_book
from tests.uci.conversation import DOOR, Conversation, bestmove, scores
from tests.uci.tables import SMALL

PATIENCE = 120.0  # seconds; the compiler may have to work first
POLYGLOT = shutil.which("polyglot", path="/usr/games:/usr/local/games:/usr/bin")


def test_cutechess(sesame: Conversation) -> None:
    """Its dialogue of two games: options before each, empty strings as <empty>, clocks."""
    sesame.ask("uci", answer="uciok")
    for played in ("", " moves e2e4", " moves e2e4 c7c5 g1f3"):
        said = sesame.ask(
            "setoption name Ponder value false",
            "setoption name UCI_Chess960 value false",
            "setoption name SyzygyPath value <empty>",
            "setoption name Book File value <empty>",
            "ucinewgame",
        )
        assert said == ["readyok"]
        lines = sesame.go(
            f"position startpos{played}",
            "go wtime 3000 btime 3000 winc 30 binc 30",
            seconds=10,
        )
        board = chess.Board()
        for text in played.split()[1:]:
            board.push_uci(text)
        assert chess.Move.from_uci(bestmove(lines)) in board.legal_moves


def test_arena(sesame: Conversation, tmp_path: Path) -> None:
    """Backslashes or not, it sends paths without quotes, and `go infinite` for analysis."""
    book = write_book(tmp_path / "my book.bin", ("", "b1c3", 1))
    said = sesame.ask(
        f"setoption name Book File value {book}",
        "setoption name OwnBook value true",
        "setoption name UCI_AnalyseMode value true",
        "position startpos",
    )
    assert said == ["readyok"]
    sesame.send("go infinite")
    sesame.wait_for("info depth 3")
    assert bestmove(sesame.go("stop"))
    lines = sesame.go(
        "setoption name UCI_AnalyseMode value false",
        "go wtime 300000 btime 300000 movestogo 40",
        seconds=5,
    )
    assert bestmove(lines) == "b1c3" and scores(lines) == []


@pytest.fixture(scope="module")
def player() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, str(DOOR)], timeout=PATIENCE
    ) as player:
        yield player


def test_lichess_bot(player: chess.engine.SimpleEngine) -> None:
    """The options of its example configuration, through python-chess, and a move on the clock."""
    options = {"Move Overhead": 100, "Hash": 16, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": True}
    player.configure({**options, "Threads": 4})
    played = player.play(
        chess.Board(),
        chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.1, black_inc=0.1),
        info=chess.engine.INFO_ALL,
        ponder=True,
    )
    assert played.move in chess.Board().legal_moves
    chances = played.info["wdl"].relative
    assert chances.total() == 1000 and played.info["score"].relative.score() is not None


def test_python_chess_reads_tables_and_books(
    player: chess.engine.SimpleEngine, tmp_path: Path
) -> None:
    book = write_book(tmp_path / "a book.bin", ("", "g2g3", 1), ("g2g3", "g7g6", 1))
    player.configure({"SyzygyPath": str(SMALL), "Book File": str(book), "OwnBook": True})
    board, game = chess.Board(), object()
    for text in ("g2g3", "g7g6"):
        board.push(player.play(board, chess.engine.Limit(time=1.0), game=game).move)
        assert board.peek().uci() == text
    info = player.analyse(
        chess.Board("8/8/8/4k3/8/8/8/N3K3 w - - 0 1"), chess.engine.Limit(depth=5)
    )
    assert info["tbhits"] > 0 and info["score"].relative == chess.engine.Cp(0)
    assert info["wdl"].relative.draws == 1000
    player.configure({"SyzygyPath": "", "Book File": "<empty>", "OwnBook": False})


def test_python_chess_asks_for_several_lines(player: chess.engine.SimpleEngine) -> None:
    lines = player.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3
    assert [line["multipv"] for line in lines] == [1, 2, 3]


class XBoard(Conversation):
    """PolyGlot with Sesame behind it."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "polyglot.ini"
        settings.write_text(
            "[PolyGlot]\n"
            f"EngineDir = {folder}\n"
            f'EngineCommand = "{sys.executable}" "{DOOR}"\n'
            "EngineName = Sesame\nBook = false\nLog = false\n"
            f"[Engine]\nHash = 16\nSyzygyPath = {SMALL}\nUCI_ShowWDL = true\n"
        )
        self.program = (str(POLYGLOT), str(settings))
        super().__init__()


@pytest.mark.skipif(POLYGLOT is None, reason="PolyGlot is not installed")
def test_xboard_through_polyglot(tmp_path: Path) -> None:
    """Two moves on the clock, one of them of its own, and one of a won ending, then the end."""
    talk = XBoard(tmp_path)
    try:
        talk.send("xboard", "protover 2")
        features = " ".join(talk.wait_for("feature done=1", PATIENCE))
        assert 'egt="syzygy"' in features and 'option="Book File -file' in features
        talk.send("new", "level 40 5 0", "post", "easy", "usermove e2e4")
        answer = talk.wait_for("move ", PATIENCE)[-1].split()[1]
        board = chess.Board()
        board.push_uci("e2e4")
        board.push_uci(answer)
        reply = next(iter(board.legal_moves))
        talk.send(f"usermove {reply.uci()}")
        board.push(reply)
        board.push_uci(talk.wait_for("move ")[-1].split()[1])
        talk.send("new", "force", "setboard 8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "level 40 5 0", "go")
        lines = talk.wait_for("move ")
        thoughts = [line.split() for line in lines[:-1]]  # depth, score, time, nodes, line
        assert thoughts and all(int(words[1]) > 19_000 for words in thoughts), lines
        talk.send("quit")
        assert talk.end() == 0
    finally:
        talk.kill()
