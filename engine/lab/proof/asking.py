"""The proof search that a command line asks for."""

import argparse
from dataclasses import replace

import chess

from engine.proof.memory import slots_within
from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import FEWEST_SLOTS, Settings
from engine.proof.variants import VARIANTS
from engine.table.memory import MIB
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.sizes import MIDDLE_PERCENT, WIDTH_PERCENT

DEFAULT_NODE_LIMIT = 1_000_000
DEFAULT_MIB, DEFAULT_TABLE_MIB = 1024, 64
NODES_OF_TWO_LEVELS = 300_000
"""pn² without a given memory: nodes of both levels in memory, as in Breuker 1998, chapter 4."""


def prover_for(board: chess.Board, arguments: argparse.Namespace) -> ChessProver:
    """Make the search that a command line asks for.

    Parameters
    ----------
    board : chess.Board
    arguments : argparse.Namespace
        form, goal, initial, papers, nodes, memory (MiB or None), releases, kept_trees.

    Raises
    ------
    ProofError
        If the memory cannot be had.
    """
    question = Question(goal=arguments.goal, printed=arguments.papers)
    return ChessProver(board, question, settings_for(arguments))


def settings_for(arguments: argparse.Namespace) -> Settings:
    """Return the form of the search, its limits, and its share of the memory."""
    form = VARIANTS[arguments.form]
    settings = Settings(
        variant=form.name,
        initial=arguments.initial,
        node_limit=arguments.nodes,
        releases=arguments.releases,
        kept_trees=arguments.kept_trees,
    )
    if form.table:
        table_mib = arguments.memory or DEFAULT_TABLE_MIB
        return replace(settings, slots=FEWEST_SLOTS, table_mib=table_mib)
    fitting = slots_within(form, (arguments.memory or DEFAULT_MIB) * MIB)
    if not form.second_level:
        # A graph takes a slot for each move, a node for each position: the ratio is not known.
        most = fitting if form.links else arguments.nodes + MOST_CHILDREN
        return replace(settings, slots=min(fitting, most))
    slots = max(FEWEST_SLOTS, fitting // (1 + arguments.kept_trees))
    if arguments.memory is None:
        slots = NODES_OF_TWO_LEVELS + MOST_CHILDREN
    middle, width = slots * MIDDLE_PERCENT // 100, slots * WIDTH_PERCENT // 100
    return replace(settings, slots=slots, middle=middle, width=width)
