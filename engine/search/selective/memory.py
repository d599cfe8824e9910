"""What SELECTIVE alone keeps of a searching thread: a NODE for each ply, history, weights, counts.

The NODEs lie one behind the other, some of them before the root, so that the moves that led to a
node can be asked for at every ply: `at(node, -1)` is the parent's.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.machine.core import core, int64, record, uint64
from engine.machine.words import U64, as_record
from engine.search.selective.depth import ONE_PLY
from engine.search.shared.worker import PLIES, TALLIES, WORKER, Worker
from engine.table.statistics import COUNTS

NODES_BEFORE_ROOT = 8
"""NODEs of moves before the root, which nobody made: as many as a guard looks back."""
CLASSES = ("forced", "check", "recapture", "passed_push")
"""The classes of moves with a weight, by number, the most urgent first."""
PHASES = ("", "_ending")
"""The phases of the game with weights of their own, as the options name them."""

TALLY = np.dtype([(name, "i8") for name in TALLIES], align=True)
"""The counters of WORKER."""
NODE = np.dtype(
    [
        ("played", "u8"),  # the move in search, 0 for a pass
        ("cost", "i8"),  # the depth that it uses up, in hundredths of a ply
        ("unsure", "i8"),  # 1 if the node's value may be no bound, since moves were given up
        ("wrong", "u8"),  # rules that have put the value on the wrong side of the window, as bits
        ("depth", "i8"),  # remaining, in hundredths of a ply
        ("tried", "i8"),  # moves searched, the one in search counted in
        ("layers", "i8"),  # nodes on the path, from the last pv-node, whose multi-cut succeeded
        ("extended", "u8"),  # the move that is extended as the only good one, 0 if none
        ("skips_pruning", "i8"),  # 1 while the node is searched again in full, else 0
        ("table_move", "u8"),  # the whole move that the table knows, 0 if none
        ("counted_before", "i8"),  # `worker.counted` when the node was entered
        ("entry", "u8"),  # what the table held when the node was entered, 0 if nothing
        ("classes", "u8"),  # the classes whose weights make up the cost, as a set of bits
        ("open", "i8", len(CLASSES)),  # by class: the depth left if its weight were raised
    ],
    align=True,
)
SELECTIVE_COUNTS = np.dtype(
    [
        ("zero_window_nodes", "i8"),  # entries of the zero-window routine with depth left
        ("expected_cut_nodes", "i8"),  # of these, expected cut-nodes
        ("cut_offs", "i8"),  # moves of a zero-window node that cut off
        ("first_cut_offs", "i8"),  # of these, first moves
        ("passes", "i8"),  # null moves searched
        ("pass_cut_offs", "i8"),  # of these, nodes pruned
        ("uncertainty_cut_offs", "i8"),  # expected cut-nodes given up
        ("unsure_researches", "i8"),  # moves searched again since the value was unsure
        ("better_researches", "i8"),  # moves searched again since they were better
        ("multi_cut_tests", "i8"),  # nodes where the first moves were tried
        ("multi_cut_tries", "i8"),  # moves tried
        ("multi_cuts", "i8"),  # nodes pruned
        ("multi_cut_nodes", "i8"),  # nodes in these searches, those within others counted once
        ("multi_cut_layers", "i8"),  # successes that only counted as a layer
        ("singular_moves", "i8"),  # moves extended since they alone failed high
        ("extended_moves", "i8"),  # moves that used up less than a ply
        ("reduced_moves", "i8"),  # moves that used up more than a ply
    ],
    align=True,
)
AUDIT = np.dtype(
    [
        ("audited", "i8"),  # nodes that the rule pruned and that were searched in full
        ("wrong", "i8"),  # of these, those without a cut-off: errors introduced
        (
            "propagated",
            "i8",
        ),  # moves of pv-nodes that are judged wrongly for that
    ],
    align=True,
)
"""How often a rule errs, as far as its nodes were searched in full."""
RULES = ("null_move", "multi_cut")
"""The rules that are audited, by number."""
MOST_CUT_ROWS = 8192
"""Expected cut-nodes of one search that are described."""
CUT_ROW = np.dtype(
    [
        ("legal_moves", "i2"),  # and now of these:
        ("history_above_0", "i2"),  # those with more history than nothing
        ("history_above_100", "i2"),  # than a hundred
        ("quiescence", "i2"),  # those whose quiescence reaches beta
        ("quiescence_25", "i2"),  # whose quiescence reaches beta less a quarter of a pawn
        ("search", "i2"),  # those whose search, two plies less deep, reaches beta
        ("search_25", "i2"),
        ("plies", "i2"),  # that remain
        ("cuts_off", "i2"),  # 1 if a search in full finds a move that cuts off, else 0
    ]
)
"""What promises a cut-off at an expected cut-node, and whether there is one."""
MEMORY = np.dtype(
    [
        ("root_depth", "i8"),  # plies of the iteration
        ("last_score", "i8"),  # centipawns, of the last search of the root: MTD(f) begins there
        ("tries_running", "i8"),  # multi-cut tests on the path
        ("phase", "i8"),  # of the root's position, a place in PHASES
        ("probing", "i8"),  # 1 in a search that must leave no trace, else 0
        ("weights", "i8", (len(PHASES), len(CLASSES))),  # hundredths of a ply
        ("counts", SELECTIVE_COUNTS),
        ("audits", AUDIT, len(RULES)),
        ("learns", "i8"),  # 1 if nodes are counted for raised weights, else 0
        ("delta", "i8"),  # hundredths of a ply by which the weights are raised
        ("own_nodes", "i8"),  # nodes but those below the horizon
        ("altered_nodes", "i8", len(CLASSES)),  # by class: the same with its weight raised
        ("kept_counts", SELECTIVE_COUNTS),  # while a search that leaves no trace runs:
        ("kept_tallies", TALLY),
        ("kept_table_counts", COUNTS),
        ("kept_node_limit", "i8"),
        ("kept_tree", "u8"),
        ("kept_deepest_ply", "i8"),
        ("kept_fifty_draws", "i8"),
        ("cut_row_count", "i8"),
        ("cut_rows", CUT_ROW, MOST_CUT_ROWS),
        ("node", NODE, NODES_BEFORE_ROOT + PLIES),
        ("history", "i8", (2, 4096)),  # by side, origin and target
    ],
    align=True,
)
Node, Memory, SelectiveCounts = record(NODE), record(MEMORY), record(SELECTIVE_COUNTS)

assert MEMORY.fields and WORKER.fields
ROOT_NODE_AT = U64(MEMORY.fields["node"][1] + NODES_BEFORE_ROOT * NODE.itemsize)
"""Bytes from the beginning of a MEMORY to the root's NODE."""
COUNTS_AT = U64(MEMORY.fields["counts"][1])
AUDITS_AT, CUT_ROWS_AT = U64(MEMORY.fields["audits"][1]), U64(MEMORY.fields["cut_rows"][1])
KEPT_COUNTS_AT = U64(MEMORY.fields["kept_counts"][1])
KEPT_TALLIES_AT = U64(MEMORY.fields["kept_tallies"][1])
KEPT_TABLE_COUNTS_AT = U64(MEMORY.fields["kept_table_counts"][1])
"""Bytes from there to its other parts."""
TALLIES_AT = U64(WORKER.fields[TALLIES[0]][1])
"""Bytes from the beginning of a WORKER to its counters."""
NODE_BYTES = NODE.itemsize
AUDIT_BYTES, CUT_ROW_BYTES = U64(AUDIT.itemsize), U64(CUT_ROW.itemsize)

LEARNED: tuple[str, ...] = ()
"""Fields that go on from search to search within a game."""


@core(uint64(Worker, int64), forceinline=True)
def node_at(worker, ply):
    """The address of a ply's NODE."""
    return worker.memory + ROOT_NODE_AT + uint64(ply * NODE_BYTES)


@core(uint64(Worker), forceinline=True)
def counts_of(worker):
    """The address of the thread's SELECTIVE_COUNTS."""
    return worker.memory + COUNTS_AT


@core(uint64(Worker, uint64))
def audit_at(worker, rule):
    """The address of a rule's AUDIT."""
    return worker.memory + AUDITS_AT + rule * AUDIT_BYTES


@core(uint64(Worker))
def next_cut_row(worker):
    """The address of the first CUT_ROW that is free."""
    number = uint64(as_record(worker.memory, MEMORY).cut_row_count)
    return worker.memory + CUT_ROWS_AT + number * CUT_ROW_BYTES


def prepare(memory: Any, settings: Mapping[str, Any]) -> None:
    """Make a MEMORY record ready for the next search."""
    memory.history[:] = 0
    memory.node[:] = np.zeros(1, NODE)[0]
    memory.node["cost"] = ONE_PLY
    memory["counts"] = np.zeros(1, SELECTIVE_COUNTS)[0]
    for name in ("audits", "own_nodes", "altered_nodes", "cut_row_count"):
        memory[name] = np.zeros(1, memory.dtype[name])[0]
    memory.last_score = memory.probing = memory.tries_running = 0
    memory.learns = int(settings["learn_aux"] or settings["learn_online"])
    memory.delta = int(settings["learn_delta"])
    for phase, suffix in enumerate(PHASES):
        own = suffix if settings["weights_per_phase"] else ""
        for number, name in enumerate(CLASSES):
            memory.weights[phase, number] = int(settings[f"weight_{name}{own}"])
