"""Histories: each stays within its bounds and moves the way it should; killers and counter moves.

Sources: Schaeffer 1983, Uiterwijk 1992, Akl and Newborn 1977 (see the file that is tested).
"""

from typing import Any

import chess
import numpy as np
import pytest
from numba import int64, njit, uint64, void

from engine.board.position import POSITION
from engine.machine.words import U64, as_record
from engine.search.modern.histories import (
    FULL,
    MOST_BONUS,
    is_quiet,
    learn_cut,
    note_tried,
    quiet_history,
)
from engine.search.modern.memory import LEARNED, MOST_TRIED, NODE, node_at
from engine.search.shared.depth import PLY as PARTS
from engine.search.shared.worker import WORKER
from tests.games import board_of, name, word
from tests.search.modern_twin import FULL as MODERN
from tests.search.modern_twin import memory_of, node_of, ready
from tests.search.positions import LARGE
from tests.search.thinker import Thinker

PLY = 2
LAST, BEFORE = 384 + 5 * 64 + 20, 2 * 64 + 30
"""Placements of the opponent's last move and of our own before it."""


@njit(void(uint64, int64, uint64, int64))
def learn_by(where, ply, best, depth):
    """A cut-off at the root's position, as if it lay so many plies below."""
    worker = as_record(where, WORKER)
    node = as_record(node_at(worker, ply), NODE)
    node.depth = depth * PARTS
    learn_cut(worker, as_record(worker.root, POSITION), node, best)


@njit(void(uint64, int64, uint64))
def note_by(where, ply, move):
    """A move that was tried."""
    note_tried(as_record(node_at(as_record(where, WORKER), ply), NODE), move)


@njit(int64(uint64, int64, uint64))
def history_by(where, ply, move):
    """The sum of histories of a quiet move."""
    worker = as_record(where, WORKER)
    node = as_record(node_at(worker, ply), NODE)
    return quiet_history(worker, as_record(worker.root, POSITION), node, move)


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**MODERN)


class Node:
    """A node of the search at which moves are tried and one cuts off."""

    def __init__(self, thinker: Thinker, fen: str) -> None:
        thinker.reset(**MODERN)
        self.board = board_of(fen)
        ready(thinker, self.board)
        self.thinker, self.where = thinker, thinker.engine.thread.where
        self.memory, self.node = memory_of(thinker), node_of(thinker, PLY)
        node_of(thinker, PLY - 1).played, node_of(thinker, PLY - 2).played = LAST, BEFORE
        self.node.blamed_count = 0
        for ply in (PLY - 1, PLY, PLY + 1):
            node_of(thinker, ply).killers[:] = 0

    def word(self, text: str) -> int:
        """The whole move."""
        return word(self.board, chess.Move.from_uci(text))

    def cut(self, best: str, *tried: str, depth: int = 5) -> None:
        """Some moves do not cut off, then one does."""
        self.node.blamed_count = 0
        for text in tried:
            note_by(self.where, PLY, U64(self.word(text)))
        learn_by(self.where, PLY, U64(self.word(best)), depth)

    def history(self, text: str) -> int:
        """The sum of histories."""
        return int(history_by(self.where, PLY, U64(self.word(text))))

    def parts(self, text: str) -> list[int]:
        """Butterfly and both continuations."""
        move, memory = self.word(text), self.memory
        column = (move >> 12 & 7) * 64 + (move >> 6 & 63)
        return [
            int(memory.butterfly[0 if self.board.turn else 1, move & 4095]),
            int(memory.continuation[0, LAST, column]),
            int(memory.continuation[1, BEFORE, column]),
        ]

    def capture(self, text: str) -> int:
        """The history of a capture or promotion."""
        move, turn = self.word(text), 0 if self.board.turn else 1
        placement = (turn * 6 + (move >> 12 & 7)) * 64 + (move >> 6 & 63)
        return int(self.memory.captures[placement, move >> 15 & 7])


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("text", "quiet"),
    [("e1g1", True), ("d2h6", True), ("e2a6", False), ("d5e6", False), ("f3f6", False)],
)
def test_what_is_quiet(text, quiet):
    """Castling is, captures are not."""
    board = board_of(LARGE["Kiwipete"])
    assert is_quiet(U64(word(board, chess.Move.from_uci(text)))) == quiet


@pytest.mark.uncompiled
def test_promotions_are_not_quiet():
    board = chess.Board("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    for move in board.legal_moves:
        assert is_quiet(U64(word(board, move))) == (move.promotion is None)


def test_a_quiet_cut_credits_the_move_and_blames_the_others(thinker):
    node = Node(thinker, LARGE["Kiwipete"])
    node.cut("a2a3", "e2a6", "b2b3", "e1g1")
    assert all(part > 0 for part in node.parts("a2a3"))
    assert all(part < 0 for part in node.parts("b2b3"))
    assert all(part < 0 for part in node.parts("e1g1"))
    assert node.capture("e2a6") < 0
    assert node.parts("d2f4") == [0, 0, 0], "a move not tried"
    assert node.history("a2a3") == sum(node.parts("a2a3"))


def test_a_capture_that_cuts_blames_no_quiet_move(thinker):
    """Captures before it are blamed; quiet moves would not have come before it anyway."""
    node = Node(thinker, LARGE["Kiwipete"])
    node.cut("e5g6", "e2a6", "b2b3")
    assert node.capture("e5g6") > 0 > node.capture("e2a6")
    assert node.parts("b2b3") == [0, 0, 0]
    assert not node.node.killers.any() and not node.memory.counters.any()


def test_deeper_cuts_count_more(thinker):
    values = []
    for depth in (1, 2, 5, 9, 40):
        node = Node(thinker, LARGE["Kiwipete"])
        node.cut("a2a3", depth=depth)
        values.append(node.parts("a2a3")[0])
    assert values == sorted(values)
    assert 0 < values[0] < values[2] < values[3]
    assert values[-1] == MOST_BONUS


def test_the_history_of_one_side_is_not_the_others(thinker):
    """The same squares, the other colour."""
    node = Node(thinker, "4k3/8/8/3r4/3R4/8/8/4K3 w - - 0 1")
    node.cut("d4a4")
    assert int(np.count_nonzero(node.memory.butterfly[0])) == 1
    assert not node.memory.butterfly[1].any()


def test_killers_and_counter(thinker):
    """The newest first, twice the same only once; the counter belongs to the move answered."""
    node = Node(thinker, LARGE["Kiwipete"])
    names = {text: name(node.word(text)) for text in ("a2a3", "b2b3", "g2g3")}
    node.cut("a2a3")
    assert list(node.node.killers) == [names["a2a3"], 0]
    node.cut("a2a3")
    assert list(node.node.killers) == [names["a2a3"], 0]
    node.cut("b2b3")
    node.cut("g2g3")
    assert list(node.node.killers) == [names["g2g3"], names["b2b3"]]
    assert int(node.memory.counters[LAST]) == names["g2g3"]
    assert np.count_nonzero(node.memory.counters) == 1
    assert not any(node_of(thinker, ply).killers.any() for ply in (PLY - 1, PLY + 1))


def test_after_a_pass_nothing_is_learned_of_the_pass(thinker):
    """No continuation of a move that was not made."""
    node = Node(thinker, LARGE["Kiwipete"])
    nobody = 2 * 6 * 64
    node_of(thinker, PLY - 1).played = nobody
    node.cut("a2a3", "b2b3")
    assert not node.memory.continuation[0].any()
    assert node.memory.continuation[1].any()


def test_continuation_can_be_switched_off(thinker):
    """Then the sum is the butterfly history alone."""
    node = Node(thinker, LARGE["Kiwipete"])
    node.cut("a2a3", "b2b3")
    thinker.set(continuation_history=False)
    assert node.history("a2a3") == node.parts("a2a3")[0] != sum(node.parts("a2a3"))
    thinker.set(continuation_history=True)


def test_more_moves_than_are_remembered(thinker):
    """The list of tried moves ends; the moves beyond are forgotten, nothing is overwritten."""
    node = Node(thinker, LARGE["Kiwipete"])
    for _ in range(MOST_TRIED + 40):
        note_by(node.where, PLY, U64(node.word("b2b3")))
    assert int(node.node.blamed_count) == MOST_TRIED
    assert set(node.node.blamed) == {node.word("b2b3")}
    assert not node.node.killers.any(), "what lies behind the list"
    learn_by(node.where, PLY, U64(node.word("a2a3")), 40)
    assert -FULL <= node.parts("b2b3")[0] < -FULL // 2


def every_history(memory: Any) -> dict[str, Any]:
    """The histories with signs."""
    return {field: memory[field] for field in ("butterfly", "captures", "continuation")}


def test_bounds_after_searches(thinker):
    """Hundreds of thousands of nodes fill them with both signs and break no bound."""
    thinker.reset(**MODERN)
    for title in ("Kiwipete", "MG4.28", "EG2.36"):
        thinker.think(LARGE[title], nodes=60_000)
    for field, values in every_history(memory_of(thinker)).items():
        assert values.min() < 0 < values.max(), field
        assert -FULL <= values.min() and values.max() <= FULL, field


def test_a_new_game_forgets(thinker):
    thinker.reset(**MODERN).think(LARGE["Kiwipete"], nodes=20_000)
    memory = memory_of(thinker)
    assert len(LEARNED) == 6
    assert all(memory[field].any() for field in LEARNED)
    thinker.engine.new_game()
    assert not any(memory[field].any() for field in LEARNED)


def test_killers_are_forgotten_before_the_next_search(thinker):
    """They belong to plies of this tree; histories go on within a game."""
    thinker.reset(**MODERN).think(LARGE["Kiwipete"], nodes=20_000)
    memory = memory_of(thinker)
    assert memory.node["killers"].any()
    node_of(thinker, 200).killers[:] = 99
    thinker.think(LARGE["EG2.36"], 1)
    assert not node_of(thinker, 200).killers.any()
    assert memory.butterfly.any()
