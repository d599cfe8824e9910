"""`sesame proof`: prove or disprove a chess position, and write its proof tree as a page."""

import argparse
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path

import chess
from rich.console import Console
from rich.table import Table

from engine.board.fen import FenError, parse_fen
from engine.lab.common.command_line import (
    DONE,
    FAILED,
    USAGE_ERROR,
    CommandParser,
    prepare_output,
    report_error,
    status_of,
    whole,
)
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.lab.proof.asking import (
    DEFAULT_MIB,
    DEFAULT_NODE_LIMIT,
    DEFAULT_TABLE_MIB,
    NODES_OF_TWO_LEVELS,
    prover_for,
)
from engine.lab.proof.words import Facts, facts_of, verdict
from engine.process.deep_threads import start_deep
from engine.proof.games.goals import GOALS, PROMOTION
from engine.proof.numbers import INITIALISATIONS
from engine.proof.prover import MOST_CHILDREN
from engine.proof.settings import MOST_NODES, MOST_TREES, Outcome, ProofError
from engine.proof.variants import BTA, TREE, VARIANTS
from engine.thinking.loading import PROOF, have_core
from engine.thinking.proving.chess_prover import ChessProver

fail = partial(report_error, "sesame proof")
NODES_OF_A_PAGE = 100_000
SECONDS_BETWEEN_REPORTS = 0.2
MEMORY_MEANING = (
    f"memory in MiB (default: {DEFAULT_MIB}; df-pn, its table: {DEFAULT_TABLE_MIB}; pn²: "
    f"{NODES_OF_TWO_LEVELS:,} nodes)"
)
NUMBERS = (
    ("nodes", "N", DEFAULT_NODE_LIMIT, MOST_NODES, "limit of the nodes"),
    ("memory", "MIB", None, 2**20, MEMORY_MEANING),
    ("seconds", "N", None, 10**6, "limit of the time in seconds (default: none)"),
    ("page", "N", NODES_OF_A_PAGE, 10**7, "nodes of the page, the largest subtrees first"),
)
"""Options that take whole numbers: name, unit, default, most and meaning of each."""
EPILOGUE = """\
examples:
  sesame proof "k7/P7/P7/P7/P7/P7/P7/R3K3 w Q - 0 1" --papers --html proof.html
  sesame proof FEN --form bta --nodes 5000000 --memory 1024

Exit status: 0 proved or disproved, 1 error, or not decided within the limits, 2 usage error,
130 interrupted.
"""


def main(words: list[str]) -> int:
    """Run `sesame proof`.

    Parameters
    ----------
    words
        The arguments after `sesame proof`.

    Returns
    -------
    int
        0 proved or disproved; 1 error, or not decided; 2 usage error; 130 interrupted.
    """
    prepare_output()
    try:
        arguments = arguments_of(words)
        board = board_of(arguments)
    except LaboratoryError as mistake:
        return fail(str(mistake), USAGE_ERROR)
    failures = (LaboratoryError, ProofError)
    undecided = "Interrupted; nothing is decided."
    return status_of(lambda: run(board, arguments), fail, undecided, failures)


def run(board: chess.Board, arguments: argparse.Namespace) -> int:
    """Search, and show what was found."""
    have_core(PROOF, say=lambda sentence: fail(sentence, DONE))
    prover = prover_for(board, arguments)
    outcome, line = searched(prover, arguments.seconds)
    facts = facts_of(prover, outcome, line)
    show(verdict(prover, outcome), facts)
    if arguments.html:
        write_page(prover, outcome, facts, arguments)
    return DONE if outcome.value is not None else FAILED


def add_switches(parser: CommandParser) -> None:
    """Add what changes the rules or the memory of a search."""
    parser.add_argument(
        "--papers",
        action="store_true",
        help="the rules of the papers: their order of moves, no game before; else those of play",
    )
    parser.add_argument(
        "--releases",
        action="store_true",
        help="tree, BTA: give up what only solved positions need (BTA: when the memory is full)",
    )
    parser.add_argument(
        "--kept-trees",
        type=whole(0, MOST_TREES),
        default=0,
        metavar="N",
        help="pn²: second levels that are kept (default: 0)",
    )


def arguments_of(words: list[str]) -> argparse.Namespace:
    """Parse the command line.

    Raises
    ------
    LaboratoryError
        For the first usage error.
    """
    parser = CommandParser(
        prog="sesame proof",
        description="Prove or disprove by proof-number search that the side to move reaches a "
        "goal, and write the proof tree as a page.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("fen", nargs="+", metavar="FEN", help="one position, quoted or not")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the tree as a page")
    for name, choices, usual, meaning in (
        ("form", tuple(VARIANTS), "tree", "form of the search"),
        ("goal", GOALS, "mate", "what the side to move wants"),
        ("initial", INITIALISATIONS, "mobility", "numbers of a new leaf"),
    ):
        parser.add_argument(
            f"--{name}", choices=choices, default=usual, help=f"{meaning} (default: %(default)s)"
        )
    add_switches(parser)
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    for name, metavar, standard, most, what in NUMBERS:
        default = f" (default: {standard})" if standard else ""
        parser.add_argument(
            f"--{name}",
            type=whole(1, most),
            default=standard,
            metavar=metavar,
            help=f"{what}{default}",
        )
    arguments = parser.read(words)
    check_form(arguments)
    if arguments.html and (reason := reason_not_to_write(arguments.html)):
        raise LaboratoryError(reason)
    return arguments


def check_form(arguments: argparse.Namespace) -> None:
    """Raise a LaboratoryError if something is asked of a form of the search that it cannot do."""
    form = VARIANTS[arguments.form]
    if arguments.html and form.table:
        raise LaboratoryError(f"A search by {form.name} keeps no tree for a page.")
    if arguments.releases and form not in (TREE, BTA):
        raise LaboratoryError(f"A search by {form.name} releases nothing: --releases is refused.")
    if arguments.kept_trees and not form.second_level:
        raise LaboratoryError(f"A search by {form.name} has no second levels for --kept-trees.")


def board_of(arguments: argparse.Namespace) -> chess.Board:
    """Read the position.

    Raises
    ------
    LaboratoryError
        If it is none, has more moves than a proof search takes, or does not suit the goal.
    """
    try:
        board, dropped = parse_fen(" ".join(arguments.fen), arguments.chess960)
    except FenError as mistake:
        raise LaboratoryError(str(mistake)) from None
    for sentence in dropped:
        fail(sentence, DONE)
    if board.legal_moves.count() > MOST_CHILDREN:
        raise LaboratoryError(f"The position has more than {MOST_CHILDREN} moves.")
    if arguments.goal == GOALS[PROMOTION] and board.occupied != board.kings | board.pawns:
        # With a queen at the start, it would be reached without a promotion.
        raise LaboratoryError("The goal promotion is for kings and pawns only.")
    return board


def searched(prover: ChessProver, seconds: int | None) -> tuple[Outcome, list[chess.Move]]:
    """Search in a thread of its own, and for the proved line, too; Ctrl-C ends both."""
    found: Future[tuple[Outcome, list[chess.Move]]] = Future()

    def work() -> None:
        try:
            found.set_result((prover.run(seconds), prover.line()))
        except BaseException as fault:
            found.set_exception(fault)

    console = Console(stderr=True)
    thread = start_deep(work, "proof")
    try:
        with console.status("searching") as status:
            while not wait((found,), SECONDS_BETWEEN_REPORTS).done:
                status.update(f"{prover.nodes / 1e6:,.1f} M nodes")
    except BaseException:
        prover.stop()  # for good: no line is searched for either
        raise
    finally:
        thread.join()
    return found.result()


def show(sentence: str, facts: Facts) -> None:
    """Print what was found."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(sentence, style="bold", markup=False)
    table = Table.grid(padding=(0, 2))
    for name, text in facts:
        table.add_row(name, text)
    console.print(table)


def write_page(
    prover: ChessProver, outcome: Outcome, facts: Facts, arguments: argparse.Namespace
) -> None:
    """Write the page, and say how much of the tree is on it."""
    # The terminal needs neither Jinja nor the drawings.
    from engine.lab.page.tree import write_tree_page
    from engine.lab.proof.page import page_of

    page = page_of(prover, outcome, facts, arguments.page)
    write_tree_page(page, arguments.html)
    shown, total = len(page.tree.sizes), int(page.tree.columns[2].values[0])
    part = "" if shown == total else f" of {total:,}, the largest subtrees"
    unit = "node" if shown == 1 else "nodes"
    print(f"{arguments.html}: {shown:,} {unit}{part}.")
