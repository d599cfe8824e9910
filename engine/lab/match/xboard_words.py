"""What an XBoard engine says of its search: depth, score, centiseconds, nodes, and its moves.

The protocol has no word for bounds. By custom they are marked after the depth or after the moves:
! or ++ that the score is at least so high, ? or -- that it is at most.
Source: Mann and Muller, Chess Engine Communication Protocol, 2009, section 10.
"""

import re
from collections.abc import Sequence

from engine.lab.match.uci_words import Report, possible

POST = re.compile(r"\s*(\d{1,9})([^\d\s]?)\s+([+-]?\d{1,9})\s+\d+\s+(\d{1,18})(?:\s.*)?")
MATE = 100_000  # and the number of moves; from the mover's view
BOUNDS = ("!", "?", "++", "--")


def last_post(lines: Sequence[str]) -> Report:
    """Read the last exact score; a bound only where no exact score came.

    Parameters
    ----------
    lines
        As the engine wrote them; what is no such line is left out.
    """
    nodes, bound = None, None
    for line in reversed(lines):
        post = POST.fullmatch(line)
        if post is None:
            continue
        if nodes is None:
            nodes = possible(int(post[4]))
        report = report_of(int(post[3]), int(post[1]))
        if not (post[2] in ("!", "?", "+", "-") or line.rstrip().endswith(BOUNDS)):
            return report._replace(nodes=nodes)
        bound = bound or report
    return (bound or Report())._replace(nodes=nodes)


def report_of(score: int, depth: int) -> Report:
    """Tell mates from other scores."""
    if abs(score) < MATE:
        return Report(score, None, depth)
    return Report(None, score - MATE if score > 0 else score + MATE, depth)
