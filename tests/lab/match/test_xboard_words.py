"""What an XBoard engine says of its search."""

import pytest

from engine.lab.match.uci_words import Report
from engine.lab.match.xboard_words import last_post

POSTS = {
    "the last counts": (["3 5 1 90 e4", "4 -25 7 1234 Nf3 Nf6"], Report(-25, None, 4, 1234)),
    "mate": (["9 100004 7 12 Qh5"], Report(None, 4, 9, 12)),
    "mated": (["9 -100003 7 12 Kh1"], Report(None, -3, 9, 12)),
    "more numbers": (["9 12 7 80 31 90000 5\te4 e5"], Report(12, None, 9, 80)),
    "a sign after the depth": (["5. 12 7 80 e4"], Report(12, None, 5, 80)),
    "a lower bound": (["4 -40 7 80 a3", "5 100010 9 99 b3!"], Report(-40, None, 4, 99)),
    "an upper bound": (["4 -40 7 80 a3", "5 -900 9 99 a3?"], Report(-40, None, 4, 99)),
    "bounds by other signs": (
        ["4 9 7 80 a3", "5 30 9 90 b3 ++", "5 1 9 99 a3 --"],
        Report(9, None, 4, 99),
    ),
    "bounds at the depth": (["4 9 7 80 a3", "5- 1 9 99 a3"], Report(9, None, 4, 99)),
    "nothing but a bound": (["5 30 9 99 b3!"], Report(30, None, 5, 99)),
    "other words": (["4 9 7 80 a3", "telluser 5 1 2 3", "move a2a3"], Report(9, None, 4, 80)),
    "too many nodes": ([f"4 9 7 {10**17} a3"], Report(9, None, 4, None)),
    "numbers too large": ([f"4 {10**30} 7 80 a3"], Report()),
    "nothing": ([], Report()),
}


@pytest.mark.parametrize(("lines", "report"), POSTS.values(), ids=POSTS)
def test_posts(lines, report):
    assert last_post(lines) == report
