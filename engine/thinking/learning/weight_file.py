"""The file of what was learned: the weights of each phase, and the samples, in JSON.

A file that is none of these is never overwritten. A new one is written aside and takes the place of
the old one when it is whole.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from engine.process.texts import quoted
from engine.search.selective.memory import CLASSES
from engine.thinking.learning.model import HEAVIEST, LIGHTEST

FORMAT = "Sesame weights of move classes 1"
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
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise WeightFileError(f"Learn File {quoted(str(path))}: {reason(error)}.") from None
    try:
        return parsed(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError):
        sentence = f"Learn File {quoted(str(path))} is no file of weights; it is left as it is."
        raise WeightFileError(sentence) from None


def parsed(content: Any) -> Learned:
    """Read the content of a file; anything that is wrong raises ValueError or its like."""
    if content["format"] != FORMAT:
        raise ValueError
    weights = tuple(
        tuple(float(content["weights"][phase][name]) for name in CLASSES) for phase in PHASE_NAMES
    )
    if not all(LIGHTEST <= weight <= HEAVIEST for phase in weights for weight in phase):
        raise ValueError
    samples = content["samples"]
    if not isinstance(samples, list):
        raise TypeError
    return Learned(weights, int(content["updates"]), samples)


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
    aside = ""
    try:
        place, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with open(place, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError as error:
        if aside:
            Path(aside).unlink(missing_ok=True)
        sentence = f"Learn File {quoted(str(path))} could not be written: {reason(error)}."
        raise WeightFileError(sentence) from None


def reason(error: Exception) -> str:
    """Say why, without the name of the file."""
    return error.strerror or "error" if isinstance(error, OSError) else "it is no text"
