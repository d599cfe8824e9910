"""The real engine and what it cannot use: it says so in a sentence and plays on.

The names in brackets are the public reports of faults in other engines.
"""

import chess
import pytest

from tests.uci.conversation import (
    Conversation,
    assert_a_line_came_first,
    bestmove,
    complaints,
)

# C20, nmrugg/stockfish.js#28: a bad value or name kills the engine
BAD_OPTIONS = {
    "word for a number": "setoption name Hash value abc",
    "out of range": "setoption name Hash value 0",
    "unknown": "setoption name NoSuch value 1",
    "no value": "setoption name Hash",
    "no name": "setoption",
    "button with value": "setoption name Clear Hash value 1",
    "no choice": "setoption name Replacement Scheme value BEST",
    "no truth": "setoption name PVS value maybe",
    "read-only": "setoption name UCI_EngineAbout value mine",
}


@pytest.mark.parametrize("line", BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_a_bad_option(sesame: Conversation, line: str) -> None:
    assert len(complaints(sesame.ask(line))) == 1
    bestmove(sesame.go("go depth 1"))


def test_a_table_larger_than_the_memory(sesame: Conversation) -> None:
    """A sentence, and the old table stays in use."""
    lines = sesame.ask("setoption name Hash value 1048576")
    assert len(complaints(lines)) == 1
    bestmove(sesame.go("go depth 3"))


# C21, Stockfish#5071; C24: seen in many engines
REFUSED = {
    "empty board": "8/8/8/8/8/8/8/8 w - - 0 1",
    "garbage": "hello",
    "no FEN": "",
    "no kings": "8/8/8/3p4/8/8/8/8 w - - 0 1",
    "side not to move in check": "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
}


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED)
def test_an_impossible_position_is_refused(sesame: Conversation, fen: str) -> None:
    """The reason is told, and the old position stays."""
    lines = sesame.ask("position startpos moves e2e4", f"position fen {fen}")
    assert len(complaints(lines)) == 1
    board = chess.Board()
    board.push_uci("e2e4")
    assert_a_line_came_first(sesame.go("go depth 2"), board)


# what can be repaired is
ACCEPTED = {
    "four fields": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "impossible castling right": "3qk1n1/8/8/8/8/8/8/R3K3 w Qk - 0 15",
    "impossible en passant": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1",
}


@pytest.mark.parametrize("fen", ACCEPTED.values(), ids=ACCEPTED)
def test_an_odd_position_is_accepted(sesame: Conversation, fen: str) -> None:
    lines = sesame.go(f"position fen {fen}", "go depth 3")
    board = chess.Board(None)
    board.set_board_fen(fen.split()[0])
    board.castling_rights = chess.BB_A1 if " Qk " in fen else 0
    assert_a_line_came_first(lines, board)


def test_an_illegal_move_keeps_the_moves_before_it(sesame: Conversation) -> None:
    lines = sesame.ask("position startpos moves e2e4 e7e5 e4e5 d2d4")
    (complaint,) = complaints(lines)
    assert "e4e5" in complaint
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    assert_a_line_came_first(sesame.go("go depth 2"), board)


# C28, lichess-bot#868
@pytest.mark.parametrize("line", ["foo", "\x01\x02", "x" * 1_000_000, "position", "go go go"])
def test_nonsense(sesame: Conversation, line: str) -> None:
    sesame.ask(line, "stop", "ucinewgame")  # `go go go` is a search: now it has ended
    bestmove(sesame.go("position startpos", "go depth 1"))


def test_line_ends_of_windows_and_unknown_words(sesame: Conversation) -> None:
    sesame.send_bytes(b"register later\r\n\r\njoho go depth 3\r\n")
    assert_a_line_came_first(sesame.wait_for("bestmove"), chess.Board())
