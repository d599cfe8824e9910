"""Several lines: the second is the best without the first move, the third without both, and so on.

The law is exact where nothing is selective and no table answers.
"""

import chess
import pytest

from engine.thinking import searching
from engine.thinking.deepening import order_lines
from engine.thinking.multipv import Lines
from engine.thinking.news import Info
from tests.games import board_of
from tests.search.modern_twin import FULL as MODERN
from tests.search.modern_twin import PLAIN
from tests.search.positions import LARGE, SMALL
from tests.search.selective_twin import PLAIN as PLAIN_SELECTIVE
from tests.search.thinker import PLAIN as PLAIN_ALIBABA
from tests.search.thinker import Thinker

BOTH = {
    "Modern": PLAIN,
    "Modern with windows": PLAIN | {"aspiration": True},
    "Selective": PLAIN_SELECTIVE | {"aspiration": True},
    "AliBaba": PLAIN_ALIBABA | {"search": "AliBaba", "pvs": True, "aspiration": True},
}
POSITIONS = {
    "Kiwipete": 2, "MG4.28": 3, "EG5.50": 3, "promotions everywhere": 2, "mating attack": 3,
    "smothered mate": 3, "Chess960, rooks beside the king": 3, "pins on both lines": 3,
}  # fmt: skip
LINES = 4


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a slow machine, too, lines are told when all of an iteration are known, and not before."""
    monkeypatch.setattr(searching, "MILLISECONDS_BETWEEN_LINES", 1_000_000)


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**MODERN)


def lines_of(found, depth):
    """The last word on every line of an iteration: number, score and moves."""
    last = {info.multipv: info for info in found.infos if info.depth == depth and not info.bound}
    return [(number, last[number].score, last[number].pv) for number in sorted(last)]


@pytest.mark.parametrize("settings", BOTH.values(), ids=BOTH)
@pytest.mark.parametrize(("title", "depth"), POSITIONS.items(), ids=POSITIONS)
def test_lines_are_those_of_successive_exclusion(thinker, settings, title, depth):
    """Each score is that of a search without the moves of the lines before."""
    board = board_of(LARGE[title])
    thinker.reset(**settings | {"multipv": LINES})
    lines = lines_of(thinker.think(board, depth), depth)
    left = [move.uci() for move in board.legal_moves]
    assert [number for number, _, _ in lines] == list(range(1, min(LINES, len(left)) + 1))
    thinker.reset(**settings)
    for _, score, line in lines:
        assert thinker.afresh(board, depth, searchmoves=tuple(left)).score == score
        assert thinker.afresh(board, depth, searchmoves=(line[0].uci(),)).score == score
        left.remove(line[0].uci())
    scores = [score for _, score, _ in lines]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("title", ["Kiwipete", "MG4.28", "EG2.36", "mating attack"])
def test_lines_begin_with_different_moves(thinker, search, title):
    """At every depth; the first is the one that is played, and all are reported in order."""
    thinker.reset(search=search, multipv=5)
    found = thinker.think(LARGE[title], 6)
    board = board_of(LARGE[title])
    for depth in range(1, 7):
        lines = lines_of(found, depth)
        assert [number for number, _, _ in lines] == [1, 2, 3, 4, 5]
        assert len({line[0] for _, _, line in lines}) == 5
        assert all(board.is_legal(line[0]) for _, _, line in lines)
    numbers = [info.multipv for info in found.infos if info.depth == 6]
    assert numbers == sorted(numbers)
    assert found.result.move == lines[0][2][0]


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_all_moves_as_lines(thinker, search):
    """More lines than moves: as many as there are."""
    thinker.reset(search=search, multipv=256)
    for position in (chess.STARTING_FEN, SMALL["one legal move, in check"], SMALL["double check"]):
        board = board_of(position)
        found = thinker.afresh(board, 3)
        moves = {line[0] for _, _, line in lines_of(found, 3)}
        assert moves == set(board.legal_moves)


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_searchmoves_and_lines(thinker, search):
    """Three lines of two wanted moves are two."""
    thinker.reset(search=search, multipv=3)
    found = thinker.think(chess.STARTING_FEN, 4, searchmoves=("a2a3", "h2h4"))
    lines = lines_of(found, 4)
    assert {line[0].uci() for _, _, line in lines} == {"a2a3", "h2h4"}
    assert [number for number, _, _ in lines] == [1, 2]


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_one_line_is_the_usual_search(thinker, search):
    """Switching back restores nodes and scores."""
    usual = thinker.reset(search=search).think(LARGE["MG4.28"], 6)
    thinker.set(multipv=4)
    more = thinker.afresh(LARGE["MG4.28"], 6)
    assert more.nodes > usual.nodes
    thinker.set(multipv=1)
    again = thinker.afresh(LARGE["MG4.28"], 6)
    assert (again.nodes, again.score) == (usual.nodes, usual.score)
    assert {info.multipv for info in again.infos} == {1}


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_the_root_is_stored_once_with_its_best_value(thinker, search):
    """X31: what is best without the best move is no value of the position.

    Stored is the line that was searched first; here it is also the best.
    """
    thinker.reset(search=search, multipv=3)
    found = thinker.think(LARGE["EG2.36"], 5)
    entry = thinker.entry(board_of(LARGE["EG2.36"]))
    assert entry.score == lines_of(found, 5)[0][1]
    assert entry.depth == 5


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("limit", [1, 12_000, 30_000, 70_001])
def test_stopped_among_the_lines(thinker, search, limit):
    """The move is that of the first line, which has the last word; the limit holds."""
    thinker.reset(search=search, multipv=4)
    found = thinker.think(LARGE["Kiwipete"], nodes=limit)
    firsts = [info for info in found.infos if info.multipv == 1 and info.bound != "upperbound"]
    assert found.result.move == firsts[-1].pv[0]
    assert found.nodes <= max(limit, 10_000) + 1


# A later line turned out better than the first, at depths that are named: position, search, depth.
OUT_OF_ORDER = {
    "two queens against one": ("8/8/5Q2/4K3/8/q7/q7/7k w - - 0 1", "Modern", 2, 8),
    "promotions": ("8/3Pp1Pk/p3P3/2p5/2P5/4p3/3P3K/8 w - - 0 1", "AliBaba", 3, 4),
    "pawn ending": ("8/2p5/8/8/5K2/8/4k3/8 w - - 90 1", "Modern", 2, 9),
}


@pytest.mark.parametrize(
    ("fen", "search", "number", "depth"), OUT_OF_ORDER.values(), ids=OUT_OF_ORDER
)
def test_lines_are_in_the_order_of_their_scores(thinker, fen, search, number, depth):
    """At every depth, and the best of them is played."""
    thinker.reset(search=search, multipv=number)
    found = thinker.think(fen, depth)
    for plies in range(1, depth + 1):
        lines = lines_of(found, plies)
        assert [at for at, _, _ in lines] == list(range(1, number + 1))
        scores = [score for _, score, _ in lines]
        assert scores == sorted(scores, reverse=True)
    assert found.result.move == lines[0][2][0]


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("title", ["Kiwipete", "MG4.28"])
@pytest.mark.parametrize("number", [3, 256])
def test_a_stopped_search_shows_whole_lines(thinker, search, title, number):
    """Programs keep the last word on every line: together these are one list, each move once."""
    thinker.reset(search=search, multipv=number)
    for limit in range(11_000, 30_000, 2_777):
        found = thinker.afresh(LARGE[title], nodes=limit)
        last = {info.multipv: info for info in found.infos}
        assert sorted(last) == list(range(1, len(last) + 1))
        assert len({info.pv[0] for info in last.values()}) == len(last)
        assert found.result.move == last[1].pv[0]
        told = found.infos[-len(last) :]
        assert {info.nodes for info in told} == {found.nodes}
        depths = [info.depth for info in told]
        assert depths == sorted(depths, reverse=True)
        for plies in set(depths):
            scores = [info.score for info in told if info.depth == plies]
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_a_slow_search_tells_lines_of_two_depths(thinker, search, monkeypatch):
    """Whenever it speaks it gives all lines, each move once, what was seen deeper first."""
    monkeypatch.setattr(searching, "MILLISECONDS_BETWEEN_LINES", 0)
    thinker.reset(search=search, multipv=4)
    found = thinker.think(LARGE["MG4.28"], 5)
    starts = [place for place, info in enumerate(found.infos) if info.multipv == 1]
    told = [found.infos[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    assert sum(len({info.depth for info in lines}) == 2 for lines in told) == 3 * 4
    for lines in told[4:]:
        assert [info.multipv for info in lines] == [1, 2, 3, 4]
        assert len({info.pv[0] for info in lines}) == 4
        assert [info.depth for info in lines] == sorted((i.depth for i in lines), reverse=True)


def line(number, move, score, depth=7):
    """Make an Info by hand."""
    return Info(depth, depth, score, "", 0, 0, 0, (chess.Move.from_uci(move),), number)


# What became known, as arguments of `line`; then the lines: moves and scores in their order.
KNOWN = {
    "in order": ([(1, "a2a3", 9), (2, "b2b3", 5)], "a2a3 9, b2b3 5"),
    "a later one is better": ([(1, "a2a3", 5), (2, "b2b3", 9)], "b2b3 9, a2a3 5"),
    "equals stay": ([(1, "a2a3", 5), (2, "b2b3", 5), (3, "c2c3", 5)], "a2a3 5, b2b3 5, c2c3 5"),
    "searched again": ([(1, "a2a3", 5), (1, "b2b3", 8)], "b2b3 8"),
    "half an iteration": (
        [(1, "a2a3", 9, 6), (2, "b2b3", 5, 6), (3, "c2c3", 4, 6), (1, "b2b3", 1), (2, "a2a3", 2)],
        "a2a3 2, b2b3 1, c2c3 4",
    ),
    "a new move pushes the last one out": (
        [(1, "a2a3", 9, 6), (2, "b2b3", 5, 6), (1, "h2h3", -3)],
        "h2h3 -3, a2a3 9",
    ),
    "nothing": ([], ""),
}


@pytest.mark.parametrize(("known", "told"), KNOWN.values(), ids=KNOWN)
def test_lines_by_hand(known, told):
    lines = Lines()
    for arguments in known:
        lines.add(line(*arguments))
    infos = lines.in_order()
    assert ", ".join(f"{info.pv[0]} {info.score}" for info in infos) == told
    assert [info.multipv for info in infos] == list(range(1, len(infos) + 1))


def test_the_next_iteration_begins_with_the_best_line(thinker):
    """Move, score and row go together; the moves behind the lines stay."""
    worker = thinker.engine.thread.worker
    worker.root_move[:5], worker.root_row[:5] = [11, 12, 13, 14, 15], [4, 3, 2, 1, 0]
    worker.root_score[:5] = [-5, 30, 30, 2, 99]
    scores = [-5, 30, 30, 2]
    order_lines(worker, scores)
    assert scores == [30, 30, 2, -5]
    assert worker.root_move[:5].tolist() == [12, 13, 14, 11, 15]
    assert worker.root_score[:5].tolist() == [30, 30, 2, -5, 99]
    assert worker.root_row[:5].tolist() == [3, 2, 1, 4, 0]


def test_mates_among_the_lines(thinker):
    """Two different mates and the move after them, each with its own distance."""
    thinker.reset(**MODERN | {"multipv": 3})
    found = thinker.think("7k/8/5K2/8/8/8/8/RR6 w - - 0 1", 9)
    for _, score, line in lines_of(found, 9):
        end = chess.Board("7k/8/5K2/8/8/8/8/RR6 w - - 0 1")
        for move in line:
            end.push(move)
        assert score == 31000 - len(line)
        assert end.is_checkmate()
