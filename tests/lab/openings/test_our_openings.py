"""The openings that come with Sesame: what openings/README.md says of them is true."""

import re
from collections import Counter
from pathlib import Path

import chess
import pytest

from engine.lab.openings.judge import Judge
from engine.lab.openings.read import read

FOLDER = Path(__file__).parents[3] / "openings"
FILE = FOLDER / "balanced-8ply.epd"
COUNT, PLIES, LIMIT = 2000, 8, 50
SHORTER = 100
"""Centipawns by which a search of fewer nodes may judge otherwise."""


@pytest.fixture(scope="module")
def lines():
    """The lines of the file that are openings."""
    return [line for line in FILE.read_text().splitlines() if not line.startswith("#")]


def test_moves(lines):
    """Each line is played by python-chess from the start position to the position it names."""
    for number, line in enumerate(lines, 1):
        board = chess.Board()
        fields = re.fullmatch(r'(\S+ \S+ \S+ \S+) c0 "moves (.*)"; ce (-?\d+); id "(\d+)";', line)
        assert fields is not None, line
        for move in fields[2].split():
            board.push(board.parse_uci(move))
        assert (board.epd(), board.ply(), int(fields[4])) == (fields[1], PLIES, number)
        assert not board.is_check() and not board.is_game_over()
        assert abs(int(fields[3])) <= LIMIT


def test_our_reader(lines):
    """At least two thousand, no position twice, all with their moves."""
    found = read(FILE)
    assert len(found.openings) == len(lines) == COUNT
    assert (found.faults, found.duplicates) == ([], 0)
    assert {len(opening.moves) for opening in found.openings} == {PLIES}


def test_spread():
    """Each of the twenty first moves begins a hundred openings, and no reply is very frequent."""
    openings = read(FILE).openings
    assert set(Counter(opening.moves[0] for opening in openings).values()) == {COUNT // 20}
    replies = Counter(opening.moves[1] for opening in openings)
    assert len(replies) == 20
    assert max(replies.values()) < COUNT / 10


def test_scores(lines):
    """A few are searched again, not as long, by the search that found them even."""
    judge = Judge(50_000, (("Search", "AliBaba"),))
    for line in lines[::200]:
        assert abs(judge.score(f"{line.split(' c0 ')[0]} 0 1")) <= LIMIT + SHORTER


def test_the_page_and_the_head_agree():
    """The page gives the command and the figures that stand in the head of the file."""
    head = [line for line in FILE.read_text().splitlines() if line.startswith("#")]
    page = (FOLDER / "README.md").read_text()
    command = next(line for line in head if line.startswith("# command: "))
    assert command.removeprefix("# command: ") in page
    figures = next(line for line in head if "accepted" in line)
    drawn = re.findall(r"\d+", figures)
    assert len(drawn) == 4
    assert all(number in page.replace(",", "") for number in drawn)
