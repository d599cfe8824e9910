"""The hooks by which a search writes its tree, called one by one as plain Python."""

import numpy as np
import pytest

from engine.machine.core import plain
from engine.machine.words import U64, address
from engine.search.shared import tree_log
from engine.search.shared.tree_log import (
    MULTI_CUT,
    MULTI_CUT_PROBE,
    NO_FLAGS,
    NULL_MOVE,
    PROBE,
    QUIESCENCE,
    RE_SEARCH,
    STOPPED,
    TREE_LOG,
    TREE_NODE,
    UNSURE,
    VERIFICATION,
)
from engine.search.shared.worker import WORKER

pytestmark = pytest.mark.uncompiled
E4, D4 = U64(12 | 28 << 6), U64(11 | 27 << 6)


class Hooks:
    """A worker with a log, and the hooks as a search calls them."""

    def __init__(self, limit=50, most_plies=9):
        self.nodes = np.zeros(60, TREE_NODE)
        self._logs = np.zeros(1, TREE_LOG).view(np.recarray)
        self._workers = np.zeros(1, WORKER).view(np.recarray)
        self.worker, log = self._workers[0], self._logs[0]
        log.first, log.limit, log.most_plies = self.nodes.ctypes.data, limit, most_plies
        self.worker.tree = address(log)
        self.log = log

    def enter(self, ply, flags=NO_FLAGS, move=None, role=NO_FLAGS, window=(-10, 10)):
        """Go to a child by a move, or search the same position if none is given."""
        if move is not None:
            plain(tree_log.write_move)(self.worker, ply - 1, move, role)
        self.worker.nodes += 1
        plain(tree_log.write_entry)(self.worker, ply, 300, *window, flags)

    def leave(self, value=0, flags=NO_FLAGS):
        """Return from the node."""
        plain(tree_log.write_end)(self.worker, value, flags)

    def node(self, ply, flags=NO_FLAGS, move=None, role=NO_FLAGS, ends=NO_FLAGS):
        """Enter and leave."""
        self.enter(ply, flags, move, role)
        self.leave(0, ends)

    def written(self, *fields):
        """The records."""
        return [tuple(int(node[name]) for name in fields) for node in self.nodes[: self.log.count]]


@pytest.fixture
def hooks():
    return Hooks()


def test_one_node(hooks):
    hooks.enter(0, window=(-25, 30))
    plain(tree_log.write_static)(hooks.worker, -7)
    hooks.leave(12, UNSURE)
    fields = "move", "marks", "alpha", "beta", "value", "static", "depth", "ply", "records", "nodes"
    assert hooks.written(*fields) == [(0, UNSURE, -25, 30, 12, -7, 300, 0, 1, 1)]


def test_roles_and_endings(hooks):
    """Probes of a multi-cut, then the same move in earnest, and that again."""
    hooks.enter(0)
    hooks.node(1, move=E4, role=MULTI_CUT_PROBE)
    hooks.node(1, move=E4)
    hooks.node(1, move=E4)
    hooks.node(1, move=D4, ends=UNSURE)
    hooks.node(1, move=U64(0), role=NULL_MOVE)
    hooks.node(0, PROBE)
    hooks.node(0)
    hooks.node(0, QUIESCENCE)
    hooks.leave(0, MULTI_CUT)
    assert hooks.written("move", "marks") == [
        (0, MULTI_CUT),
        (E4, MULTI_CUT_PROBE),
        (E4, NO_FLAGS),
        (E4, RE_SEARCH),
        (D4, UNSURE),
        (0, NULL_MOVE),
        (0, PROBE),
        (0, VERIFICATION),
        (0, QUIESCENCE),
    ]
    assert hooks.written("records")[0] == (9,)


def test_the_same_move_of_another_parent_is_no_re_search(hooks):
    hooks.enter(0)
    for first in (E4, D4):
        hooks.enter(1, move=first)
        hooks.node(2, move=E4)
        hooks.leave()
    hooks.leave()
    assert hooks.written("ply", "marks") == [(0, 0), (1, 0), (2, 0), (1, 0), (2, 0)]


def test_what_is_not_written_is_counted():
    hooks = Hooks(limit=3, most_plies=1)
    hooks.enter(0)
    for _ in range(3):
        hooks.enter(1, move=E4)
        hooks.node(2, move=D4)
        hooks.leave()
    hooks.leave()
    # The third child finds no space; its parent counts it all the same.
    assert hooks.written("ply", "records", "nodes") == [(0, 3, 7), (1, 1, 2), (1, 1, 2)]
    assert hooks.log.open == 0


def test_a_stop_marks_all_that_are_open(hooks):
    hooks.enter(0)
    hooks.node(1, move=E4)
    hooks.enter(1, move=D4)
    hooks.worker.stop = 1
    hooks.leave()
    hooks.leave()
    assert [marks & STOPPED for (marks,) in hooks.written("marks")] == [STOPPED, 0, STOPPED]


def test_more_open_nodes_than_there_is_room_for(hooks):
    """No search nests so deep; memory beside the log must stay as it is."""
    hooks.log.most_plies = 10_000
    hooks.log.limit = 5
    for _ in range(tree_log.MOST_OPEN + 10):
        hooks.enter(0)
    for _ in range(tree_log.MOST_OPEN + 10):
        hooks.leave()
    assert hooks.log.open == 0
    assert hooks.written("nodes")[0] == (tree_log.MOST_OPEN + 10,)
