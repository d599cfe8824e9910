"""The real engine through raw pipes: one test for each kind of public fault in the conversation.

The names in brackets are the reports of other engines from which the smallest input was taken.
Scores and lines of whole classes of positions are tested with the search; here they must come
out of the pipe in the right order, at the right time, and legal.
"""

import time

import chess
import pytest

from tests.uci.conversation import Conversation, bestmove, complaints

ITALIAN = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"
BACK_AND_FORTH = " g1f3 g8f6 f3g1 f6g8"


def scores(lines: list[str]) -> list[str]:
    """Give the kind and the number of each score, such as "cp 25"."""
    return [" ".join(line.split(" score ")[1].split()[:2]) for line in lines if " score " in line]


def assert_a_line_came_first(lines: list[str], board: chess.Board) -> None:
    """C14, Stockfish#2757: no bestmove without a score and a line before it."""
    with_line = [line for line in lines if " score " in line and " pv " in line]
    assert with_line, lines
    assert with_line[-1].split(" pv ")[1].split()[0] == bestmove(lines)
    for line in with_line:
        replay = board.copy()
        for text in line.split(" pv ")[1].split():
            replay.push_uci(text)  # raises if it is not legal


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
    assert " pv e1h1" in lines[-2] or any(" pv e1h1" in line for line in lines)
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
    "dead material": "fen 8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
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
    assert len(complaints(lines)) == 2 and bestmove(lines) != "(none)"


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
    sesame.ask(line, "stop")
    bestmove(sesame.go("position startpos", "go depth 1"))


def test_line_ends_of_windows_and_unknown_words(sesame: Conversation) -> None:
    sesame.send_bytes(b"register later\r\n\r\njoho go depth 3\r\n")
    assert_a_line_came_first(sesame.wait_for("bestmove"), chess.Board())


def test_what_a_user_may_look_at(sesame: Conversation) -> None:
    lines = sesame.ask("position startpos moves e2e4", "go depth 3", "isready")
    sesame.wait_for("bestmove") if not any("bestmove" in line for line in lines) else None
    for command in ("d", "eval", "table", "help"):
        lines = sesame.ask(command)
        assert len(lines) > 1 and not complaints(lines), command


def test_debug_gives_the_statistics(sesame: Conversation) -> None:
    """Lazar 1995 prints nodes, table and collisions after each search."""
    lines = sesame.go("debug on", "go depth 4")
    assert any("nodes" in line for line in complaints(lines))
    assert any("collisions" in line for line in complaints(lines))


def test_perft(sesame: Conversation) -> None:
    """The 20 root moves and the published number for 3 plies."""
    lines = sesame.ask("go perft 3", answer="Nodes searched")
    assert lines[-1] == "Nodes searched: 8902"
    assert "e2e4: 600" in lines and len([line for line in lines if ": " in line]) == 21


# deeper than the core's stacks: it must not write beyond them
@pytest.mark.parametrize("go", ["go depth 127", "go depth 1000000", "go mate 1000000"])
def test_no_depth_is_too_deep(sesame: Conversation, go: str) -> None:
    """B13, StockNemo#58, weiss#421: the pawn ending lets the search run to its last ply."""
    sesame.send("position fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", go)
    lines = sesame.silence(0.5)
    if not any(line.startswith("bestmove") for line in lines):
        lines = sesame.go("stop", seconds=5)
    assert lines[-1].startswith("bestmove d3") or lines[-1].startswith("bestmove d2")


@pytest.mark.parametrize("depth", [127, 1_000_000])
def test_no_perft_is_too_deep(sesame: Conversation, depth: int) -> None:
    sesame.send("position fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", f"go perft {depth}")
    if not any(line.startswith("Nodes searched") for line in sesame.silence(0.3)):
        sesame.ask("stop", answer="Nodes searched", seconds=5)


def test_perft_of_nothing(sesame: Conversation) -> None:
    """Depth 0 is one leaf by the definition of perft."""
    assert sesame.ask("go perft 0", answer="Nodes searched")[-1] == "Nodes searched: 1"


def test_perft_can_be_stopped(sesame: Conversation) -> None:
    sesame.send("go perft 15")
    sesame.silence(0.3)
    sesame.ask("stop", answer="Nodes searched", seconds=5)


def test_currmove_comes_after_a_second(sesame: Conversation) -> None:
    sesame.send("go infinite")
    early = sesame.silence(0.5)
    late = sesame.silence(2.0)
    bestmove(sesame.go("stop"))
    assert not any(" currmove " in line for line in early)
    assert any(" currmove " in line and " currmovenumber " in line for line in late)


def test_every_word_of_an_info_line(sesame: Conversation) -> None:
    lines = sesame.go("go depth 6")
    full = [line for line in lines if " pv " in line]
    for word in ("depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"):
        assert all(f" {word} " in line for line in full), word
    assert [line.split()[2] for line in full if "bound" not in line][-1] == "6"


def test_the_ponder_move_is_the_second_of_the_line(sesame: Conversation) -> None:
    """B19, fastchess#997."""
    lines = sesame.go("go depth 6")
    line = [line for line in lines if " pv " in line][-1].split(" pv ")[1].split()
    assert lines[-1].split()[1:] == [line[0], "ponder", line[1]]
