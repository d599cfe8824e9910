"""Tablebases for the tests: three pieces in tests/data, more where SESAME_SYZYGY names them."""

import os
from collections.abc import Mapping
from pathlib import Path

import chess
import chess.syzygy
import pytest

SMALL = Path(__file__).resolve().parents[1] / "data" / "syzygy"


def larger(*names: str) -> Path:
    """Give the folder with some tables of more than three pieces, or skip the test."""
    folder = os.environ.get("SESAME_SYZYGY", "")
    if not folder:
        pytest.skip(f"{', '.join(names)}: SESAME_SYZYGY names no folder with tablebases")
    missing = [name for name in names if not (Path(folder) / f"{name}.rtbw").is_file()]
    if missing:
        pytest.skip(f"no {', '.join(missing)} in the folder that SESAME_SYZYGY names")
    return Path(folder)


class FakeTables:
    """Answers by the move that was made last; from the view of the side to move, as the real ones.

    Parameters
    ----------
    results
        By move: the result (2 to -2) of the position after it, and its distance to zeroing; a
        missing number is a missing table.
    """

    def __init__(self, results: Mapping[str, tuple[int | None, int | None]]) -> None:
        self._results = results
        self.asked: list[str] = []

    def probe_wdl(self, board: chess.Board) -> int:
        return self._answer(board, 0)

    def probe_dtz(self, board: chess.Board) -> int:
        return self._answer(board, 1)

    def _answer(self, board: chess.Board, kind: int) -> int:
        move = board.peek().uci()
        self.asked.append(move)
        number = self._results[move][kind]
        if number is None:
            raise chess.syzygy.MissingTableError("not there")
        return number
