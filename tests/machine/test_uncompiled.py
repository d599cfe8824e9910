"""The same source runs without the compiler: for debuggers, for coverage, and as its own twin.

Compiled code wraps around, shifts by too much and reads beyond the end in silence; plain Python
complains, or gives another number.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.board.geometry import new_tables
from tests.perft_suite import read_suite

CHECKOUT = Path(__file__).resolve().parents[2]
LEAVES = 2500  # as many as plain Python can make in a moment
SUITE = {case.name: case for case in read_suite()}
NAMED = (
    *("start position", "Kiwipete", "promotions by both sides", "both pawns leave the rank (A1)"),
    *("en passant stays on the pin line (A3)", "Chess960, king between neighbouring rooks"),
    "Chess960, the leaving rook uncovers a check",
)

PROGRAM = """
import hashlib, json, random, sys
import chess, numpy as np
from engine.board.geometry import new_tables
from engine.board.position import MOVES, POSITION
from engine.machine.core import UNCOMPILED
from tests.games import Games, board_of, name, word
from tests.rules import Rules, differences

assert UNCOMPILED
filled = new_tables()
tables = filled[0]
answers = {"tables": hashlib.sha256(filled.tobytes()).hexdigest(), "perft": {}, "wrong": []}
tables.value.reshape(-1)[:] = range(768)
stack, moves = (np.zeros(length, kind).view(np.recarray) for length, kind in (
    (256, POSITION), (16, MOVES)))
rules = Rules(tables, stack, moves)
for title, fen, depths in json.load(sys.stdin):
    rules.put(board_of(fen))
    answers["perft"][title] = {
        str(depth): [rules.perft(depth), rules.perft(depth, counting=False)] for depth in depths
    }

games = Games(None, None)
for variant in ("standard", "Chess960"):
    for ply, (board, played) in enumerate(games.play(variant, 7, 80)):
        rules.put(board)
        words, found = games.words[-1], rules.words()
        if sorted(words) != sorted(found) or rules.count() != len(words):
            answers["wrong"].append(("generate", board.fen()))
        if sorted(rules.words(1)) != sorted(games.noisy[-1]):
            answers["wrong"].append(("generate_noisy", board.fen()))
        names = {name(one): one for one in words}
        strangers = random.Random(ply).sample(range(1 << 16), 30)
        for named in (*names, *strangers):
            if rules.legal(named) != names.get(named, 0):
                answers["wrong"].append(("legal_move", board.fen(), named))
        if rules.has_insufficient_material() != board.is_insufficient_material():
            answers["wrong"].append(("has_insufficient_material", board.fen()))
        after = rules.make(games.played[-1])
        board.push(played)
        fields = differences(after, rules.record(board))
        if fields:
            answers["wrong"].append(("make", board.fen(), fields))
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers():
    """What a process without the compiler finds."""
    questions = [
        (name, SUITE[name].fen, [depth for depth in SUITE[name].counts(LEAVES) if depth > 1])
        for name in NAMED
    ]
    outcome = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stderr == ""
    return json.loads(outcome.stdout)


def test_tables(answers):
    """Other tests without the compiler take those of attacks from here: see tests/uncompiled.py."""
    assert answers["tables"] == hashlib.sha256(new_tables().tobytes()).hexdigest()


@pytest.mark.parametrize("name", NAMED)
def test_perft(name, answers):
    """Counted and made, the trees have the published sizes."""
    known = SUITE[name].counts(LEAVES)
    expected = {str(depth): [leaves] * 2 for depth, leaves in known.items() if depth > 1}
    assert expected
    assert answers["perft"][name] == expected


def test_random_games(answers):
    """160 moves: generating, looking up, making, judging, with python-chess as witness."""
    assert answers["wrong"] == []
