"""Files of boards and games: written, read back, and refused."""

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lab.common.errors import LaboratoryError
from engine.lab.script.game import Game
from engine.lab.script.game_files import FORMATS, ascii_of, game_in

ITALIAN = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d4 e5d4 e4e5 d7d5 e5d6".split()
"""Castling, a capture, and en passant."""
ENDGAME = "8/P6k/8/8/8/8/7K/8 b - - 3 70"


def game_with(moves, fen=chess.STARTING_FEN):
    """A game from a position."""
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return Game(board)


GAMES = {
    "start": game_with([]),
    "italian": game_with(ITALIAN),
    "endgame": game_with(["h7g7", "a7a8n", "g7f6"], ENDGAME),
    "black to move": game_with(ITALIAN[:3]),
    "chess960": Game(chess.Board("k7/8/8/8/8/8/8/1RK4R w HB - 0 1", chess960=True)),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["ASCII", "PGN"])
def test_board_and_game_come_back(name, form):
    """The same moves from the same position."""
    game = GAMES[name]
    if form == "PGN" and name == "start":
        pytest.skip("neither a move nor a position")
    found = game_in(FORMATS[form](game))
    assert found.board.root().fen() == game.board.root().fen()
    assert found.board.move_stack == game.board.move_stack


@pytest.mark.parametrize("name", GAMES)
def test_latex_keeps_the_position(name):
    """Not the moves; the FEN is the one of the package chessboard."""
    board = GAMES[name].board
    text = FORMATS["LATEX"](GAMES[name])
    assert f"\\chessboard[setfen={board.fen(shredder=board.chess960)}]" in text
    found = game_in(text)
    assert found.board.fen() == board.fen()
    assert found.board.move_stack == []


def test_coordinates():
    """From the start position only."""
    text = FORMATS["MOVES"](GAMES["italian"])
    assert text.splitlines()[0] == "e2-e4"
    assert game_in(text).board.move_stack == GAMES["italian"].board.move_stack
    assert (
        game_in("1. e2e4 e7-e5\n2. G1F3 *").board.move_stack
        == game_with(["e2e4", "e7e5", "g1f3"]).board.move_stack
    )
    with pytest.raises(LaboratoryError, match="from the start position only"):
        FORMATS["MOVES"](GAMES["endgame"])


def test_san_without_tags():
    """Text of moves alone is PGN too; python-chess reads it."""
    assert game_in("1. e4 e5 2. Nf3 {why} Nc6 *").board.fullmove_number == 3


def test_fen_and_epd():
    """In one line, the counters left out, with operations."""
    assert game_in(f"{ENDGAME}\n").board.fen() == ENDGAME
    short = "r1bq1rk1/3n1ppp/p3p3/3pP3/Np1b1P1P/7R/PPPQ2P1/2KR1B2 w - -"
    assert game_in(f'{short} id "MG2.15";').board.fen() == f"{short} 0 1"


def test_the_picture_is_ours():
    """The board as PRINT draws it, after the start position and the moves."""
    lines = ascii_of(GAMES["black to move"]).splitlines()
    assert lines[:4] == [
        "Sesame game",
        f"start {chess.STARTING_FEN}",
        "1. e2-e4 e7-e5",
        "2. Ng1-f3",
    ]
    assert lines[4] == "black to move, castling WS WL BS BL"
    assert lines[5:] == str(GAMES["black to move"].board).splitlines()


def test_a_picture_alone():
    """Drawn by hand; side to move and castling rights are read."""
    board = chess.Board("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1")
    picture = "black to move, castling WS BL\n\n" + str(board)
    assert game_in(picture).board.fen() == board.fen()
    assert game_in(picture.replace(", castling WS BL", "")).board.fen() == board.fen().replace(
        "Kq", "-"
    )


REFUSED = {
    "empty": ("", "There is no game in the file."),
    "prose": ("This is no game at all.", "neither a move nor a position"),
    "illegal san": ("1. e4 e5 2. Qh7 *", "The game cannot be read: illegal san"),
    "illegal coordinates": ("e2e4 e2e4", "'e2e4' is not legal in"),
    "variant": ('[Variant "Atomic"]\n\n1. e4 *', "'Atomic' is not chess"),
    "no king": ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    "castling": ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "Castling rights"),
    "bad tag": ('[FEN "nonsense"]\n\n*', "."),
    "seven ranks": ("white to move\n" + str(chess.Board()).partition("\n")[2], "eight ranks"),
    "no side": (str(chess.Board()), "eight ranks and a line such as"),
    "other board": (ascii_of(game_with(["e2e4"])).replace("e2-e4", "d2-d4"), "do not lead to its"),
    "other side": (ascii_of(game_with([])).replace("white to", "black to"), "do not lead to its"),
    "bad move": (ascii_of(game_with(["e2e4"])).replace("e2-e4", "e2-e5"), "e2e5"),
    "no start": ("Sesame game\n" + "white to move\n" + str(chess.Board()), "FEN"),
    "latex": (r"\chessboard[setfen=8/8/8/8 w - - 0 1]", "8 ranks"),
}


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=list(REFUSED))
def test_refused(text, words):
    """One sentence on one line."""
    with pytest.raises(LaboratoryError) as refusal:
        game_in(text)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_numbers_of_games():
    """Other files than PGN hold one."""
    with pytest.raises(LaboratoryError, match="There is one game in the file, no game 2"):
        game_in("e2e4", 2)


SNIPPETS = [
    *("Sesame game\n", "start ", chess.STARTING_FEN, "1. e4 e5 ", "e2e4 ", "white to move\n"),
    *("setfen=", '[FEN "', '"]\n\n', "*", "r n b q k b n r\n", ". . . . . . . .\n", "{", "(", ";"),
]


@given(st.text() | st.lists(st.sampled_from(SNIPPETS) | st.text(max_size=3)).map("".join))
def test_any_text_is_a_game_or_refused(text):
    """Nothing but a sentence comes out of junk."""
    try:
        game_in(text).playable()
    except LaboratoryError as refusal:
        assert str(refusal)
