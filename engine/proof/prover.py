"""What a proof search works with: the game as doors, limits, memory, counters.

A game keeps the positions of the path that is looked at, by ply, and shows them to the search only
through four doors, whose addresses stand in the PROVER. All take the address of the game's own
record and a ply:

`judge(game, ply, how)`
    the value of the position, and above `MOBILITY_AT` how many moves it has;
`list_children(game, ply, children, how)`
    writes a CHILD for each legal move and returns their number;
`play(game, ply, move)`
    makes the position after a move that of the next ply; returns 0;
`earlier(game, ply)`
    the ply of the path with the same position as this one, or -1.
"""

import numpy as np

from engine.machine.calls import call_at
from engine.machine.core import boolean, core, int64, record, uint64, void
from engine.machine.stopwatch import now
from engine.machine.words import U64, as_record, at, fresh
from engine.proof.numbers import PAIR, initial_numbers

MOST_CHILDREN = 320
"""Moves of a position at most."""
MOST_PLIES = 4000
"""Length of a path at most; a search that needs a longer one ends without a result."""

BY_RULES, BY_PATH = U64(1), U64(2)
"""How a game judges: 0 not at all, by the position (and the game before the root), or also by the
path to it: repetition and the fifty-move rule."""
VALUE, MOBILITY_AT = U64(3), U64(8)
"""Parts of a judgement."""

CHILD = np.dtype(
    [
        ("key", "u8"),  # of the position after the move
        ("move", "u4"),  # 24 bits, which only the game reads
        ("mobility", "u2"),  # moves of the side that answers
        ("value", "u1"),  # numbers.UNKNOWN, TRUE or FALSE
        ("converting", "u1"),  # whether no earlier position can come again after the move
    ],
    align=True,
)
"""What a game tells of a move."""

STEP = np.dtype([("slot", "u8")], align=True)
"""A ply of the path: the slot in which its node, or a reference to its node, lies."""

RUNNING, SOLVED, NODES, MEMORY, TIME, STOPPED, TOO_DEEP, STEPS = range(8)
"""Why a search ended (`PROVER.ending`)."""

PROVER = np.dtype(
    [
        ("game", "u8"),  # address of the game's record
        ("judge", "u8"),  # entrances of its doors
        ("list_children", "u8"),
        ("play", "u8"),
        ("earlier", "u8"),
        ("children", "u8"),  # addresses: CHILD list, STEP by ply
        ("path", "u8"),
        ("nodes", "u8"),  # NODE by slot; slot 0 stands for none, slot 1 is the root
        ("links", "u8"),  # further records by slot, of the forms that need them; else 0
        ("root_key", "u8"),  # of the root's position
        ("known", "u8"),  # the table of positions, and the mask of its size
        ("known_mask", "u8"),
        ("capacity", "u8"),  # slots that there are
        ("used", "u8"),  # the first slot that was never used
        ("free", "u8", MOST_CHILDREN + 1),  # released blocks by their length, 0 if none
        ("initial", "u8"),  # numbers.INITIALISATIONS
        ("how", "u8"),  # how the game judges children
        ("draws_win", "u8"),  # 1 if a repetition is what the attacker wants
        ("stops_early", "u8"),  # 1: an unchanged node ends an update
        ("releases", "u8"),  # 1: what is below a solved node is released
        ("counts_slots", "u8"),  # 1: the limit is one of slots
        ("recursive", "u8"),  # DAG: 1: parents are updated by recursion
        ("cyclic", "u8"),  # graphs: 1 for DCG, 0 for DAG
        ("node_limit", "u8"),
        ("step_limit", "u8"),  # BTA: of selection
        ("deadline_ns", "i8"),  # of the stopwatch; 0: none
        ("stop", "i8"),  # set from outside
        ("ending", "i8"),
        ("until_poll", "i8"),  # steps until stop and time are looked at again
        ("created", "u8"),  # nodes, as the sources count them
        ("second", "u8"),  # of these, nodes of the second level
        ("peak", "u8"),  # slots in use at most
        ("expansions", "u8"),
        ("updates", "u8"),  # nodes recomputed
        ("steps", "u8"),  # of selection
        ("stamp", "u8"),  # of the last search for ancestors
        ("shares", "u8"),  # pn²: address of SHARE by size of the first level
        ("share_shift", "u8"),  # a SHARE is that of 1 << so many sizes
        ("room", "u8"),  # pn²: nodes of both levels in memory
        ("at_once", "u8"),  # pn²: 1: children of the first level are evaluated when they are made
        ("kept_trees", "u8"),  # pn²: address of the kept second levels, how many there can be,
        ("most_trees", "u8"),
        ("oldest_tree", "u8"),  # which of them gives way next,
        ("kept_slots", "u8"),  # and the slots that they take together
        ("table", "u8"),  # df-pn: addresses of TABLE and COUNTS
        ("counts", "u8"),
        ("traces", "u8"),  # and TRACE by ply
        ("epsilon", "u8"),  # df-pn: per mille by which a child's threshold is raised
        ("proof", "u8"),  # df-pn: what was found for the node searched last: its numbers,
        ("disproof", "u8"),
        ("best", "u8"),  # its best child, the number of the second one,
        ("runner_up", "u8"),
        ("depends", "u8"),  # the ply that a draw depends on, the length of the proof,
        ("length", "u8"),
        ("answer", "u8"),  # and the best move, if it is the root
    ],
    align=True,
)

Child, Step, Prover = record(CHILD), record(STEP), record(PROVER)

STEPS_BETWEEN_POLLS = 64


@core(void(Prover))
def poll(prover):
    """Look at the stop word and the clock, and end the search if they say so."""
    prover.until_poll = STEPS_BETWEEN_POLLS
    if fresh(prover, "stop"):
        prover.ending = STOPPED
    elif prover.deadline_ns and now() >= prover.deadline_ns:
        prover.ending = TIME


@core(boolean(Prover), forceinline=True)
def is_over(prover):
    """Count a step; whether stop word or clock have ended the search."""
    prover.until_poll -= 1
    if prover.until_poll < 0:
        poll(prover)
    return prover.ending != RUNNING


@core(boolean(Prover))
def may_expand(prover):
    """Whether the limits allow to expand another node; else `ending` says why not."""
    if is_over(prover):
        return False
    count = prover.used - U64(1) if prover.counts_slots else prover.created
    if count >= prover.node_limit:
        prover.ending = NODES
        return False
    return True


@core(uint64(Prover, uint64), forceinline=True)
def slot_at(prover, ply):
    """The slot of a ply of the path."""
    return at(as_record(prover.path, STEP), ply).slot


@core(void(Prover, uint64, uint64), forceinline=True)
def set_slot(prover, ply, slot):
    """Name the slot of a ply of the path."""
    at(as_record(prover.path, STEP), ply).slot = slot


@core(Child(Prover, uint64), forceinline=True)
def child_at(prover, number):
    """A record of the list that the game has written."""
    return at(as_record(prover.children, CHILD), number)


@core(uint64(Prover, uint64, uint64), forceinline=True)
def list_children(prover, ply, how):
    """Let the game list the children of the position at a ply; return their number."""
    return uint64(call_at(prover.list_children, prover.game, ply, prover.children, how))


@core(void(Prover, uint64, uint64), forceinline=True)
def play(prover, ply, move):
    """Let the game make the position of the next ply."""
    call_at(prover.play, prover.game, ply, move)


@core(int64(Prover, uint64), forceinline=True)
def earlier(prover, ply):
    """The ply of the path that has the position of this one already, or -1."""
    return call_at(prover.earlier, prover.game, ply)


@core(PAIR(Prover, uint64, uint64))
def judged_numbers(prover, ply, attacker):
    """The numbers of the position at a ply as those of a leaf, judged by rules and path."""
    judgement = uint64(call_at(prover.judge, prover.game, ply, prover.how))
    value, mobility = judgement & VALUE, judgement >> MOBILITY_AT
    return initial_numbers(prover.initial, value, mobility, ply, attacker)
