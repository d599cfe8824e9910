"""The real engine as another program sees it: python-chess's engine module."""

import sys
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from chess.engine import Limit

from engine.options import OPTIONS, Button, Combo, Spin
from tests.uci.conversation import DOOR

PATIENCE = 120.0  # seconds; the compiler may have to work first


@pytest.fixture(scope="module")
def player() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, str(DOOR)], timeout=PATIENCE
    ) as player:
        player.configure({"Hash": 16})
        yield player


def test_every_option_is_read(player: chess.engine.SimpleEngine) -> None:
    """C18, cutechess#406: an option that a program cannot parse is invisible."""
    assert player.id["name"].startswith("Sesame ") and player.id["author"]
    assert list(player.options) == [option.name for option in OPTIONS]
    for option in OPTIONS:
        read = player.options[option.name]
        assert read.type == option.kind
        if isinstance(option, Spin):
            assert (read.min, read.max) == (option.lowest, option.highest)
        if isinstance(option, Combo):
            assert tuple(read.var) == option.choices
        if not isinstance(option, Button):
            empty = "<empty>" if option.kind == "string" else option.default
            assert read.default == (option.default or empty)


def test_every_choice_is_offered(player: chess.engine.SimpleEngine) -> None:
    """python-chess raises where a value is none of those that it has read."""
    for option in OPTIONS:
        if isinstance(option, Combo) and option.name != "Table Positions":
            for choice in option.choices:
                player.configure({option.name: choice})
            player.configure({option.name: option.default})
    player.ping()


def test_a_game(player: chess.engine.SimpleEngine) -> None:
    """Every move and every line of a game is legal; python-chess raises if not."""
    plies = 60
    board = chess.Board()
    game = object()
    while not board.is_game_over() and board.ply() < plies:
        played = player.play(board, Limit(depth=3), game=game, info=chess.engine.INFO_ALL)
        assert played.info["pv"][0] == played.move
        board.push(played.move)
    assert board.ply() > plies // 2


@pytest.mark.parametrize("number", [0, 518, 959])
def test_a_game_of_chess960(player: chess.engine.SimpleEngine, number: int) -> None:
    board, plies = chess.Board.from_chess960_pos(number), 30
    while not board.is_game_over() and board.ply() < plies:
        move = player.play(board, Limit(depth=2), game=number).move
        assert move in board.legal_moves
        board.push(move)
    assert board.ply() > plies // 2


def test_castling_in_chess960(player: chess.engine.SimpleEngine) -> None:
    """A14: king takes own rook, also where the king hardly moves."""
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    castling = chess.Move.from_uci("f1g1")
    assert castling in board.legal_moves
    played = player.play(board, Limit(depth=2), root_moves=[castling])
    assert played.move == castling


def test_analysis(player: chess.engine.SimpleEngine) -> None:
    info = player.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Limit(depth=4))
    assert info["score"].white() == chess.engine.Mate(1)
    assert info["pv"] == [chess.Move.from_uci("a1a8")]


def test_analysis_can_be_stopped(player: chess.engine.SimpleEngine) -> None:
    with player.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3 and "score" in info:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def test_pondering(player: chess.engine.SimpleEngine) -> None:
    """The program ponders on the expected reply, which is then played, or is not."""
    board = chess.Board()
    game = object()
    clock = Limit(white_clock=3, black_clock=3)
    for reply_is_expected in (True, True, False, True):
        played = player.play(board, clock, game=game, ponder=True)
        board.push(played.move)
        if not played.ponder or not reply_is_expected:
            reply = next(move for move in board.legal_moves if move != played.ponder)
        else:
            reply = played.ponder
        board.push(reply)
    player.play(board, clock, game=game)


@pytest.mark.parametrize(
    "limit",
    [Limit(time=0.05), Limit(nodes=1000), Limit(mate=1), Limit(white_clock=3, black_clock=3)],
    ids=["time", "nodes", "mate", "clock"],
)
def test_limits(player: chess.engine.SimpleEngine, limit: Limit) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert player.play(board, limit).move == chess.Move.from_uci("a1a8")


@pytest.mark.slow
def test_a_time_control_is_kept(player: chess.engine.SimpleEngine) -> None:
    """D5, Stockfish#1272: 40 moves in 4 s and then 40 more; no flag falls."""
    board = chess.Board()
    clocks = {chess.WHITE: 4.0, chess.BLACK: 4.0}
    for number in range(160):
        if board.is_game_over():
            break
        moves_to_go = 40 - number // 2 % 40
        if moves_to_go == 40 and number >= 80:
            clocks[board.turn] += 4.0
        limit = Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            remaining_moves=moves_to_go,
        )
        begin = time.monotonic()
        board.push(player.play(board, limit).move)
        clocks[not board.turn] -= time.monotonic() - begin
        assert clocks[not board.turn] > 0, f"{moves_to_go} moves before the control"
