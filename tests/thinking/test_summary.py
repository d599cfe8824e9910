"""Lazar's summary lines of a search, and the board as his program shows it.

Source: Lazar 1995, statistics and search display.
"""

import re
from dataclasses import asdict, fields
from math import exp

import chess
import pytest

from engine.search.shared.worker import TALLIES, WORKER
from engine.table.errors import expected_errors
from engine.table.statistics import COUNTS
from engine.thinking.counters import Counters
from engine.thinking.limits import Limits
from engine.thinking.summary import Summary, percent
from tests.search.positions import LARGE
from tests.search.thinker import Thinker

GAMES = ("Kiwipete", "MG4.28", "EG2.36", "EG5.50")
LINES = (
    r"(\d+) nodes \(int:(\d+), leaf:(\d+), quies:(\d+)\), (\d+) n/s",
    r"(\d+) filled \(([\d.]+)%\), (\d+) reads, (\d+) hits \(([\d.]+)%\) (\d+) writes",
    r"(\d+) collisions, ([\d.]+) expected",
    r"(\d+) moves in (\d+) times \(([\d.]+)\)",
)


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def numbers(lines):
    """The numbers of the four lines, as numbers."""
    found = []
    for pattern, line in zip(LINES, lines, strict=False):
        match = re.fullmatch(pattern, line)
        assert match, f"{line!r} has not Lazar's form"
        found.append([float(group) for group in match.groups()])
    return found


def test_the_printed_sample():
    """Lazar's own numbers, from a run with 64K positions, put into his lines."""
    counters = Counters(
        nodes=2573, interior=976, quiescence=400, reads=2586, hits=193, writes=573,
        generated=20000, generations=600, quiescence_generated=3830, quiescence_generations=109,
    )  # fmt: skip
    sample = Summary(
        counters, elapsed_ms=1000, positions=65536, buckets=65536, filled=486, collisions=6
    )
    assert sample.lines()[:4] == [
        "2573 nodes (int:976, leaf:1597, quies:400), 2573 n/s",
        "486 filled (0.74%), 2586 reads, 193 hits (7.46%) 573 writes",
        "6 collisions, 1.8 expected",
        "16170 moves in 491 times (32.93)",
    ]
    assert sample.lines()[4] == "with quiescence: 20000 moves in 600 times (33.33)"


def clashes_in(lines):
    """The number of clashes and the expected one."""
    (match,) = filter(
        None, (re.fullmatch(r"(\d+) clashes, ([\d.]+) expected", one) for one in lines)
    )
    return float(match[1]), float(match[2])


@pytest.mark.parametrize("scheme", ["NEW", "TWOBIG1"])
@pytest.mark.parametrize("name", GAMES)
def test_identities(thinker, name, scheme):
    """N = int + leaf, quies within int, and the rates are what they are called."""
    found = thinker.reset(replacement_scheme=scheme, table_positions="8K").think(LARGE[name], 5)
    (nodes, interior, leaves, quiescence, _), filled, collided, generated = numbers(
        thinker.engine.table_report()
    )
    assert nodes == found.nodes == interior + leaves
    assert 0 < quiescence < interior
    places, filled_percent, reads, hits, hit_percent, writes = filled
    assert places == len(thinker.stored()) == found.counts["filled"]
    assert filled_percent == pytest.approx(100 * places / 8192, abs=0.006)
    assert hit_percent == pytest.approx(100 * hits / reads, abs=0.006)
    assert (reads, hits, writes) == tuple(
        found.counts[name] for name in ("reads", "hits", "writes")
    )
    assert writes == interior - quiescence, "every full-width node that searched is stored"
    lost, expected = collided
    assert lost == found.counts["collisions"]
    stored, buckets = places + lost, 8192 if scheme == "NEW" else 4096
    clashes, expected_clashes = clashes_in(thinker.engine.table_report())
    assert clashes == found.counts["clashes"]
    assert stored - clashes == len({one.key % buckets for one in thinker.stored()})
    assert expected_clashes == pytest.approx(expected_errors(stored, buckets), abs=0.06)
    if scheme == "NEW":
        assert (lost, expected) == (clashes, expected_clashes)
    else:
        # One, or two or more, of so many balls in an urn of the mean number: Poisson's law.
        mean = stored / buckets
        kept = buckets * (2 - 2 * exp(-mean) - mean * exp(-mean))
        assert expected == pytest.approx(stored - kept, abs=0.06)
    moves, times, average = generated
    assert average == pytest.approx(moves / times, abs=0.006)
    worker = found.worker
    assert moves == worker["generated"] - worker["quiescence_generated"]
    assert times == worker["generations"] - worker["quiescence_generations"]
    assert times <= worker["full_width"] + 1, "the list of root moves generates once more"


def test_filled_is_kept_through_a_game(thinker):
    """With stamping positions of earlier searches are counted too, until the table is cleared."""
    thinker.reset(table_positions="8K")
    for name in GAMES:
        thinker.think(LARGE[name], 4)
        assert numbers(thinker.engine.table_report())[1][0] == len(thinker.stored())
    thinker.engine.new_game()
    thinker.think(LARGE["EG2.36"], 2)
    assert numbers(thinker.engine.table_report())[1][0] == len(thinker.stored()) < 1000
    thinker.set(time_stamping=False)
    thinker.think(LARGE["MG4.28"], 4)
    thinker.think(LARGE["EG2.36"], 2)
    assert numbers(thinker.engine.table_report())[1][0] == len(thinker.stored()) < 1000


def test_counts_of_one_span_are_compared(thinker):
    """With stamping M is what was stored in the game; without, what was stored in the search."""
    counted = {}
    for stamping in (True, False):
        thinker.reset(table_positions="1K", replacement_scheme="NEW", time_stamping=stamping)
        for name in GAMES:
            found = thinker.think(LARGE[name], 4)
            counted[stamping, name] = found.counts
        lost = sum(counted[True, name]["collisions"] for name in GAMES if stamping)
        lost = lost or found.counts["collisions"]
        _, (filled, *_), (collisions, expected), _ = numbers(thinker.engine.table_report())
        assert (filled, collisions) == (len(thinker.stored()), lost)
        assert expected == pytest.approx(expected_errors(filled + lost, 1024), abs=0.06)


def test_filled_after_another_table(thinker):
    """A new table is empty."""
    thinker.reset().think(LARGE["MG4.28"], 4)
    thinker.set(table_positions="16K")
    thinker.think(LARGE["EG2.36"], 2)
    assert numbers(thinker.engine.table_report())[1][0] == len(thinker.stored())


def test_further_counters(thinker):
    """Every counter of COUNTS is in some line."""
    found = thinker.reset(hash_bits=16, table_pv_length=3, table_positions="1K").think(
        LARGE["MG4.28"], 6
    )
    text = "\n".join(thinker.engine.table_report())
    for name, count in found.counts.items():
        assert re.search(rf"\b{count}\b", text), name
    assert f"{found.counts['illegal']} detected by an illegal move" in text


def test_the_counters_have_the_names_of_the_core():
    """In its order, since they are copied as they lie in memory."""
    assert [field.name for field in fields(Counters)] == [*TALLIES, *COUNTS.names]
    offsets = [WORKER.fields[name][1] for name in TALLIES]
    assert offsets == list(range(offsets[0], offsets[0] + 8 * len(TALLIES), 8))


@pytest.mark.parametrize("search", ["AliBaba", "Modern", "Selective"])
def test_the_summary_is_what_was_counted(thinker, search):
    """Name by name, against the records of the core."""
    found = thinker.reset(search=search, hash_bits=20, table_positions="256").think(
        LARGE["MG4.28"], 5
    )
    summary = thinker.engine.summary
    assert asdict(summary.counters) == found.worker | found.counts
    assert all(asdict(summary.counters)[name] for name in TALLIES)
    assert (summary.positions, summary.buckets, summary.levels) == (256, 128, 2)
    assert (summary.hash_bits, summary.filled) == (20, len(thinker.stored()))
    assert summary.deepest_ply == max(info.seldepth for info in found.infos)


@pytest.mark.parametrize("multipv", [1, 3])
@pytest.mark.parametrize("search", ["AliBaba", "Modern", "Selective"])
@pytest.mark.parametrize("name", GAMES)
def test_an_iteration_counts_as_a_search_that_ends_with_it(thinker, name, search, multipv):
    """A table that is cleared between searches: every shallower depth is in the deepest one."""
    thinker.reset(search=search, multipv=multipv, time_stamping=False, table_positions="1K")
    thinker.think(LARGE[name], 6)
    iterations = thinker.engine.summary.iterations
    assert [one.depth for one in iterations] == [1, 2, 3, 4, 5, 6]
    for iteration in iterations:
        found = thinker.afresh(LARGE[name], iteration.depth)
        assert asdict(iteration.counters) == found.worker | found.counts
        best = next(info for info in reversed(found.infos) if info.multipv == 1)
        assert (iteration.score, iteration.line) == (best.score, best.pv)


def test_an_interrupted_iteration_is_none(thinker):
    """Nor are the searches that decide `go mate`."""
    thinker.reset().think(LARGE["MG4.28"], nodes=20_000)
    summary = thinker.engine.summary
    last = summary.iterations[-1]
    assert last.counters.nodes < summary.counters.nodes
    thinker.reset().think(LARGE["MG4.28"], mate=1)
    assert len(thinker.engine.summary.iterations) == 1


def test_iterations_of_several_threads(thinker):
    """The counters are those of all threads."""
    thinker.reset(threads=2).think(LARGE["MG4.28"], 6)
    summary = thinker.engine.summary
    nodes = [iteration.counters.nodes for iteration in summary.iterations]
    assert nodes == sorted(nodes) and nodes[-1] <= summary.counters.nodes


def test_nodes_by_entry_counted_by_hand(thinker):
    """Start position, one ply: the root and its twenty leaves, and no capture.

    The root's moves are listed before the search; no other full-width node has moves.
    """
    thinker.reset(pvs=False).think(chess.STARTING_FEN, 1)
    counters = thinker.engine.summary.counters
    entries = counters.full_width, counters.horizon, counters.deeper_quiescence
    assert entries == (1, 20, 0)
    assert counters.generations - counters.quiescence_generations == 1
    assert counters.generated - counters.quiescence_generated == 20
    assert counters.quiescence_generated == 0


def test_a_position_without_moves(thinker):
    """Nothing is searched, and the summary says so."""
    thinker.reset().think(LARGE["MG4.28"], 3)
    thinker.engine.set_position(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
    thinker.engine.think(Limits(depth=3), lambda _: None)
    assert thinker.engine.summary.counters == Counters()
    assert thinker.engine.nodes == 0


def test_before_the_first_search():
    """The command `table` may come at any time."""
    lines = Thinker().engine.table_report()
    assert numbers(lines)[0] == [0, 0, 0, 0, 0]


def test_percent_of_nothing():
    assert percent(0, 0) == "0.00%"


def test_the_board_of_the_start(thinker):
    """`print board`: side to move, castling rights, two sums, the board, the hash value in halves.

    Material of a side with the king: 8 pawns, 2 knights, 2 bishops, 2 rooks, queen, king:
    800 + 650 + 650 + 1000 + 900 + 1500 (X16).
    """
    thinker.reset()
    thinker.engine.set_position(chess.Board())
    header, sides, *rows = thinker.engine.display()
    assert header == "white to move, castling WS WL BS BL"
    match = re.fullmatch(r"white: (\d+)\+(-?\d+), black: (\d+)\+(-?\d+)", sides)
    assert match
    assert match[1] == match[3] == "5500"
    assert match[2] == match[4], "mirrored sides stand equally well"
    assert rows[:8] == str(chess.Board()).splitlines()
    assert rows[8] == f"FEN {chess.STARTING_FEN}"
    key = thinker.key(chess.Board())
    assert rows[9] == f"key {key:016x} ({key >> 32:08x} {key % 2**32:08x})"


def test_the_board_shows_the_value(thinker):
    """White's sums minus Black's are the static value for White; kings cancel out."""
    thinker.reset(knight_value=300, centre_function="Expo")
    for name in GAMES:
        board = chess.Board(LARGE[name])
        thinker.engine.set_position(board)
        sums = [int(text) for text in re.findall(r"-?\d+", thinker.engine.display()[1])]
        value = sums[0] + sums[1] - sums[2] - sums[3]
        assert thinker.engine.evaluation() == (value if board.turn else -value)


def test_no_castling_rights(thinker):
    thinker.reset()
    thinker.engine.set_position(chess.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 1"))
    assert thinker.engine.display()[0] == "black to move, castling none"
