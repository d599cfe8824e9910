"""The bench signature: the same nodes twice, after a new game, in another process, and uncompiled.

A search whose tree depends on what was searched before, on uninitialised memory or on a wrapped
word betrays itself here.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from engine import options
from engine.options.search import SEARCHES
from engine.thinking.bench import BENCH_POSITIONS, bench_nodes
from engine.thinking.engine import Engine, Info, Limits
from tests.uncompiled import printed_uncompiled

CHECKOUT = Path(__file__).resolve().parents[1]
DEPTH = 4

PROGRAM = """
import json, sys
import chess
from engine.thinking.engine import Engine, Info, Limits

engine, answers = Engine(), []
for fen, depth in json.load(sys.stdin):
    engine.new_game()
    engine.prepare_go()
    engine.set_position(chess.Board(fen))
    heard = []
    result = engine.think(Limits(depth=depth), heard.append)
    scores = [news.score for news in heard if isinstance(news, Info)]
    answers.append([engine.nodes, result.move.uci(), scores[-1]])
print(json.dumps(answers))
"""

# Small trees, since plain Python searches a few thousand nodes a second.
UNCOMPILED = [(BENCH_POSITIONS[number], 2) for number in (0, 14, 16, 22)]
UNCOMPILED += [(BENCH_POSITIONS[13], 1), (BENCH_POSITIONS[24], 1)]


def answers(questions):
    """What another process finds."""
    outcome = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=CHECKOUT,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


def answers_here(engine, questions):
    """What this process finds."""
    found = []
    for fen, depth in questions:
        engine.new_game()
        engine.prepare_go()
        engine.set_position(chess.Board(fen))
        heard = []
        result = engine.think(Limits(depth=depth), heard.append)
        scores = [news.score for news in heard if isinstance(news, Info)]
        found.append([engine.nodes, result.move.uci(), scores[-1]])
    return found


def bench(engine, search="Modern"):
    """The total and its lines."""
    engine.prepare_go()
    lines = []
    return engine.bench(DEPTH, lines.append, search), lines


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.mark.parametrize("search", SEARCHES)
def test_twice_in_one_process(engine, search):
    assert bench(engine, search) == bench(engine, search)


def test_each_search_has_its_own_signature(engine):
    """Whichever search the session itself uses."""
    totals = {search: bench(engine, search)[0] for search in SEARCHES}
    assert len(set(totals.values())) == len(SEARCHES)
    other = Engine()
    other.configure(options.find("Search"), "AliBaba")
    assert {search: bench(other, search)[0] for search in SEARCHES} == totals


@pytest.mark.parametrize("search", SEARCHES)
def test_the_bench_is_a_sum_of_searches(engine, search):
    """The same numbers from an engine that is asked for one position after the other."""
    asked = Engine()
    asked.configure(options.find("Search"), search)
    total, _ = bench(engine, search)
    assert bench_nodes(asked, DEPTH) == total
    questions = [(fen, DEPTH) for fen in BENCH_POSITIONS]
    assert sum(nodes for nodes, _, _ in answers_here(asked, questions)) == total


@pytest.mark.parametrize("search", SEARCHES)
def test_lines_and_total(engine, search):
    """One line for each position; the total is the sum of their nodes."""
    total, lines = bench(engine, search)
    assert len(lines) == len(BENCH_POSITIONS) >= 24
    assert sum(int(line.split()[1]) for line in lines) == total
    assert [line.split(maxsplit=2)[2] for line in lines] == list(BENCH_POSITIONS)


def test_after_other_positions_and_settings(engine):
    """Default options and a table of its own, whatever the session did."""
    total, _ = bench(engine)
    engine.prepare_go()
    engine.set_position(chess.Board())
    engine.think(Limits(depth=5), lambda _: None)
    engine.settings["pvs"] = False
    assert bench(engine)[0] == total
    assert bench(Engine())[0] == total


def test_in_any_order_of_positions(engine):
    """After `new_game` nothing is left of the position before."""
    questions = [(fen, DEPTH) for fen in BENCH_POSITIONS]
    forwards = answers_here(engine, questions)
    backwards = answers_here(engine, questions[::-1])[::-1]
    assert forwards == backwards


def test_in_another_process(engine):
    questions = [(fen, DEPTH) for fen in BENCH_POSITIONS]
    assert answers(questions) == answers_here(engine, questions)


def test_uncompiled(engine):
    """The same source without the compiler: not a node more or less."""
    found = json.loads(printed_uncompiled(PROGRAM, json.dumps(UNCOMPILED)))
    assert found == answers_here(engine, UNCOMPILED)


def test_stopped(engine):
    """A bench that is stopped has no total, and no line for what it did not finish."""
    engine.prepare_go()
    lines = []

    def stop_after_three(line):
        lines.append(line)
        if len(lines) == 3:
            engine.stop()

    assert engine.bench(DEPTH, stop_after_three) is None
    assert len(lines) == 3


def test_the_readme_shows_this_search():
    """A newcomer compares it with what `make` prints: all but time and speed."""
    shown = re.findall(r"^info (.*) \.\.\. pv (.*)$", (CHECKOUT / "README.md").read_text(), re.M)
    assert len(shown) == 3
    done = subprocess.run(
        [sys.executable, "uci.py", "go", "depth", "8"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=250,
        check=True,
    )
    printed = re.findall(r"^info (.* nodes \d+) .* pv (.*)$", done.stdout, re.M)
    assert printed[-3:] == shown
    assert done.stdout.splitlines()[-1] in (CHECKOUT / "README.md").read_text().splitlines()
