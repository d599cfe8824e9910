"""A `go mate` that takes long: it says meanwhile what is open; any mate short enough ends it."""

import chess
import pytest

from engine.thinking.limits import ANY_LENGTH, Limits
from engine.thinking.news import Info, Progress
from engine.thinking.proving.found import LONGEST_MATE, Found
from tests.proof.problems import PROBLEMS
from tests.thinking.mate_asker import Asked


@pytest.mark.parametrize(
    ("wanted", "plies", "refuted", "said"),
    [
        (ANY_LENGTH, None, 0, ""),
        (ANY_LENGTH, 75, 0, "Looking for a mate in 37 or less."),
        (9, 23, 0, "Looking for a mate in 11 or less."),
        (9, None, 4, "It is proved that there is no mate in 4."),
        (9, 23, 4, "It is proved that there is no mate in 4; looking for one in 11 or less."),
        (9, 17, 4, ""),  # short enough
        (ANY_LENGTH, 9, 4, ""),  # the shortest
        (9, 23, 9, ""),  # there is none
    ],
)
def test_what_is_open(wanted: int, plies: int | None, refuted: int, said: str) -> None:
    found = Found(wanted, plies=plies, refuted=refuted)
    assert found.what_is_open() == said
    found.only_these_moves = True
    refutation = f"no mate in {refuted}"
    assert found.what_is_open() == said.replace(refutation, f"{refutation} with these moves")


def test_what_is_open_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows how long the search for a shorter mate than Krabbe's will take."""
    monkeypatch.setattr("engine.thinking.news.SECONDS_BETWEEN_NEWS", 0.01)
    board, told, asked = chess.Board(PROBLEMS["K194"].fen), list[str](), Asked()
    asked.engine.set_position(board)
    asked.engine.prepare_go()

    def hear(news: Info | Progress) -> None:
        if isinstance(news, Progress) and news.remark:
            told.append(news.remark)

    result = asked.engine.think(Limits(mate=ANY_LENGTH, nodes=1_000_000), hear)
    assert result.remarks[0] == "Mate in 38 is proved." and told[-1].endswith("in 37 or less.")
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("moves", [LONGEST_MATE, LONGEST_MATE + 1, ANY_LENGTH - 1])
def test_a_mate_in_many_moves_is_any_of_them(moves: int) -> None:
    """Not the shortest, which may take hours to find."""
    result, infos = Asked().go(chess.Board(PROBLEMS["K194"].fen), mate=moves, nodes=3_000_000)
    assert result.remarks == ("Mate in 38 is proved.",)
    assert infos[-1].nodes < 1_000_000
