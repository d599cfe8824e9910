"""The thinking output of an XBoard engine: depth, score, centiseconds, nodes and moves.

The protocol does not define bounds. By convention they are marked after the depth or the moves: !
or ++ for a lower bound, ? or -- for an upper bound.
Source: Mann and Muller, Chess Engine Communication Protocol, 2009, section 10.
"""

import re
from collections.abc import Sequence

from engine.lab.match.uci_words import Report, possible

POST = re.compile(r"\s*(\d{1,9})([^\d\s]?)\s+([+-]?\d{1,9})\s+\d+\s+(\d{1,18})(?:\s.*)?")
MATE = 100_000  # plus the number of moves; for the side to move
BOUNDS = ("!", "?", "++", "--")


def last_post(lines: Sequence[str]) -> Report:
    """Read the last exact score; a bound only if there is no exact score.

    Parameters
    ----------
    lines
        Output of the engine; other lines are skipped.
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
    """Distinguish mates from other scores."""
    if abs(score) < MATE:
        return Report(score, None, depth)
    return Report(None, score - MATE if score > 0 else score + MATE, depth)
