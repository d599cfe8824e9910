"""Every command, executed; the position is checked with python-chess."""

import chess
import pytest

from engine import options
from engine.lab.script.mistakes import ScriptError
from engine.lab.script.settings import PIECES, ROWS, initial

KASPAROV = """\
[Event "test"]
[White "White"]
[Black "Black"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *

[Event "second"]

1. d4 d5 *
"""


def fen(session):
    """The position of the session."""
    return session.state.game.board.fen()


def setting(session, name):
    """The value of an option of the engine."""
    return session.state.engine.settings[options.find(name).field]


def after(*moves):
    """The position after moves."""
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return board.fen()


def test_the_beginning(session):
    """AliBaba's search with one thread; the settings of the rows."""
    assert setting(session, "Search") == "AliBaba"
    assert setting(session, "Threads") == 1
    assert session.state.values == initial()
    wanted = {"Table Positions": "256K", "Replacement Scheme": "DEEP", "Centre Function": "Default"}
    assert {name: setting(session, name) for name in wanted} == wanted


def test_moves_back_and_forward(session):
    """MOVE, BACK, FORWARD; another move forgets what was taken back, the same one does not."""
    session.run("NEW\nMOVE e2-e4\nMOVE e7e5\nMOVE g1-f3\n")
    assert fen(session) == after("e4", "e5", "Nf3")
    session.run("BACK 2")
    assert fen(session) == after("e4")
    session.run("FORWARD")
    assert fen(session) == after("e4", "e5")
    session.run("BACK ALL")
    assert fen(session) == chess.STARTING_FEN
    session.run("MOVE e2-e4\nFORWARD ALL")
    assert fen(session) == after("e4", "e5", "Nf3")
    session.run("BACK ALL\nMOVE d2-d4")
    with pytest.raises(ScriptError, match="1 moves cannot be replayed: there are 0 moves"):
        session.run("FORWARD 1")
    with pytest.raises(ScriptError, match=r"session\.script:2:1: 3 moves cannot be taken back"):
        session.run("NEW\nBACK 3")
    with pytest.raises(ScriptError, match="'e2-e5' is not legal in rnbqkbnr/"):
        session.run("MOVE e2-e5")


def test_special_moves(session):
    """Castling by two squares, promotion with and without =, en passant."""
    session.run("NEW\nMOVE g1-f3\nMOVE g8-f6\nMOVE g2-g3\nMOVE g7-g6\nMOVE f1-g2\nMOVE f8-g7")
    session.run("MOVE e1-g1\nMOVE e8-g8")
    assert fen(session) == after(*"Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O".split())
    session.run("CLEAR BOARD\nPLACE WK ONTO e1\nPLACE BK ONTO e8\nPLACE WP ONTO a7\nMOVE a7-a8=R")
    assert session.state.game.board.piece_at(chess.A8) == chess.Piece.from_symbol("R")
    session.run("BACK\nMOVE a7-a8Q")
    assert session.state.game.board.piece_at(chess.A8) == chess.Piece.from_symbol("Q")


def test_setting_up(session):
    """CLEAR BOARD, PLACE, DELETE and the side to move; rights go with their rook."""
    session.run("NEW\nMOVE e2-e4\nDELETE h1")
    assert fen(session) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 b Qkq - 0 1"
    assert not session.state.game.board.move_stack
    session.run("DELETE black Queen")
    assert session.state.game.board.piece_at(chess.D8) is None
    with pytest.raises(ScriptError, match="There are 2 black knights: say DELETE and a square"):
        session.run("DELETE BN")
    with pytest.raises(ScriptError, match="There is no black queen"):
        session.run("DELETE BQ")
    with pytest.raises(ScriptError, match="There is no piece on e5"):
        session.run("DELETE e5")
    session.run("CLEAR BOARD\nPLACE white King ONTO g1\nPLACE BK ONTO g8\nPLACE WN ONTO f3")
    session.run("PLACE BQ ONTO f3\nSET COLOR black")
    assert fen(session) == "6k1/8/8/8/8/5q2/8/6K1 b - - 0 1"


def test_a_position_that_cannot_be_played(session):
    """It can be shown, not searched."""
    session.run("CLEAR BOARD\nPLACE WK ONTO e1")
    assert "FEN 8/8/8/8/8/8/8/4K3 w - - 0 1" in session.run("PRINT BOARD")
    for command in ("STEP 1", "RUN", "EVALUATE", "PRINT MOVES", "MOVE e1-e2"):
        with pytest.raises(ScriptError, match="cannot be played: Black has no king"):
            session.run(command)


def test_no_move(session):
    """A game that has ended is told, not searched."""
    session.run("NEW\nMOVE f2-f3\nMOVE e7-e5\nMOVE g2-g4\nMOVE d8-h4\nCLEAR STATS")
    assert session.run("STEP 3") == ["no move: checkmate"]
    assert session.state.records == []
    session.run("CLEAR BOARD\nPLACE BK ONTO a8\nPLACE WK ONTO b6\nPLACE WQ ONTO c7")
    assert session.run("SET COLOR black\nRUN") == ["no move: stalemate"]


def test_step_plays_its_move(session):
    """The one that it prints; it is in the statistics."""
    session.run("NEW\nCLEAR STATS\nSET NODES 0")
    printed = session.run("STEP 3")
    (record,) = session.state.records
    (move,) = session.state.game.board.move_stack
    assert record.search.move == move.uci()
    assert record.search.depth == 3
    assert printed[-1] == f"1. {chess.Board().lan(move)}"


def test_run_goes_through_the_game(session):
    """It searches this position and every later one, and ends at the last."""
    session.run("NEW\nSET DEPTH 2\nMOVE e2-e4\nMOVE e7-e5\nMOVE g1-f3\nBACK 2\nCLEAR STATS\nRUN")
    fens = [record.search.fen for record in session.state.records]
    assert fens == [after("e4"), after("e4", "e5"), after("e4", "e5", "Nf3")]
    assert fen(session) == fens[-1]
    session.run("CLEAR STATISTICS\nRUN")
    assert len(session.state.records) == 1


def test_evaluate(session):
    """For the side to move, or for a side; zero sum."""
    session.run("NEW\nDELETE d8")
    (white,) = session.run("EVALUATE")
    (black,) = session.run("EVALUATE black")
    assert white.endswith("for white")
    assert black.endswith("for black")
    values = [float(line.split()[1]) for line in (white, black)]
    assert values[0] == -values[1]
    assert 8 < values[0] < 10


def test_load(session):
    """PGN, a later game of it, and what is refused; the engine forgets the old game."""
    (session.folder / "games.pgn").write_text(KASPAROV)
    session.run("NEW\nCLEAR TABLE\nSTEP 4")
    assert session.state.engine.filled > 0
    session.run("LOAD games.pgn")
    assert fen(session) == after("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
    assert session.state.engine.filled == 0
    session.run("LOAD games.pgn 2")
    assert fen(session) == after("d4", "d5")
    for words, message in {
        "LOAD games.pgn 3": "There is no game 3 in the file, only 2.",
        "LOAD none.pgn": "Cannot read none.pgn: No such file",
        "LOAD ../none.pgn": "lies outside the script's folder",
        "LOAD .": "is not a file",
    }.items():
        with pytest.raises(ScriptError, match=r"^session\.script:1:1: .*" + message):
            session.run(words)
    assert fen(session) == after("d4", "d5")


def test_save_refuses(session):
    """Scripts of the run, folders, places outside."""
    for words, message in {
        "SAVE session.script AS ASCII": "is a script of this run",
        "SAVE STATS ./session.script": "is a script of this run",
        "SAVE . AS PGN": "is a folder",
        "SAVE ../x AS PGN": "lies outside",
        "SAVE none/x AS PGN": "There is no folder",
    }.items():
        with pytest.raises(ScriptError, match=message):
            session.run(words)
        assert (session.folder / "session.script").read_text() == words


def test_a_full_disk(session, monkeypatch):
    """The old file stays."""

    def refuse(source, target):
        raise OSError(28, "No space left on device")

    (session.folder / "old.csv").write_text("old")
    monkeypatch.setattr("engine.lab.common.files.os.replace", refuse)
    with pytest.raises(
        ScriptError, match=r"old\.csv could not be written: No space left on device"
    ):
        session.run("SAVE STATS old.csv")
    assert (session.folder / "old.csv").read_text() == "old"


def test_clear_table(session):
    """Nothing remains for the next search."""
    session.run("NEW\nSET TABLE STAMP on\nSTEP 3")
    first = session.run("STEP 3")[0]
    assert first.startswith("[")
    assert not first.startswith("[0 ")
    session.run("CLEAR TABLE")
    assert session.run("STEP 3")[0] == "[0 positions remaining in transposition table]"
    session.run("SET TABLE STAMP off")
    assert session.run("STEP 3")[0] == "[0 positions remaining in transposition table]"
    session.run("SET TABLE STAMP on")


def test_print(session):
    """What each subject shows; other text is echoed."""
    session.run('NEW\nMOVE e2-e4\nMOVE d7-d5\nBACK\n#define "seven" 7')
    board = session.run("PRINT BOARD")
    assert board[0] == "black to move, castling WS WL BS BL"
    key = int(session.state.engine.thread.stack[session.state.engine.thread.root].key)
    assert f"({key >> 32:08x} {key & 0xFFFFFFFF:08x})" in board[-1]
    moves = session.run("PRINT moves")
    assert moves[0] == "20 moves"
    assert sorted(" ".join(moves[1:]).split()) == sorted(
        session.state.game.board.lan(move) for move in session.state.game.board.legal_moves
    )
    assert session.run("PRINT GAME") == ["1. e2-e4", "taken back:", "1. ... d7-d5"]
    assert session.run("SET VALUES DEFAULT\nPRINT VALUES")[:2] == ["Pawn 100", "Knight 325"]
    assert session.run("CLEAR TABLE\nPRINT TABLE")[0] == "262144 positions, 0 filled (0.00%)"
    assert session.run("PRINT VARS") == ["seven 7"]
    assert session.run("CLEAR STATS\nPRINT STATS") == ["no searches yet"]
    assert session.run('#define "x" 5\nPRINT "x" = x "and  so" on') == ["x = 5 and  so on"]
    names = [line.rpartition(" ")[0] for line in session.run("PRINT SETTINGS")]
    assert names == [row.name for row in ROWS if row.default is not None]


def test_show_and_echo(session):
    """What is shown after a change of the position, and before each command."""
    printed = session.run("NEW\nSHOW BOARD = on\nSHOW MOVES = on\nMOVE e2-e4\nPRINT x")
    assert printed[0] == "black to move, castling WS WL BS BL"
    assert "20 moves" in printed
    assert session.run("SHOW BOARD = off\nSHOW MOVES = off\nMOVE e7-e5") == []
    assert session.run("ECHO on\nPRINT x // comment\nECHO off\nPRINT y") == [
        *("> PRINT x", "x", "> ECHO off", "y")
    ]


def test_help(session):
    """A line for each form of a command and each option."""
    text = "\n".join(session.run("HELP"))
    assert "STEP [depth]" in text
    assert all(f"SET {row.name} " in text for row in ROWS)


def test_quit_ends_all(session):
    """The script that was run by another one too."""
    (session.folder / "inner.script").write_text("PRINT inner\nQUIT\nPRINT no")
    assert session.run("PRINT a\nRUN inner.script\nPRINT no") == ["a", "inner"]


def test_confirm(session):
    """Yes executes, no skips, the end of input ends the script."""
    session.answers[:] = ["y", "n", "yes"]
    printed = session.run("SET CONFIRM on\nPRINT a\nPRINT b\nPRINT c\nPRINT d\nPRINT e")
    assert [line for line in printed if "?" not in line] == ["a", "c"]
    assert "PRINT b? [y/n] " in printed
    assert session.run("SET CONFIRM off\nPRINT f") == ["f"]


def test_a_setting_that_hangs_on_one_that_was_not_confirmed(session):
    """FLAG cannot be off while STAMP is on: the script was right, but its user refused a line."""
    session.run("SET CONFIRM off\nSET TABLE STAMP on")
    session.answers[:] = ["n", "y"]
    with pytest.raises(ScriptError, match=r"session\.script:3:1: "):
        session.run("SET CONFIRM on\nSET TABLE STAMP off\nSET TABLE FLAG off")
    session.run("SET CONFIRM off")


def test_constants_need_no_confirmation(session):
    """The reader has replaced them already."""
    session.answers[:] = ["y"]
    printed = session.run('SET CONFIRM on\n#define "x" 3\nPRINT x\n#undef "x"\nSET CONFIRM off')
    assert [line for line in printed if "?" not in line] == ["3"]


OPTIONS_OF = {
    "SET CENTER LINEAR": {"Centre Function": "Linear"},
    "SET CENTER expo": {"Centre Function": "Expo"},
    "SET CENTER DEFAULT": {"Centre Function": "Default"},
    "SET Pawn 90\nSET King 2000": {"Pawn Value": 90, "King Value": 2000, "Queen Value": 900},
    "SET Knight 1\nSET VALUES DEFAULT": {"Pawn Value": 100, "Knight Value": 325},
    "SET REFS off": {"Refutation Table": False},
    "SET REFS on": {"Refutation Table": True},
    "SET TABLE off": {"Table Use": "nothing"},
    "SET TABLE on": {"Table Use": "full"},
    "SET TABLE MOVES off": {"Table Use": "score only"},
    "SET TABLE VALUES off": {"Table Use": "nothing"},
    "SET TABLE MOVES on": {"Table Use": "move only"},
    "SET TABLE VALUES on": {"Table Use": "full"},
    "SET TABLE PLY 3": {"Table Ply": 3},
    "SET TABLE PLY 0": {"Table Ply": 0},
    "SET TABLE INDEX 10": {"Table Positions": "1K"},
    "SET TABLE INDEX 14": {"Table Positions": "16K"},
    "SET TABLE INDEX 20": {"Table Positions": "1M"},
    "SET TABLE SCHEME new": {"Replacement Scheme": "NEW"},
    "SET TABLE SCHEME old": {"Replacement Scheme": "OLD"},
    "SET TABLE SCHEME bigAll": {"Replacement Scheme": "BIGALL"},
    "SET TABLE SCHEME big1": {"Replacement Scheme": "BIG1"},
    "SET TABLE LEVEL 2": {"Replacement Scheme": "TWOBIG1"},
    "SET TABLE SCHEME deep": {"Replacement Scheme": "TWODEEP"},
    "SET TABLE LEVEL 1": {"Replacement Scheme": "DEEP"},
    "SET TABLE STAMP off": {"Time Stamping": False},
    "SET TABLE FLAG off\nSET TABLE FLAG on\nSET TABLE STAMP on": {"Time Stamping": True},
}


def test_options_of_the_engine(session):
    """Each option of SET that Sesame has, one after the other."""
    session.run("".join(f"SET {piece} 100\n" for piece in PIECES) + "SET VALUES DEFAULT")
    for text, wanted in OPTIONS_OF.items():
        # what was set before counts in the check of the next script, which begins afresh
        session.run(begun(session) + text)
        assert {name: setting(session, name) for name in wanted} == wanted, text
    written = {words.split()[1] for text in OPTIONS_OF for words in text.split("\n")}
    assert {"CENTER", "REFS", "TABLE", "VALUES"} <= written


def begun(session):
    """Write what is set of the scheme and the stamp, in an order that is allowed."""
    values = session.state.values
    stamp = "" if values["TABLE STAMP"] else "SET TABLE STAMP off\n"
    level = f"SET TABLE LEVEL {values['TABLE LEVEL']}\n"
    return f"SET TABLE LEVEL 1\nSET TABLE SCHEME {values['TABLE SCHEME']}\n{level}{stamp}"


def test_limits(session):
    """Depth, nodes and time; the stricter one ends the search."""
    session.run(
        "NEW\nCLEAR STATS\nSET TABLE off\nSET DEPTH 4\nRUN\nSET DEPTH 30\nSET NODES 5000\nRUN"
    )
    session.run("SET NODES 0\nSET DEPTH 30\nSET TIME 50\nRUN\nSET TIME 0\nSET DEPTH 2\nSTEP 3")
    by_depth, by_nodes, by_time, given = session.state.records
    assert by_depth.search.depth == 4
    assert by_depth.statistics.reads == 0
    assert 5000 <= by_nodes.statistics.nodes < 5100
    assert by_time.search.depth < 30
    assert by_time.statistics.time_ms < 5000
    assert given.search.depth == 3
    session.run("SET TABLE on")


def test_statistics_and_debug_level(session):
    """STATS off prints none of the four lines; COUNTERS the further ones."""
    session.run("NEW\nSET STATS on\nSET DEBUGLEVEL NONE")
    count = len(session.run("NEW\nSTEP 2"))
    assert len(session.run("NEW\nSET STATS off\nSTEP 2")) == count - 4
    printed = session.run("NEW\nSET STATS on\nSET DEBUGLEVEL COUNTERS | PROGRESS\nSTEP 2")
    assert len(printed) > count
    assert any("cut-offs by the table" in line for line in printed)
    session.run("SET DEBUGLEVEL NONE")


def test_no_memory(session, monkeypatch):
    """A table that does not fit is refused at its command; the old one stays."""
    monkeypatch.setattr("engine.table.memory.available_bytes", lambda: 2**20)
    with pytest.raises(ScriptError, match=r"^session\.script:1:1: A table of 4,096 MiB does not"):
        session.run("SET TABLE INDEX 28")
    assert session.state.values["TABLE INDEX"] != 28
    monkeypatch.undo()
    session.run("NEW\nSTEP 2")
