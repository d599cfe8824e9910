"""A chess position, a goal and limits as a proof search."""

import argparse

import chess

from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import FEWEST_SLOTS, MOST_SLOTS, Settings
from engine.proof.variants import VARIANTS
from engine.table.memory import MIB
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.mate_search import MIDDLE_PERCENT, WIDTH_PERCENT

USUAL_NODE_LIMIT = 1_000_000
USUAL_MIB, USUAL_TABLE_MIB = 1024, 64
ROOM_OF_TWO_LEVELS = 300_000
"""Nodes in memory of Breuker 1998, chapter 4."""
SLOTS_PER_NODE = 2
"""At most, mostly: a graph needs further slots for references, and BTA for twins."""


def asked(board: chess.Board, wanted: argparse.Namespace) -> ChessProver:
    """Make the search.

    Parameters
    ----------
    board : chess.Board
    wanted : argparse.Namespace
        form, goal, initial, papers, nodes, memory (MiB or None), releases, kept_trees.

    Raises
    ------
    ProofError
        If the memory cannot be had.
    """
    question = Question(goal=wanted.goal, printed=wanted.papers)
    form = VARIANTS[wanted.form]
    if form.table:
        table_mib = wanted.memory or USUAL_TABLE_MIB
        settings = Settings(form.name, wanted.initial, wanted.nodes, table_mib=table_mib)
        return ChessProver(board, question, settings)
    slots = min(slots_within(board, form.name, wanted.memory or USUAL_MIB), MOST_SLOTS)
    if not form.second_level:
        needed = SLOTS_PER_NODE * wanted.nodes + MOST_CHILDREN
        slots = min(slots, needed)
        settings = Settings(
            form.name, wanted.initial, wanted.nodes, slots, releases=wanted.releases
        )
        return ChessProver(board, question, settings)
    slots = max(FEWEST_SLOTS, slots // (1 + wanted.kept_trees))
    if wanted.memory is None:
        slots = ROOM_OF_TWO_LEVELS + MOST_CHILDREN
    settings = Settings(
        form.name,
        wanted.initial,
        wanted.nodes,
        slots,
        middle=slots * MIDDLE_PERCENT // 100,
        width=slots * WIDTH_PERCENT // 100,
        kept_trees=wanted.kept_trees,
    )
    return ChessProver(board, question, settings)


def slots_within(board: chess.Board, form: str, mib: int) -> int:
    """Return the slots that fit into so much memory."""
    asking = ChessProver(board, Question(), Settings(form, node_limit=1, slots=FEWEST_SLOTS + 1))
    fitting = mib * MIB // asking.search.memory.bytes_per_slot
    if VARIANTS[form].looks_up:  # the table of positions has a power of two
        fitting = 1 << fitting.bit_length() - 1
    return max(FEWEST_SLOTS, fitting)
