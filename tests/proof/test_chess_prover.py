"""Proofs of chess positions: their lines, their length, limits, and what no proof is."""

import threading
import time

import chess
import pytest

from engine.proof.settings import ProofError, Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.proof.checker import assert_mate, checked_positions
from tests.proof.problems import PROBLEMS

KEEPING = ("tree", "dag", "dcg", "bta")
"""The forms that keep the whole proof."""
VARIANTS = (*KEEPING, "pn2", "dfpn")
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"
LADDER = "8/8/8/4k3/8/8/R7/1R2K3 w - - 0 1"


def prove(fen: str, variant: str = "tree", limit: int = 500_000) -> ChessProver:
    return ChessProver(chess.Board(fen), settings=Settings(variant=variant, node_limit=limit))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ("R1", "R6", "R217", "K214"))
def test_the_line_ends_in_mate(variant, name):
    prover = prove(PROBLEMS[name].fen, variant)
    assert prover.run().value is True
    assert_mate(prover)


@pytest.mark.parametrize("variant", KEEPING)
@pytest.mark.parametrize("name", ("R1", "R217", "K214"))
def test_every_defence_is_answered(name, variant):
    prover = prove(PROBLEMS[name].fen, variant)
    assert prover.run().value is True
    assert checked_positions(prover) > 1


@pytest.mark.uncompiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_mate_in_one(variant):
    prover = prove(BACK_RANK, variant)
    outcome = prover.run()
    assert outcome.value is True
    assert [move.uci() for move in prover.line()] == ["e1e8"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", False),  # mated already
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),  # stalemated
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", False),  # no mating material
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", False),  # a king alone does not mate
    ],
)
def test_positions_that_are_decided(variant, fen, value):
    outcome = prove(fen, variant).run()
    assert outcome.value is value
    assert outcome.ending == "solved"
    assert outcome.nodes == 1


def test_a_mate_on_the_last_of_fifty_moves():
    """The hundredth ply counts if it mates, and the next one does not come."""
    board = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 99 100")
    assert ChessProver(board).run().value is True
    board = chess.Board("7k/8/8/6K1/8/8/8/R7 w - - 99 100")
    assert ChessProver(board).run().value is False


def test_searchmoves():
    wanted = tuple(chess.Move.from_uci(text) for text in ("g1h1", "e1e7"))
    board = chess.Board(BACK_RANK)
    prover = ChessProver(board, Question(searchmoves=wanted), Settings(node_limit=2000))
    assert prover.run().value is not True
    assert {child.move for child in prover.children(prover.root)} == set(wanted)
    with pytest.raises(ProofError, match="not a legal move"):
        ChessProver(board, Question(searchmoves=(chess.Move.from_uci("e1a5"),)))


def test_repeated_searchmoves_are_one():
    """There is space for each legal move, but not for more, and a repeated move is not two."""
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    wanted = tuple(chess.Move.from_uci(text) for text in ["e1g1", "a1a8"] * 200)
    prover = ChessProver(board, Question(searchmoves=wanted), Settings(node_limit=2))
    prover.run()
    found = [child.move for child in prover.children(prover.root)]
    assert len(found) == 2 and set(found) == set(wanted)


def test_a_position_twice_in_the_game_is_drawn_when_it_comes_again():
    """White can mate at once only by a move to a position that would be there for the third time:
    the mate itself is none, but what leads there is."""
    board = chess.Board(LADDER)
    for move in ("a2a3", "e5d5", "a3a2", "d5e5") * 2:
        board.push_uci(move)
    prover = ChessProver(board, Question(), Settings(node_limit=3))
    prover.run()
    keys = {child.move.uci(): child for child in prover.children(prover.root) if child.move}
    assert keys["a2a3"].disproof == 0  # there twice before
    assert keys["a2a4"].disproof != 0


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("limits", "ending"),
    [({"node_limit": 1000}, "nodes"), ({"node_limit": 10**5, "slots": 2000}, "memory")],
)
def test_limits(variant, limits, ending):
    board = chess.Board()
    prover = ChessProver(board, settings=Settings(variant=variant, **limits))
    outcome = prover.run()
    assert outcome.value is None
    table_is_never_full = variant == "dfpn" and ending == "memory"
    assert outcome.ending == ("nodes" if table_is_never_full else ending)
    assert prover.line() == []
    assert prover.plies is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_stop_and_time(variant):
    large = Settings(variant=variant, node_limit=10**8, slots=10**7)
    prover = ChessProver(chess.Board(), settings=large)
    assert prover.run(seconds=0.02).ending == "time"
    prover = ChessProver(chess.Board(), settings=large)
    found = []
    thread = threading.Thread(target=lambda: found.append(prover.run()))
    thread.start()
    time.sleep(0.05)
    prover.stop()
    thread.join(10)
    assert found[0].ending == "stopped"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"variant": "forest"}, "variant is one of"),
        ({"initial": "zero"}, "initialisation is one of"),
        ({"node_limit": 0}, "limited to 1 to"),
        ({"slots": 3}, "at least"),
    ],
)
def test_impossible_settings(settings, message):
    with pytest.raises(ProofError, match=message):
        ChessProver(chess.Board(), settings=Settings(**settings))


def test_an_unknown_goal():
    with pytest.raises(ProofError, match="goal is one of"):
        ChessProver(chess.Board(), Question("beauty"))


def test_some_moves_of_the_root_say_nothing_of_the_position():
    """A depth-first search that was given a bad move leaves no disproof in its table."""
    board = chess.Board("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    bad = Question(searchmoves=(chess.Move.from_uci("f1f7"),))  # stalemate
    settings = Settings(variant="dfpn", node_limit=5000, table_mib=1)
    first = ChessProver(board, bad, settings)
    assert first.run().value is False
    again = ChessProver(board, Question(), settings, first.search.memory.table)
    assert again.run().value is True
    assert again.line()


def test_too_much_memory():
    with pytest.raises(ProofError, match="cannot give a proof search"):
        ChessProver(chess.Board(), settings=Settings(node_limit=10**9, slots=4 * 10**9))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("clock", [0, 97, 98])
def test_the_fifty_move_rule(variant, clock):
    """Kg6, Kg8, Ra8 mates: the line of the proof, on which python-chess looks for the rule.

    Forms that judge by the path to a position see the rule, too; the others have to say that they
    do not know.
    """
    board = chess.Board(f"7k/8/8/6K1/8/8/8/R7 w - - {clock} 100")
    end = board.copy()
    for move in ("g5g6", "h8g8"):
        end.push_uci(move)
    in_time = not end.is_fifty_moves()
    end.push_uci("a1a8")
    assert end.is_checkmate() and in_time == (clock < 98)
    settings = Settings(variant=variant, node_limit=100_000)
    prover = ChessProver(board, Question(most_plies=3), settings)
    by_path = variant in ("tree", "dag", "pn2")
    assert prover.run().value is (in_time or not by_path)
    assert by_path or prover.heeds_fifty_moves() is in_time


def test_a_line_is_not_searched_for_after_a_stop():
    """A depth-first search keeps no tree: its line needs a search for each move of the defender."""
    prover = ChessProver(chess.Board(LADDER), settings=Settings(variant="dfpn", table_mib=1))
    assert prover.run().value is True
    whole = prover.line()
    assert len(whole) > 1
    prover.stop()
    assert prover.line() == whole[:1]
