"""The UCI commands of a move: writing `go`, reading `info` and `bestmove`.

Source: Meyer-Kahlen, Universal Chess Interface, 2006, commands `go`, `info` and `bestmove`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import chess
import chess.engine

NUMBER = re.compile(r"[+-]?[0-9]{1,18}")  # fits into 64 bits, as databases want it
MOST_NODES = 10**15  # years of search; the sum over a game fits into 64 bits
NO_MOVE = ("(none)", "NULL", "0000")


class Report(NamedTuple):
    """What an engine reports of a search; None where it is unknown."""

    score_cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None


def go_words(limit: chess.engine.Limit) -> str:
    """Write a `go` command.

    Parameters
    ----------
    limit
        Of the search; times in seconds.
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
    # Some engines take a time of 0 for no clock.
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
        The position.

    Returns
    -------
    chess.Move or None
        None if the engine has no move.

    Raises
    ------
    ValueError
        If the move is not legal.
    """
    words = line.split()
    if len(words) == 1 or words[1] in NO_MOVE:
        return None
    return board.parse_uci(words[1].lower())  # some engines write promotions in upper case


def last_report(lines: Sequence[str]) -> Report:
    """Read the last exact score of multipv 1.

    Parameters
    ----------
    lines
        Output of the engine; unreadable lines are skipped. Lines without `multipv` are of multipv
        1. A bound counts only if there is no exact score.

    Returns
    -------
    Report
        With the nodes of the last line that has them.
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
    """Read score and depth of an `info` line; None if it has no score or is of another multipv."""
    kind = following(words, "score")
    score = number_after(words, kind)
    if kind not in ("cp", "mate") or score is None or following(words, "multipv") not in ("", "1"):
        return None
    mate = kind == "mate"
    return Report(None if mate else score, score if mate else None, number_after(words, "depth"))


def following(words: list[str], word: str) -> str:
    """Return the word after another; empty if there is none."""
    if word in words[:-1]:
        return words[words.index(word) + 1]
    return ""


def number_after(words: list[str], word: str) -> int | None:
    """Return the integer after a word, or None."""
    digits = following(words, word)
    return int(digits) if NUMBER.fullmatch(digits) else None


def possible(nodes: int | None) -> int | None:
    """Return a number of nodes, or None if it is impossible."""
    return nodes if nodes is not None and 0 <= nodes <= MOST_NODES else None
