"""Pages: every block is written, everything is escaped, and nothing is fetched."""

import re

import chess
import pytest

from engine.lab.page.boards import board_drawing
from engine.lab.page.contents import (
    Beside,
    Cell,
    Column,
    Counts,
    Facts,
    Finding,
    Folded,
    Gallery,
    Page,
    Paragraph,
    Section,
    Table,
    Tone,
    words,
)
from engine.lab.page.inlining import inlined
from engine.lab.page.plots import Bar, Line, Plot, bar_plot, line_plot
from engine.lab.page.writing import html_of, write_page
from tests.html_page import HtmlPage

NASTY = "<script>alert(1)</script> & \"quoted\" 'too' $x_1^{$ {{ page }} {% raw %}"
PLOT = Plot("Title", "across", "upward", (Line(NASTY, ((1, 2), (2, 3))), Line("b", ())))


def every_block(text):
    """Make a page with every kind of block, each text of which is this one."""
    cells = (Cell(text, text, 0.5, True), Cell(text, tone=Tone.BAD, anchor="here"))
    columns = (Column(text), Column(text, numbers=False, long=True))
    return Page(
        text,
        text,
        (
            Section(
                text,
                (
                    Paragraph(text, code=text),
                    Facts(((text, text),)),
                    Counts(((7, text, Tone.GOOD),)),
                    Table(text, columns, (cells, words(text, text)), (text,)),
                    Finding(text, Tone.FAIR, text, ((text, text),)),
                    Folded(text, (Beside((Paragraph(text, dim=True), Paragraph(text))),)),
                    line_plot(PLOT, "plot", text),
                    Gallery((board_drawing(chess.Board(), "board", text),)),
                    Section(text, ()),
                ),
                "here",
            ),
            Section(text, (), "there"),
        ),
        text,
    )


def test_every_text_is_escaped():
    page = HtmlPage(html_of(every_block(NASTY)))
    assert page.outside() == []
    plain = HtmlPage(html_of(every_block("plain")))
    assert page.tags == plain.tags
    assert page.text.count(NASTY) == plain.text.count("plain") > 20


def test_tables_and_headings():
    page = HtmlPage(html_of(every_block("words")))
    assert page.tables == [[["words", "words"], ["words words", "words"], ["words", "words"]]]
    assert [tag for tag in page.tags if re.fullmatch("h[1-6]", tag)] == ["h1", "h2", "h3", "h2"]
    links = [found["href"] for tag, found in page.attributes if tag == "a"]
    assert links == ["#here", "#there", "#here"]
    assert len(page.drawings) == 2


def test_a_file_is_replaced_by_a_whole_one_only(tmp_path):
    path = tmp_path / "page.html"
    write_page(every_block("first"), path)
    assert "first" in path.read_text(encoding="utf-8")
    broken = Page("second", "second", (Section("second", (object(),)),))
    with pytest.raises(Exception, match="kind"):
        write_page(broken, path)
    assert "first" in path.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [path]


def test_drawings_do_not_meet():
    """Two boards and two plots on a page have no identifier in common, and use none but theirs."""
    drawings = [
        board_drawing(chess.Board(), "a", ""),
        board_drawing(chess.Board(), "b", ""),
        line_plot(PLOT, "c"),
        line_plot(PLOT, "d"),
        bar_plot([Bar("x", 1, 0, 2)], "t", "a", "e"),
    ]
    page = HtmlPage(html_of(Page("", "", (Section("", tuple(drawings)),))))
    assert len(page.ids) == len(set(page.ids)) > 20
    used = set()
    for _, found in page.attributes:
        for name, value in found.items():
            used.update(re.findall(r"url\(#([^)]+)\)", value))
            if name == "href":
                used.add(value.removeprefix("#"))
    assert used == set(page.ids)


def test_inlining():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10pt" height="10pt" viewBox="0 0 1 1">'
        '<metadata>when</metadata><defs><clipPath id="p"/></defs><g id="unused"/>'
        '<path clip-path="url(#p)"/></svg>'
    )
    assert inlined(svg, "n", 'a "b"') == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" role="img" '
        'aria-label="a &quot;b&quot;"><defs><clipPath id="n-p" /></defs><g />'
        '<path clip-path="url(#n-p)" /></svg>'
    )
