"""`sesame script` as a user meets it: experiments end to end, refusals, Ctrl-C, junk."""

import csv
import io
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import options
from engine.lab.common.errors import LaboratoryError
from engine.lab.script import command
from engine.lab.script.settings import initial
from engine.thinking.engine import Engine, Limits
from tests.interrupts import interruptible
from tests.missing import missing

CHECKOUT = Path(__file__).resolve().parents[3]
EXAMPLE = CHECKOUT / "docs" / "examples" / "experiment.script"

SKELETON = """\
clear statistics
set table scheme big1
set table level 2
set table index 12
set depth 4
load first.pgn
run
load second.txt
run
save stats "big1.csv"
"""
FIRST, SECOND = "1. e4 e5 2. Nf3 Nc6 *", "d2d4 d7d5 c2c4"


def rows_in(text):
    """Read the statistics."""
    return list(csv.DictReader(io.StringIO(text)))


def test_the_skeleton_of_an_experiment(desk):
    """Lazar's order of commands; the counters are those of the engine asked directly."""
    desk.write("first.pgn", FIRST)
    desk.write("second.txt", SECOND)
    outcome = desk.main(SKELETON)
    assert outcome.status == 0
    assert "sesame script" not in outcome.err  # the compiler may have been at work
    rows = rows_in(desk.read("big1.csv"))
    assert [row["number"] for row in rows] == ["1", "2"]
    assert all(
        (row["scheme"], row["index_bits"], row["depth"]) == ("big1 2", "12", "4") for row in rows
    )
    engine = Engine()
    for name, value in {
        "Search": "AliBaba",
        "Table Positions": "4K",
        "Replacement Scheme": "TWOBIG1",
        "Centre Function": "Default",
    }.items():
        engine.configure(options.find(name), value)
    for row, moves in zip(rows, ("e4 e5 Nf3 Nc6", "d4 d5 c4"), strict=True):
        board = chess.Board()
        for word in moves.split():
            board.push_san(word)
        assert row["fen"] == board.fen()
        engine.new_game()
        engine.set_position(board)
        engine.prepare_go()
        result = engine.think(Limits(depth=4), lambda news: None)
        summary = engine.summary
        counters = summary.counters
        assert row["move"] == result.move.uci()
        assert int(row["nodes"]) == counters.nodes == int(row["internal"]) + int(row["leaf"])
        assert int(row["hits"]) == counters.hits
        assert int(row["filled"]) == summary.filled
        assert f"{counters.nodes} nodes (int:{counters.interior}," in outcome.out


def test_the_same_again(desk):
    """All but the times."""
    desk.write("first.pgn", FIRST)
    desk.write("second.txt", SECOND)
    found = []
    for _ in range(2):
        assert desk.main(SKELETON).status == 0
        rows = rows_in(desk.read("big1.csv"))
        found.append([{**row, "time_ms": ""} for row in rows])
    assert found[0] == found[1]


def test_the_example_of_the_documents(tmp_path, capsys):
    """It prints docs/examples/experiment.out, which `sesame script` can renew, but for times.

    docs/scripts.md shows the scripts and the first search.
    """
    folder = tmp_path / "examples"
    folder.mkdir()
    for path in EXAMPLE.parent.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    assert command.main([str(folder / EXAMPLE.name)]) == 0
    printed = without_times(capsys.readouterr().out)
    stored = EXAMPLE.with_suffix(".out").read_text(encoding="utf-8")
    assert printed == without_times(stored)
    page = (CHECKOUT / "docs" / "scripts.md").read_text(encoding="utf-8")
    for path in (EXAMPLE, EXAMPLE.with_name("search.script")):
        assert path.read_text(encoding="utf-8") in page
    begin = stored.partition(" nodes (int:")[0].rpartition("\n")[0]
    assert without_times(begin) in without_times(page)
    rows = rows_in((folder / "experiment.csv").read_text())
    assert len({row["scheme"] for row in rows}) > 1


def without_times(text):
    """Replace seconds and nodes per second."""
    text = re.sub(r"(?m)^( *\d+) +\d+\.\d\d ", r"\1 S ", text)
    return re.sub(r"\d+ n/s", "N n/s", re.sub(r"time_ms \d+", "time_ms T", text))


def test_nothing_runs_before_all_is_read(desk):
    """A mistake in the last line of a nested script ends the run before its first command."""
    desk.write("inner.script", "NEW\nSTEP\nSTEPP\n")
    outcome = desk.main("PRINT begun\nSAVE a.txt AS ASCII\nRUN inner.script\n")
    assert (outcome.status, outcome.out) == (2, "")
    (complaint,) = outcome.err.splitlines()
    assert complaint.startswith("sesame script: inner.script:3:1: 'STEPP' is not a command")
    assert not (desk.folder / "a.txt").exists()


def test_a_command_that_fails(desk):
    """Status 1, with its place; what was done before stays."""
    outcome = desk.main("PRINT begun\nSAVE a.txt AS ASCII\n  LOAD none.pgn\nPRINT no\n")
    assert (outcome.status, outcome.lines) == (1, ["begun"])
    assert outcome.err == (
        f"sesame script: {desk.folder}/main.script:3:3: Cannot read none.pgn: "
        "No such file or directory.\n"
    )
    assert (desk.folder / "a.txt").exists()


def test_outside(desk):
    """Allowed by the flag alone."""
    desk.write("inside/x", "")
    (desk.folder / "out.pgn").write_text(FIRST)
    text = "LOAD ../out.pgn\nSAVE ../copy.pgn AS PGN\n"
    path = desk.write("inside/main.script", text)
    assert command.main([str(path)]) == 1
    assert not (desk.folder / "copy.pgn").exists()
    assert command.main([str(path), "--outside"]) == 0
    assert (desk.folder / "copy.pgn").exists()


def test_check(desk):
    """Read only."""
    outcome = desk.main("SAVE a.txt AS ASCII\n", "--check")
    assert (outcome.status, outcome.lines) == (
        0,
        [f"{desk.folder}/main.script: no mistake found"],
    )
    assert not (desk.folder / "a.txt").exists()
    assert desk.main("FOO\n", "--check").status == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "FILE"),
        (["none.script"], "Cannot read none.script: No such file or directory."),
        (["."], ". is not a file."),
        (["a\0b"], "null byte"),
        (["x", "--fast"], "--fast"),
    ],
    ids=["none", "missing", "folder", "null", "flag"],
)
def test_wrong_words(capsys, tmp_path, monkeypatch, words, reason):
    """One sentence and status 2."""
    monkeypatch.chdir(tmp_path)
    assert command.main(words) == 2
    (complaint,) = capsys.readouterr().err.splitlines()
    assert complaint.startswith("sesame script: ")
    assert reason in complaint


def test_confirm_on_the_terminal(desk, monkeypatch):
    """Answers come from standard input; at its end the script ends."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n\nn\n"))
    outcome = desk.main("SET CONFIRM on\nPRINT a\nPRINT b\nPRINT c\nPRINT d\n")
    assert outcome.status == 0
    assert next(line.rpartition("] ")[2] for line in outcome.lines if "?" in line) == "a"
    assert not {"b", "c", "d"} & set(outcome.lines)


def test_interrupted(tmp_path):
    """Ctrl-C in an endless search: one sentence, status 130, no traceback."""
    script = tmp_path / "long.script"
    script.write_text("SAVE a.txt AS ASCII\nSET TABLE INDEX 12\nSTEP 60\n")
    with interruptible():
        process = subprocess.Popen(
            [sys.executable, "uci.py", "script", str(script)],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    try:
        assert process.stdout.readline().startswith("[0 positions")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert errors.splitlines()[-1] == (
        "sesame script: Interrupted; files that were saved before are complete."
    )
    assert "Traceback" not in errors
    assert (tmp_path / "a.txt").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_output_that_cannot_be_written(tmp_path):
    """A full disk is a sentence; a reader that has gone, as `head`, is none."""
    (tmp_path / "a.script").write_text("PRINT a\n" * 5000)
    words = [sys.executable, "uci.py", "script", str(tmp_path / "a.script")]
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = subprocess.run(
            words, cwd=CHECKOUT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 1
    assert "a.script:1:1: The output could not be written: No space left" in run.stderr
    assert "Traceback" not in run.stderr
    process = subprocess.Popen(
        words, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "a\n"
    process.stdout.close()
    assert not re.search("Traceback|ignored|sesame script", process.stderr.read())
    process.stderr.close()
    assert process.wait(60) == 1


def test_without_the_parser(capsys):
    """Lark is a package of the laboratory: its absence is a sentence."""
    from engine.cli import main

    with missing("lark", "engine.lab.script"):
        assert main(["script", "x"]) == 2
    assert "sesame script needs lark." in capsys.readouterr().err


WORDS = [
    *("BACK", "ALL", "CLEAR", "BOARD", "TABLE", "STATS", "DELETE", "e4", "WN", "white", "Knight"),
    *("EVALUATE", "ECHO", "on", "off", "FORWARD", "HELP", "LOAD", "game.pgn", "junk", "MOVE"),
    *("e2-e4", "e7e5", "NEW", "PLACE", "WK", "BK", "ONTO", "e1", "PRINT", "GAME", "MOVES"),
    *("RUN", "inner.script", "SAVE", "AS", "ASCII", "LATEX", "PGN", "SET", "CENTER", "LINEAR"),
    *("Pawn", "VALUES", "DEFAULT", "COLOR", "black", "DEPTH", "NODES", "TIME", "REFS", "PLY"),
    *("LEVEL", "SCHEME", "new", "deep", "big1", "INDEX", "STAMP", "FLAG", "SHOW", "=", "STEP"),
    *("0", "1", "2", "-1", "10", "12", '"', '"a"', "//", "#define", '"x"', "x", "|", "\n", "\n"),
]
LIKELY = [
    *("NEW", "STEP 1", "STEP", "RUN", "BACK", "BACK ALL", "FORWARD 1", "MOVE e2-e4", "MOVE e7-e5"),
    *("CLEAR BOARD", "CLEAR TABLE", "CLEAR STATS", "PLACE WK ONTO e1", "PLACE BK ONTO e8"),
    *("PLACE WP ONTO a8", "PLACE WP ONTO e7", "DELETE e4", "DELETE WK", "EVALUATE", "PRINT BOARD"),
    *("PRINT MOVES", "PRINT GAME", "SET COLOR black", "SET COLOR white", "SAVE x AS ASCII"),
    *("LOAD x", "SAVE x AS PGN", "SAVE x AS LATEX", "SAVE x AS MOVES", "SAVE STATS x"),
    *("SET TABLE INDEX 10", "SET TABLE SCHEME new", "SET TABLE off", "SET TABLE STAMP off"),
    *("SHOW BOARD = on", "SHOW MOVES = on", "RUN inner.script", "SET Pawn 2000", "LOAD junk"),
]


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.sampled_from(LIKELY), max_size=12).map("\n".join)
    | st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)
    | st.text(max_size=40)
)
def test_no_script_crashes(session, text):
    """Whatever it says: it runs, or ends with a sentence."""
    (session.folder / "inner.script").write_text("MOVE d2-d4\nSTEP 1\n")
    (session.folder / "junk").write_bytes(bytes(range(256)))
    session.state.set({**initial(), "DEPTH": 1, "NODES": 500, "TABLE INDEX": 10})
    session.state.shown.clear()
    session.run("NEW")
    try:
        session.run(f"SET DEPTH 1\nSET NODES 500\nSET TABLE INDEX 10\n{text}")
    except LaboratoryError as refusal:
        begins = r"(session|inner)\.script(:\d+:\d+: | is not a text file\.$)"
        assert re.match(begins, str(refusal))
        assert "\n" not in str(refusal)
    assert initial().keys() == session.state.values.keys()
