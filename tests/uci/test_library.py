"""Tablebases in a conversation: folders, faults, and what a search may choose."""

import shutil
import threading
import time
from pathlib import Path

import chess
import chess.syzygy
import pytest

from engine.options import defaults
from engine.thinking.limits import Limits
from engine.uci.library import Prober, narrowed, patience
from engine.uci.table_files import folders_in, open_tables
from engine.uci.tablebase import WIN, judge
from tests.uci.conversation import Conversation, bestmove, complaints, scores
from tests.uci.tables import SMALL, FakeTables
from tests.uci.talk import PATIENCE, Talk

ROOK_WINS = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"
ROOK_AND_RIGHTS = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1"
FOUND = "Tablebases of up to 3 pieces: 5 WDL and 5 DTZ files."


def test_tables_are_found(talk: Talk) -> None:
    talk.obey(f"setoption name SyzygyPath value {SMALL}")
    assert talk.lines == [f"info string {FOUND}"] and talk.session.complaints == 0
    assert talk.engine.settings["syzygy_path"] == str(SMALL)


def test_several_folders(talk: Talk, tmp_path: Path) -> None:
    """Tables are often kept in a folder for each number of pieces."""
    for name in ("KQvK", "KRvK"):
        folder = tmp_path / f"folder of {name}"
        folder.mkdir()
        for suffix in (".rtbw", ".rtbz"):
            shutil.copy(SMALL / f"{name}{suffix}", folder)
    places = f"{tmp_path}/folder of KQvK;{tmp_path}/folder of KRvK"
    talk.obey(f'setoption name SyzygyPath value "{places}"')
    assert "2 WDL and 2 DTZ files." in talk.lines[0]


FOLDERS = {
    "one": ("/a b/c", ":", ["/a b/c"]),
    "colon": ("/a:/b", ":", ["/a", "/b"]),
    "semicolon": ("/a; /b ;", ":", ["/a", "/b"]),
    "both": ("/a;/b:/c", ":", ["/a", "/b", "/c"]),
    "Windows": (r"C:\a;D:\b c", ";", [r"C:\a", r"D:\b c"]),
    "none": ("", ":", []),
    "only dividers": (" ; : ", ":", []),
}


@pytest.mark.parametrize(("places", "divider", "folders"), FOLDERS.values(), ids=FOLDERS)
def test_how_folders_are_divided(
    places: str, divider: str, folders: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.pathsep", divider)
    assert folders_in(places) == folders


def test_a_folder_with_a_colon(tmp_path: Path) -> None:
    folder = tmp_path / "a:b"
    folder.mkdir()
    assert folders_in(str(folder)) == [str(folder)]


NOTHING = {
    "missing (lichess-bot's default)": "./syzygy/",
    "no tables in it": "{empty}",
    "a file": "{file}",
    "nobody's home": "~nobody-of-this-name/tables",
    "long": "x" * 5000,
    "only dividers": ";",
}


@pytest.mark.parametrize("places", NOTHING.values(), ids=NOTHING)
def test_nothing_found(
    talk: Talk, tmp_path: Path, places: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence; the old tables and the old setting stay."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("no folder")
    talk.obey(f"setoption name SyzygyPath value {SMALL}")
    named = places.format(empty=tmp_path / "empty", file=tmp_path / "file")
    talk.obey(f"setoption name SyzygyPath value {named}")
    sentence = talk.lines[1]
    assert len(talk.lines) == 2 and sentence.endswith("Nothing changed.") and len(sentence) < 300
    assert talk.engine.settings["syzygy_path"] == str(SMALL)
    assert tbhits(talk.obey(f"position fen {ROOK_WINS}", "go depth 1").wait().lines)[-1] > 0


def test_one_of_two_folders_is_missing(talk: Talk) -> None:
    talk.obey(f"setoption name SyzygyPath value {SMALL};/no/such/folder")
    (sentence,) = talk.lines
    assert FOUND in sentence and "There is no folder '/no/such/folder'." in sentence


DAMAGED = {
    "empty": b"",
    "truncated": (SMALL / "KRvK.rtbw").read_bytes()[:-1],
    "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\n",
    "other beginning": b"#!/b" + (SMALL / "KRvK.rtbw").read_bytes()[4:],
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_damaged_files_are_skipped(talk: Talk, tmp_path: Path, content: bytes) -> None:
    for path in SMALL.glob("*.rtb?"):
        shutil.copy(path, tmp_path)
    (tmp_path / "KRvK.rtbw").write_bytes(content)
    talk.obey(f"setoption name SyzygyPath value {tmp_path}")
    (sentence,) = talk.lines
    assert "4 WDL and 5 DTZ files." in sentence
    assert sentence.endswith(" Skipped as damaged: 'KRvK.rtbw'.")
    talk.obey(f"position fen {ROOK_WINS}", "go depth 1").wait()
    assert talk.engine.limits[0].searchmoves == (), "no table, no verdict"
    assert tbhits(talk.lines) == [0]


def test_files_that_are_damaged_inside(talk: Talk, tmp_path: Path) -> None:
    """Python-chess: probing corrupted files is undefined. One sentence, and the search plays."""
    for path in SMALL.glob("*.rtb?"):
        content = path.read_bytes()
        (tmp_path / path.name).write_bytes(content[:5] + b"\xff" * (len(content) - 5))
    talk.obey(f"setoption name SyzygyPath value {tmp_path}")
    talk.obey(f"position fen {ROOK_WINS}", "go depth 1").wait()
    talk.obey("go depth 1").wait()
    assert len(talk.moves) == 2 and talk.engine.limits[0].searchmoves == ()
    assert len([line for line in talk.complaints if "tablebases failed" in line]) == 1


def tbhits(lines: list[str]) -> list[int]:
    return [int(line.split(" tbhits ")[1].split()[0]) for line in lines if " tbhits " in line]


def test_the_search_may_only_choose_what_keeps_the_win(talk: Talk) -> None:
    """Pawn and king against king: only Kd6 and Kf6 win (the sixth rank, before the pawn)."""
    talk.obey(f"setoption name SyzygyPath value {SMALL}")
    talk.obey("position fen 4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", "go depth 1").wait()
    board = chess.Board("4k3/8/8/4K3/4P3/8/8/8 w - - 0 1")
    kept = talk.engine.limits[0].searchmoves
    assert set(kept) == {"e5e6", "e5d6", "e5f6"} and len(kept) < board.legal_moves.count()
    assert tbhits(talk.lines)[-1] == board.legal_moves.count()


def test_the_users_moves_are_ranked_among_themselves(talk: Talk) -> None:
    """Searchmoves with a rook given away and a draw by it: the best of these, not of all."""
    talk.obey(f"setoption name SyzygyPath value {SMALL}")
    fen = "8/8/8/8/8/1k6/8/R3K3 w - - 0 1"
    talk.obey(f"position fen {fen}", "go depth 1 searchmoves a1a2 a1a3").wait()
    assert talk.engine.limits[0].searchmoves == ("a1a2", "a1a3")
    assert " score cp 0 " in talk.lines[-4]
    talk.obey("go depth 1 searchmoves a1a2 a1d1").wait()
    assert talk.engine.limits[1].searchmoves == ("a1d1",)


NOT_ASKED = {
    "castling rights": ("isready", ROOK_AND_RIGHTS),
    "too many pieces": ("isready", "8/8/8/4k3/8/7p/8/R3K3 w - - 0 1"),
    "a lower limit": ("setoption name SyzygyProbeLimit value 2", ROOK_WINS),
    "no tables any more": ("setoption name SyzygyPath value <empty>", ROOK_WINS),
    "no moves": ("isready", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1"),
}


@pytest.mark.parametrize(("before", "fen"), NOT_ASKED.values(), ids=NOT_ASKED)
def test_when_the_tables_are_not_asked(talk: Talk, before: str, fen: str) -> None:
    talk.obey(f"setoption name SyzygyPath value {SMALL}", before)
    talk.obey(f"position fen {fen}", "go depth 1").wait()
    (limits,) = talk.engine.limits
    assert limits.searchmoves == ()
    hits = {0} if talk.engine.settings["syzygy_path"] else set()  # not told without tables
    assert set(tbhits(talk.lines)) == hits


def test_a_fifty_move_counter_that_is_too_high(talk: Talk) -> None:
    """A rook may need 32 plies: after 90 quiet ones it is a draw, but not without the rule."""
    talk.obey(f"setoption name SyzygyPath value {SMALL}")
    fen = ROOK_WINS.replace("0 1", "90 80")
    talk.obey(f"position fen {fen}", "go depth 1").wait()
    talk.obey("setoption name Syzygy50MoveRule value false", "go depth 1").wait()
    first, second = scores(talk.lines)
    assert first == "cp 0" and int(second.split()[1]) > 19_900


class SlowTables(FakeTables):
    """Tables on a disk that does not answer before it is told to."""

    def __init__(self) -> None:
        super().__init__({"e1e2": (-2, -10)})
        self.answers = threading.Event()

    def _answer(self, board: chess.Board, kind: int) -> int:
        assert self.answers.wait(PATIENCE)
        return super()._answer(board, kind)


def test_tables_that_do_not_answer() -> None:
    """A search goes on without them, and asks again only when they have come to an end."""
    said: list[str] = []
    tables = SlowTables()
    prober = Prober(tables, 3, said.append)
    board, settings = chess.Board(ROOK_WINS), defaults()
    limits = Limits(time_ms=400, searchmoves=("e1e2",))
    begin = time.monotonic()
    assert prober.ask(board, limits, settings) is None
    assert prober.ask(board, limits, settings) is None
    assert time.monotonic() - begin < PATIENCE / 2
    assert said == ["The tablebases did not answer in time; the search continues without them."]
    tables.answers.set()
    deadline = time.monotonic() + PATIENCE
    while (verdict := prober.ask(board, Limits(searchmoves=("e1e2",)), settings)) is None:
        assert time.monotonic() < deadline
    assert verdict.outcome == WIN


def test_who_has_no_time_does_not_ask() -> None:
    """At 1+0.01 the clock may be down to some milliseconds."""
    tables = FakeTables({})
    prober = Prober(tables, 3, print)
    for limits in (Limits(time_ms=150), Limits(time_ms=-5), Limits(movetime_ms=20)):
        assert prober.ask(chess.Board(ROOK_WINS), limits, defaults()) is None
    assert tables.asked == []


def test_nobody_waits_any_more() -> None:
    """Then the tables are left in peace: Python code that runs beside a search costs it time."""
    board = chess.Board(ROOK_WINS)
    tables = FakeTables({"e1e2": (-2, -10), "e1f2": (-2, -10)})
    answers = iter([True, False])
    moves = [chess.Move.from_uci("e1e2"), chess.Move.from_uci("e1f2")]
    assert judge(tables, board, moves, True, lambda: next(answers)) is None
    assert tables.asked == ["e1e2"]


# by name: what the `go` says, and the seconds that the tables may take
WAITING = {
    "no clock": (Limits(infinite=True), 2.0),
    "a long clock": (Limits(time_ms=600_000), 2.0),
    "a short clock": (Limits(time_ms=1000), 0.05),
    "a flag that has fallen": (Limits(time_ms=-5), 0.0),
    "the opponent's time": (Limits(time_ms=1000, ponder=True), 2.0),
    "a fixed time": (Limits(movetime_ms=100), 0.025),
}


@pytest.mark.parametrize(("limits", "seconds"), WAITING.values(), ids=WAITING)
def test_patience(limits: Limits, seconds: float) -> None:
    assert patience(limits) == seconds


def test_time_that_the_tables_took_is_gone() -> None:
    limits = Limits(movetime_ms=100, time_ms=1000, increment_ms=10, searchmoves=("e2e4",))
    assert narrowed(limits, ("d2d4",), 30) == Limits(
        movetime_ms=70, time_ms=970, increment_ms=10, searchmoves=("d2d4",)
    )
    assert narrowed(Limits(depth=3), (), 30) == Limits(depth=3)


def test_tables_of_results_alone(tmp_path: Path) -> None:
    """There are collections without distances: the results still rank the moves."""
    for path in SMALL.glob("*.rtbw"):
        shutil.copy(path, tmp_path)
    tables = open_tables(str(tmp_path))
    prober = Prober(tables.tablebase, tables.largest, print)
    verdict = prober.ask(chess.Board(ROOK_WINS), Limits(), defaults())
    assert verdict.outcome == WIN and 0 < len(verdict.kept)


def test_the_real_engine_wins_with_a_rook(sesame: Conversation) -> None:
    """Against the longest resistance of the tables; every score is a win or a mate."""
    sesame.ask(f"setoption name SyzygyPath value {SMALL}")
    board = chess.Board(ROOK_WINS)
    with chess.syzygy.open_tablebase(str(SMALL)) as tablebase:
        while not board.is_game_over():
            played = " ".join(move.uci() for move in board.move_stack)
            lines = sesame.go(f"position fen {ROOK_WINS} moves {played}", "go nodes 2000")
            kind, number = scores(lines)[-1].split()
            assert (kind == "mate" and int(number) > 0) or int(number) > 19_900
            assert tbhits(lines)[-1] > 0
            board.push_uci(bestmove(lines))
            if not board.is_game_over():
                board.push(longest_resistance(board, tablebase))
    assert board.is_checkmate()


def longest_resistance(board: chess.Board, tablebase: chess.syzygy.Tablebase) -> chess.Move:
    def distance(move: chess.Move) -> int:
        board.push(move)
        plies = tablebase.probe_dtz(board)
        board.pop()
        return plies

    return max(board.legal_moves, key=distance)


def test_lichess_bots_defaults(sesame: Conversation, tmp_path: Path) -> None:
    """C20: its example configuration names a folder that may not be there."""
    lines = sesame.ask("setoption name SyzygyPath value ./syzygy/")
    assert len(complaints(lines)) == 1
    lines = sesame.go("setoption name Move Overhead value 100", "go wtime 3000 btime 3000")
    assert bestmove(lines)
