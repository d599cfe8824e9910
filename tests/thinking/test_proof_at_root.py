"""A proof search beside the search of a move (option Proof At Root)."""

import chess
import pytest

from engine.options import find
from engine.search.shared.score import mate_in
from tests.proof.problems import PROBLEMS
from tests.search.positions import SMALL, board_of
from tests.thinking.mate_asker import Asked, mate_of, no_thread


def test_a_proof_beside_the_search_is_announced_and_played() -> None:
    """Off by default; the mate in 38 is beyond what a search of a few plies sees."""
    board = chess.Board(PROBLEMS["K194"].fen)
    result, infos = Asked(Proof_At_Root=True).go(board, movetime_ms=2000)
    assert (mate_of(board, infos) or 99) <= 38 and result.move == infos[-1].pv[0]
    assert "is proved" in result.remarks[0]


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


def test_beside_alpha_beta_the_proof_is_one_of_pn2() -> None:
    """`Mate Search` is alpha-beta for `go mate`; beside a search of a move that is no proof."""
    board = chess.Board(PROBLEMS["K194"].fen)
    asked = Asked(Proof_At_Root=True, Mate_Search="alpha-beta")
    result, infos = asked.go(board, movetime_ms=2000)
    assert (mate_of(board, infos) or 99) <= 38 and result.move == infos[-1].pv[0]


@pytest.mark.parametrize("compiled", [True, False])
def test_without_a_proof_the_search_plays_and_says_so(
    monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    """No memory for a thread, or the core of proof search is not compiled yet."""

    monkeypatch.setattr("engine.thinking.proving.root_proof.start_deep", no_thread)
    monkeypatch.setattr("engine.thinking.proving.root_proof.has_core", lambda part: compiled)
    board = board_of(SMALL["mate in two"])
    result, infos = Asked(Proof_At_Root=True).go(board, movetime_ms=200)
    assert result.move == chess.Move.from_uci("c3b3") and mate_in(infos[-1].score) == 2
    reason = "There is no memory for a thread" if compiled else "The proof search is being compiled"
    assert result.remarks[-1].startswith(reason)
