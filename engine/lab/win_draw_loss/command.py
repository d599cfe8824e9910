"""`sesame wdl`: fit the model behind UCI_ShowWDL to games, and show its quality."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    report_error,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import write_bytes
from engine.lab.games.read import read_games
from engine.lab.win_draw_loss.fit import FittedModel, fit, logarithms
from engine.lab.win_draw_loss.samples import ScoredMoves, samples_of

fail = partial(report_error, "sesame wdl")
EDGES = (-400, -200, -100, -50, 0, 50, 100, 200, 400)  # centipawns, of the table that is shown


def main(words: list[str]) -> int:
    """Run `sesame wdl`.

    Parameters
    ----------
    words
        The arguments after `sesame wdl`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    try:
        return make(arguments, words)
    except KeyboardInterrupt:
        return fail("interrupted; nothing was written", INTERRUPTED)
    except (OSError, ValueError) as failure:
        return fail(f"{failure} Nothing was written.", FAILED)


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = CommandParser(
        prog="sesame wdl",
        description="Fit the model for win, draw and loss to games, and show its quality.",
    )
    parser.add_argument(
        "games", nargs="+", type=Path, metavar="FILE", help="databases of sesame match, or PGN"
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="use games between these players; may be repeated (default: Sesame against Sesame)",
    )
    parser.add_output("write the model to this file", required=False)
    return parser.read(words)


def make(arguments: argparse.Namespace, words: list[str]) -> int:
    """Fit, show and write the model; returns the exit status."""
    skipped: Counter[str] = Counter()
    samples = samples_of(read_games(arguments.games, skipped), frozenset(arguments.player))
    for reason, number in sorted(skipped.items()):
        fail(f"{number} games skipped: {reason}", FAILED)
    fitted = fit(samples)
    for line in lines_of(fitted, samples):
        print(line)
    if arguments.output:
        record = {
            "command": " ".join(["sesame wdl", *words]),
            "players": samples.versions,
            "games": samples.games,
            "positions": len(samples.score),
            "loss": round(fitted.loss, 5),
            "threshold": fitted.model.threshold,
            "scale": fitted.model.scale,
        }
        write_bytes(arguments.output, f"{json.dumps(record, indent=2)}\n".encode())
        print(f"Model written to {arguments.output}.")
    return DONE


def lines_of(fitted: FittedModel, samples: ScoredMoves) -> Iterator[str]:
    """Write predicted and observed frequencies by ranges of the score."""
    model = fitted.model
    yield f"{len(samples.score)} positions of {samples.games} games"
    yield f"threshold {model.threshold}, scale {model.scale}"
    yield f"loss {fitted.loss:.4f} per position; {fitted.constant_loss:.4f} without the score"
    yield "centipawns     positions   win draw loss: predicted         observed"
    numbers = np.array([*model.threshold, *model.scale])
    predicted = np.exp(logarithms(numbers, samples.score, samples.share))
    observed = np.stack([samples.outcome == one for one in (1, 0, -1)])
    place = np.digitize(samples.score, EDGES)
    names = [f"below {EDGES[0]}", *(f"from {edge}" for edge in EDGES)]
    for number, name in enumerate(names):
        here = place == number
        if here.any():
            both = (table[:, here].mean(axis=1) for table in (predicted, observed))
            texts = (" ".join(f"{100 * x:5.1f}%" for x in row) for row in both)
            yield f"{name:14} {here.sum():9}   {'   '.join(texts)}"
