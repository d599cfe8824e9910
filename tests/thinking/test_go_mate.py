"""`go mate` by proof search: mates are proved, whole to the end, shortened; rules are respected.

The lengths are those that an exhaustive search has found (the problems' file names the source).
"""

import threading
import time
from collections.abc import Callable

import chess
import pytest

from engine.options import defaults, find, parse
from engine.process.deep_threads import start_deep
from engine.proof.memory import new_table
from engine.proof.settings import MOST_NODES, ProofError, Settings
from engine.search.shared.score import mate_in
from engine.table.memory import TranspositionTable
from engine.thinking.engine import Engine, Info, Progress, Result
from engine.thinking.limits import ANY_LENGTH, Limits
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.found import Found
from engine.thinking.proving.go_mate import proved_info
from engine.thinking.proving.large_table import release
from engine.thinking.proving.mate_search import MateSearch
from tests.proof.problems import PROBLEMS
from tests.search.positions import SMALL, board_of

FORMS = ("PN2", "BTA", "df-pn", "tree")
SHORTEST = {
    "R4": 2, "R5": 2, "R50": 3, "R57": 3, "R104": 3, "R35": 4, "R9": 5, "R217": 5, "R250": 8,
}  # fmt: skip
"""Moves of the shortest mate, proved by exhaustive search; R250's 8 is the best known."""


class Asked:
    """An engine that is asked for mates."""

    def __init__(self, **options: object) -> None:
        self.engine = Engine()
        for name, value in options.items():
            option = find(name.replace("_", " "))
            self.engine.configure(option, parse(option, str(value)))

    def go(self, board: chess.Board, **limits: object) -> tuple[Result, list[Info]]:
        """Search; return the result and what was said of lines."""
        self.engine.new_game()
        self.engine.set_position(board)
        self.engine.prepare_go()
        heard: list[Info | Progress] = []
        result = self.engine.think(Limits(**limits), heard.append)  # type: ignore[arg-type]
        return result, [news for news in heard if isinstance(news, Info)]

    def is_proving(self) -> bool:
        """Whether a proof search runs, and has made nodes."""
        running = self.engine._go_mate
        return running is not None and running.search.nodes > 0


def mate_of(board: chess.Board, infos: list[Info]) -> int | None:
    """The length of the mate that was said last, after playing its line to the end."""
    last = infos[-1]
    moves = mate_in(last.score)
    if moves is None:
        return None
    end = board.copy()
    for move in last.pv:
        assert move in end.legal_moves
        end.push(move)
    assert end.is_checkmate() and len(last.pv) == 2 * moves - 1
    return moves


@pytest.fixture(scope="module", params=FORMS)
def asked(request: pytest.FixtureRequest) -> Asked:
    return Asked(Mate_Search=request.param)


@pytest.mark.parametrize("name", SHORTEST)
def test_a_known_mate_is_proved_and_no_shorter_one(asked: Asked, name: str) -> None:
    board, moves = chess.Board(PROBLEMS[name].fen), SHORTEST[name]
    result, infos = asked.go(board, mate=moves)
    assert mate_of(board, infos) == moves and result.move == infos[-1].pv[0]
    if moves < 5:
        result, _ = asked.go(board, mate=moves - 1)
        assert result.remarks[-1] == f"It is proved that there is no mate in {moves - 1}."


def test_any_mate_is_shortened_until_none_is_shorter(asked: Asked) -> None:
    board = board_of(SMALL["mate in two"])
    result, infos = asked.go(board, mate=ANY_LENGTH)
    assert mate_of(board, infos) == 2
    assert result.remarks == ("Mate in 2 is proved; it is proved that none is shorter.",)
    found = [mate_in(info.score) or 0 for info in infos]
    assert found == sorted(found, reverse=True), "each mate is shorter than the last"


def test_a_mate_that_alpha_beta_does_not_find() -> None:
    """Krabbé, Chess Curiosities 194: mate in 38, in nodes that are nothing to alpha-beta."""
    board = chess.Board(PROBLEMS["K194"].fen)
    _, infos = Asked().go(board, mate=38, nodes=600_000)
    assert mate_of(board, infos) == 38
    result, infos = Asked(Mate_Search="alpha-beta").go(board, mate=38, nodes=600_000)
    assert mate_in(infos[-1].score) is None and result.remarks


def test_the_fifty_move_rule(asked: Asked) -> None:
    """At 97 plies the mate comes with the hundredth ply, and counts; at 98 it is too late."""
    _, infos = asked.go(board_of(SMALL["mate in two, clock 97 (B2)"]), mate=2)
    assert mate_in(infos[-1].score) == 2
    result, infos = asked.go(board_of(SMALL["mate in two, clock 98 (B2)"]), mate=2, nodes=200_000)
    assert "Mate" not in " ".join(result.remarks)


def test_searchmoves_are_the_only_moves(asked: Asked) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")
    _, infos = asked.go(board, mate=1, searchmoves=("e1e8",))
    assert infos[-1].pv == (chess.Move.from_uci("e1e8"),)
    result, _ = asked.go(board, mate=1, searchmoves=("a1b1", "nonsense"))
    assert result.remarks == ("It is proved that there is no mate in 1.",)
    assert result.move == chess.Move.from_uci("a1b1")


def test_a_third_repetition_is_no_way_to_mate(asked: Asked) -> None:
    """Mate in two by Kb3. The position after it has stood on the board twice: it would be drawn."""
    plain = "8/8/8/8/8/2K5/7R/k7 w - - 0 1"
    shuffle = "c3b3 a1b1 b3c3 b1a1"
    result, infos = asked.go(board_of(plain), mate=2)
    assert result.move == chess.Move.from_uci("c3b3")
    board = board_of(f"{plain} moves {shuffle} {shuffle}")
    result, infos = asked.go(board, mate=3)
    assert infos[-1].pv[0] != chess.Move.from_uci("c3b3")
    assert mate_in(infos[-1].score) == 3 or "no mate in 3" in result.remarks[-1]


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/2K5/8/k7 w - - 0 1",
        "8/8/8/8/8/2K5/8/k6r w - - 0 1",
        "8/8/8/8/8/2KN4/8/k7 w - - 0 1",
    ],
)
def test_who_cannot_mate_is_told_so(asked: Asked, fen: str) -> None:
    for mate, words in ((3, "no mate in 3"), (ANY_LENGTH, "no mate")):
        result, _ = asked.go(chess.Board(fen), mate=mate)
        assert result.remarks == (f"It is proved that there is {words}.",)
        assert result.move in chess.Board(fen).legal_moves


@pytest.mark.parametrize(
    "fen", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]
)
def test_a_game_that_is_over_has_no_move(asked: Asked, fen: str) -> None:
    """Stalemate, and mate."""
    assert asked.go(chess.Board(fen), mate=3)[0].move is None


def test_a_small_memory_ends_with_the_best_that_is_known() -> None:
    """One MiB is soon full for the forms that keep all nodes; the engine says so and plays."""
    result, _ = Asked(Mate_Search="BTA", Proof_Memory=1).go(chess.Board(), mate=30)
    assert result.move in chess.Board().legal_moves
    assert result.remarks == (
        "The memory was full before it was known whether there is a mate in 30.",
    )


def test_a_proof_that_was_given_up_in_part_claims_no_length_of_its_own() -> None:
    """pn² forgets its second levels: the line that is left may not be the longest defence. The
    shortest mate of R250 that is known takes eight moves."""
    settings = {**defaults(), "mate_search": "PN2"}
    search = MateSearch(chess.Board(PROBLEMS["R250"].fen), ANY_LENGTH, settings)
    search._memory = 100_000  # bytes: less than the option allows, so that the memory is soon full
    told: list[int | None] = []
    found = search.run(lambda news: told.append(news.moves))
    assert found.line and all(moves is not None and moves >= 8 for moves in told)
    assert found.moves is None or found.moves >= 8
    assert ("A mate is proved, but not in how many moves." in found.remarks(False)) == (not told)


@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize("mate", [3, ANY_LENGTH])
def test_a_proof_without_its_line_is_said_and_played(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, mate: int, kept: int
) -> None:
    """Of a proof of which no line, or only its first move, is found again."""
    whole = ChessProver.line
    monkeypatch.setattr(ChessProver, "line", lambda self: whole(self)[:kept])
    board = chess.Board(PROBLEMS["R50"].fen)
    result, infos = asked.go(board, mate=mate, nodes=200_000)
    assert infos[-1].pv == (result.move,)
    assert "Not all of the line" in " ".join(result.remarks)
    assert "is proved" in result.remarks[0]
    said = mate_in(infos[-1].score)
    assert said is not None and said >= 3
    assert (infos[-1].bound == "lowerbound") == ("not in how many moves" in result.remarks[0])
    monkeypatch.undo()
    board.push(result.move)
    for defence in list(board.legal_moves):  # the move does mate, whatever the answer
        board.push(defence)
        assert ChessProver(board).run().value is True
        board.pop()


def test_a_line_that_is_lost_at_first_is_told_when_it_is_found(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, calls = ChessProver.line, []

    def line(prover: ChessProver) -> list[chess.Move]:
        calls.append(prover)
        return [] if len(calls) == 1 else whole(prover)

    monkeypatch.setattr(ChessProver, "line", line)
    board = board_of(SMALL["mate in two"])
    result, infos = asked.go(board, mate=ANY_LENGTH)
    assert "is proved" in result.remarks[0] and result.move == infos[-1].pv[0]


@pytest.mark.parametrize("beside", [False, True])
def test_memory_that_cannot_be_had_is_said_and_a_move_comes(
    monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    """For `go mate`, and for a proof beside the search of a move."""
    asked, board = Asked(Proof_At_Root=beside), chess.Board(PROBLEMS["K194"].fen)
    monkeypatch.setattr("engine.proof.memory.available_bytes", lambda: 1000)
    limits = {"nodes": 60_000} if beside else {"mate": 38}
    result, _ = asked.go(board, **limits)
    assert result.move in board.legal_moves
    assert "cannot give a proof search" in " ".join(result.remarks)


def test_a_search_for_a_mate_is_no_move_of_a_game_to_learn_from() -> None:
    asked = Asked(Search="Selective", Learn_Online=True)
    for moves in ((), ("e2e4", "e7e5")):
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        asked.go(board, mate=2, nodes=30_000)
    assert asked.engine.learner._before is None
    asked.go(board, nodes=1000)
    assert asked.engine.learner._before is not None


def test_stop_ends_it() -> None:
    asked = Asked()
    stopper = threading.Timer(0.3, asked.engine.stop)
    stopper.start()
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    stopper.join()
    assert result.move is not None and "ended before" in result.remarks[0]


@pytest.mark.parametrize("limits", [{}, {"movetime_ms": 300}])
def test_a_table_that_is_not_there_yet_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    """The pages of a large table may take longer than the move, or than the user waits."""
    asked_for = []

    def endless(settings: Settings, goes_on: Callable[[], bool]) -> None:
        asked_for.append(settings)
        while goes_on():
            time.sleep(0.001)
        raise ProofError("nobody hears this")

    monkeypatch.setattr("engine.thinking.proving.large_table.new_table", endless)
    asked = Asked(Mate_Search="df-pn")
    stopper = threading.Timer(0.3, asked.engine.stop)
    if not limits:
        stopper.start()
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH, **limits)
    assert result.move is not None and "ended before" in result.remarks[0]
    assert len(asked_for) == 1


def test_memory_that_is_not_released_yet_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two GiB take a quarter of a second; here they are never released."""
    given = []

    def never(things: list[ChessProver], delay: float) -> threading.Event:
        given.extend(things)
        return threading.Event()

    monkeypatch.setattr("engine.thinking.proving.mate_search.release", never)
    asked = Asked(Mate_Search="BTA")
    stopper = threading.Timer(0.3, asked.engine.stop)
    stopper.start()
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    stopper.join()
    assert result.move is not None and "ended before" in result.remarks[0]
    assert len(given) == 1


def test_memory_is_released_in_a_thread() -> None:
    released_by = []

    class Held:
        def __del__(self) -> None:
            released_by.append(threading.current_thread())

    things: list[object] = [Held()]
    assert release(things).wait(60)
    assert not things and released_by[0] is not threading.current_thread()


def test_memory_is_released_without_a_thread_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `go mate` that has proved its mate must not end without a move for that."""

    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    things: list[object] = [object()]
    monkeypatch.setattr(threading.Thread, "start", refused)
    assert release(things).is_set() and not things


@pytest.mark.parametrize(
    ("plies", "moves", "bound"),
    [(1, 1, ""), (499, 250, ""), (501, 250, "lowerbound"), (None, 250, "lowerbound")],
)
def test_what_a_score_tells_of_long_mates(plies: int | None, moves: int, bound: str) -> None:
    """Scores go to 250 moves; a proof may take more."""
    found = Found(ANY_LENGTH, (chess.Move.from_uci("e2e4"),), is_whole=False, plies=plies)
    info = proved_info(found, time.monotonic())
    assert (mate_in(info.score), info.bound) == (moves, bound)


def test_a_table_without_a_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a `go mate` without a limit would wait for it for ever."""

    def refused(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("engine.thinking.proving.large_table.new_table", refused)
    asked = Asked(Mate_Search="df-pn")
    late = threading.Timer(60.0, asked.engine.stop)
    late.start()
    result, _ = asked.go(chess.Board(), mate=ANY_LENGTH)
    late.cancel()
    assert result.move is not None and result.remarks[-1].startswith("There is no memory for a")


@pytest.mark.parametrize("form", ["PN2", "df-pn"])
def test_a_ponderhit_ends_the_search_that_runs(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins without a limit of time, and would take an hour of it."""
    monkeypatch.setattr("engine.thinking.proving.mate_search.FIRST_NODES", MOST_NODES)
    asked, heard = Asked(Mate_Search=form), []
    asked.engine.set_position(chess.Board())
    asked.engine.prepare_go()
    limits = Limits(mate=ANY_LENGTH, ponder=True, movetime_ms=100)
    thread = start_deep(lambda: heard.append(asked.engine.think(limits, lambda news: None)), "go")
    while not asked.is_proving():
        time.sleep(0.01)
    asked.engine.ponderhit()
    thread.join(timeout=60)
    hangs = thread.is_alive()
    asked.engine.stop()
    thread.join()
    assert not hangs and heard[0].move is not None


def test_all_questions_of_a_mate_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*arguments: object) -> TranspositionTable:
        made.append(new_table(*arguments))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr("engine.thinking.proving.large_table.new_table", counted)
    board = chess.Board(PROBLEMS["R35"].fen)
    _, infos = Asked(Mate_Search="df-pn").go(board, mate=ANY_LENGTH, nodes=300_000)
    assert mate_of(board, infos) == 4 and len(made) == 1


def test_nodes_and_movetime_end_it() -> None:
    for limits in ({"nodes": 30_000}, {"movetime_ms": 100}):
        result, _ = Asked().go(chess.Board(), mate=20, **limits)
        assert result.remarks == (
            "The search ended before it was known whether there is a mate in 20.",
        )


def test_a_proof_beside_the_search_is_announced_and_played() -> None:
    """Off by default; the mate in 38 is beyond what a search of a few plies sees."""
    board = chess.Board(PROBLEMS["K194"].fen)
    result, infos = Asked(Proof_At_Root=True).go(board, movetime_ms=2000)
    assert (mate_of(board, infos) or 99) <= 38 and result.move == infos[-1].pv[0]
    assert "is proved" in result.remarks[0]


@pytest.mark.parametrize("form", FORMS)
def test_few_nodes_end_it_in_every_form(form: str) -> None:
    """The usual search sees the mate at once; that it is not proved is said."""
    board = board_of(SMALL["mate in two"])
    result, infos = Asked(Mate_Search=form).go(board, mate=2, nodes=30)
    assert result.move in board.legal_moves
    assert "memory" not in " ".join(result.remarks)
    shown = mate_in(infos[-1].score)
    proved = result.remarks[0] == "Mate in 2 is proved."
    assert proved or shown is None or "not proved" in result.remarks[-1]


def test_beside_a_search_the_shorter_mate_is_played() -> None:
    """A mate in two that the usual search shows, though the proof may be of a longer one."""
    board = board_of(SMALL["mate in two"])
    for _ in range(5):
        result, infos = Asked(Proof_At_Root=True).go(board, movetime_ms=5000)
        assert result.move == chess.Move.from_uci("c3b3") and mate_in(infos[-1].score) == 2


@pytest.mark.parametrize(
    ("weak", "limits"),
    [(True, {"movetime_ms": 300}), (False, {"depth": 1}), (False, {"nodes": 500})],
)
def test_limited_searches_get_no_proof(weak: bool, limits: dict[str, int]) -> None:
    board, asked = chess.Board(PROBLEMS["K194"].fen), Asked(Proof_At_Root=True)
    asked.engine.configure(find("UCI_LimitStrength"), weak)
    result, _ = asked.go(board, **limits)
    assert not any("proved" in remark for remark in result.remarks)
