"""Single searches: by Sesame in this process, and by engines that have faults."""

import asyncio

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.learning import engines
from engine.lab.learning.searching import Search, compute, own_source, source_of
from engine.lab.match.protocols import LONGEST_LINE, Uci
from engine.options import find
from engine.thinking.agreement import search_until
from engine.thinking.engine import Engine
from tests.lab.learning.subjects import fake, nodes_of

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.fixture(autouse=True)
def no_engine_is_left():
    yield
    engines.release()


def searched(
    *words, moves=("e2e4",), nodes=5000, options=(("First", "100"), ("Second", "50")), **more
):
    search = Search(fake(*words), options, chess.STARTING_FEN, moves, nodes, **more)
    return compute(search, source_of(search.program))


def test_an_engine_is_stopped_when_it_agrees(tmp_path):
    """Not by a bound, another line or a string before; its options are those of the search."""
    log = tmp_path / "log"
    found = searched(f"log={log}")
    assert (found.solved, found.nodes) == (True, nodes_of(100, 50))
    assert log.read_text() == "100 50 5000\n"
    assert searched(f"log={log}", options=(("Second", "40"), ("First", "120"))).nodes == 1000


def test_an_engine_keeps_running(tmp_path):
    """The second search is not by another process, and options that do not change are kept."""
    searched()
    (first,) = engines._idle
    searched(nodes=6000)
    assert engines._idle == [first] and not first.transport.is_closing()
    searched("babbles")
    (second,) = engines._idle
    assert second is not first and first.transport.is_closing()


def test_an_unsolvable_position():
    """Whatever the engine says that it has used, it counts as the limit."""
    for words in (("best=d2d4",), ("best=-",)):
        found = searched(*words)
        assert (found.solved, found.nodes) == (False, 5000)
    assert searched(nodes=nodes_of(100, 50) - 1).solved is False


def test_nonsense_between_the_lines():
    assert searched("babbles").nodes == nodes_of(100, 50)


def test_iterations_in_a_row_of_an_engine():
    """It says e2e4 in one iteration only."""
    assert searched("best=a2a4", moves=("a2a4",), stable=2).solved
    assert not searched("best=e2e3", moves=("e2e3",), stable=2).solved


FAULTS = {
    "dies": ("dies", r"exited unexpectedly with status 7: out of memory\. It happened twice in rn"),
    "does not report nodes": ("mute", 'does not report its nodes in "info depth 3'),
    "writes a line without end": ("endless", r"did not answer within 0\.3 s\. It happened twice"),
    "plays an illegal move": (
        "cheats",
        r'sent an illegal move: "bestmove e1e8"\. It happened twice',
    ),
    "plays no move": ("dumb", r'sent no move: "bestmove"\. It happened twice'),
    "hangs": ("hangs", r"did not answer within 0\.3 s\. It happened twice"),
}


@pytest.mark.parametrize(("word", "words"), FAULTS.values(), ids=FAULTS)
def test_faults_of_an_engine(word, words):
    """It is started once more; then the search fails in a sentence, with no engine left."""
    with pytest.raises(LaboratoryError, match=words):
        searched(word, seconds=0.3 if word in ("hangs", "endless") else 60.0)
    assert engines._idle == []


def test_lines_that_are_too_long_are_dropped():
    """An engine that writes on and on cannot take all memory."""

    async def kept():
        protocol = Uci()
        for _ in range(3 * LONGEST_LINE // 1000):
            protocol.pipe_data_received(1, b"x" * 1000)
        return len(protocol.buffer[1])

    assert asyncio.run(kept()) <= LONGEST_LINE


def test_an_engine_that_dies_once(tmp_path):
    assert searched("dies-once", f"mark={tmp_path / 'mark'}").nodes == nodes_of(100, 50)


REFUSED = {
    "no such option": ((("Third", "1"),), "has no option Third"),
    "out of range": ((("First", "201"),), 'First of .* cannot be "201"'),
    "no number": ((("First", "much"),), 'cannot be "much"'),
}


@pytest.mark.parametrize(("options", "words"), REFUSED.values(), ids=REFUSED)
def test_options_that_an_engine_refuses(options, words):
    with pytest.raises(LaboratoryError, match=words):
        searched(options=options)


def test_programs_that_do_not_start():
    search = Search(("/no/such/program",), (), chess.STARTING_FEN, ("e2e4",), 100)
    with pytest.raises(LaboratoryError, match="cannot be started with"):
        compute(search, own_source(search.program))


def test_another_program_is_refused():
    search = Search((), (), chess.STARTING_FEN, ("e2e4",), 100)
    with pytest.raises(LaboratoryError, match=r"another Sesame .*wanted 4711"):
        compute(search, "4711")
    with pytest.raises(LaboratoryError, match="another engine"):
        compute(Search(fake(), (), chess.STARTING_FEN, ("e2e4",), 100), "4711")


def by_sesame(moves, nodes, stable=1, **options):
    chosen = tuple((name.replace("_", " "), str(value)) for name, value in options.items())
    search = Search((), chosen, KIWIPETE, moves, nodes, stable)
    return compute(search, source_of(()))


def test_sesame_in_this_process():
    """The same count as by `gountil`, whatever was searched and set before."""
    engine = Engine()
    engine.configure(find("Reduction Base"), 120)
    engine.set_position(chess.Board(KIWIPETE))
    engine.prepare_go()
    expected = search_until(engine, [chess.Move.from_uci("e2a6")], 20_000)
    assert expected.is_reached
    by_sesame(("d5e6",), 3000, Hash=1)
    for _ in range(2):
        found = by_sesame(("e2a6",), 20_000, Reduction_Base=120)
        assert (found.solved, found.nodes) == (True, expected.nodes)
    unsolved = by_sesame(("a2a3",), 2000)
    assert (unsolved.solved, unsolved.nodes) == (False, 2000)


def test_iterations_in_a_row_of_sesame():
    """More of them cost more, and the count is one of a finished iteration."""
    counts = [by_sesame(("e2a6",), 200_000, stable) for stable in (1, 2, 4)]
    assert all(one.solved for one in counts)
    assert counts[0].nodes < counts[1].nodes < counts[2].nodes
    assert not by_sesame(("e2a6",), counts[2].nodes - 1, 4).solved
