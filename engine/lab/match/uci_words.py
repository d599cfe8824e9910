"""The few words of UCI by which a move is asked for and given.

Source: Meyer-Kahlen, Universal Chess Interface, 2006, commands `go`, `info` and `bestmove`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import chess
import chess.engine

NUMBER = re.compile(r"[+-]?[0-9]{1,18}")  # fits into 64 bits, as databases want it
MOST_NODES = 10**15  # years of search; those of the longest game add up to 64 bits
NO_MOVE = ("(none)", "NULL", "0000")


class Report(NamedTuple):
    """What an engine says of a search; nothing where it has not said so."""

    score_cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None


def go_words(limit: chess.engine.Limit) -> str:
    """Write the command that begins a search.

    Parameters
    ----------
    limit
        What the search may use; times are in seconds.
    """
    times = (
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc or None),
        ("binc", limit.black_inc or None),
        ("movetime", limit.time),
    )
    numbers = (
        ("movestogo", limit.remaining_moves),
        ("depth", limit.depth),
        ("nodes", limit.nodes),
    )
    # With a time of 0 some engines think that there is no clock.
    words = [
        f" {word} {max(1, round(seconds * 1000))}" for word, seconds in times if seconds is not None
    ]
    words += [f" {word} {number}" for word, number in numbers if number is not None]
    return "go" + "".join(words)


def move_in(line: str, board: chess.Board) -> chess.Move | None:
    """Read the move of a `bestmove` line.

    Parameters
    ----------
    line
        As the engine wrote it.
    board
        Where the move is to be played.

    Returns
    -------
    chess.Move or None
        None when the engine says that it has no move.

    Raises
    ------
    ValueError
        If that is no legal move.
    """
    words = line.split()
    if len(words) == 1 or words[1] in NO_MOVE:
        return None
    return board.parse_uci(words[1].lower())  # some write promotions in capitals


def last_report(lines: Sequence[str]) -> Report:
    """Read what an engine said of its move: the last exact score of the first line.

    Parameters
    ----------
    lines
        As the engine wrote them; what cannot be read is left out. Lines without `multipv` are
        those of the first. A bound counts only where no exact score came.

    Returns
    -------
    Report
        Nodes are those last told by any line.
    """
    nodes, bound = None, None
    for line in reversed(lines):
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            continue
        if nodes is None:
            nodes = possible(number_after(words, "nodes"))
        report = report_in(words)
        if report is None:
            continue
        if not {"lowerbound", "upperbound"}.intersection(words):
            return report._replace(nodes=nodes)
        bound = bound or report
    return (bound or Report())._replace(nodes=nodes)


def report_in(words: list[str]) -> Report | None:
    """Read score and depth of an `info` line, if it is one of the first line with a score."""
    kind = following(words, "score")
    score = number_after(words, kind)
    if kind not in ("cp", "mate") or score is None or following(words, "multipv") not in ("", "1"):
        return None
    mate = kind == "mate"
    return Report(None if mate else score, score if mate else None, number_after(words, "depth"))


def following(words: list[str], word: str) -> str:
    """Give the word after another, or an empty one."""
    if word in words[:-1]:
        return words[words.index(word) + 1]
    return ""


def number_after(words: list[str], word: str) -> int | None:
    """Give the whole number after a word, or None."""
    digits = following(words, word)
    return int(digits) if NUMBER.fullmatch(digits) else None


def possible(nodes: int | None) -> int | None:
    """Give a number of nodes, or None if no engine can have searched so many."""
    return nodes if nodes is not None and 0 <= nodes <= MOST_NODES else None
