"""`sesame tune`: fit the numbers of the tapered evaluation to self-play games."""

import argparse
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.evaluation.tapered_weights import WEIGHTS, WEIGHTS_FILE, load_weights, pack, unpack
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    report_error,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.selfplay.recipe import SelfplayError
from engine.lab.tuning.data import Games, judges, read_games
from engine.lab.tuning.fit import Fit
from engine.lab.tuning.model import OutcomeLoss, fitted_spread
from engine.lab.tuning.penalty import Penalty
from engine.lab.tuning.samples import samples_of
from engine.lab.tuning.start import starting_weights
from engine.lab.tuning.write import write_weights
from engine.version import NAME, version

complain = partial(report_error, "sesame tune")
GUESSES = "guesses"
STEPS_BETWEEN_NEWS = 10
DIGITS = 6
WHOLE = 100

DESCRIPTION = """\
Fit the numbers of the tapered evaluation to games that `sesame selfplay` has written, and write
them as a data file. The same words and the same games give the same file."""


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the words of the command line."""
    parser = CommandParser(
        prog="sesame tune",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="+", type=Path, metavar="GAMES", help="self-play archives")
    parser.add_output(f"replaced when the work is done; the engine reads its {WEIGHTS_FILE.name}")
    parser.add_argument(
        "--start",
        default=GUESSES,
        metavar="FILE",
        help=f"numbers to begin with: a data file, or {GUESSES} (default: %(default)s)",
    )
    rows = (
        ("result-percent", 0, 70, "of a target is the result, the rest the score of the search"),
        ("ridge", 0, 20, "positions that each number's start counts for"),
        ("smooth", 0, 2000, "positions that likeness to a neighbour counts for"),
        ("steps", 1, 1000, "most steps of the search"),
        ("patience", 1, 20, "steps without a better judgement before it ends"),
        ("judge-percent", 1, 10, "of the games are not learned from, and judge"),
        ("seed", 0, 1, "of the choice of these games"),
    )
    parser.add_numbers(rows)
    arguments = parser.read(words)
    for percent in (arguments.result_percent, arguments.judge_percent):
        if percent > WHOLE:
            parser.error(f"{percent} is more than {WHOLE}")
    return arguments


def main(words: list[str]) -> int:
    """Tune as the command line says.

    Parameters
    ----------
    words
        What follows `sesame tune`.

    Returns
    -------
    int
        0 done; 1 stopped by a fault; 2 asked wrongly; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
        start, games = start_of(arguments.start), read_games(arguments.games)
        return tune(arguments, command_of(words), start, games)
    except LaboratoryError as mistake:
        return complain(str(mistake), USAGE_ERROR)
    except KeyboardInterrupt:
        return complain("interrupted; nothing was written", INTERRUPTED)
    except OSError as failure:
        return complain(f"{failure.filename}: {failure.strerror}", FAILED)


def command_of(words: list[str]) -> str:
    """Write the command that makes the file, with names of files only: folders are the user's."""
    return shlex.join(["sesame", "tune", *(Path(word).name for word in words)])


def start_of(name: str) -> Any:
    """Load the numbers to begin with, as weights × 2."""
    if name == GUESSES:
        return halves_of(starting_weights())
    try:
        return halves_of(load_weights(Path(name)))
    except (KeyError, TypeError, ValueError):
        raise SelfplayError(f"{name} is no data file of this evaluation.") from None


def halves_of(weights: Any) -> Any:
    """Spread an array of one WEIGHTS out: an array of float, weights × 2."""
    return np.stack(unpack(weights.view(np.int64)), axis=1).astype(np.float64)


def weights_of_halves(halves: Any) -> Any:
    """Round to whole centipawns and pack; returns an array of one WEIGHTS."""
    return pack(*np.rint(halves).astype(np.int64).T).view(WEIGHTS).view(np.recarray)


def tune(arguments: argparse.Namespace, command: str, start: Any, games: Games) -> int:
    """Fit, and write the numbers; returns the exit status."""
    judging = judges(games, arguments.judge_percent, arguments.seed)
    if judging.all() or not judging.any():
        raise SelfplayError("There are too few games: some must judge, and some be learned from.")
    print(f"{len(games.records)} positions of {games.number} games", flush=True)
    samples = samples_of(games.records)
    spread = fitted_spread(samples.score, samples.result)
    print(f"spread {spread:.1f} centipawns", flush=True)
    share = arguments.result_percent / WHOLE
    learner = OutcomeLoss(samples.of(np.flatnonzero(~judging)), spread, share)
    judge = OutcomeLoss(samples.of(np.flatnonzero(judging)), spread, share)
    unit = 1 / (spread**2 * (~judging).sum())
    penalty = Penalty(start, arguments.ridge, arguments.smooth, unit)
    fit = Fit(learner, penalty, judge, tell, arguments.patience)
    output, status = arguments.output, DONE
    try:
        fit.run(start, arguments.steps)
    except KeyboardInterrupt:
        if not fit.steps:
            raise
        output, status = output.with_name(f"{output.name}.interrupted"), INTERRUPTED
    best = weights_of_halves(fit.best)
    head = {
        "command": command,
        "interrupted": status == INTERRUPTED,
        "engine": f"{NAME} {version()}",
        "games": games.number,
        "positions": len(games.records),
        "played by": sorted({told(played) for played in games.heads}),
        "spread": round(spread, 2),
        "steps": fit.steps,
        "loss before": [round(model.loss(start), DIGITS) for model in (learner, judge)],
        "loss after": [round(model.loss(halves_of(best)), DIGITS) for model in (learner, judge)],
    }
    write_weights(output, head, best)
    print(f"loss {head['loss before']} before, {head['loss after']} after (learned from, judge)")
    if status == INTERRUPTED:
        return complain(
            f"interrupted; the best numbers so far are in {output}, and {arguments.output} is as "
            "it was",
            status,
        )
    print(f"written to {output}")
    return DONE


def told(head: dict[str, Any]) -> str:
    """Name the games of an archive by how they were played."""
    facts = ("command", "engine", "source", "weights")
    command, engine, source, weights = (head.get(fact, "unknown") for fact in facts)
    return f"{command} ({engine}, source hash {source}, weights {weights})"


def tell(step: int, loss: float, judged: float) -> None:
    """Show how far it is."""
    if step % STEPS_BETWEEN_NEWS == 0:
        print(f"step {step}: loss {loss:.{DIGITS}f}, judge {judged:.{DIGITS}f}", flush=True)
