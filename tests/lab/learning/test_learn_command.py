"""`sesame learn` from outside: its files, its end by force, two at once, and its mistakes."""

import csv
import io
import json
import os
import re
import signal
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from engine.lab.learning import command
from engine.lab.learning.parameters import Parameter
from tests.lab.learning.commands import begin, ended, inline_tasks, results_in, words_for
from tests.lab.learning.subjects import OPTIMUM, SUITE, fake_text, nodes_of
from tests.lab.match.commands import START, all_gone, relatives, wait_until

PAUSE = "pause=0.02"


class Outcome(NamedTuple):
    status: int
    output: str
    complaints: str

    def counted(self):
        """How many tasks were done, and how many were known."""
        found = re.search(r"(\d+) \w+ computed, (\d+) were stored before\.", self.complaints)
        return int(found[1]), int(found[2])


def run(words):
    """Run `sesame learn` in this process, without further ones."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(command, "local_tasks", inline_tasks)
        status = command.main(words)
    return Outcome(status, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A whole run, with all its files."""
    folder = tmp_path_factory.mktemp("learned")
    files = [
        word
        for kind in ("csv", "json", "plot")
        for word in (f"--{kind}", str(folder / f"out.{kind if kind != 'plot' else 'svg'}"))
    ]
    return folder, run([*words_for(folder, PAUSE), *files])


def test_the_values_as_commands(learned):
    """They are nearer to the optimum, and the engine takes them."""
    folder, outcome = learned
    assert outcome.status == 0
    values = dict(re.findall(r"^setoption name (\w+) value (\d+)$", outcome.output, re.MULTILINE))
    assert values.keys() == OPTIMUM.keys()
    start, end = nodes_of(60, 100), nodes_of(*map(int, values.values()))
    assert end - 1000 < (start - 1000) / 4
    assert sum(outcome.counted()) == 3 * (6 * 3 + 1)
    assert outcome.counted()[0] == results_in(folder / "learn.db")


def test_csv(learned):
    folder, *_ = learned
    rows = list(csv.DictReader((folder / "out.csv").open()))
    assert [row["iteration"] for row in rows] == [str(number) for number in range(7)]
    assert (rows[0]["First"], rows[0]["Second"]) == ("60.0", "100.0")
    # In the third position the first move that comes to the fake's mind is right.
    before, after = (2 * nodes_of(first, 100) + 7 for first in (60, 70))
    assert int(rows[0]["nodes"]) == before and rows[0]["solved"] == "3"
    change = (after - before) / before
    assert float(rows[0]["change by First"]) == pytest.approx(change, abs=1e-4)
    assert rows[-1]["change by First"] == ""


def test_json(learned):
    folder, outcome = learned
    content = json.loads((folder / "out.json").read_text())
    assert content["positions"] == 3 and content["iterations"] == 6
    first = content["learned"][0]
    assert Parameter(*(first[name] for name in ("name", "start", "low", "high", "step", "unit")))
    assert f"setoption name First value {first['setting']}" in outcome.output
    assert content["last"]["First"] == first["value"]


def test_plot(learned):
    """A name for each line, and the same bytes for the same data."""
    folder, outcome = learned
    text = (folder / "out.svg").read_text()
    assert "<svg" in text and "First" in text and "Second" in text and "iteration" in text
    files = ("--plot", str(folder / "again.svg"))
    again = run([*words_for(folder, PAUSE), *files])
    assert again.status == 0 and again.counted()[0] == 0
    assert again.output == outcome.output
    assert (folder / "again.svg").read_text() == text


def test_killed_and_resumed(learned, tmp_path):
    """Nothing that was stored is searched again, and the values are those of a whole run."""
    log = tmp_path / "log"
    words = words_for(tmp_path, PAUSE, f"log={log}")
    process = begin(words)
    path = tmp_path / "learn.db"
    wait_until(lambda: results_in(path) >= 6)
    theirs = relatives(process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    wait_until(lambda: all_gone(theirs))
    stored, searched = results_in(path), len(log.read_text().splitlines())
    whole = results_in(learned[0] / "learn.db")
    assert 6 <= stored < whole and searched - stored <= 4
    resumed = run(words)
    assert resumed.status == 0 and resumed.output == learned[1].output
    assert resumed.counted()[0] == whole - stored
    assert results_in(path) == whole
    assert len(log.read_text().splitlines()) == searched + whole - stored


def test_two_at_once(learned, tmp_path):
    """Both come to the same, and neither loses what the other stores."""
    words = words_for(tmp_path, PAUSE)
    with begin(words) as process:
        here = run(words)
        status, output, _ = ended(process)
    assert (here.status, status) == (0, 0)
    assert here.output == output == learned[1].output
    assert results_in(tmp_path / "learn.db") == results_in(learned[0] / "learn.db")


@pytest.mark.slow
def test_interrupted(tmp_path):
    """By Ctrl-C: a sentence, and no process is left."""
    process = begin(words_for(tmp_path, PAUSE))
    wait_until(lambda: results_in(tmp_path / "learn.db") >= 3)
    theirs = relatives(process)
    os.killpg(process.pid, signal.SIGINT)
    status, output, complaints = ended(process)
    assert status == 130 and output == ""
    assert "sesame learn: Interrupted; what is finished is stored" in complaints
    wait_until(lambda: all_gone(theirs))


def test_an_engine_that_dies(tmp_path):
    status, _, complaints = run(words_for(tmp_path, "dies"))
    assert status == 1
    assert "exited unexpectedly with status 7: out of memory. It happened twice in " in complaints


def spsa_words(folder, *more):
    """Write a command line of matches between fakes that are mated, or drawn by the move limit."""
    (folder / "start.epd").write_text(START)
    return [
        *("--method", "spsa", "--engine", fake_text("plays", "pause=0.01"), "--concurrency", "2"),
        *("--openings", str(folder / "start.epd"), "--parameter", "First=80,0,200,20"),
        *("--database", str(folder / "learn.db"), "--move-limit", "2", "--draw", "0", "0", "0"),
        *("--iterations", "8", "--pairs", "2", *more),
    ]


@pytest.mark.parametrize("limit", [("--nodes", "100"), ("--time", "5+0.1")], ids=["nodes", "clock"])
def test_spsa(tmp_path, limit):
    """The value moves to where no game is lost; in a second run all pairs are known."""
    files = ("--csv", str(tmp_path / "out.csv"), "--plot", str(tmp_path / "out.png"))
    words = spsa_words(tmp_path, *limit, *files)
    outcome = run(words)
    assert outcome.status == 0 and outcome.counted() == (16, 0)
    rows = list(csv.DictReader((tmp_path / "out.csv").open()))
    assert [row["games"] for row in rows] == ["4"] * 8 + [""]
    # Plus and minus are 60 and 100 or nearly so: one of them is mated in one of two games.
    assert abs(float(rows[0]["score"])) == 0.5
    assert float(rows[-1]["First"]) > 85
    assert f"setoption name First value {round(float(rows[-1]['First']))}\n" in outcome.output
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    again = run(words)
    assert again.counted() == (0, 16) and again.output == outcome.output


def test_spsa_killed_and_resumed(tmp_path):
    """No stored pair is played again, and the value is that of a whole run."""
    whole, half = tmp_path / "whole", tmp_path / "half"
    for folder in (whole, half):
        folder.mkdir()
    expected = run(spsa_words(whole))
    words, path = spsa_words(half), half / "learn.db"
    process = begin(words)
    wait_until(lambda: results_in(path) >= 3)
    theirs = relatives(process)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    wait_until(lambda: all_gone(theirs))
    stored = results_in(path)
    resumed = run(words)
    assert 3 <= stored < 16
    assert resumed.status == 0 and resumed.output == expected.output
    assert resumed.counted() == (16 - stored, stored)


GIVEN = ("--suite", "SUITE")
"""Stands for a suite that can be read."""
MISTAKES = {
    "no suite": ([], "Name the positions with --suite FILE"),
    "no such suite": (["--suite", "missing.epd"], "missing.epd cannot be read"),
    "the other method": (["--pairs", "3"], "--pairs is for --method spsa."),
    "a clock": (["--time", "1+1"], "--time is for --method spsa."),
    "the other method again": (["--method", "spsa", "--rate", "1"], "--rate is for --method lsc."),
    "no weights yet, or weights": (
        [*GIVEN, "--parameter", "NoSuch"],
        "no numeric option",
    ),
    "out of range": (
        [*GIVEN, "--parameter", "Hash=16,0,64"],
        "0 to 64 is out of range",
    ),
    "set and learned": (
        [*GIVEN, "--parameter", "Hash", "--option", "Hash=3"],
        "Hash is a parameter",
    ),
    "not repeatable": ([*GIVEN, "--parameter", "Threads"], "are not repeatable"),
    "no rate": ([*GIVEN, "--rate", "0"], "'0' is not a number above 0"),
    "endless rate": ([*GIVEN, "--rate", "inf"], "'inf' is not a number above 0"),
    "no program": (
        [*GIVEN, "--engine", "/no/such"],
        'cannot be started with "/no/such"',
    ),
    "an empty command": ([*GIVEN, "--engine", ""], "names no program"),
    "an open quote": ([*GIVEN, "--engine", "a 'b"], "--engine is invalid"),
    "a plot of another kind": (
        [*GIVEN, "--plot", "out.pdf"],
        "must end in .svg or .png",
    ),
    "no folder": ([*GIVEN, "--csv", "no/such/out.csv"], "There is no folder no/such"),
}


@pytest.mark.parametrize(("words", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(words, sentence, learned, tmp_path, monkeypatch):
    """One sentence, before anything is searched; no database is made."""
    monkeypatch.chdir(tmp_path)
    suite = str(learned[0] / "suite.epd")
    outcome = run([suite if word == "SUITE" else word for word in words])
    assert outcome.status == 2 and outcome.output == ""
    assert sentence in outcome.complaints and len(outcome.complaints.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_another_kind(tmp_path, capsys):
    words = words_for(tmp_path)
    (tmp_path / "learn.db").write_text("no database\n" * 100)
    assert command.main(words) == 1
    assert "learn.db cannot be read" in capsys.readouterr().err


def test_faults_of_a_suite_are_warnings(tmp_path):
    words = words_for(tmp_path, iterations=1)
    with (tmp_path / "suite.epd").open("a") as suite:
        suite.write(f"{SUITE.splitlines()[0]}\n4k3/8/8/8/8/8/8/4K3 w - - bm e4;\n")
    status, _, complaints = run(words)
    assert status == 0
    assert "suite.epd, line 5: 'e4' is not legal in 4k3" in complaints
    assert "3 positions are used; faults: 1, lines that repeat a position: 1." in complaints


def test_sesame_learns(tmp_path):
    """The whole way with the real engine: few positions, few nodes, the same every time."""
    (tmp_path / "suite.csv").write_text(
        "fen,moves\n"
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1,Bxa6\n"
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1,Ra8\n"
    )
    words = [
        *("--suite", str(tmp_path / "suite.csv"), "--nodes", "3000", "--iterations", "2"),
        *("--option", "Search=AliBaba", "--option", "Hash=1", "--concurrency", "1"),
        *("--parameter", "Quiescence Margin"),
    ]
    outputs = []
    for name in ("one.db", "two.db"):
        status, output, _ = run([*words, "--database", str(tmp_path / name)])
        assert status == 0
        outputs.append(output)
    assert outputs[0] == outputs[1]
    assert re.search(r"^ +0 .* 2$", outputs[0], re.MULTILINE)  # both are solved at the start


def test_words_of_a_help_that_can_be_read(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    text = capsys.readouterr().out
    assert "--method {lsc,spsa}" in text and "Weight Passed Push" in " ".join(text.split())
