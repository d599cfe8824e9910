"""The page of a tree in headless Chromium: what is seen, and what a reader can do.

The witnesses are python-chess for positions and moves, and the file itself for numbers.
"""

import random

import chess
import pytest

from engine.board.setup import chess_move
from engine.lab.page.tree import html_of_tree
from engine.lab.tree.page import page_of
from engine.lab.tree.reading import TreeFile
from engine.search.shared import tree_log as flags
from tests.browser import WIDTHS, browser, driven, measured
from tests.lab.page.test_tree_page import page_of as small_page
from tests.lab.page.test_tree_page import small
from tests.search.thinker import Thinker
from tests.trees import read_tree

READABLE = 4.5
GAMES = {
    "castling, passing pawns and promotions": (
        "r3k2r/1P1p2P1/8/4pP2/3p4/8/P3P1p1/R3K2R w KQkq e6 0 9",
        3,
    ),
    "Chess960": ("bqnbrkrn/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BQNBRKRN w GEge - 0 3", 2),
}


@pytest.fixture(scope="module")
def page(modern):
    browser()  # or skip, before the work
    return html_of_tree(page_of(TreeFile(modern), 10**6))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_it_fits_and_can_be_read(page, tmp_path, scheme):
    for width, seen in measured(page, tmp_path, scheme).items():
        assert seen["width"] == width or width - seen["width"] < 20
        assert seen["wide"] == [] and seen["scroll"] <= seen["width"]
        assert (seen["paper"] < 0.1) == (scheme == "dark")
        ((label, across, high, _),) = seen["drawings"]
        assert label.startswith("Board: ") and 250 < across == pytest.approx(high)
        assert [text for contrast, text in seen["contrasts"] if contrast < READABLE] == []
        assert len(seen["contrasts"]) > 100
    assert width == WIDTHS[-1]


def long_algebraic(board, move):
    """Piece, origin, target; as the page writes moves."""
    if not move:
        return "null move"
    if board.is_castling(move):
        return board.san(move).rstrip("+#")
    piece = board.piece_type_at(move.from_square)
    letter = "" if piece == chess.PAWN else chess.piece_symbol(piece).upper()
    takes = "x" if board.is_capture(move) else "-"
    promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    squares = chess.square_name(move.from_square), chess.square_name(move.to_square)
    return letter + takes.join(squares) + promoted


CHOOSING = """
const found = [];
for (const node of PLACES) {
  view.view.choose(node);
  found.push([page.getElementById("fen").textContent, view.view.textAt(node),
    page.querySelectorAll("#path tr").length - 1,
    page.querySelectorAll("#board use").length,
    page.querySelectorAll("[aria-selected=true]").length]);
}
return found;
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_node_has_its_board(tmp_path, game):
    browser()
    fen, depth = GAMES[game]
    chess960 = game == "Chess960"
    thinker = Thinker(search="AliBaba", tree_log=str(tmp_path), chess960=chess960, quiescence=False)
    board = chess.Board(fen, chess960=chess960)
    assert board.is_valid()
    thinker.think(board, depth)
    path = sorted(tmp_path.glob("*.tree"))[-1]
    logged = read_tree(path)
    boards = {place: (parent, board) for place, parent, board in logged.walk()}
    assert any(
        board.is_castling(move) for _, board in boards.values() for move in board.legal_moves
    )
    places = random.Random(1).sample(sorted(boards), min(300, len(boards)))
    text = html_of_tree(page_of(TreeFile(path), 10**6))
    found = driven(text, tmp_path, CHOOSING.replace("PLACES", str(places)))
    for place, (seen, name, rows, pieces, selected) in zip(places, found, strict=True):
        parent, board = boards[place]
        theirs, ours = chess.Board(seen, chess960=chess960), board
        assert theirs.board_fen() == ours.board_fen() and theirs.turn == ours.turn
        assert theirs.clean_castling_rights() == ours.clean_castling_rights()
        assert theirs.fullmove_number == ours.fullmove_number
        assert theirs.halfmove_clock == ours.halfmove_clock
        if ours.has_pseudo_legal_en_passant() or theirs.has_pseudo_legal_en_passant():
            assert theirs.ep_square == ours.ep_square
        assert rows == logged.nodes["ply"][place] + 1 and selected == 1
        assert pieces == len(board.piece_map())
        if parent >= 0:
            before = boards[parent][1]
            assert name == long_algebraic(
                before, chess_move(before, int(logged.nodes["move"][place]))
            )


USING = """
const tree = page.getElementById("tree"), view_ = view.view, states = {};
const rows = () => page.querySelectorAll("#tree [data-node]").length;
const key = name => tree.querySelector("[aria-selected=true]").dispatchEvent(
  new view.KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
const roots = [...view_.children(-1)];
states.chosen = view_.chosen === roots[roots.length - 1];
states.children = rows() - roots.length === [...view_.children(view_.chosen)].length;
key("ArrowDown"); states.down = view_.chosen;
key("ArrowRight"); states.opened = view_.isOpen(view_.chosen);
key("ArrowRight"); states.deeper = view_.chosen;
key("ArrowLeft"); key("ArrowLeft"); states.back = view_.chosen;
view_.close(roots[roots.length - 1]);
states.closed = rows() === roots.length;
view_.choose(roots[roots.length - 1]);
page.getElementById("line").click();
states.line = view_.pathTo(view_.chosen).map(node => view_.textAt(node));
states.found = {};
view_.about.marks.forEach((mark, bit) => {
  const button = page.querySelector(`[data-next-mark="${bit}"]`);
  button.click();
  states.found[mark.word] = [button.disabled, view_.has(view_.chosen, bit),
    Number(page.querySelector(`[data-mark="${bit}"]`).textContent.replaceAll(",", ""))];
});
const before = page.getElementById("board").innerHTML;
page.getElementById("flip").click();
states.flipped = before !== page.getElementById("board").innerHTML;
page.querySelector("#path [data-node]").click();
states.root = view_.chosen;
states.visible = [...page.querySelectorAll("[aria-selected=true] > .row")].every(row => {
  const box = row.getBoundingClientRect(), pane = tree.getBoundingClientRect();
  return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
});
return states;
"""


def test_what_a_reader_can_do(page, modern, tmp_path):
    """Open, close, go by keys, follow the best line, find marked nodes, flip the board."""
    logged = read_tree(modern)
    *_, root = logged.roots()
    first = next(logged.children(root))
    states = driven(page, tmp_path, USING)
    assert isinstance(states, dict), states
    assert states["chosen"] and states["children"] and states["opened"] and states["closed"]
    assert (states["down"], states["deeper"], states["back"]) == (first, first + 1, first)
    assert states["flipped"] and states["visible"]
    # The best line is the one that the engine had at the end of the iteration.
    assert len(states["line"]) > 3 and states["line"][0].startswith("window ")
    nodes = logged.nodes
    best = [c for c in logged.children(root) if -int(nodes["value"][c]) == nodes["value"][root]][-1]
    move = chess_move(chess.Board(logged.about["fen"]), int(nodes["move"][best]))
    assert states["line"][1] == long_algebraic(chess.Board(logged.about["fen"]), move)
    disabled, _, number = states["found"]["table"]
    assert not disabled and number == (nodes["marks"] & flags.TABLE_HIT > 0).sum()
    assert states["found"]["unsure"] == [True, False, 0]
    assert all(is_there for off, is_there, _ in states["found"].values() if not off)


OPENING = """
const found = [];
for (const node of PLACES) {
  view.view.choose(node);
  view.view.open(node);
  const row = page.querySelector(`[data-node="${node}"] > [role=group] > .left`);
  const colour = element => view.getComputedStyle(element).color;
  found.push([row?.textContent ?? "", row && colour(row) === colour(page.getElementById("heads"))]);
  view.view.close(node);
}
return found;
"""


def test_moves_that_were_not_searched_are_grey(page, modern, tmp_path):
    """Below the children; where all moves were searched there is no such line."""
    tree, logged = page_of(TreeFile(modern), 10**6).tree, read_tree(modern)
    boards = {place: board for place, _, board in logged.walk()}
    full = [place for place in logged.roots() if place not in tree.unsearched]
    places = random.Random(2).sample(sorted(tree.unsearched), 40) + full
    found = driven(page, tmp_path, OPENING.replace("PLACES", str(places)))
    for place, (text, grey) in zip(places, found, strict=True):
        board, moves = boards[place], tree.unsearched.get(place, ())
        names = [long_algebraic(board, chess_move(board, move)) for move in moves]
        assert text == (f"not searched: {', '.join(names)}" if names else "")
        assert grey or not names


SMALL = """
const view_ = view.view;
view_.choose(1);
view_.open(1);
return [page.querySelectorAll("#tree [data-node]").length, view_.textAt(2),
  [...Array(view_.count).keys()].map(node => [view_.numberAt(0, node), view_.numberAt(1, node)]),
  page.getElementById("name").textContent, view_.lineFrom(0), page.getElementById("link").hidden,
  (view_.choose(2), page.getElementById("link").click(), view_.chosen)];
"""


def test_a_tree_of_something_else(tmp_path):
    """Texts instead of moves, no boards, proof numbers with infinity, several roots."""
    browser()
    found = driven(html_of_tree(small_page(small())), tmp_path, SMALL)
    rows, text, numbers, name, end, without_link, linked = found
    assert (rows, text, name, end) == (7, "</script>", "<a & b> · AND", 2)
    assert (without_link, linked) == (True, 6)
    assert numbers[:4] == [["1", ""], ["2", "−5"], ["3", "+7"], ["∞", ""]]


def test_a_page_that_cannot_be_unpacked_says_so(page, tmp_path):
    broken = page.replace('id="content">', 'id="content">AAAA')
    said = driven(broken, tmp_path, 'return page.getElementById("failure").textContent;')
    assert said.startswith("The tree cannot be shown in this browser: ")
