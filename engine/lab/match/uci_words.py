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
    """What an `info` line says of a search."""

    score_cp: int | None
    mate: int | None
    depth: int | None
    nodes: int | None


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
    """Read the last `info` line that has a score.

    Parameters
    ----------
    lines
        As the engine wrote them; what cannot be read is left out.
    """
    for line in reversed(lines):
        if " score " in line and line.startswith("info") and not line.startswith("info string"):
            words = line.split()
            kind = following(words, "score")
            score = number_after(words, kind)
            return Report(
                score if kind == "cp" else None,
                score if kind == "mate" else None,
                number_after(words, "depth"),
                possible(number_after(words, "nodes")),
            )
    return Report(None, None, None, None)


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
