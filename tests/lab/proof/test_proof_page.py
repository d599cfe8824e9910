"""The page of a proof: its nodes are those of the search; the witness for moves is python-chess."""

import json

import chess
import numpy as np
import pytest

from engine.board.setup import chess_move
from engine.lab.page.tree import html_of_tree
from engine.lab.proof.page import page_of as page_with
from engine.lab.proof.shape import chosen_slots, line_of, shape_of
from engine.lab.proof.words import facts_of
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from tests.browser import browser, driven
from tests.html_page import HtmlPage
from tests.lab.tree.test_tree_page import parents
from tests.proof.problems import PROBLEMS

KEEPING = ("tree", "dag", "dcg", "bta", "pn2")


def searched(form, name="R5", **settings):
    """A search by the rules of the papers, ended."""
    wanted = {"node_limit": 200_000, "slots": 300_000, **settings}
    prover = ChessProver(
        chess.Board(PROBLEMS[name].fen), Question(printed=True), Settings(form, **wanted)
    )
    return prover, prover.run()


def page_of(prover, outcome, most):
    return page_with(prover, outcome, facts_of(prover, outcome, prover.line()), most)


@pytest.mark.parametrize("form", KEEPING)
def test_every_node_of_the_search_is_there(form):
    """Moves, numbers and marks, compared with what the search says node by node."""
    prover, outcome = searched(form)
    tree = page_of(prover, outcome, 10**6).tree
    above, boards, nodes = parents(tree.sizes), {}, {}
    pn, dn, sizes, _ = (np.asarray(column.values) for column in tree.columns)
    assert sizes.tolist() == list(tree.sizes) and len(sizes) == outcome.slots
    own_children = dict.fromkeys(range(len(sizes)), 0)
    for place, parent in enumerate(above):
        if parent < 0:
            boards[place], nodes[place] = prover.board.copy(), prover.search.node()
            continue
        move = chess_move(boards[parent], int(tree.moves[place]))
        assert move in boards[parent].legal_moves
        boards[place] = boards[parent].copy(stack=False)
        boards[place].push(move)
        nodes[place] = prover.search.children(nodes[parent])[own_children[parent]]
        own_children[parent] += 1
        node = nodes[place]
        assert pn[place] == (2**32 - 1 if node.proof is None else node.proof)
        assert dn[place] == (2**32 - 1 if node.disproof is None else node.disproof)
        if tree.links[place] != place and "repetition" not in node.marks:
            assert {"twin", "reference"} & set(node.marks)
    for place, link in enumerate(tree.links):
        assert boards[place].board_fen() == boards[int(link)].board_fen()
        assert boards[place].turn == boards[int(link)].turn


def test_the_line_is_that_of_the_proof():
    for form in KEEPING[:-1]:
        prover, _ = searched(form)
        slots = line_of(prover.search)
        board, line = prover.board.copy(), prover.line()
        for slot, move in zip(slots[1:], line, strict=True):
            word = int(prover.search.nodes[slot]["move"])
            assert chess_move(board, word & 0xFFF | (word >> 18 & 7) << 12) == move
            board.push(move)
        assert board.is_checkmate()


@pytest.mark.parametrize("most", [1, 100, 3000])
def test_of_a_large_tree_the_line_and_the_largest_subtrees(most):
    prover, outcome = searched("tree", "R6")
    assert outcome.nodes > 90_000
    shape, line = shape_of(prover.search), line_of(prover.search)
    slots = chosen_slots(shape, line, most)
    assert len(slots) <= most and len(set(slots)) == len(slots)
    page = page_of(prover, outcome, most)
    tree = page.tree
    assert sum(tree.hidden) + len(slots) == outcome.nodes
    if most == 3000:
        assert set(line) <= set(slots)
    chosen = set(slots)
    closed = [slot for slot in slots if shape.children[slot] and shape.first[slot] not in chosen]
    assert all(len(slots) + shape.children[slot] > most for slot in closed)
    assert any("largest subtrees" in text for _, text in page.facts)


def test_the_page_is_whole():
    prover, outcome = searched("bta", "K35")
    page = HtmlPage(html_of_tree(page_of(prover, outcome, 1000)))
    assert "Proved: White mates in 15 plies at most." in page.text
    assert "twin" in page.text and "O-O-O" in page.text
    assert [each for each in page.outside() if each != "script"] == []


FOLLOWING = """
view.view.choose(0);
page.getElementById("line").click();
const end = page.getElementById("fen").textContent;
view.view.choose(0);
return [end, view.view.numberAt(0, 0), view.view.numberAt(1, 0)];
"""


@pytest.mark.parametrize("form", ["tree", "bta"])
def test_the_line_can_be_followed_in_a_browser(form, tmp_path):
    """Through twins as well, to the mate."""
    browser()
    prover, outcome = searched(form)
    end, pn, dn = driven(html_of_tree(page_of(prover, outcome, 10**5)), tmp_path, FOLLOWING)
    assert chess.Board(end).is_checkmate(), json.dumps(end)
    assert (pn, dn) == ("0", "∞")
