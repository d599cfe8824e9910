"""Passing refutes unless passing is the best that one could do: zugzwang, and its verification.

Sources: Donninger 1993; Plenkner 1995 (see the file that is tested).
"""

import chess
import pytest
from numba import boolean, int64, njit, uint64

from engine.board.position import POSITION
from engine.machine.words import as_record, at
from engine.search.modern.ideas.null_move import (
    LEAST_DEPTH,
    VERIFIED_FROM,
    depth_after_pass,
    needs_verification,
    null_move_may_refute,
    verified_until,
)
from engine.search.modern.memory import NODE, node_at
from engine.search.shared.depth import PLY as PARTS
from engine.search.shared.score import FARTHEST_MATE, MATE
from engine.search.shared.worker import WORKER
from engine.table.entry import LOWER
from tests.games import board_of
from tests.search.modern_twin import BARE, PLAIN, memory_of, node_of, ready, value_in
from tests.search.modern_twin import FULL as MODERN
from tests.search.positions import LARGE

PLY = 4
NOBODY = 2 * 6 * 64


@njit(boolean(uint64, int64, int64, int64, int64))
def worth_by(where, ply, depth, static, beta):
    """Whether a pass is worth trying: `ply` plies below the root, `depth` plies deep."""
    worker = as_record(where, WORKER)
    pos, node = at(as_record(worker.root, POSITION), ply), as_record(node_at(worker, ply), NODE)
    return null_move_may_refute(worker, pos, node, depth * PARTS, static, beta)


@njit(boolean(uint64, int64))
def verified_by(where, depth):
    """Whether a cut-off has to be confirmed."""
    return needs_verification(as_record(where, WORKER), depth * PARTS)


ROOK_ENDING = "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1"
PAWN_ENDING = "4k3/r3p3/8/8/8/8/4P3/4K3 w - - 0 1"

# Name: FEN, what differs from a good case, whether a pass is tried.
CASES = {
    "far above beta": (ROOK_ENDING, {}, True),
    "at beta": (ROOK_ENDING, {"static": 100}, True),
    "below beta": (ROOK_ENDING, {"static": 99}, False),
    "too shallow": (ROOK_ENDING, {"depth": LEAST_DEPTH // PARTS - 1}, False),
    "deep": (ROOK_ENDING, {"depth": 60}, True),
    "pawns only": (PAWN_ENDING, {}, False),
    "the opponent has pieces": (PAWN_ENDING.replace(" w ", " b "), {}, True),
    "after a pass": (ROOK_ENDING, {"last": NOBODY}, False),
    "two plies after a pass": (ROOK_ENDING, {"before": NOBODY}, True),
    "while a pass is verified": (ROOK_ENDING, {"no_pass_before": PLY + 1}, False),
    "below the verification": (ROOK_ENDING, {"no_pass_before": PLY}, True),
    "to be mated is to be averted": (
        ROOK_ENDING,
        {"static": 0, "beta": -FARTHEST_MATE - 1},
        False,
    ),
    "a mate is wanted": (
        ROOK_ENDING,
        {"static": MATE - 3, "beta": FARTHEST_MATE + 1},
        False,
    ),
}


@pytest.mark.parametrize(("fen", "changes", "expected"), CASES.values(), ids=CASES)
def test_when_a_pass_is_tried(thinker, fen, changes, expected):
    case = {"depth": 6, "static": 300, "beta": 100, "last": 1, "before": 1, "no_pass_before": 0}
    case |= changes
    ready(thinker, board_of(fen))
    thread = thinker.engine.thread
    thread.stack[thread.root + PLY] = thread.stack[thread.root]
    node_of(thinker, PLY - 1).played = case["last"]
    node_of(thinker, PLY - 2).played = case["before"]
    memory_of(thinker).no_pass_before = case["no_pass_before"]
    where = thread.where
    asked = PLY, case["depth"], case["static"], case["beta"]
    assert worth_by(where, *asked) == expected
    thinker.set(null_move=False)
    assert not worth_by(where, *asked)


@pytest.mark.uncompiled
def test_the_reduction():
    """At least three plies and more with depth and surplus, so that it always ends."""
    for plies in range(LEAST_DEPTH // PARTS, 128):
        depth = plies * PARTS
        reduced = [int(depth_after_pass(depth, static, 0)) for static in (0, 100, 300, 900, 9000)]
        assert reduced == sorted(reduced, reverse=True)
        assert reduced[0] <= depth - 3 * PARTS
        assert reduced[0] - reduced[-1] <= 3 * PARTS
        assert int(depth_after_pass(depth + PARTS, 0, 0)) >= reduced[0]
    # By hand: twelve plies less 3, 12 / 3, and 400 / 200.
    assert int(depth_after_pass(12 * PARTS, 500, 100)) == 3 * PARTS


@pytest.mark.uncompiled
def test_the_plies_without_passes():
    """The verification does not pass in its own first plies, and may again further down."""
    for depth in range(VERIFIED_FROM // PARTS, 128):
        until = int(verified_until(PLY, depth * PARTS))
        assert PLY < until < PLY + depth


def test_which_cut_offs_are_verified(thinker):
    """Deep ones, unless one is being verified already."""
    ready(thinker, chess.Board())
    memory, where = memory_of(thinker), thinker.engine.thread.where
    assert [bool(verified_by(where, depth)) for depth in (1, 11, 12, 40)] == [
        False, False, True, True,
    ]  # fmt: skip
    memory.no_pass_before = 3
    assert not verified_by(where, 40)
    memory.no_pass_before = 0
    thinker.set(null_move_verification=False)
    assert not verified_by(where, 40)


ZUGZWANG = "1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - - 1 1"


def test_verification_sees_a_zugzwang(thinker):
    """Black, to move, loses the queen or is mated; if he could pass he would hold everything.

    A node of enough plies that asks "is it at least -259?": yes with passes, no without, and no
    with passes that are verified. Which depth shows it depends on the evaluation.
    """
    shown = []
    for depth in range(VERIFIED_FROM // PARTS, VERIFIED_FROM // PARTS + 6):
        values = {}
        for name, settings in {
            "verified": {},
            "unverified": {"null_move_verification": False},
            "without passes": {"null_move": False},
        }.items():
            thinker.reset(**MODERN | settings)
            values[name] = value_in(thinker, board_of(ZUGZWANG), depth, -260)
            assert int(memory_of(thinker).no_pass_before) == 0, "passes are free again"
        assert values["without passes"] <= -260
        if values["verified"] <= -260 < values["unverified"]:
            shown.append(depth)
    assert shown


# Public test positions for programs that pass: position, best move.
KNOWN = {
    "the rook shuts the corner": ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
    "the king steps behind": ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
}


@pytest.mark.parametrize(("fen", "best"), KNOWN.values(), ids=KNOWN)
def test_zugzwang_positions(thinker, fen, best):
    """Moves that put the opponent in zugzwang are found within a moment."""
    assert thinker.think(fen, 13).result.move.uci() == best


def test_a_wanted_mate_is_not_cut_short(thinker):
    """A mate is known, one as short is asked for: the answer is no bound that is no mate.

    A pass refuted here once, and its value, cut to the highest that is no mate, fell below beta:
    a lower bound was returned as an upper one.
    """
    board = board_of("k7/8/2K5/8/8/8/7Q/1R6 w - - 0 1")
    for depth in range(10, 17):
        thinker.reset(**MODERN)
        thinker.put(board, 0, LOWER, MATE - 9)
        assert value_in(thinker, board, depth, MATE - 10) >= MATE - 9


@pytest.mark.parametrize(
    "title", ["checks by the queen", "back rank", "smothered mate", "mating attack", "MG2.21"]
)
def test_passes_do_not_change_short_tactics(thinker, title):
    """Nothing but passes on: where checks and captures decide, the value is that of plain search.

    A pass in check would let the king be taken, and the value would be no chess.
    """
    plain = thinker.reset(**PLAIN).think(LARGE[title], 4)
    assert thinker.reset(**PLAIN | {"null_move": True}).think(LARGE[title], 4).score == plain.score


def test_passes_save_nodes(thinker):
    """Over ordinary positions, alone and with a table."""
    for settings in (PLAIN, BARE):
        nodes = {}
        for null_move in (False, True):
            thinker.reset(**settings | {"null_move": null_move})
            names = ("Kiwipete", "MG4.28", "MG5.22", "EG2.36")
            nodes[null_move] = sum(thinker.afresh(LARGE[name], 5).nodes for name in names)
        assert nodes[True] < 0.9 * nodes[False]
