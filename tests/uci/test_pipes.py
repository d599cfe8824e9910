"""The real engine through raw pipes: when it answers, and with what.

The names in brackets are the public reports of faults in other engines from which the smallest
input was taken. Scores of whole classes of positions are tested with the search; here they must
come out of the pipe in the right order, at the right time, and legal.
"""

import time

import chess
import pytest

from tests.uci.conversation import (
    Conversation,
    assert_a_line_came_first,
    bestmove,
    complaints,
    scores,
)

ITALIAN = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"
BACK_AND_FORTH = " g1f3 g8f6 f3g1 f6g8"


# A14, lantonov/asmFish#10
def test_castling_in_the_standard_notation(sesame: Conversation) -> None:
    lines = sesame.go(f"{ITALIAN} e1g1", "go depth 2")
    assert not complaints(lines)
    lines = sesame.go(ITALIAN, "go depth 2 searchmoves e1g1")
    assert bestmove(lines) == "e1g1"
    assert complaints(sesame.ask(f"{ITALIAN} e1h1"))


def test_castling_in_the_notation_of_chess960(sesame: Conversation) -> None:
    sesame.ask("setoption name UCI_Chess960 value true")
    lines = sesame.go(ITALIAN, "go depth 2 searchmoves e1h1")
    assert bestmove(lines) == "e1h1"
    assert any(" pv e1h1" in line for line in lines)
    assert complaints(sesame.ask(f"{ITALIAN} e1g1"))


def test_a_black_position_is_answered_with_a_black_move(sesame: Conversation) -> None:
    """A17, thomasahle/sunfish#114."""
    fen = "rnb1kbnr/pp2pppp/8/8/3NP3/8/PP3PPP/RNB1KB1R b KQkq - 0 1"
    lines = sesame.go(f"position fen {fen}", "go depth 4")
    assert_a_line_came_first(lines, chess.Board(fen))


# B6, Vast342/Clarity#46
DRAWN = {
    "threefold": f"startpos moves{2 * BACK_AND_FORTH}",
    "fifty moves": "fen 8/8/4K3/8/8/8/2k5/1r6 w - - 100 136",
    "insufficient material": "fen 8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
}


@pytest.mark.parametrize("position", DRAWN.values(), ids=DRAWN)
def test_a_drawn_root_has_a_move(sesame: Conversation, position: str) -> None:
    lines = sesame.go(f"position {position}", "go depth 4")
    board = chess.Board() if position.startswith("startpos") else chess.Board(position[4:])
    assert chess.Move.from_uci(bestmove(lines)) in board.legal_moves
    assert_a_line_came_first(lines, board)


# B8, Stockfish#494 and Ethereal 12
FINISHED = {
    "mated": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
    "stalemated": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
}


@pytest.mark.parametrize(("fen", "score"), FINISHED.values(), ids=FINISHED)
@pytest.mark.parametrize("go", ["go depth 4", "go movetime 100", "go wtime 1000 btime 1000"])
def test_a_finished_game(sesame: Conversation, fen: str, score: str, go: str) -> None:
    lines = sesame.go(f"position fen {fen}", go)
    assert bestmove(lines) == "(none)"
    assert scores(lines) == [score]


def test_a_finished_game_and_an_infinite_search(sesame: Conversation) -> None:
    sesame.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite")
    assert "bestmove" not in " ".join(sesame.silence(0.3))
    assert bestmove(sesame.go("stop")) == "(none)"


# B9, official-stockfish/Stockfish#2667
def test_go_mate_without_a_number_can_be_stopped(sesame: Conversation) -> None:
    sesame.send("go mate")
    assert not any(line.startswith("bestmove") for line in sesame.silence(0.3))
    assert bestmove(sesame.go("stop", seconds=5)) != "(none)"


def test_go_mate_ends_with_the_mate(sesame: Conversation) -> None:
    lines = sesame.go("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go mate 1")
    assert bestmove(lines) == "a1a8" and scores(lines)[-1] == "mate 1"


@pytest.mark.parametrize("moves", [1, 2])
def test_it_is_told_whether_a_mate_was_found(sesame: Conversation, moves: int) -> None:
    """A mate in two, which is longer than one that was asked for."""
    lines = sesame.go("position fen 8/8/8/8/8/2K5/7R/k7 w - - 0 1", f"go mate {moves}")
    told = [line for line in lines if line.startswith("info string")]
    said = ["Mate in 2 is proved; it is proved that none is shorter."]
    if moves == 1:
        said.append("It is proved that there is no mate in 1.")
    assert told == [f"info string {sentence}" for sentence in said]


@pytest.mark.slow
def test_go_mate_that_does_not_exist(sesame: Conversation) -> None:
    assert bestmove(sesame.go("go mate 3", seconds=600)) != "(none)"


# C1, nescitus/rodent-iv#15
@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000"])
def test_a_mate_found_is_kept_until_stop(sesame: Conversation, go: str) -> None:
    sesame.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", go)
    assert not any(line.startswith("bestmove") for line in sesame.silence(2.0))
    assert bestmove(sesame.go("stop", seconds=5)) == "a1a8"


def test_stop_when_idle(sesame: Conversation) -> None:
    """C3, jdart1/arasan#21: it must not end the next search."""
    sesame.send("stop", "position startpos", "go infinite")
    assert not any(line.startswith("bestmove") for line in sesame.silence(1.0))
    bestmove(sesame.go("stop"))


def test_stop_during_a_finite_search(sesame: Conversation) -> None:
    """C4, niklasf/python-chess#22. The best of three, because the machine may be busy."""
    seconds = []
    for _ in range(3):
        sesame.send("go movetime 60000")
        sesame.silence(0.3)
        begin = time.monotonic()
        bestmove(sesame.go("stop", seconds=10))
        seconds.append(time.monotonic() - begin)
    assert min(seconds) < 0.1


def test_isready_during_a_search(sesame: Conversation) -> None:
    """C5, cutechess#476."""
    sesame.send("go infinite")
    sesame.silence(0.2)
    begin = time.monotonic()
    lines = sesame.ask(seconds=5)
    assert time.monotonic() - begin < 1
    assert not any(line.startswith("bestmove") for line in lines + sesame.silence(0.3))
    bestmove(sesame.go("stop"))


# C7, LeelaChessZero/lc0#506
INTERRUPTIONS = {
    "position": "position startpos moves e2e4",
    "ucinewgame": "ucinewgame",
    "option": "setoption name Hash value 1",
    "button": "setoption name Clear Hash",
    "scheme": "setoption name Replacement Scheme value NEW",
}


@pytest.mark.parametrize("line", INTERRUPTIONS.values(), ids=INTERRUPTIONS)
def test_a_command_during_a_search(sesame: Conversation, line: str) -> None:
    board = chess.Board("rnb1kbnr/pp2pppp/8/8/3NP3/8/PP3PPP/RNB1KB1R b KQkq - 0 1")
    sesame.send(f"position fen {board.fen()}", "go infinite")
    sesame.silence(0.2)
    lines = sesame.ask(line, "stop")
    moves = [line.split()[1] for line in lines if line.startswith("bestmove")]
    assert len(moves) == 1 and chess.Move.from_uci(moves[0]) in board.legal_moves
    assert_a_line_came_first(sesame.go("position startpos", "go depth 2"), chess.Board())


def test_a_new_game_instead_of_ponderhit(sesame: Conversation) -> None:
    """C8, cutechess#88: exactly one bestmove, for the later search."""
    sesame.send("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    sesame.silence(0.2)
    lines = sesame.go("ucinewgame", "position startpos", "go depth 3")
    assert chess.Move.from_uci(bestmove(lines)) in chess.Board().legal_moves
    assert not any(line.startswith("bestmove") for line in sesame.ask())


def test_a_stop_owes_a_move_even_if_the_next_search_follows_at_once(sesame: Conversation) -> None:
    """Polyglot sends all this in one breath when its guess was wrong, and counts the answers."""
    sesame.send(
        "position startpos moves e2e4 e7e5",
        "go ponder wtime 3000 btime 3000",
        "stop",
        "position startpos moves e2e4 c7c5",
        "go depth 1",
    )
    first, second = bestmove(sesame.wait_for("bestmove")), bestmove(sesame.wait_for("bestmove"))
    pondered, played = chess.Board(), chess.Board()
    for board, moves in ((pondered, "e2e4 e7e5"), (played, "e2e4 c7c5")):
        for move in moves.split():
            board.push_uci(move)
    assert chess.Move.from_uci(first) in pondered.legal_moves
    assert chess.Move.from_uci(second) in played.legal_moves
    assert sesame.silence(0.3) == []


def test_pondering_is_silent_until_ponderhit(sesame: Conversation) -> None:
    """C9, cutechess#180: the clock of the ponder search has long run out."""
    sesame.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
    assert not any(line.startswith("bestmove") for line in sesame.silence(3.0))
    lines = sesame.go("ponderhit", seconds=5)
    bestmove(lines)
    assert not any(line.startswith("bestmove") for line in sesame.ask())


# C12, Stockfish#3720; C14, Stockfish#2757; D3, D6: whatever the limit, soon a move with a line
LEAST = {
    "movetime 0": "go movetime 0",
    "movetime 1": "go movetime 1",
    "negative movetime": "go movetime -100",
    "nodes 1": "go nodes 1",
    "nodes 0": "go nodes 0",
    "depth 1": "go depth 1",
    "depth 0": "go depth 0",
    "negative depth": "go depth -1",
    "clock at zero": "go wtime 0 btime 0",
    "negative clock (byte-knight#100)": "go wtime -50 btime 1000",
    "a clock of 1 ms": "go wtime 1 btime 1 winc 0 binc 0",
    "increment larger than the clock (taktician#19)": "go wtime 100 btime 100 winc 1000 binc 1000",
    "0 moves to go": "go wtime 100 btime 100 movestogo 0",
}


@pytest.mark.parametrize("go", LEAST.values(), ids=LEAST)
def test_the_least_search(sesame: Conversation, go: str) -> None:
    begin = time.monotonic()
    lines = sesame.go("position startpos", go, seconds=10)
    assert time.monotonic() - begin < 1
    assert not complaints(lines)
    assert_a_line_came_first(lines, chess.Board())


# Thirty queens: the captures behind the first move alone would take longer than anybody lives.
QUEENS = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"


@pytest.mark.parametrize(
    "lines",
    [("go movetime 1",), ("go nodes 1",), ("go wtime 1 btime 1",), ("go depth 1", "stop")],
    ids=["movetime 1", "nodes 1", "a clock of 1 ms", "stop"],
)
def test_the_least_search_ends_before_its_first_iteration(
    sesame: Conversation, lines: tuple[str, ...]
) -> None:
    """C14: even then there are a score and a line before the move."""
    begin = time.monotonic()
    answers = sesame.go(f"position fen {QUEENS}", *lines, seconds=10)
    assert time.monotonic() - begin < 1
    assert_a_line_came_first(answers, chess.Board(QUEENS))


def test_a_negative_clock_of_the_opponent(sesame: Conversation) -> None:
    """D3, bdmendes/camel#219."""
    lines = sesame.go("go wtime 500 btime -170671 winc 0 binc 2000", seconds=5)
    assert_a_line_came_first(lines, chess.Board())


def test_a_clock_is_kept(sesame: Conversation) -> None:
    begin = time.monotonic()
    assert_a_line_came_first(sesame.go("go wtime 1000 btime 1000"), chess.Board())
    assert time.monotonic() - begin < 1


def test_searchmoves(sesame: Conversation) -> None:
    """C15, laser#6."""
    assert bestmove(sesame.go("go depth 4 searchmoves a2a3")) == "a2a3"
    lines = sesame.go("go depth 4 searchmoves h2h4 a2a3")
    assert bestmove(lines) in ("h2h4", "a2a3")
    bestmove(sesame.go("go depth 1"))


def test_bad_searchmoves(sesame: Conversation) -> None:
    lines = sesame.go("go depth 2 searchmoves e2e5 hello")
    assert len(complaints(lines)) == 3 and bestmove(lines) != "(none)"
