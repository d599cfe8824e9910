"""What a user is told of the option Tree Log: where the trees are, or one sentence why not."""

import shutil
from pathlib import Path

from tests.trees import read_tree
from tests.uci.conversation import Conversation

NAME = "setoption name Tree Log value"


def told(lines: list[str]) -> list[str]:
    """Give the messages about the log."""
    return [line for line in lines if line.startswith("info string Tree Log: ")]


def test_where_the_trees_are(sesame: Conversation, tmp_path: Path) -> None:
    sesame.ask(f"{NAME} {tmp_path}/two words", "setoption name Tree Log From Depth value 2")
    lines = sesame.go("go depth 3")
    (line,) = told(lines)
    first, last = sorted(tmp_path.iterdir())
    assert (first.name, last.name) == ("two words-001-02.tree", "two words-001-03.tree")
    assert line.startswith(f"info string Tree Log: {first} to {last.name}, ")
    assert lines[-1].startswith("bestmove ")
    nodes = [int(line.split(" nodes ")[1].split()[0]) for line in lines if " nodes " in line]
    assert sum(len(read_tree(path).nodes) for path in (first, last)) <= nodes[-1]
    assert told(sesame.go(f"{NAME} <empty>", "go depth 2")) == []


def test_a_folder_that_is_missing_is_refused(sesame: Conversation, tmp_path: Path) -> None:
    (line,) = told(sesame.ask(f"{NAME} {tmp_path}/none/log"))
    assert line.startswith("info string Tree Log: there is no folder for '/")
    assert told(sesame.go("go depth 2")) == []


def test_the_game_goes_on_without_the_folder(sesame: Conversation, tmp_path: Path) -> None:
    """One message, not one for each search; the option set again starts anew."""
    folder = tmp_path / "folder"
    folder.mkdir()
    sesame.ask(f"{NAME} {folder}/log")
    shutil.rmtree(folder)
    lines = sesame.go("go depth 3")
    assert len(told(lines)) == 1 and "the search goes on" in told(lines)[0]
    assert lines[-1].startswith("bestmove ")
    assert told(sesame.go("go depth 2")) == []
    folder.mkdir()
    assert len(told(sesame.go(f"{NAME} {folder}/log", "go depth 2"))) == 1
    assert len(list(folder.glob("*.tree"))) == 2
