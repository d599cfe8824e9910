"""The terminal browser. The witnesses are python-chess and the walk of `tests/trees.py`."""

import io
import subprocess
import sys

import chess
import numpy as np
import pytest
from rich.console import Console

from engine.lab.common.errors import LaboratoryError
from engine.lab.tree import command
from engine.lab.tree.browsing import Browser
from engine.lab.tree.command import main
from engine.lab.tree.commands import Commands
from engine.lab.tree.reading import TreeFile
from engine.machine import key
from engine.search.shared import tree_log as flags
from tests.search.positions import LARGE
from tests.trees import read_tree

CHECKOUT = key.ENGINE.parent


class Said:
    """Commands, and what they print."""

    def __init__(self, path):
        self._text = io.StringIO()
        self.commands = Commands(TreeFile(path), Console(file=self._text, width=110))

    def __call__(self, *lines):
        """Run commands; returns what the last one printed."""
        for line in lines:
            self._text.seek(0)
            self._text.truncate()
            assert self.commands.obey(line)
        return self._text.getvalue()


@pytest.fixture
def small(alibaba):
    return Said(alibaba)


@pytest.fixture
def large(modern):
    return Said(modern)


def test_the_list_of_the_root_has_every_move(small, alibaba):
    """All 48 moves of Kiwipete, the first one in the open window, each with its nodes."""
    board, logged = chess.Board(LARGE["Kiwipete"]), read_tree(alibaba)
    lines = [line.split() for line in small("ls").splitlines()]
    assert lines[0] == [
        "#",
        "node",
        "kind",
        "value",
        "alpha",
        "beta",
        "static",
        "depth",
        "searched",
        "marks",
    ]
    rows = [line for line in lines[1:] if line and line[0].isdigit()]
    assert {row[1] for row in rows} == {board.san(move) for move in board.legal_moves}
    assert [row[2] for row in rows][:2] == ["P", "N"]
    nodes = logged.nodes[list(logged.children(0))]
    assert [int(row[-1].replace(",", "")) for row in rows if row[-1] != "re-search"] == [
        int(node["nodes"]) for node in nodes if not node["marks"] & flags.RE_SEARCH
    ]
    assert "Not searched" not in small("ls")


def test_values_are_those_of_the_side_that_moved(alibaba):
    tree = TreeFile(alibaba)
    browser = Browser(tree)
    root = tree.nodes[browser.place]
    values = [int(row.value.strip("≥≤")) for row in browser.rows()]
    assert max(values) == root["value"]
    browser.go("1")
    assert max(int(row.value.strip("≥≤")) for row in browser.rows()) == -values[0]


def test_going_down_and_up(large):
    board = chess.Board(LARGE["Kiwipete"])
    assert large.commands.prompt.count("/") == 1
    top = large.commands.prompt
    large("cd e2a6")
    board.push_uci("e2a6")
    assert board.fen() in large("board")
    assert large.commands.prompt == f"{top[:-2]}/Bxa6> "
    large("cd ../Bxa6/1")
    assert large.commands.prompt.count("/") == 3
    large("cd ../..")
    assert large.commands.prompt == top
    assert "This is the top" in large("cd /", "path")
    large("cd 1 O-O")
    assert large.commands.prompt == "/1/O-O> "
    assert large("path").splitlines()[-1].split()[0] == "O-O"
    large("cd ../0-0", "cd ../e1g1")
    assert large.commands.prompt == "/1/O-O> "


def test_a_move_that_was_searched_twice(modern):
    """By its name one comes to the last search, by name and number to each."""
    tree, logged = TreeFile(modern), read_tree(modern)
    browser, checked = Browser(tree), 0
    for place, parent, _ in logged.walk():
        if not logged.nodes[place]["marks"] & flags.RE_SEARCH:
            continue
        path = tree.path_to(place)
        siblings = list(logged.children(parent))
        first = siblings[siblings.index(place) - 1]
        names, earlier = browser.names(path), browser.names([*path[:-1], first])
        assert earlier[-1].split(":")[0] == names[-1].split(":")[0]
        for wanted, found in ((earlier, first), (names, place)):
            browser.go("/" + "/".join(wanted))
            assert browser.place == found
        checked += 1
        if checked == 20:
            return
    raise AssertionError(f"only {checked} re-searches")


def test_searches_without_a_move_have_names(large, modern):
    logged = read_tree(modern)
    null = next(p for p, _, _ in logged.walk() if logged.nodes[p]["marks"] & flags.NULL_MOVE)
    probe = next(p for p, _, _ in logged.walk() if logged.nodes[p]["marks"] & flags.PROBE)
    browser = Browser(TreeFile(modern))
    for place, name in ((null, "null"), (probe, "probe")):
        path = browser.tree.path_to(place)
        names = browser.names(path)
        assert names[-1] == name
        browser.go("/" + "/".join(names))
        assert browser.names(browser.path) == names


CONDITIONS = {
    "pruned": lambda nodes: nodes["marks"] & (flags.STATIC | flags.QUIESCENCE) == flags.STATIC,
    "stand-pat depth<=0": lambda nodes: (
        nodes["marks"] & (flags.STATIC | flags.QUIESCENCE) == (flags.STATIC | flags.QUIESCENCE)
    ),
    "table": lambda nodes: nodes["marks"] & flags.TABLE_HIT != 0,
    "null nodes>=20": lambda nodes: (
        (nodes["marks"] & flags.NULL_MOVE != 0) & (nodes["nodes"] >= 20)
    ),
    "re-search depth>=2.5": lambda nodes: (
        (nodes["marks"] & flags.RE_SEARCH != 0) & (nodes["depth"] >= 250)
    ),
    "!quiescence ply=3": lambda nodes: (
        (nodes["marks"] & flags.QUIESCENCE == 0) & (nodes["ply"] == 3)
    ),
    "e5f7": lambda nodes: nodes["move"] == (36 | 53 << 6),
    "e1g1": lambda nodes: np.isin(nodes["move"], (4 | 7 << 6, 4 | 6 << 6)),
    "a2a1q": lambda nodes: nodes["move"] == (8 | 0 << 6 | 4 << 12),
    "value>=300": lambda nodes: (
        np.where(
            (nodes["move"] != 0) | (nodes["marks"] & flags.NULL_MOVE != 0),
            -nodes["value"],
            nodes["value"],
        )
        >= 300
    ),
    "P": lambda nodes: (
        (nodes["beta"].astype(int) - nodes["alpha"] > 1) & (nodes["marks"] & flags.QUIESCENCE == 0)
    ),
    "static<-100": lambda nodes: (
        (nodes["static"] != -32768)
        & (
            np.where((nodes["move"] != 0) | (nodes["marks"] & flags.NULL_MOVE != 0), -1, 1)
            * nodes["static"].astype(int)
            < -100
        )
    ),
}


@pytest.mark.parametrize(("words", "rule"), CONDITIONS.items(), ids=CONDITIONS)
def test_grep_finds_what_fulfils_the_conditions(large, modern, words, rule):
    logged = read_tree(modern)
    expected = int(np.count_nonzero(rule(logged.nodes)))
    lines = large("cd /", f"grep {words}").splitlines()
    assert lines[-1].startswith(f"{expected:,} node")
    assert len(lines) == min(expected, 20) + 1
    if expected:
        path = lines[0].split()[0]
        large(f"cd {path}")
        place = large.commands._browser.place
        assert rule(logged.nodes)[: place + 1].nonzero()[0].tolist() == [place]


def test_grep_looks_below_the_present_node_only(large, modern):
    logged = read_tree(modern)
    first = next(logged.children(0))
    end = first + int(logged.nodes[first]["records"])
    expected = np.count_nonzero(logged.nodes[first + 1 : end]["marks"] & flags.TABLE_HIT)
    assert large("cd /1/1", "grep table").splitlines()[-1].startswith(f"{expected:,} ")


def test_pruned_moves_are_told(large, modern):
    """A node that fails low without having searched all its moves names the others."""
    logged = read_tree(modern)
    for place, _, board in logged.walk():
        node = logged.nodes[place]
        children = list(logged.children(place))
        full = not node["marks"] & (flags.QUIESCENCE | flags.PROBE)
        tried = {int(logged.nodes[child]["move"]) for child in children} - {0}
        if full and node["value"] < node["beta"] and 0 < len(tried) < board.legal_moves.count():
            break
    path = "/".join(large.commands._browser.names(large.commands._browser.tree.path_to(place)))
    said = large(f"cd /{path}", "ls").splitlines()[-1]
    assert said.startswith("Not searched: ") and said.endswith(".")
    named = said.removeprefix("Not searched: ")[:-1].split(", ")
    assert len(named) == board.legal_moves.count() - len(tried)
    assert all(board.parse_san(name) in board.legal_moves for name in named)


REFUSED = {
    "jump": "There is no command 'jump'; help lists those there are.",
    "cd": "cd takes a path",
    "cd e4e5": "There is no 'e4e5' below /",
    "cd 999": "There is no '999' below /",
    "cd 0": "There is no '0' below /",
    "cd e2a6:9": "There is no 'e2a6:9' below /",
    "cd e2a6:x": "There is no 'e2a6:x' below /",
    "cd ²": "There is no '²' below /",
    "ls all": "ls takes nothing, not 'all'.",
    "grep": "grep takes conditions.",
    "grep tabel": "'tabel' is no condition.",
    "grep value": "'value' is no condition.",
    "grep value>=": "'value>=' is no condition.",
    "grep size>3": "'size>3' is no condition.",
    "grep e9e4": "'e9e4' is no condition.",
}


@pytest.mark.parametrize(("line", "sentence"), REFUSED.items(), ids=REFUSED)
def test_what_is_refused(small, line, sentence):
    before = small.commands.prompt
    with pytest.raises(LaboratoryError) as refusal:
        small.commands.obey(line)
    assert str(refusal.value).startswith(sentence)
    assert small.commands.prompt == before


def test_commands_as_arguments(alibaba, capsys):
    assert main([str(alibaba), "about", "cd e2a6", "path", "quit", "ls"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Search: AliBaba, 2 plies, Sesame ")
    assert "Quiescence = false" in said and "Bxa6" in said and "Not searched" not in said
    assert main([str(alibaba), "cd nowhere", "board"]) == 1
    assert main([str(alibaba), "--html", "/no/such/folder/x.html"]) == 2
    assert main([str(alibaba), "--nodes", "0"]) == 2
    assert main([]) == 2


def test_commands_from_standard_input(alibaba):
    done = subprocess.run(
        [sys.executable, "uci.py", "tree", str(alibaba)],
        cwd=CHECKOUT,
        input="cd e2a6\nboard\ncd nowhere\nhelp\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    board = chess.Board(LARGE["Kiwipete"])
    board.push_uci("e2a6")
    assert done.returncode == 1
    assert board.fen() in done.stdout and "grep CONDITION" in done.stdout
    assert done.stderr == "sesame tree: There is no 'nowhere' below /1/Bxa6.\n"


def test_the_terminal(alibaba, capsys, monkeypatch):
    """The prompt is the place; mistakes are told and the next command comes."""
    prompts, lines = [], iter(["cd e2a6", "cd nowhere", "", "  BOARD ", "cd .."])

    def read(prompt):
        prompts.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    assert command.converse(Commands(TreeFile(alibaba), Console())) == 0
    assert prompts == ["/1> ", *["/1/Bxa6> "] * 4, "/1> "]
    said = capsys.readouterr().out
    assert said.splitlines()[0] == "There is no 'nowhere' below /1/Bxa6."
    board = chess.Board(LARGE["Kiwipete"])
    board.push_uci("e2a6")
    assert board.fen() in said


def test_ctrl_c(alibaba, capsys, monkeypatch):
    monkeypatch.setattr(command, "browse", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert main([str(alibaba)]) == 130
    assert capsys.readouterr().err == "sesame tree: Interrupted.\n"
