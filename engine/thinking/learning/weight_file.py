"""The file of what was learned: the weights of each phase, and the samples, in JSON.

A file that is none of these is never overwritten. A new one is written aside and takes the place of
the old one when it is whole. What another engine has written into it meanwhile is kept: its samples
come first, and the steps of both change the weights.
"""

import json
import operator
import os
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from engine.process.folder_lock import locked_folder
from engine.process.replacing import written_aside
from engine.process.texts import quoted, system_reason
from engine.search.selective.memory import CLASSES
from engine.thinking.learning.model import HEAVIEST, LIGHTEST

FORMAT = "Sesame weights of move classes 1"
WAIT_SECONDS = 1.0
"""For another engine that is just writing the file, which takes it milliseconds."""
PHASE_NAMES = ("middle game", "ending")
"""As the file calls the phases."""


class WeightFileError(Exception):
    """A file that cannot be read or written; the message is a sentence for the user."""


class Learned(NamedTuple):
    """What was learned so far."""

    weights: tuple[tuple[float, ...], ...]
    """Plies by phase and class."""
    updates: int
    """How often they changed."""
    samples: list[dict[str, Any]]
    """Critical positions, as they were noted."""


def read(path: Path) -> Learned | None:
    """Return what a file holds, or None if there is none.

    Raises
    ------
    WeightFileError
        If it is something else, or cannot be read.
    """
    nothing = f"Learn File {quoted(str(path))} is no file of weights; it is left as it is."
    try:
        if path.exists() and not path.is_file():  # a device may have no end, and a pipe no answer
            raise WeightFileError(nothing)
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise WeightFileError(f"Learn File {quoted(str(path))}: {reason(error)}.") from None
    try:
        return parsed(json.loads(text))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise WeightFileError(nothing) from None


def parsed(content: Any) -> Learned:
    """Read the content of a file; anything that is wrong raises ValueError or its like."""
    if content["format"] != FORMAT:
        raise ValueError
    weights = tuple(
        tuple(float(content["weights"][phase][name]) for name in CLASSES) for phase in PHASE_NAMES
    )
    if not all(LIGHTEST <= weight <= HEAVIEST for phase in weights for weight in phase):
        raise ValueError
    samples, updates = content["samples"], int(content["updates"])
    if not isinstance(samples, list) or updates < 0:
        raise ValueError
    return Learned(weights, updates, samples)


def save(path: Path, learned: Learned, base: Learned) -> Learned:
    """Replace a file by what was learned, and keep what another engine has learned meanwhile.

    Parameters
    ----------
    path : Path
        The file; there may be none.
    learned : Learned
        Our own.
    base : Learned
        What the file had when we last read or wrote it, or what we began with; its samples are the
        first of ours.

    Returns
    -------
    Learned
        What the file has now: ours, or more.

    Raises
    ------
    WeightFileError
        If it is no file of weights any more, or cannot be read or written; then it is as it was.
    """
    try:
        with locked_folder(path.parent, WAIT_SECONDS):
            found = read(path)
            whole = learned
            if found is not None and found != base:
                whole = merged(found, learned, base)
            write(path, whole)
            return whole
    except OSError as error:
        raise not_written(path, error) from None


def merged(found: Learned, learned: Learned, base: Learned) -> Learned:
    """Return what two engines have learned from the same base, ours on top of the file's.

    Another file may have taken its place, such as one that begins like the base.
    """
    weights = tuple(
        tuple(
            min(max(theirs + own - before, LIGHTEST), HEAVIEST)
            for theirs, own, before in zip(*phase, strict=True)
        )
        for phase in zip(found.weights, learned.weights, base.weights, strict=True)
    )
    updates = found.updates + learned.updates - base.updates
    alike = map(operator.eq, found.samples, base.samples)
    known = sum(1 for _ in takewhile(bool, alike))
    return Learned(weights, updates, found.samples + learned.samples[known:])


def write(path: Path, learned: Learned) -> None:
    """Replace a file, whole.

    Raises
    ------
    WeightFileError
        If it cannot be written; then the old one is as it was.
    """
    content = {
        "format": FORMAT,
        "weights": {
            phase: dict(zip(CLASSES, weights, strict=True))
            for phase, weights in zip(PHASE_NAMES, learned.weights, strict=True)
        },
        "updates": learned.updates,
        "samples": learned.samples,
    }
    try:
        with written_aside(path, "w", {"encoding": "utf-8"}) as file:
            json.dump(content, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise not_written(path, error) from None


def not_written(path: Path, error: OSError) -> WeightFileError:
    """Say that a file could not be written."""
    return WeightFileError(f"Learn File {quoted(str(path))} could not be written: {reason(error)}.")


def reason(error: Exception) -> str:
    """Say why, without the name of the file."""
    return system_reason(error) if isinstance(error, OSError) else "it is no text"
