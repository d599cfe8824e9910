"""Files are whole or refused with one sentence; the witness of the walk is `tests/trees.py`."""

import json
import struct
import zlib

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.tree.command import main
from engine.lab.tree.reading import TOP, TreeFile
from tests.trees import RECORD, read_tree


def test_every_node_is_reached_and_its_path_found(modern):
    tree, logged = TreeFile(modern), read_tree(modern)
    assert list(tree.children(TOP)) == list(logged.roots())
    for place, parent, board in logged.walk():
        assert list(tree.children(place)) == list(logged.children(place))
        if place % 97 == 0:
            path = tree.path_to(place)
            assert path[-1] == place and (path[-2:-1] or [-1]) == [parent]
            assert tree.board_at(path).fen() == board.fen()


def rebuilt(path, nodes=None, about=None, text=None):
    """Write a file with other nodes or another description, and check sums that fit."""
    logged = read_tree(path)
    body = (logged.nodes if nodes is None else nodes).tobytes()
    text = text if text is not None else json.dumps({**logged.about, **(about or {})}).encode()
    tail = struct.pack(
        "<QQII8s", len(body) // 24, len(text), zlib.crc32(body), zlib.crc32(text), b"ENDSTREE"
    )
    return struct.pack("<8sII", b"SESATREE", 1, 24) + body + text + tail


def with_byte(content, place, value=0xA5):
    """Change one byte."""
    return content[:place] + bytes([content[place] ^ value]) + content[place + 1 :]


DAMAGE = {
    "empty": (lambda whole: b"", "is no tree log of Sesame."),
    "a picture": (lambda whole: b"\x89PNG\r\n\x1a\n" + bytes(500), "is no tree log of Sesame."),
    "a text": (lambda whole: b'[Event "?"]\n' * 50, "is no tree log of Sesame."),
    "a later format": (lambda whole: with_byte(whole, 8, 3), "has format 2 of tree logs"),
    "only a head": (lambda whole: whole[:16], "is truncated"),
    "half": (lambda whole: whole[: len(whole) // 2], "is truncated"),
    "without its last byte": (lambda whole: whole[:-1], "is truncated"),
    "with something behind it": (lambda whole: whole + b"x", "is truncated"),
    "a node is missing": (lambda whole: whole[:16] + whole[40:], "is truncated"),
    "a bit of a node": (lambda whole: with_byte(whole, 30, 1), "its nodes do not match"),
    "a bit of the text": (
        lambda whole: with_byte(whole, len(whole) - 60, 1),
        "its description does not match",
    ),
}


@pytest.mark.parametrize(("damaged", "sentence"), DAMAGE.values(), ids=DAMAGE)
def test_a_file_that_is_none(modern, tmp_path, capsys, damaged, sentence):
    path = tmp_path / "damaged.tree"
    path.write_bytes(damaged(modern.read_bytes()))
    assert main([str(path), "ls"]) == 1
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1
    assert said.err.startswith(f"sesame tree: {path} ") and sentence in said.err


TEXTS = {
    "no JSON": b"{",
    "a list": b"[]",
    "brackets without end": b"[" * 100_000,
    "no UTF-8": b"\xff\xfe",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_description_that_is_none(modern, tmp_path, text):
    path = tmp_path / "damaged.tree"
    path.write_bytes(rebuilt(modern, text=text))
    with pytest.raises(LaboratoryError, match=r"is damaged: its description cannot be read\.$"):
        TreeFile(path)


@pytest.mark.parametrize("about", [{"fen": 3}, {"windows": [1]}, {"windows": None}, {"depth": "9"}])
def test_a_description_of_something_else(modern, tmp_path, about):
    path = tmp_path / "damaged.tree"
    path.write_bytes(rebuilt(modern, about=about))
    with pytest.raises(LaboratoryError, match="is damaged: its description cannot be read"):
        TreeFile(path)


def test_a_position_that_is_none(modern, tmp_path):
    path = tmp_path / "damaged.tree"
    path.write_bytes(rebuilt(modern, about={"fen": "not a position"}))
    with pytest.raises(LaboratoryError, match="is damaged: its description has no position"):
        TreeFile(path)


@pytest.mark.parametrize("size", [0, 2**32 - 1])
def test_nodes_that_are_no_tree(modern, tmp_path, capsys, size):
    """With check sums that fit: whoever wrote this meant it."""
    nodes = read_tree(modern).nodes.copy()
    nodes["records"][1] = size
    path = tmp_path / "damaged.tree"
    path.write_bytes(rebuilt(modern, nodes))
    for command in (["ls"], ["grep table"], ["cd 1", "ls"]):
        main([str(path), "cd /1", *command])
        said = capsys.readouterr().err
        assert said == "" or "is damaged: its nodes do not form a tree." in said
    assert main([str(path), "cd /1", "ls"]) == 1


def test_moves_that_are_illegal(modern, tmp_path, capsys):
    nodes = read_tree(modern).nodes.copy()
    nodes["move"][nodes["ply"] == 1] = 1
    path = tmp_path / "damaged.tree"
    path.write_bytes(rebuilt(modern, nodes))
    assert main([str(path), "ls"]) == 1
    assert "has no move b1a1" in capsys.readouterr().err


def test_a_log_without_a_node(modern, tmp_path, capsys):
    path = tmp_path / "empty.tree"
    path.write_bytes(rebuilt(modern, read_tree(modern).nodes[:0], {"records": 0}))
    assert main([str(path), "ls", "path", "board", "grep table", "about"]) == 0
    assert "This is the top" in capsys.readouterr().out


def test_a_file_that_is_missing(tmp_path, capsys):
    assert main([str(tmp_path / "none.tree")]) == 1
    assert main([str(tmp_path)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and all("cannot be read:" in line for line in said)


def test_the_records_are_those_of_the_document():
    """The reader and the tests have their layouts from different files."""
    from engine.search.shared.tree_log import TREE_NODE

    assert TREE_NODE == RECORD
