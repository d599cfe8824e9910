"""`sesame tune`: fit the weights of the tapered evaluation to self-play games."""

import argparse
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.evaluation.tapered.weights import WEIGHTS, WEIGHTS_FILE, load_weights, pack, unpack
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    report_error,
)
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.selfplay.recipe import SelfplayError
from engine.lab.tuning.data import Games, read_games, validation_set
from engine.lab.tuning.fit import Fit
from engine.lab.tuning.model import OutcomeLoss, fitted_spread
from engine.lab.tuning.penalty import Penalty
from engine.lab.tuning.samples import samples_of
from engine.lab.tuning.start import starting_weights
from engine.lab.tuning.write import write_weights
from engine.process.version import NAME, version
from engine.thinking.loading import FURTHER

fail = partial(report_error, "sesame tune")
GUESSES = "guesses"
STEPS_BETWEEN_NEWS = 10
DIGITS = 6
WHOLE = 100

DESCRIPTION = """\
Fit the weights of the tapered evaluation to games of `sesame selfplay`, and write them as a data
file. The same arguments and games give the same file."""


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = CommandParser(
        prog="sesame tune",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="+", type=Path, metavar="GAMES", help="self-play archives")
    parser.add_output(f"data file, replaced at the end; the engine reads {WEIGHTS_FILE.name}")
    parser.add_argument(
        "--start",
        default=GUESSES,
        metavar="FILE",
        help=f"initial weights: a data file, or {GUESSES} (default: %(default)s)",
    )
    rows = (
        (
            "result-percent",
            0,
            70,
            "share of the game's result in a target; the rest is the score of the search",
        ),
        ("ridge", 0, 20, "strength of the penalty to the initial weights, in positions"),
        ("smooth", 0, 2000, "strength of the penalty between neighbouring weights, in positions"),
        ("steps", 1, 1000, "maximum number of steps"),
        ("patience", 1, 20, "steps without a better validation loss before it ends"),
        ("validation-percent", 1, 10, "share of the games in the validation set"),
        ("seed", 0, 1, "seed of the choice of the validation set"),
    )
    parser.add_numbers(rows)
    arguments = parser.read(words)
    for percent in (arguments.result_percent, arguments.validation_percent):
        if percent > WHOLE:
            parser.error(f"{percent} is more than {WHOLE}")
    return arguments


def main(words: list[str]) -> int:
    """Run `sesame tune`.

    Parameters
    ----------
    words
        The arguments after `sesame tune`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    try:
        arguments = arguments_of(words)
        start, games = start_of(arguments.start), read_games(arguments.games)
        compile_core((), FURTHER)
        return tune(arguments, command_of(words), start, games)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    except KeyboardInterrupt:
        return fail("Interrupted; nothing was written.", INTERRUPTED)
    except OSError as failure:
        return fail(f"{failure.filename}: {failure.strerror}", FAILED)


def command_of(words: list[str]) -> str:
    """Write the command that makes the file, without the user's folders."""
    return shlex.join(["sesame", "tune", *(Path(word).name for word in words)])


def start_of(name: str) -> Any:
    """Load the initial weights, as weights × 2."""
    if name == GUESSES:
        return halves_of(starting_weights())
    try:
        return halves_of(load_weights(Path(name)))
    except (KeyError, TypeError, ValueError):
        raise SelfplayError(f"{name} is not a data file of this evaluation.") from None


def halves_of(weights: Any) -> Any:
    """Unpack an array of one WEIGHTS into an array of float, weights × 2."""
    return np.stack(unpack(weights.view(np.int64)), axis=1).astype(np.float64)


def weights_of_halves(halves: Any) -> Any:
    """Round to whole centipawns and pack; returns an array of one WEIGHTS."""
    return pack(*np.rint(halves).astype(np.int64).T).view(WEIGHTS).view(np.recarray)


def tune(arguments: argparse.Namespace, command: str, start: Any, games: Games) -> int:
    """Fit and write the weights; returns the exit status."""
    validating = validation_set(games, arguments.validation_percent, arguments.seed)
    if validating.all() or not validating.any():
        raise SelfplayError("There are too few games for a training and a validation set.")
    print(f"{len(games.records)} positions of {games.number} games", flush=True)
    samples = samples_of(games.records)
    spread = fitted_spread(samples.score, samples.result)
    print(f"spread {spread:.1f} centipawns", flush=True)
    share = arguments.result_percent / WHOLE
    training = OutcomeLoss(samples.of(np.flatnonzero(~validating)), spread, share)
    validation = OutcomeLoss(samples.of(np.flatnonzero(validating)), spread, share)
    unit = 1 / (spread**2 * (~validating).sum())
    penalty = Penalty(start, arguments.ridge, arguments.smooth, unit)
    fit = Fit(training, penalty, validation, report, arguments.patience)
    output, status = arguments.output, DONE
    try:
        fit.run(start, arguments.steps)
    except KeyboardInterrupt:
        if not fit.steps:
            raise
        output, status = output.with_name(f"{output.name}.interrupted"), INTERRUPTED
    best = weights_of_halves(fit.best)
    losses = {
        "loss before": [round(model.loss(start), DIGITS) for model in (training, validation)],
        "loss after": [
            round(model.loss(halves_of(best)), DIGITS) for model in (training, validation)
        ],
    }
    head = {
        "command": command,
        "interrupted": status == INTERRUPTED,
        **facts_of(games),
        "spread": round(spread, 2),
        "steps": fit.steps,
        **losses,
    }
    write_weights(output, head, best)
    print(f"loss {head['loss before']} before, {head['loss after']} after (training, validation)")
    if status == INTERRUPTED:
        return fail(
            f"Interrupted; the best weights so far are in {output}, and {arguments.output} was not "
            "changed.",
            status,
        )
    print(f"written to {output}")
    return DONE


def facts_of(games: Games) -> dict[str, Any]:
    """Describe the engine and the games for the header."""
    return {
        "engine": f"{NAME} {version()}",
        "games": games.number,
        "positions": len(games.records),
        "played by": sorted({origin_of(played) for played in games.heads}),
    }


def origin_of(head: dict[str, Any]) -> str:
    """Describe how the games of an archive were played."""
    facts = ("command", "engine", "source", "weights")
    command, engine, source, weights = (head.get(fact, "unknown") for fact in facts)
    return f"{command} ({engine}, source hash {source}, weights {weights})"


def report(step: int, loss: float, validation_loss: float) -> None:
    """Print the progress."""
    if step % STEPS_BETWEEN_NEWS == 0:
        print(
            f"step {step}: loss {loss:.{DIGITS}f}, validation {validation_loss:.{DIGITS}f}",
            flush=True,
        )
