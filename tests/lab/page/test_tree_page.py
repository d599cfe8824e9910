"""The page of any tree, as text: what is in it, and what it needs. The browser's part is in
`tests/lab/tree/test_tree_in_browser.py`."""

import base64
import json
import re
import zlib

import numpy as np
import pytest

from engine.lab.page.tree import (
    PASS,
    Column,
    Kind,
    Mark,
    NodeClass,
    Tree,
    TreePage,
    html_of_tree,
    write_tree_page,
)
from tests.html_page import HtmlPage

CLASSES = (NodeClass("OR", 1, "the attacker chooses"), NodeClass("AND", 2, "the defender"))
MARKS = (Mark("twin", "another node has the position"), Mark("best", "most proving", line=True))


def small(**others):
    """Seven nodes with two roots, texts instead of moves, and proof numbers."""
    arrays = {
        "sizes": [4, 2, 1, 1, 3, 1, 1],
        "classes": [0, 1, 0, 1, 0, 1, 1],
        "marks": [0, 2, 3, 0, 0, 1, 2],
        "columns": (
            Column("pn", np.array([1, 2, 3, 2**32 - 1, 4, 5, 6]), infinite=2**32 - 1),
            Column("value", np.array([0, -5, 7, 0, 1, 2, 3]), Kind.SCORE, missing=0),
        ),
        "labels": [1, 2, 3, 4, 1, 2, 3],
        "texts": ("", "root", "<a & b>", "</script>", "ü"),
        "links": [0, 1, 6, 3, 4, 5, 6],
    }
    return Tree(**{**arrays, **others})


def page_of(tree, **others):
    return TreePage("A tree <1>", "lead & more", tree, CLASSES, MARKS, **others)


def unpacked(text):
    """The arrays by name, as the script reads them."""
    about = json.loads(
        re.search(r'<script type="application/json" id="about">(.*?)</script>', text)[1]
    )
    content = re.search(r'<script type="text/plain" id="content">(.*?)</script>', text)[1]
    content, arrays, begin = zlib.decompress(base64.b64decode(content)), {}, 0
    for name, kind in about["arrays"]:
        kind = np.dtype("<" + kind)
        assert begin % kind.itemsize == 0
        arrays[name] = np.frombuffer(content, kind, about["count"], begin).tolist()
        begin += about["count"] * kind.itemsize
    assert begin + 2 * about["unsearched"] == len(content)
    arrays["unsearched"] = np.frombuffer(content, "<u2", offset=begin).tolist()
    return about, arrays


def test_everything_is_in_the_page():
    text = html_of_tree(page_of(small(), facts=(("Positions", "<7>"),), notes=("A note.",)))
    page = HtmlPage(text)
    assert "A tree <1>" in page.text and "<7>" in page.text and "A note." in page.text
    assert [row[0] for row in page.tables[1][1:]] == ["OR", "AND", "twin", "best"]
    about, arrays = unpacked(text)
    assert arrays["size"] == [4, 2, 1, 1, 3, 1, 1]
    assert arrays["mark"] == [0, 2, 3, 0, 0, 1, 2]
    assert arrays["column0"] == [1, 2, 3, 2**32 - 1, 4, 5, 6]
    assert arrays["column1"] == [0, -5, 7, 0, 1, 2, 3]
    assert about["texts"] == ["", "root", "<a & b>", "</script>", "ü"]
    assert about["columns"][0]["infinite"] == 2**32 - 1
    assert 'id="board"' not in text


def test_nothing_is_fetched():
    """No address but those within the page; three scripts, of which one runs."""
    page = HtmlPage(html_of_tree(page_of(small(), start="8/8/8/8/8/8/8/K1k5 w - - 0 1")))
    assert [each for each in page.outside() if each != "script"] == []
    kinds = [found.get("type") for tag, found in page.attributes if tag == "script"]
    assert kinds == ["application/json", "text/plain", None]


def test_numbers_are_as_small_as_they_can_be():
    about, _ = unpacked(html_of_tree(page_of(small(moves=[0, 1, 2, PASS, 0, 5, 6]))))
    kinds = dict(about["arrays"])
    assert kinds == {
        **{"size": "u4", "mark": "u4", "class": "u1", "move": "u2", "label": "u2"},
        **{"column0": "u4", "column1": "i2", "link": "u4"},
    }


def test_moves_without_a_child_follow_the_arrays():
    moves = {4: [79], 1: [77, 78]}
    arrays = unpacked(html_of_tree(page_of(small(unsearched=moves))))[1]
    assert arrays["left"] == [0, 2, 0, 0, 1, 0, 0]
    assert arrays["unsearched"] == [77, 78, 79]


def test_arrays_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="one length"):
        html_of_tree(page_of(small(classes=[0, 1])))
    many = tuple(Mark(str(number), "") for number in range(33))
    with pytest.raises(ValueError, match="at most 8 classes and 32 marks"):
        html_of_tree(TreePage("", "", small(), CLASSES, many))


def test_an_old_page_is_replaced_by_a_whole_one(tmp_path):
    path = tmp_path / "tree.html"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(ValueError, match="one length"):
        write_tree_page(page_of(small(classes=[0])), path)
    assert path.read_text(encoding="utf-8") == "old"
    write_tree_page(page_of(small()), path)
    assert path.read_text(encoding="utf-8") == html_of_tree(page_of(small()))
