"""The command line of `sesame learn`."""

import argparse
from pathlib import Path
from typing import Any

from engine.lab.common.command_line import CommandParser, scheduler_address, whole
from engine.lab.learning.parameters import NUMBERS, USUAL
from engine.lab.learning.spsa import ALPHA, GAMMA, STABILITY_PART
from engine.lab.match.arguments import MOST_CONCURRENT, add_adjudication, add_limits
from engine.process.processors import usable_processors
from engine.process.texts import quoted

LSC, SPSA = "lsc", "spsa"
METHODS = (LSC, SPSA)
DATABASE = Path("learn.db")
ITERATIONS = {LSC: 12, SPSA: 200}
NODES = {LSC: 50_000, SPSA: 20_000}
PAIRS = 4
DESCRIPTION = """\
Learn the values of numeric options.

lsc (the default) searches the positions of a suite until the best move is found, with the present
values and with each parameter changed, and moves all parameters to where fewer nodes are needed
(LSC-offline of Björnsson, 2002). spsa plays matches between two settings that differ at random in
all parameters, and moves to where more games are won (Spall, 1992)."""
EXAMPLES = """\
examples:
  sesame learn --suite wac.epd --option Search=AliBaba --parameter "Quiescence Margin=200,0,1000,50"
  sesame learn --suite wac.epd --parameter "Reduction Base" --parameter "Reduction Divisor"
        with the default, the range and a twentieth of the range as its step
  sesame learn --suite wac.epd --engine "stockfish" --parameter "Skill Level=10,0,20,2"
  sesame learn --method spsa --parameter "Futility Margin=80,20,200,10" --nodes 5000
  sesame learn --method spsa --time 2+0.02 --iterations 1000 --parameter "Reduction Base"

A run that was interrupted is continued by the same command: all finished searches and games are in
the database. Exit status: 0 success, 1 error, 2 usage error, 130 interrupted."""
OF_METHOD = {
    LSC: ("suite", "positions", "stable", "cost", "rate", "decay", "step_max", "follow"),
    SPSA: (
        *("openings", "plies", "pairs", "seed", "gain_a", "gain_c", "stability", "alpha", "gamma"),
        *("depth", "movetime", "time", "margin", "resign", "draw", "move_limit", "syzygy"),
        "play_out",
    ),
}
"""Arguments that only one method has; not given, they are None."""


def positive(text: str) -> float:
    """Read a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number above 0")
    return number


def parser() -> CommandParser:
    """Make the parser."""
    made = CommandParser(
        prog="sesame learn",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--method", choices=METHODS, default=LSC, help="how to learn (default: %(default)s)"
    )
    made.add_argument(
        "--iterations",
        type=whole(1),
        metavar="N",
        help=f"updates of all parameters (default: {ITERATIONS[LSC]}, spsa {ITERATIONS[SPSA]})",
    )
    add_subject(made.add_argument_group("what is learned"))
    add_offline(made.add_argument_group("from a suite (lsc)"))
    add_spsa(made.add_argument_group("by matches (spsa)"))
    add_limits(
        made.add_argument_group(
            f"limits (default: --nodes {NODES[LSC]}, spsa {NODES[SPSA]}; lsc knows only nodes)"
        )
    )
    add_adjudication(made.add_argument_group("adjudication (spsa)"))
    add_files(made.add_argument_group("files"))
    add_places(made.add_argument_group("where it is computed, which does not change the result"))
    made.set_defaults(ladder=None)
    return made


def add_subject(group: Any) -> None:
    """Add the options for the engine and its parameters."""
    group.add_argument(
        "--parameter",
        action="append",
        metavar="TEXT",
        help=f'"NAME={NUMBERS.replace(" ", "")}" in units of the option; the last numbers may be '
        "left out; repeat it for every parameter (default: "
        f"{', '.join(text.partition('=')[0] for text in USUAL)})",
    )
    group.add_argument(
        "--engine",
        metavar="COMMAND",
        help="a UCI engine with its arguments (default: Sesame)",
    )
    group.add_argument(
        "--option",
        action="append",
        metavar="TEXT",
        help='"OPTION=VALUE" that does not change; repeat it for every option',
    )


def add_offline(group: Any) -> None:
    """Add the options of LSC-offline."""
    group.add_argument(
        "--suite", type=Path, metavar="FILE", help="EPD with bm, or CSV with fen and moves"
    )
    group.add_argument(
        "--positions", type=whole(1), metavar="N", help="only the first N (default: all)"
    )
    group.add_argument(
        "--stable",
        type=whole(1),
        metavar="K",
        help="iterations of a search in a row that must end with the best move (default: 1, and "
        "then any moment counts at which it is the best)",
    )
    group.add_argument(
        "--cost",
        choices=("nodes", "unsolved"),
        help="what is made small: the nodes, of which an unsolved position costs the limit, or the "
        "number of unsolved positions (default: nodes)",
    )
    group.add_argument(
        "--follow",
        action="store_true",
        default=None,
        help="change each parameter in the direction in which it moved last (default: upward)",
    )
    for name, meaning in (
        ("rate", "mu, by which an update is multiplied (default: 1)"),
        ("decay", "by which mu is multiplied after each iteration (default: 1)"),
        ("step-max", "units that a parameter moves if a unit doubles the cost (default: 1)"),
    ):
        group.add_argument(f"--{name}", type=positive, metavar="X", help=meaning)


def add_spsa(group: Any) -> None:
    """Add the options of SPSA."""
    group.add_argument(
        "--openings", type=Path, metavar="FILE", help="as for sesame match (default: the same)"
    )
    group.add_argument(
        "--plies", type=whole(0), metavar="N", help="plies taken from the games of a PGN"
    )
    group.add_argument(
        "--pairs",
        type=whole(1),
        metavar="N",
        help=f"openings of each iteration, played with both colours (default: {PAIRS})",
    )
    group.add_argument(
        "--seed",
        type=whole(0),
        metavar="N",
        help="of the random signs and of the order of the openings (default: 1)",
    )
    for name, meaning in (
        ("gain-a", "a (default: the first iteration moves by a step if it wins every game)"),
        ("gain-c", "c in steps (default: the last iteration changes by one step)"),
        ("stability", f"A (default: {STABILITY_PART:g} of the iterations)"),
        ("alpha", f"exponent of the gain a (default: {ALPHA:g})"),
        ("gamma", f"exponent of the gain c (default: {GAMMA:g})"),
    ):
        group.add_argument(f"--{name}", type=positive, metavar="X", help=meaning)


def add_files(group: Any) -> None:
    """Add the files."""
    group.add_argument(
        "--database",
        type=Path,
        default=DATABASE,
        metavar="FILE",
        help="where searches and games are stored (default: %(default)s)",
    )
    for name, meaning in (
        ("csv", "write all iterations"),
        ("plot", "draw the parameters by iteration; .svg or .png"),
        ("json", "write the learned values and all that they come from"),
    ):
        group.add_argument(f"--{name}", type=Path, metavar="FILE", help=meaning)


def add_places(group: Any) -> None:
    """Add where it is computed."""
    group.add_argument(
        "--concurrency",
        type=whole(1, MOST_CONCURRENT),
        default=usable_processors(),
        metavar="N",
        help="processes (default: %(default)s, the processors)",
    )
    group.add_argument(
        "--scheduler",
        type=scheduler_address,
        metavar="ADDRESS",
        help="compute on a Dask cluster instead, see match --help",
    )
