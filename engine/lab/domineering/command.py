"""`sesame domineering`: solve a board and draw it."""

import argparse
import re
import sys
from functools import partial

from rich.console import Console

from engine.lab.common.command_line import (
    DONE,
    FAILED,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
    status_of,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.domineering.display import (
    NAMES,
    board_name,
    class_line,
    progress_on,
    result_lines,
)
from engine.lab.domineering.solve import DEPTHS, Problem, Result, check, solve
from engine.options import POSITION_COUNTS
from engine.process.texts import quoted
from engine.table.replacement import SCHEMES
from engine.table.sizes import choice_of, positions_of

fail = partial(report_error, "sesame domineering")
BOTH = "both"


def main(words: list[str]) -> int:
    """Run `sesame domineering`.

    Parameters
    ----------
    words
        The arguments after `sesame domineering`.

    Returns
    -------
    int
        0 solved; 1 error, or not solved within the limit; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        problems = problems_of(arguments)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    unsolved = "Interrupted; the board is not solved."
    return status_of(lambda: solve_all(problems, arguments.nodes), fail, unsolved)


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line.

    Raises
    ------
    LaboratoryError
        For the first usage error.
    """
    usual = Problem(8, 8)
    parser = CommandParser(
        prog="sesame domineering",
        description="Solve a board of domineering by the search of Breuker (1998), and draw it "
        "with a move that wins: rows are numbered from the top.",
    )
    parser.add_argument("board", metavar="ROWSxCOLUMNS", help="size of the board, such as 8x8")
    parser.add_argument(
        "--first",
        choices=("V", "H", BOTH),
        default=BOTH,
        help="who starts: Vertical, Horizontal, or each in turn, which gives the class of the "
        "board; a square board needs Vertical only (default: %(default)s)",
    )
    parser.add_argument(
        "--scheme",
        type=str.upper,
        choices=[scheme.name for scheme in SCHEMES],
        default=usual.scheme,
        help="replacement scheme of the table (default: %(default)s)",
    )
    parser.add_argument(
        "--positions",
        type=table_size,
        default=usual.positions,
        metavar="SIZE",
        help="positions in the table, such as 2048K or 2M (default: 2048K)",
    )
    parser.add_argument("--no-table", action="store_true", help="search without a table")
    parser.add_argument(
        "--depth",
        choices=DEPTHS,
        default=usual.depth,
        help="what DEEP and TWODEEP compare: the height of the searched subtree, or the plies "
        "that remain at most (default: %(default)s)",
    )
    rows = (
        ("nodes", 0, 0, "nodes after which a search ends without a result; 0: no limit"),
        ("seed", 1, usual.seed, "seed of the Zobrist numbers"),
    )
    parser.add_numbers(rows)
    return parser.read(words)


def table_size(text: str) -> int:
    """Read a number of positions: 2048K, 2M or 2097152.

    Raises
    ------
    ArgumentTypeError
        If no table has this size.
    """
    positions = positions_of(choice_of(text))
    if positions is None:
        least, *_, most = sorted(POSITION_COUNTS, key=POSITION_COUNTS.__getitem__)
        raise argparse.ArgumentTypeError(
            f"a table has a power of two of positions, from {least} to {most}, not {quoted(text)}"
        )
    return positions


def problems_of(arguments: argparse.Namespace) -> list[Problem]:
    """Return what is to be solved: a problem for every player who starts.

    Raises
    ------
    LaboratoryError
        If there is no such board.
    """
    size = re.fullmatch(r"(\d{1,9})[xX×](\d{1,9})", arguments.board.strip())
    if not size:
        raise LaboratoryError(
            f"A board is given as rows and columns, such as 8x8, not {quoted(arguments.board)}."
        )
    rows, columns = int(size[1]), int(size[2])
    starts = "V" if rows == columns else "VH"
    problems = [
        Problem(
            rows,
            columns,
            first,
            "" if arguments.no_table else arguments.scheme,
            arguments.positions,
            arguments.depth,
            arguments.seed,
        )
        for first in (starts if arguments.first == BOTH else arguments.first)
    ]
    check(problems[0])
    return problems


def solve_all(problems: list[Problem], node_limit: int) -> int:
    """Solve, show each result, and, if all starts are known, the class; returns the status."""
    console = Console(stderr=True)
    results: dict[str, Result] = {}
    for problem in problems:
        what = f"{board_name(problem)}, {NAMES[problem.first]} starts"
        with progress_on(what, console) as report:
            result = solve(problem, node_limit, report, say=to_the_user)
        for line in result_lines(problem, result):
            print(line, flush=True)
        if not result.winner:
            return fail(f"Not solved within {node_limit:,} nodes.", FAILED)
        results[problem.first] = result
    square = problems[0].rows == problems[0].columns
    if square or len(results) > 1:
        winners = {first: result.winner for first, result in results.items()}
        print(class_line(problems[0], winners, sum(one.nodes for one in results.values())))
    return DONE


def to_the_user(sentence: str) -> None:
    """Tell that the core is being compiled."""
    print(f"sesame: {sentence}", file=sys.stderr, flush=True)
