"""The search as AliBaba+ shows it (Lazar 1995), and the statistics."""

import csv
import io
import re
from pathlib import Path

import chess
import pytest

from engine.lab.script.display import SEPARATOR, Display, Event, event_line, event_of
from engine.lab.script.statistics import Record, Search, Statistics, csv_of, totals
from engine.thinking.counters import Counters
from engine.thinking.news import Info, Progress, RootEvent
from engine.thinking.summary import Summary

DATA = Path(__file__).resolve().parents[2] / "data"


def line_of(*words):
    """Moves from the start position."""
    board = chess.Board()
    return tuple(board.push_uci(word) for word in words)


def info(depth, score, bound="", pv=("e2e4", "e7e5"), seconds=0.5):
    """What the engine reports of a window."""
    return Info(depth, depth + 4, score, bound, 1000, int(1000 * seconds), 0, line_of(*pv))


def shown(*news, progress=False):
    """What the display prints."""
    lines = []
    display = Display(chess.Board(), lines.append, progress)
    for one in news:
        display.report(one)
    return lines, display


def test_the_columns():
    """Depth, seconds, marker, pawns with three decimals, line, deepest ply."""
    (event,) = [event_of(info(5, -37, "lowerbound", ("e2e4", "d7d5", "e4d5"), 1.94))]
    words = event_line(event, chess.Board()).split()
    assert words == ["5", "1.94", ">>", "-0.370", "e2-e4", "d7-d5", "e4xd5", "9"]
    (event,) = [event_of(info(5, 1234, "upperbound"))]
    assert event_line(event, chess.Board()).split()[2:4] == ["<<", "12.340"]
    columns = [event_line(event_of(one), chess.Board()) for one in (info(1, 5), info(12, -2345))]
    assert len({len(line) for line in columns}) == 1


def test_moves_of_quiescence_have_a_dot():
    """From the place at which it begins."""
    moves = line_of("e2e4", "d7d5", "e4d5", "d8d5")
    event = Event(2, 0, "", 0, moves, 4, True, quiet=2)
    assert "e2-e4 d7-d5 .e4xd5 .Qd8xd5" in event_line(event, chess.Board())


def test_mates_are_counted_in_moves():
    """Their scores are no pawns."""
    assert "mate 2" in event_line(event_of(info(5, 31000 - 3)), chess.Board())
    assert "mate -1" in event_line(event_of(info(5, -31000 + 2)), chess.Board())


def test_separators_surround_the_final_line():
    """Of each iteration, once between two of them."""
    lines, display = shown(info(1, 10), info(2, 20), info(3, 120, "lowerbound"), info(3, 140))
    kinds = ["-" if line == SEPARATOR else line.split()[0] for line in lines]
    assert kinds == ["-", "1", "-", "2", "-", "3", "-", "3", "-"]
    assert display.last.score == 140


def test_a_repeated_line_is_shown_once():
    """At a limit the engine reports the last line again."""
    lines, _ = shown(info(1, 10), info(1, 10, seconds=0.9))
    assert len(lines) == 3


def test_a_bound_does_not_replace_the_result():
    """An iteration that was stopped after a bound leaves the last one's move and score."""
    _, display = shown(info(2, 20), info(3, 120, "lowerbound"))
    assert (display.last.depth, display.last.score) == (2, 20)
    _, display = shown(info(1, 20, "lowerbound"))
    assert display.last.score == 20


def test_progress():
    """Only when it is asked for."""
    news = Progress(chess.Move.from_uci("g1f3"), 3, 7, 10_000, 1500, 0)
    assert shown(news)[0] == []
    assert shown(news, progress=True)[0][0].split() == ["7", "1.50", "3.", "Ng1-f3"]


def table(name):
    """A table of Lazar (1995)."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


SAMPLE = {row["stat"]: float(row["value"]) for row in table("lazar1995_sample_step_stats.csv")}
NODES = re.compile(r"(\d+) nodes \(int:(\d+), leaf:(\d+), quies:(\d+)\), (\d+) n/s")
FILLED = re.compile(r"(\d+) filled \(([\d.]+)%\), (\d+) reads, (\d+) hits \(([\d.]+)%\) (\d+) wr")
MOVES = re.compile(r"(\d+) moves in (\d+) times \(([\d.]+)\)")


def test_the_sample_by_our_formulas():
    """Lazar's printed counters give his printed shares; his speed fits no time that he prints."""
    positions = int(SAMPLE["implied_table_positions"])
    counters = Counters(
        nodes=2573,
        interior=976,
        quiescence=400,
        generated=16170,
        generations=491,
        reads=2586,
        hits=193,
        writes=573,
        collisions=6,
    )
    summary = Summary(counters, elapsed_ms=4150, positions=positions, buckets=positions, filled=486)
    lines = summary.lines()
    nodes, filled, moves = (
        list(map(float, pattern.match(line).groups()))
        for pattern, line in zip(
            (NODES, FILLED, MOVES), (lines[0], lines[1], lines[3]), strict=True
        )
    )
    names = ("nodes", "int", "leaf", "quies", "nodes_per_second")
    assert nodes[:4] == [SAMPLE[name] for name in names[:4]]
    assert nodes[0] == nodes[1] + nodes[2]
    names = ("filled", "filled_percent", "reads", "hits", "hit_percent", "writes")
    assert filled == [SAMPLE[name] for name in names]
    assert moves == [SAMPLE[n] for n in ("moves_generated", "generator_calls", "moves_per_call")]


def test_the_identities_hold_in_our_searches(session):
    """As in the sample: N = int + leaf, quies a part of it, and every share of its whole."""
    for bits, depth in ((10, 4), (16, 5)):
        printed = session.run(f"NEW\nCLEAR STATS\nSET TABLE INDEX {bits}\nSTEP {depth}")
        lines = "\n".join(printed)
        nodes, internal, leaf, quies, _ = map(int, NODES.search(lines).groups())
        assert nodes == internal + leaf
        assert 0 < quies < internal
        filled, load, reads, hits, rate, writes = map(float, FILLED.search(lines).groups())
        assert load == pytest.approx(100 * filled / 2**bits, abs=0.005)
        assert rate == pytest.approx(100 * hits / reads, abs=0.005)
        assert 0 < filled <= min(2**bits, writes)
        moves, times, average = map(float, MOVES.search(lines).groups())
        assert average == pytest.approx(moves / times, abs=0.005)
        (record,) = session.state.records
        found = record.statistics
        assert (found.nodes, found.internal, found.leaf) == (nodes, internal, leaf)
        assert (found.filled, found.reads, found.hits) == (filled, reads, hits)
        assert (found.writes, found.moves_generated) == (writes, moves)


def test_lazars_twelve_statistics():
    """In his order; a search, then the twelve, then what else his summary prints."""
    published = [row["statistic"] for row in table("lazar1995_statistics.csv")]
    assert len(published) == 12
    ours = dict(zip(Statistics._fields, published, strict=False))
    for field, words in {
        "time_ms": "search time",
        "nodes": "nodes examined",
        "internal": "internal",
        "leaf": "leaf",
        "quiescence": "quiescence",
        "filled": "filled",
        "load_factor_percent": "load factor",
        "reads": "reads",
        "writes": "writes",
        "hits": "hits",
        "moves_generated": "moves generated",
        "calls": "alpha-beta calls",
    }.items():
        assert words in ours[field]


def test_the_file():
    """Comma separated, with a head; a FEN is one field."""
    summary = Summary(Counters(nodes=30, interior=10, quiescence=3), positions=1024, filled=7)
    facts = Search(1, chess.STARTING_FEN, "deep 1", 10, 3, "e2e4", 25)
    records = [Record(facts, Statistics.of(summary))] * 2
    rows = list(csv.DictReader(io.StringIO(csv_of(records))))
    assert len(rows) == 2
    assert rows[0]["fen"] == chess.STARTING_FEN
    assert (rows[0]["nodes"], rows[0]["leaf"], rows[0]["load_factor_percent"]) == (
        *("30", "20", "0.6836"),
    )
    lines = totals(records)
    assert {"2 searches", "nodes 60", "filled 7", "load_factor_percent 0.6836"} <= set(lines)


def test_root_moves_that_fail_high_and_moves_of_quiescence():
    """As in Lazar's sample: >> before the search in the whole window, a dot before a capture."""
    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1")
    lines = []
    display = Display(board, lines.append)
    rook, pawn, reply = map(chess.Move.from_uci, ("h1h8", "e4d5", "e8e7"))
    display.report_root(RootEvent(2, 3, 40, "", 30, 5, (rook, reply), ()))
    display.report_root(RootEvent(2, 3, 110, "lowerbound", 35, 6, (pawn,), ()))
    display.report_root(RootEvent(2, 4, 120, "", 39, 7, (pawn,), (reply,)))
    display.report(Info(2, 4, 120, "", 44, 8, 0, (pawn,)))
    assert [line.split() for line in lines if not line.startswith("-")] == [
        ["2", "0.01", ">>", "1.100", "e4xd5", "3"],
        ["2", "0.01", "1.200", "e4xd5", ".Ke8-e7", "4"],
    ]


def test_a_line_that_is_not_the_best_root_move_has_no_dots():
    """With a line of another search the moves of quiescence are not known."""
    lines = []
    display = Display(chess.Board(), lines.append)
    one, two = map(chess.Move.from_uci, ("e2e4", "d2d4"))
    display.report_root(RootEvent(1, 3, 40, "", 30, 5, (one,), (two,)))
    display.report(Info(1, 4, 30, "", 44, 8, 0, (two,)))
    assert not any("." in line.split()[-2] for line in lines if not line.startswith("-"))
