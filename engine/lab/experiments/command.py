"""`sesame experiment`: list, run, show, report, export and import the papers' experiments."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path

from rich.console import Console

from engine.games.games import DOMINEERING
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    INTERRUPTED,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
    scheduler_address,
    whole,
)
from engine.lab.common.compiling import compile_core
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.lab.experiments.catalogue import experiment_called, experiments
from engine.lab.experiments.declaration import Experiment, Grid
from engine.lab.experiments.exchange import read_rows, write_rows
from engine.lab.experiments.position_sets import BOARDS, with_positions
from engine.lab.experiments.problems import PROOFS
from engine.lab.experiments.results import Results, results_of
from engine.lab.experiments.running import CellPool, compute_all, local
from engine.lab.experiments.settings import ALWAYS
from engine.lab.experiments.show import show
from engine.lab.experiments.store import CellStore
from engine.lab.experiments.summary import summary
from engine.process.processors import usable_processors
from engine.process.texts import system_reason
from engine.thinking.loading import PROOF

fail = partial(report_error, "sesame experiment")
DATABASE = Path("experiments.db")
NARROWEST = 80
"""Characters of a line that a table needs; a narrower terminal breaks lines itself."""
PIPE_WIDTH = 180
"""Characters of a line where there is no terminal."""
MOST_SEEDS = 1_000
"""The spread is known long before; every cell of every seed is listed when a run begins."""
REPORT = Path("experiments.html")
EPILOGUE = """\
examples:
  sesame experiment list
  sesame experiment run replacement-middle-game --quick
  sesame experiment run replacement-middle-game        the whole printed grid; resumable
  sesame experiment show replacement-middle-game --quick
  sesame experiment report --quick                     tables, plots and verdicts as HTML
  sesame experiment export --output cells.csv

A run that was interrupted is continued by the same command. Exit status: 0 success, 1 error,
2 usage error, 130 interrupted.
"""


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Read the command line; raises LaboratoryError for a usage error."""
    parser = CommandParser(
        prog="sesame experiment",
        description="Run the experiments of the papers and compare them with the printed tables.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="list the experiments")
    for name, meaning in (
        ("run", "compute what is missing of experiments"),
        ("show", "print tables and verdicts"),
        ("summary", "print all verdicts in Markdown"),
        ("report", "write an HTML page with tables, plots and verdicts"),
    ):
        action = actions.add_parser(name, help=meaning)
        add_grid(action)
        if name == "report":
            action.add_output(f"the page (default: {REPORT})", required=False)
            action.set_defaults(output=REPORT)
        if name == "run":
            action.add_argument("--all", action="store_true", help="all experiments, for hours")
            action.add_argument(
                "--concurrency",
                type=whole(1),
                default=usable_processors(),
                metavar="N",
                help="processes (default: %(default)s, the processors)",
            )
            action.add_argument(
                "--scheduler",
                type=scheduler_address,
                metavar="ADDRESS",
                help="compute on a Dask cluster instead",
            )
    for name, meaning in (("export", "write all cells as CSV"), ("import", "read such a file")):
        action = actions.add_parser(name, help=meaning)
        if name == "export":
            action.add_output("the file")
        else:
            action.add_argument("file", type=Path, metavar="FILE")
        add_database(action)
    return parser.read(words)


def add_grid(action: argparse.ArgumentParser) -> None:
    """Add what names experiments, their grid, and the database."""
    default = "" if action.prog.endswith(" run") else " (default: all)"
    action.add_argument("names", nargs="*", metavar="NAME", help=f"experiments{default}")
    action.add_argument("--quick", action="store_true", help="the small grid, a few minutes")
    seeds = whole(1, MOST_SEEDS)
    action.add_argument("--seeds", type=seeds, default=1, metavar="N", help="Zobrist seeds")
    action.add_argument(
        "--positions",
        metavar="FILE",
        help="positions of an EPD file instead of the experiment's own",
    )
    add_database(action)


def add_database(action: argparse.ArgumentParser) -> None:
    """Add the option that names the database."""
    action.add_argument(
        "--database",
        type=Path,
        default=DATABASE,
        metavar="FILE",
        help="where cells are stored (default: %(default)s)",
    )


def main(words: list[str]) -> int:
    """Run `sesame experiment`.

    Parameters
    ----------
    words
        The arguments after `sesame experiment`.

    Returns
    -------
    int
        0 success; 1 error; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        chosen = [experiment_called(name) for name in getattr(arguments, "names", ())]
        if arguments.action == "run":
            check_choice(arguments)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    try:
        return ACTIONS[arguments.action](arguments, chosen or list(experiments().values()))
    except KeyboardInterrupt:
        return fail(
            "Interrupted; finished cells are stored. The same command continues.", INTERRUPTED
        )
    except BrokenProcessPool:
        return fail("A searching process died; finished cells are stored.", FAILED)
    except LaboratoryError as failure:
        return fail(str(failure), FAILED)
    except OSError as failure:
        what = failure.filename or "The output"
        return fail(f"{what} cannot be used: {system_reason(failure)}.", FAILED)


def check_choice(arguments: argparse.Namespace) -> None:
    """Raise a LaboratoryError if a run names no experiments, which would take hours, or too many.

    All quick grids together take some minutes: they need not be named.
    """
    if arguments.names and arguments.all:
        raise LaboratoryError("Either experiments are named or --all is given.")
    if not (arguments.names or arguments.all or arguments.quick):
        raise LaboratoryError(
            "Name the experiments to run (`sesame experiment list` shows them), or say --quick for "
            "the small grids of all, or --all for all whole grids, which take hours."
        )


def grid_of(arguments: argparse.Namespace, experiment: Experiment) -> Grid:
    """Return the grid that is wanted; raises LaboratoryError if its positions cannot be used."""
    grid = experiment.grid(arguments.quick)
    return grid if arguments.positions is None else with_positions(grid, arguments.positions)


def list_them(_: argparse.Namespace, chosen: list[Experiment]) -> int:
    """Print names and titles."""
    width = max(len(experiment.name) for experiment in chosen)
    for experiment in chosen:
        print(f"{experiment.name:{width}}  {experiment.title} ({experiment.source})")
    return DONE


def run_them(arguments: argparse.Namespace, chosen: list[Experiment]) -> int:
    """Compute what is missing."""
    wanted = {grid_of(arguments, experiment).positions for experiment in chosen}
    boards = (DOMINEERING.name,) if wanted & set(BOARDS) else ()
    proofs = (PROOF,) if wanted & set(PROOFS) else ()
    compile_core(ALWAYS, *boards, *proofs, *{experiment.search for experiment in chosen})
    if reason := reason_not_to_write(arguments.database):
        raise LaboratoryError(reason)
    with closing(CellStore(arguments.database)) as store:
        with workers(arguments) as pool:
            for experiment in chosen:
                grid = grid_of(arguments, experiment)
                print(compute_all(experiment, grid, arguments.seeds, store, pool), flush=True)
    return DONE


def workers(arguments: argparse.Namespace) -> AbstractContextManager[CellPool]:
    """Return the pool that computes."""
    if arguments.scheduler:
        from engine.lab.experiments.cluster import cluster

        return cluster(arguments.scheduler)
    return local(arguments.concurrency)


def existing(path: Path) -> CellStore:
    """Open a database that must be there."""
    if not path.is_file():
        raise LaboratoryError(f"There is no database {path}; `sesame experiment run` makes one.")
    return CellStore(path)


def results_in(
    store: CellStore, arguments: argparse.Namespace, chosen: list[Experiment]
) -> Iterator[Results]:
    """Yield what is stored of each experiment."""
    for experiment in chosen:
        yield results_of(experiment, grid_of(arguments, experiment), store, arguments.seeds)


def show_them(arguments: argparse.Namespace, chosen: list[Experiment]) -> int:
    """Print tables and verdicts."""
    width = PIPE_WIDTH
    if sys.stdout.isatty():
        width = max(NARROWEST, shutil.get_terminal_size().columns)
    console = Console(width=width)
    with closing(existing(arguments.database)) as store:
        for results in results_in(store, arguments, chosen):
            show(results, console)
    return DONE


def report(arguments: argparse.Namespace, chosen: list[Experiment]) -> int:
    """Write the page."""
    # Matplotlib takes a while to load, which no other action needs.
    from engine.lab.experiments.report.page import page_of
    from engine.lab.page.writing import write_page

    with closing(existing(arguments.database)) as store:
        found = list(results_in(store, arguments, chosen))
        write_page(page_of(found, store, arguments.quick), arguments.output)
    print(f"The report was written to {arguments.output}.")
    return DONE


def summarize(arguments: argparse.Namespace, chosen: list[Experiment]) -> int:
    """Print all verdicts."""
    with closing(existing(arguments.database)) as store:
        print("\n".join(summary(list(results_in(store, arguments, chosen)))))
    return DONE


def export(arguments: argparse.Namespace, _: list[Experiment]) -> int:
    """Write all cells."""
    with closing(existing(arguments.database)) as store:
        print(f"{write_rows(store, arguments.output)} cells were written to {arguments.output}.")
    return DONE


def take(arguments: argparse.Namespace, _: list[Experiment]) -> int:
    """Read cells that `export` wrote."""
    arguments.file.open("rb").close()  # a file that is missing makes no database
    with closing(CellStore(arguments.database)) as store:
        new, known = read_rows(store, arguments.file)
    print(f"{new} cells were stored; {known} were there already.")
    return DONE


ACTIONS: dict[str, Callable[[argparse.Namespace, list[Experiment]], int]] = {
    "list": list_them,
    "run": run_them,
    "show": show_them,
    "summary": summarize,
    "report": report,
    "export": export,
    "import": take,
}
