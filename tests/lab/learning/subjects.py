"""The fake engine of these tests, parameters with a known optimum, and a small suite."""

import shlex
import sys
from pathlib import Path

from engine.lab.learning.parameters import Parameter

FAKE = Path(__file__).parent / "fakes" / "searching_engine.py"
# Without site-packages Python starts in a hundredth of a second.
PYTHON = (sys.executable, "-S", "-E")
OPTIMUM = {"First": 120, "Second": 40}
PARAMETERS = (Parameter("First", 60, 10, 200, 10, 100), Parameter("Second", 100, 10, 200, 10, 100))
WORDS = ("--parameter", "First=60,10,200,10,100", "--parameter", "Second=100,10,200,10,100")
SUITE = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "one";
rnbqkbnr/pppppp1p/6p1/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "two";
rnbqkbnr/ppppp1pp/5p2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4 a3+?; id "three";
"""


def fake(*words: object) -> tuple[str, ...]:
    """The command of the fake engine."""
    return (*PYTHON, str(FAKE), *map(str, words))


def fake_text(*words: object) -> str:
    """The same for a command line."""
    return shlex.join(fake(*words))


def nodes_of(first: int, second: int) -> int:
    """What the fake needs, as its file says."""
    return 1000 + (first - 120) ** 2 // 4 + (second - 40) ** 2 // 4
