"""The `position` command: legal moves are played, anything else is told and changes nothing."""

import chess
import pytest

from engine.uci.position import read_move, read_position

CASTLING = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"


def test_startpos_with_moves() -> None:
    setup = read_position("startpos moves e2e4 e7e5".split(), chess960=False)
    assert setup.complaints == ()
    assert setup.board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_the_game_is_kept() -> None:
    """Repetitions cannot be seen without the moves before (known as: root already drawn)."""
    back_and_forth = "startpos moves" + 2 * " g1f3 g8f6 f3g1 f6g8"
    board = read_position(back_and_forth.split(), chess960=False).board
    assert len(board.move_stack) == 8 and board.is_repetition(3)


def test_four_fields_are_a_position() -> None:
    words = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4".split()
    setup = read_position(words, chess960=False)
    assert setup.complaints == () and setup.board.fullmove_number == 1
    assert setup.board.move_stack == [chess.Move.from_uci("e2e4")]


# A14, lantonov/asmFish#10: one notation is right, depending on the option
CASTLINGS = {
    "standard": (False, "e1g1", True),
    "standard, king takes rook": (False, "e1h1", False),
    "Chess960": (True, "e1g1", False),
    "Chess960, king takes rook": (True, "e1h1", True),
}


@pytest.mark.parametrize(("chess960", "text", "right"), CASTLINGS.values(), ids=CASTLINGS)
def test_castling_notation(chess960: bool, text: str, right: bool) -> None:
    setup = read_position(f"{CASTLING} {text}".split(), chess960)
    assert bool(setup.complaints) is not right
    assert (setup.board.king(chess.WHITE) == chess.G1) is right


def test_impossible_rights_are_dropped_and_told() -> None:
    """Stockfish#5071: castling rights without a king at home crash the search."""
    words = "fen 3qk1n1/8/8/8/8/8/8/R3K3 w Qk - 0 15".split()
    setup = read_position(words, chess960=False)
    assert setup.board.castling_xfen() == "Q" and setup.complaints


REFUSED = {
    "nothing": "",
    "neither startpos nor fen": "e2e4",
    "moves only": "moves e2e4",
    "no fields": "fen",
    "no FEN": "fen hello",
    "empty board": "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "no black king": "fen 8/8/8/8/8/8/8/K7 w - - 0 1",
    "two kings of a kind": "fen k7/8/8/8/8/8/8/KK6 w - - 0 1",
    "side not to move in check": "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "pawn on the first rank": "fen 4k3/8/8/8/8/8/8/4KP2 w - - 0 1",
    "nine squares in a rank": "fen 4k4/8/8/8/8/8/8/4K3 w - - 0 1",
    "bad side to move": "fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "a million letters": "fen " + "k" * 1_000_000,
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
def test_refused_with_a_reason(words: str) -> None:
    setup = read_position(words.split(), chess960=False)
    assert setup.board is None
    (reason,) = setup.complaints
    assert 10 < len(reason) < 250 and "\n" not in reason


# text, and how many moves before it were legal
ILLEGAL = {
    "not legal": ("e2e4 e7e5 e4e5 d2d4", 2),
    "not a move": ("e2e4 hello d2d4", 1),
    "null move": ("e2e4 0000 d2d4", 1),
    "opponent's move": ("e7e5", 0),
    "promotion without need": ("e2e4q", 0),
    "drop": ("P@e4", 0),
    "square off the board": ("e2e9", 0),
}


@pytest.mark.parametrize(("moves", "legal"), ILLEGAL.values(), ids=ILLEGAL)
def test_the_legal_moves_before_an_illegal_one_count(moves: str, legal: int) -> None:
    setup = read_position(f"startpos moves {moves}".split(), chess960=False)
    assert len(setup.board.move_stack) == legal
    (complaint,) = setup.complaints
    assert moves.split()[legal] in complaint


def test_castling_is_no_promotion() -> None:
    """python-chess 1.11 reads e1g1q as castling."""
    board = read_position(CASTLING.split(), chess960=False).board
    assert read_move("e1g1q", board) is None
    assert read_move("e1g1", board) == chess.Move.from_uci("e1g1")


def test_capitals_of_a_promotion() -> None:
    board = chess.Board("8/5P1k/5K2/8/8/8/8/8 w - - 0 1")
    assert read_move("f7f8R", board) == chess.Move.from_uci("f7f8r")


def test_words_before_the_moves_are_told() -> None:
    setup = read_position("startpos e2e4".split(), chess960=False)
    assert setup.board.move_stack == [] and "e2e4" in setup.complaints[0]


GAME = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"


@pytest.mark.parametrize(
    ("words", "chess960"),
    [
        (GAME, False),
        (f"{GAME} d2d3", False),
        ("startpos moves e2e4 e7e5", False),
        ("startpos moves d2d4 d7d5", False),
        ("startpos", False),
        (f"fen {chess.STARTING_FEN} moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", False),
        ("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6", True),
        (GAME, True),
        (f"{GAME} e1g1 d7d6", False),
        ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7", False),
        ("startpos moves e2e5 e7e5", False),
    ],
)
def test_what_was_read_before_makes_no_difference(words, chess960):
    """The whole game comes before every move; going back or elsewhere begins anew."""
    last = read_position(f"{GAME} h2h3".split(), chess960=False)
    shorter = read_position(GAME.split(), chess960=False)
    fresh = read_position(words.split(), chess960)
    others = [
        read_position(f"startpos moves {move}".split(), chess960=False) for move in ("e2e4", "e2e5")
    ]
    for known in (last, shorter, *others):
        before = known.board.copy()
        setup = read_position(words.split(), chess960, known)
        assert setup.complaints == fresh.complaints
        assert setup.board == fresh.board and setup.board.chess960 == chess960
        assert setup.board.move_stack == fresh.board.move_stack
        assert known.board == before and known.board.move_stack == before.move_stack


def test_only_the_new_moves_are_read(monkeypatch):
    """A move costs a hundredth of a millisecond, and games are long."""
    last = read_position(GAME.split(), chess960=False)
    read = []
    monkeypatch.setattr(chess.Board, "parse_uci", lambda board, text: read.append(text))
    read_position(f"{GAME} d2d3 d7d6".split(), chess960=False, last=last)
    assert read == ["d2d3"]
