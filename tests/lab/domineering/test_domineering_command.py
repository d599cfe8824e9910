"""`sesame domineering` as a user meets it: results, drawings, progress, Ctrl-C, refusals."""

import io
import os
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

from engine.lab.domineering.command import main
from engine.lab.domineering.display import drawn, move_text, progress_on
from engine.lab.domineering.solve import Move, Problem, State
from engine.machine import key
from engine.machine.core import UNCOMPILED
from tests.interrupts import interruptible

FEW = ["--positions", "64K"]
CHECKOUT = key.ENGINE.parent

CLASSES = {
    "4x4": "4x4 is 1: the player who starts wins; 42 nodes",
    "5x5": "5x5 is 2: the player who starts loses; 672 nodes",
    "2x3": "2x3 is 1: the player who starts wins; 2 nodes",
    "2x5": "2x5 is V: Vertical wins, whoever starts; 15 nodes",
    "5x2": "5x2 is H: Horizontal wins, whoever starts; 15 nodes",
    "3X4": "3x4 is H: Horizontal wins, whoever starts; 10 nodes",
    "1x1": "1x1 is 2: the player who starts loses; 1 node",
}


@pytest.mark.parametrize(("board", "line"), CLASSES.items(), ids=CLASSES)
def test_the_class_of_a_board(board: str, line: str, capsys: pytest.CaptureFixture) -> None:
    assert main([board, *FEW]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_the_board_is_drawn(capsys: pytest.CaptureFixture) -> None:
    """With the domino that wins: on 2x2 there are two, and the first is found."""
    assert main(["2x2", *FEW]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:7] == [
        "2x2, Vertical starts with 2 moves: Vertical wins by a1-a2.",
        "Horizontal then has 0 moves.",
        *("", "   a b", " 1 V .", " 2 V .", ""),
    ]
    assert lines[7].startswith("1 node; ")


def test_one_start_only(capsys: pytest.CaptureFixture) -> None:
    """Then the class of the board is not known."""
    assert main(["5x6", "--first", "V", *FEW]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "5x6, Vertical starts with 24 moves: Horizontal, the second player, wins."
    assert "nodes" in second


def test_square_board_by_horizontal(capsys: pytest.CaptureFixture) -> None:
    """A quarter turn exchanges the players."""
    assert main(["4x4", "--first", "H", *FEW]) == 0
    assert "4x4 is 1: the player who starts wins; " in capsys.readouterr().out


def nodes_in(words: list[str], capsys: pytest.CaptureFixture) -> str:
    """Solve and return the last line."""
    assert main(words) == 0
    return str(capsys.readouterr().out.splitlines()[-1])


def test_the_table_can_be_chosen(capsys: pytest.CaptureFixture) -> None:
    """Each option changes the nodes, none the class; 2048K and 2M are one size."""
    board = ["6x6", "--positions", "1K"]
    settings = (
        *([], ["--scheme", "NEW"], ["--scheme", "DEEP"]),
        *(["--scheme", "DEEP", "--depth", "remaining"], ["--no-table"], ["--seed", "2"]),
    )
    found = {nodes_in([*board, *words], capsys) for words in settings}
    assert len(found) == len(settings)
    assert all(line.startswith("6x6 is 1: ") for line in found)
    assert nodes_in(["6x6"], capsys) == nodes_in(["6x6", "--positions", "2M"], capsys)


def test_a_limit_of_nodes(capsys: pytest.CaptureFixture) -> None:
    assert main(["8x8", "--nodes", "5000", *FEW]) == 1
    heard = capsys.readouterr()
    assert heard.out.splitlines()[0] == "8x8, Vertical starts with 56 moves: not solved."
    assert heard.err.endswith("sesame domineering: Not solved within 5,000 nodes.\n")


WRONG = {
    "no numbers": (["chess"], "A board is given as rows and columns, such as 8x8, not 'chess'."),
    "half": (["8x"], "A board is given as rows and columns, such as 8x8, not '8x'."),
    "minus": (["3x3x3"], "A board is given as rows and columns, such as 8x8, not '3x3x3'."),
    "large": (["8x10"], "A board has 1 to 9 rows and 1 to 9 columns."),
    "none": (["0x4"], "A board has 1 to 9 rows and 1 to 9 columns."),
    "size": (
        ["4x4", "--positions", "3K"],
        "Argument --positions: a table has a power of two of positions, from 256 to 256M, not '3K' "
        "(see sesame domineering --help).",
    ),
    "scheme": (["4x4", "--scheme", "BEST"], "Argument --scheme: invalid choice: 'BEST' "),
    "first": (["4x4", "--first", "W"], "Argument --first: invalid choice: 'W' "),
    "nodes": (["4x4", "--nodes", "-1"], "Argument --nodes: -1 is less than 0 "),
    "nothing": ([], "The following arguments are required: ROWSxCOLUMNS "),
}


@pytest.mark.parametrize(("words", "sentence"), WRONG.values(), ids=WRONG)
def test_bad_input(words: list[str], sentence: str, capsys: pytest.CaptureFixture) -> None:
    assert main(words) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and heard.err.startswith(f"sesame domineering: {sentence}")
    assert heard.err.count("\n") == 1


def test_progress_on_a_terminal() -> None:
    """A bar with the first move in work, nodes and nodes per second."""
    terminal = Console(file=io.StringIO(), force_terminal=True, width=80)
    with progress_on("8x8, Vertical starts", terminal) as report:
        report(State(nodes=5_000_000, seconds=2.0, tried=3, moves=56))
        time.sleep(0.2)
    shown = terminal.file.getvalue()  # type: ignore[attr-defined]
    assert "8x8, Vertical starts" in shown
    assert "move 3/56, 5.0 M nodes, 2.50 M/s" in shown


def test_progress_elsewhere(capsys: pytest.CaptureFixture) -> None:
    """A line now and then."""
    with progress_on("8x8", Console(file=io.StringIO())) as report:
        for seconds in range(1, 26):
            report(State(nodes=1_000_000 * seconds, seconds=float(seconds), tried=1, moves=9))
    assert capsys.readouterr().err.splitlines() == [
        "8x8: move 1/9, 10.0 M nodes, 1.00 M/s",
        "8x8: move 1/9, 20.0 M nodes, 1.00 M/s",
    ]


def test_drawings() -> None:
    """Rows are numbered from the top, columns lettered from the left."""
    assert list(drawn(Problem(2, 3), Move("H", 1, 1))) == ["   a b c", " 1 . . .", " 2 . H H"]
    assert move_text(Move("H", 1, 1)) == "b2-c2"
    assert move_text(Move("V", 0, 2)) == "c1-c2"
    assert list(drawn(Problem(1, 2), None)) == ["   a b", " 1 . ."]


PROGRAM = """
import builtins, sys
plain_import = builtins.__import__

def refusing(name, *arguments, **more):
    assert name.split(".")[0] not in ("numba", "chess"), f"a warm start imported {name}"
    return plain_import(name, *arguments, **more)

builtins.__import__ = refusing
from engine.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")
def test_a_warm_start_needs_no_numba() -> None:
    assert main(["2x2", *FEW]) == 0  # compiles what is missing
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "domineering", "5x6"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("5x6 is H: Horizontal wins, whoever starts; 1,525 nodes\n")


@pytest.mark.skipif(
    os.name != "posix" or UNCOMPILED, reason="sends a POSIX signal to compiled code"
)
def test_ctrl_c() -> None:
    """In the middle of a search: one sentence, status 130, at once."""
    assert main(["2x2", *FEW]) == 0
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "domineering", "8x8"],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out) == (130, "")
    assert err == "sesame domineering: Interrupted; the board is not solved.\n"
