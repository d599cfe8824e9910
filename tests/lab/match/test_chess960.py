"""Games of Chess960, which is castling by other rooks: told to engines, played and written down."""

import io

import chess.pgn
import pytest

from engine.lab.match.command import main
from engine.lab.match.pgn import write_games
from engine.lab.match.records import MatchError, Opening, Reason
from engine.lab.match.sides import side_text
from engine.lab.match.worker import RunningEngines, check_side
from tests.lab.match.commands import rows_of, run
from tests.lab.match.fakes.sides import ended, fake, fake_xboard, game_of, match_of, task_of

FEN = "bnrbnk1r/pppppppp/8/8/8/8/PPPPPPPP/BNRBNK1R w HChc - 0 1"
OPENING = Opening("random", FEN)
CASTLING = "line=f1h1,f8h8"


def test_castling_is_king_takes_rook():
    game = game_of(
        fake("W", "dies", "2", CASTLING, "chess960=yes"),
        fake("B", CASTLING, "chess960=yes"),
        OPENING,
    )
    assert ended(game) == ("0-1", Reason.CRASH)
    assert [move.uci for move in game.moves] == ["f1h1", "f8h8"]
    text = io.StringIO()
    write_games([game], match_of(fake("W"), fake("B")), text)
    assert "1. O-O" in text.getvalue()
    read = chess.pgn.read_game(io.StringIO(text.getvalue()))
    assert read.errors == [] and read.headers["Variant"] == "Chess960"
    rooks = read.end().board().pieces(chess.ROOK, chess.WHITE)
    assert set(map(chess.square_name, rooks)) == {"c1", "f1"}


def test_an_engine_is_told_which_game_it_is(tmp_path):
    """Before the game, and only when it changes."""
    log = tmp_path / "log"
    white, black = fake("W", f"log={log}", "chess960=yes"), fake("B", "dies", "1", "chess960=yes")
    engines = RunningEngines(match_of(white, black))
    fen = "4k1n1/8/8/8/8/8/8/RK4N1 w A - 0 1"
    random, later = Opening("random", fen), Opening("later", fen, ("g1f3", "g8f6"))
    for number, opening in enumerate((Opening("start"), random, later, Opening("start")), 1):
        engines.play(task_of(white, black, opening, number))
    engines.close()
    told = log.read_text().splitlines()
    kept = [line for line in told if line.startswith(("setoption", "ucinewgame"))]
    assert kept == [
        "ucinewgame",
        *("setoption name UCI_Chess960 value true", "ucinewgame"),
        "ucinewgame",
        *("setoption name UCI_Chess960 value false", "ucinewgame"),
    ]
    assert f"position fen {fen}" in told
    assert f"position fen {fen} moves g1f3 g8f6" in told


def test_an_xboard_engine_is_told(tmp_path):
    log = tmp_path / "log"
    black = fake("B", CASTLING, "dies", "1", "chess960=yes")
    game = game_of(fake_xboard("X", "random", str(log)), black, OPENING, limit="depth=4")
    assert [move.uci for move in game.moves] == ["f1h1"]
    told = log.read_text().splitlines()
    assert told.index("variant fischerandom") < told.index(f"setboard {FEN}")


@pytest.mark.parametrize("side", [fake("Old"), fake_xboard("Old")], ids=["UCI", "XBoard"])
def test_an_engine_that_does_not_play_it(side):
    """Said before the match; a game that comes to it all the same is nobody's."""
    game = game_of(side, fake("B", "chess960=yes"), OPENING, limit="depth=4")
    assert ended(game) == ("*", Reason.NO_START)
    assert game.detail == "Old does not support Chess960."
    settings = match_of(side, limit="depth=4")
    with pytest.raises(MatchError, match="Old does not support Chess960"):
        check_side(side, settings, chess960=True)
    check_side(side, settings)


LINES = {
    "X-FEN": "bnrbnkqr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w KQkq -",
    "Shredder-FEN": "bnrbnkqr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w HChc -",
    "PGN": '[FEN "bnrbnkqr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w KQkq - 0 1"]\n\n*',
}


@pytest.mark.parametrize("content", LINES.values(), ids=LINES)
def test_a_match_says_so_before_it_begins(tmp_path, capsys, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random.txt").write_text(content)
    sides = ("--side", side_text(fake("Old")), "--side", side_text(fake("New", "chess960=yes")))
    assert main([*sides, "--openings", "random.txt", "--rounds", "1"]) == 2
    complaints = capsys.readouterr().err
    assert "random.txt: 1 openings are Chess960 positions." in complaints
    assert "Old does not support Chess960" in complaints


def test_sesame_plays_it(tmp_path):
    """From the file to the PGN: python-chess reads legal games with all their castling rights."""
    openings = tmp_path / "random.epd"
    openings.write_text(f"{LINES['X-FEN']}\n")
    words = ["--side", "One: Hash=1", "--side", "Two: Hash=1", "--nodes", "200", "--rounds", "1"]
    words += ["--openings", str(openings), "--database", str(tmp_path / "match.db")]
    status, _, _ = run([*words, "--pgn", str(tmp_path / "out.pgn")])
    assert status == 0
    assert not any(game.reason.is_fault for game in rows_of(tmp_path / "match.db"))
    with (tmp_path / "out.pgn").open() as games:
        for _ in range(2):
            game = chess.pgn.read_game(games)
            assert game.errors == [] and game.board().chess960
            assert game.board().clean_castling_rights().bit_count() == 4
