"""Lazar's summary lines of a search, and the board as his program shows it.

Source: Lazar 1995, statistics and search display.
"""

import re
from math import exp

import chess
import pytest

from engine.table.errors import expected_errors
from engine.table.statistics import COUNTS
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
    counts = dict.fromkeys(COUNTS.names, 0)
    counts |= {"reads": 2586, "hits": 193, "writes": 573}
    sample = Summary(
        nodes=2573, interior=976, quiescence=400, generated=16170, generations=491,
        elapsed_ms=1000, positions=65536, buckets=65536, filled=486, collisions=6, clashes=6,
        counts=counts,
    )  # fmt: skip
    assert sample.lines()[:4] == [
        "2573 nodes (int:976, leaf:1597, quies:400), 2573 n/s",
        "486 filled (0.74%), 2586 reads, 193 hits (7.46%) 573 writes",
        "6 collisions, 1.8 expected",
        "16170 moves in 491 times (32.93)",
    ]


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
    assert times <= nodes + 1


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
