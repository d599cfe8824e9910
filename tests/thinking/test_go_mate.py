"""`go mate` by proof search: mates are proved, whole to the end, shortened; rules are respected.

The lengths are those that an exhaustive search has found (the problems' file names the source).
"""

import time

import chess
import pytest

from engine.options import defaults
from engine.proof.prover import MOST_CHILDREN
from engine.search.shared.score import mate_in
from engine.thinking.limits import ANY_LENGTH
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.found import Found
from engine.thinking.proving.go_mate import proved_info
from engine.thinking.proving.mate_search import MateSearch
from tests.proof.checker import mating_moves
from tests.proof.problems import PROBLEMS
from tests.search.positions import SMALL, board_of
from tests.thinking.mate_asker import FORMS, Asked, mate_of

SHORTEST = {
    "R4": 2, "R5": 2, "R50": 3, "R57": 3, "R104": 3, "R35": 4, "R9": 5, "R217": 5, "R250": 8,
}  # fmt: skip
"""Moves of the shortest mate, proved by exhaustive search; R250's 8 is the best known."""


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
    assert result.remarks == ("It is proved that there is no mate in 1 with these moves.",)
    assert result.move == chess.Move.from_uci("a1b1")


def test_a_third_repetition_is_no_way_to_mate(asked: Asked) -> None:
    """Mate in two by Kb3. The position after it has stood on the board twice: it would be drawn.
    Then the shortest mate takes three moves, which python-chess finds by a plain search."""
    plain = "8/8/8/8/8/2K5/7R/k7 w - - 0 1"
    shuffle = "c3b3 a1b1 b3c3 b1a1"
    result, infos = asked.go(board_of(plain), mate=2)
    assert result.move == chess.Move.from_uci("c3b3")
    assert mating_moves(board_of(plain), 2) == [result.move]
    board = board_of(f"{plain} moves {shuffle} {shuffle}")
    assert mating_moves(board, 2) == []
    result, infos = asked.go(board, mate=3)
    assert mate_of(board, infos) == 3
    assert result.move in mating_moves(board, 3)


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
        if asked.engine.settings["mate_search"] == "PN2" and "N" in fen:
            words = "no mate"  # an ending of three pieces is looked up: there is none of any length
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
    monkeypatch.setattr(ChessProver, "line", lambda self, *limits: whole(self, *limits)[:kept])
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

    def line(prover: ChessProver, *limits: int) -> list[chess.Move]:
        calls.append(prover)
        return [] if len(calls) == 1 else whole(prover, *limits)

    monkeypatch.setattr(ChessProver, "line", line)
    board = board_of(SMALL["mate in two"])
    result, infos = asked.go(board, mate=ANY_LENGTH)
    assert "is proved" in result.remarks[0] and result.move == infos[-1].pv[0]


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


@pytest.mark.parametrize(
    ("plies", "moves", "bound"),
    [(1, 1, ""), (499, 250, ""), (501, 250, "lowerbound"), (None, 250, "lowerbound")],
)
def test_what_a_score_tells_of_long_mates(plies: int | None, moves: int, bound: str) -> None:
    """Scores go to 250 moves; a proof may take more."""
    found = Found(ANY_LENGTH, (chess.Move.from_uci("e2e4"),), is_whole=False, plies=plies)
    info = proved_info(found, time.monotonic())
    assert (mate_in(info.score), info.bound) == (moves, bound)


def test_nodes_and_movetime_end_it() -> None:
    for limits in ({"nodes": 30_000}, {"movetime_ms": 100}):
        result, _ = Asked().go(chess.Board(), mate=20, **limits)
        assert result.remarks == (
            "The search ended before it was known whether there is a mate in 20.",
        )


@pytest.mark.parametrize("nodes", (1, 500, 30_000))
@pytest.mark.parametrize("form", FORMS)
def test_all_searches_together_take_the_nodes_of_the_limit(form: str, nodes: int) -> None:
    """That of the usual line, too, as long as it has a move; an expansion is not cut in two."""
    _, infos = Asked(Mate_Search=form).go(chess.Board(), mate=20, nodes=nodes)
    assert infos[-1].nodes <= nodes + MOST_CHILDREN


@pytest.mark.parametrize("form", FORMS)
def test_few_nodes_end_it_in_every_form(form: str) -> None:
    """The usual search sees the mate at once; that it is not proved is said."""
    board = board_of(SMALL["mate in two"])
    result, infos = Asked(Mate_Search=form).go(board, mate=2, nodes=30)
    assert result.move in board.legal_moves
    assert "memory" not in " ".join(result.remarks)
    shown = mate_in(infos[-1].score)
    shortest = "; it is proved that none is shorter" if form == "PN2" else ""  # looked up
    proved = result.remarks[0] == f"Mate in 2 is proved{shortest}."
    assert proved or shown is None or "not proved" in result.remarks[-1]


@pytest.mark.parametrize("name", ("R250", "R35"))
@pytest.mark.parametrize("form", FORMS)
def test_the_line_of_a_proof_is_searched_within_the_nodes_too(form: str, name: str) -> None:
    """In one MiB pn² gives up nearly all of a proof, and df-pn keeps none."""
    settings = {**defaults(), "mate_search": form, "proof_memory_mib": 1}
    for limit in (3_000, 60_000, 200_000):
        search = MateSearch(chess.Board(PROBLEMS[name].fen), 8, settings, (), limit)
        search.run(lambda found: None)
        assert search.nodes <= limit + MOST_CHILDREN


def test_the_first_of_several_lines_is_played() -> None:
    asked, board = Asked(MultiPV=3), chess.Board()
    result, infos = asked.go(board, mate=2, nodes=20_000)
    assert infos[-1].multipv == 1 and result.move == infos[-1].pv[0]


@pytest.mark.parametrize(
    ("ended_by", "words"),
    [
        ("", "The search ended"),
        ("memory", "The memory was full"),
        ("steps", "The limit of selection steps"),
    ],
)
def test_why_no_more_is_known(ended_by: str, words: str) -> None:
    found = Found(5, ended_by=ended_by)
    assert found.remarks(was_stopped=False)[0].startswith(words)
    assert found.remarks(was_stopped=True)[0].startswith("The search ended before")


def test_what_the_fifty_move_rule_decides_is_said_once() -> None:
    """The mate would come too late: that there is none is all that is said."""
    board = chess.Board("7k/8/8/6K1/8/8/8/R7 w - - 98 100")
    for form in FORMS:
        result, _ = Asked(Mate_Search=form).go(board, mate=5)
        (remark,) = result.remarks
        assert remark.startswith("It is proved that there is no mate"), form


def test_a_line_without_the_longest_defence_tells_no_length() -> None:
    """df-pn proves that no mate is shorter than nine moves; pn² in one MiB soon has some line."""
    board = chess.Board("3k4/8/6R1/3K4/2p5/4P3/4P2P/8 w - - 0 1")
    _, infos = Asked(Mate_Search="PN2", Proof_Memory=1).go(board, mate=9)
    told = [mate_in(info.score) for info in infos if not info.bound]
    assert all(moves is None or moves >= 9 for moves in told)
    assert any(info.bound == "lowerbound" for info in infos) or 9 in told
