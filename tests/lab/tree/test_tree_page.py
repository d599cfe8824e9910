"""Which nodes are on the page, and what it says of them; the witness is `tests/trees.py`."""

import numpy as np
import pytest

from engine.board.setup import chess_move
from engine.lab.page.tree import PASS
from engine.lab.tree import unsearched
from engine.lab.tree.command import main
from engine.lab.tree.page import largest, page_of
from engine.lab.tree.reading import TreeFile
from engine.search.shared import tree_log as flags
from tests.html_page import HtmlPage
from tests.lab.tree.conftest import log
from tests.trees import read_tree


def parents(sizes):
    """The place of each node's parent."""
    found, above = [], []
    for place, size in enumerate(sizes):
        while above and place >= above[-1][1]:
            above.pop()
        found.append(above[-1][0] if above else -1)
        above.append((place, place + size))
    return found


def test_a_small_tree_is_there_as_a_whole(modern):
    logged, page = read_tree(modern), page_of(TreeFile(modern), 10**6)
    tree = page.tree
    assert tree.sizes.tolist() == logged.nodes["records"].tolist()
    assert parents(tree.sizes) == parents(logged.nodes["records"])
    assert not tree.hidden.any()
    value, alpha, beta = (tree.columns[number].values for number in range(3))
    for place, parent, _ in logged.walk():
        node = logged.nodes[place]
        sign = -1 if node["move"] or node["marks"] & flags.NULL_MOVE else 1
        assert value[place] == sign * int(node["value"])
        assert {sign * int(node["alpha"]), sign * int(node["beta"])} == {alpha[place], beta[place]}
        assert alpha[place] < beta[place]
        assert (tree.moves[place] == PASS) == bool(node["marks"] & flags.NULL_MOVE)
        text = tree.texts[tree.labels[place]]
        assert bool(text) == (not node["move"])
        assert text.startswith("window ") == (parent < 0)
    assert [text for text in tree.texts if "line 2" in text]
    counts = {
        mark.word: int(np.count_nonzero(tree.marks >> bit & 1))
        for bit, mark in enumerate(page.marks)
    }
    assert counts["table"] == np.count_nonzero(logged.nodes["marks"] & flags.TABLE_HIT)
    assert counts["null"] == np.count_nonzero(logged.nodes["marks"] & flags.NULL_MOVE) > 0
    assert counts["best"] > 0


@pytest.mark.parametrize("most", [300, 10**6])
def test_moves_that_were_not_searched(modern, most):
    """At every node whose children are on the page, quiescence apart."""
    logged, tree = read_tree(modern), page_of(TreeFile(modern), most).tree
    places = largest(TreeFile(modern), most).tolist()
    boards = {place: board for place, _, board in logged.walk()}
    told = 0
    for number, place in enumerate(places):
        moves = {chess_move(boards[place], move) for move in tree.unsearched.get(number, ())}
        quiet = not logged.nodes["marks"][place] & (flags.QUIESCENCE | flags.STOPPED)
        if tree.sizes[number] == 1 or not quiet:
            assert not moves
            continue
        children = [logged.nodes[child] for child in logged.children(place)]
        tried = {chess_move(boards[place], int(one["move"])) for one in children if one["move"]}
        assert moves == set(boards[place].legal_moves) - tried
        told += bool(moves)
    assert told > 10


def test_of_the_largest_nodes_only(modern, monkeypatch):
    """Which moves are missing takes time to find out."""
    monkeypatch.setattr(unsearched, "MOST_NODES", 5)
    tree = page_of(TreeFile(modern), 10**6).tree
    assert 0 < len(tree.unsearched) <= 5
    assert min(tree.sizes[place] for place in tree.unsearched) >= np.median(tree.sizes)


@pytest.mark.parametrize("most", [1, 60, 500, 2000])
def test_of_a_large_tree_the_largest_subtrees(modern, most):
    """Siblings together or not at all, and no node left out is larger than one that is opened."""
    tree, logged = TreeFile(modern), read_tree(modern)
    places = largest(tree, most).tolist()
    roots = list(logged.roots())
    assert len(roots) <= len(places) <= max(most, len(roots)) and places == sorted(set(places))
    chosen, opened, closed = set(places), [], []
    for place, parent, _ in logged.walk():
        assert place not in chosen or parent < 0 or parent in chosen
        children = set(logged.children(place))
        if children and place in chosen:
            assert children <= chosen or not children & chosen
            (opened if children <= chosen else closed).append(len(children))
    assert all(len(places) + number > most for number in closed)
    page = page_of(tree, most).tree
    assert page.hidden.sum() == sum(
        int(logged.nodes["nodes"][place]) - 1
        for place, size in zip(places, page.sizes, strict=True)
        if size == 1
    )


def test_nodes_that_are_not_in_the_file_are_told(tmp_path):
    """The largest number of nodes was reached: the last nodes have children elsewhere."""
    path = log(tmp_path, search="Modern", depth=8, tree_log_nodes=200, tree_log_from_depth=8)
    logged, page = read_tree(path), page_of(TreeFile(path), 10**6).tree
    assert len(logged.nodes) == 200 == len(page.sizes)
    assert int(page.hidden.sum()) == int(logged.nodes["nodes"][list(logged.roots())].sum()) - 200
    open_ones = [place for place in range(200) if place + int(page.sizes[place]) == 200]
    assert set(np.flatnonzero(page.hidden)) <= set(open_ones)


def test_the_page_is_written(modern, tmp_path, capsys):
    output = tmp_path / "tree.html"
    assert main([str(modern), "--html", str(output), "--nodes", "300"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{output}: ") and "the largest subtrees." in said
    page = HtmlPage(output.read_text(encoding="utf-8"))
    assert "Search tree of 8 plies" in page.text and "the largest subtrees" in page.text
    assert [each for each in page.outside() if each != "script"] == []
    assert main([str(modern), "--html", str(output), "ls"]) == 2
