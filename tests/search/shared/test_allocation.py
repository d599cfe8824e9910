"""A search allocates nothing: move lists, lines and counters lie in memory made before."""

from collections.abc import Iterator

import chess
import numpy as np
import pytest
from numba import config, njit
from numba.core.runtime import _nrt_python, rtsys

from engine.options import find
from engine.options.search import SEARCHES
from engine.thinking.deepening import Plan, deepen
from engine.thinking.engine import Engine, Limits

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

compiled_only = pytest.mark.skipif(
    bool(config.DISABLE_JIT), reason="only compiled code has an allocator to watch"
)


@pytest.fixture
def allocations() -> Iterator[object]:
    """Let Numba count the allocations of compiled code; gives what reads the count."""
    rtsys.initialize(None)
    _nrt_python.memsys_enable_stats()
    yield lambda: rtsys.get_allocation_stats().alloc
    _nrt_python.memsys_disable_stats()


@compiled_only
@pytest.mark.parametrize("search", SEARCHES)
def test_numba_allocates_nothing_while_searching(allocations, search):
    """Hundreds of thousands of nodes, all ideas on, leave the count as it was."""
    engine = Engine()
    engine.configure(find("Search"), search)
    engine.set_position(chess.Board(KIWIPETE))
    engine.prepare_go()
    engine.think(Limits(depth=1), lambda _: None)
    before = allocations()
    for _ in deepen(engine.thread, Plan(60, 1, 100, False, 300_000), lambda: True):
        pass
    assert engine.thread.worker.nodes >= 300_000
    assert allocations() == before


@compiled_only
def test_the_count_moves_when_something_is_allocated(allocations):
    """Compiled code that makes an array is seen: the test above can fail."""

    @njit
    def makes_an_array():
        return np.zeros(3).sum()

    before = allocations()
    makes_an_array()
    assert allocations() > before
