"""The option Tree Log. The witnesses are the engine's own counters, python-chess, and the rules of
alpha-beta: a searched node has the best value of its children."""

import itertools
import resource
import shutil

import chess
import numpy as np
import pytest

from engine.board.setup import short_name
from engine.options import OptionError
from engine.search.shared import tree_log as flags
from engine.search.shared.score import MATE
from engine.thinking.limits import Limits
from tests.search.positions import LARGE, SMALL, board_of
from tests.search.thinker import Thinker
from tests.trees import read_tree

SEARCHES = ("AliBaba", "Modern", "Selective")
POSITIONS = {"Kiwipete": 4, "EG2.36": 6, "mating attack": 4, "checks by the queen": 6}
FENS = SMALL | LARGE
ENDINGS = flags.TABLE_HIT | flags.DRAWN | flags.STATIC | flags.NULL_MOVE_CUT | flags.MULTI_CUT
ENDINGS |= flags.NO_MOVE | flags.MATE_DISTANCE | flags.STOPPED


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def logged(thinker, folder, position, depth, **settings):
    """Search a position as in a new game; the files in the order of the iterations."""
    thinker.reset(tree_log=str(folder), **settings)
    thought = thinker.think(position, depth)
    return thought, [read_tree(path) for path in sorted(folder.glob("*.tree"))]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_node_that_the_engine_counts_is_in_the_file(thinker, tmp_path, search, position):
    """The nodes of each iteration, and the tree below each is complete and legal."""
    depth = POSITIONS[position] - (search == "Selective")
    thought, files = logged(thinker, tmp_path, FENS[position], depth, search=search)
    assert [each.about["depth"] for each in files] == list(range(1, depth + 1))
    counted = [each.counters.nodes for each in thinker.engine.summary.iterations]
    assert [len(each.nodes) for each in files] == np.diff([0, *counted]).tolist()
    assert sum(each.about["nodes"] for each in files) == thought.nodes
    for each in files:
        assert (each.nodes["records"] == each.nodes["nodes"]).all()
        assert len(list(each.roots())) == len(each.about["windows"])
        assert sum(1 for _ in each.walk()) == len(each.nodes)
    last = files[-1]
    *_, root = last.roots()
    assert last.nodes[root]["value"] == last.about["windows"][-1]["score"] == thought.last.score
    assert board_of(FENS[position]).fen() == last.about["fen"]
    thinker.reset(search=search)
    assert thinker.think(FENS[position], depth).nodes == thought.nodes


def check_marks(node, parent, board):
    """Compare what the flags of a node say with the rules and with its parent's record."""
    marks = int(node["marks"])
    if marks & flags.NO_MOVE and not marks & flags.PROBE:
        assert not any(board.legal_moves)
        assert node["value"] == (-MATE + int(node["ply"]) if board.is_check() else 0)
    elif not marks & (ENDINGS | flags.QUIESCENCE):
        assert any(board.legal_moves) and node["records"] > 1
    if parent is None:
        assert node["ply"] == 0 and not node["move"]
        return
    same = node["ply"] == parent["ply"]
    assert same or node["ply"] == parent["ply"] + 1
    assert bool(node["move"]) == (not same and not marks & flags.NULL_MOVE)
    aside = marks & (flags.PROBE | flags.VERIFICATION | flags.QUIESCENCE)
    assert bool(aside) if same else not marks & (flags.VERIFICATION | flags.PROBE)


@pytest.mark.parametrize("search", SEARCHES)
def test_what_the_flags_say_is_so(thinker, tmp_path, search):
    """Of mates, stalemates, passes, re-searches and searches of the same position."""
    seen = 0
    for position in ("mating attack", "stalemate is near", "EG2.36", "back rank"):
        folder = tmp_path / position.replace(" ", "-")
        folder.mkdir()
        depth = {"AliBaba": 4, "Modern": 8, "Selective": 4}[search]
        _, files = logged(thinker, folder, FENS[position], depth, search=search)
        nodes = files[-1].nodes
        for place, parent, board in files[-1].walk():
            seen |= int(nodes[place]["marks"])
            check_marks(nodes[place], None if parent < 0 else nodes[parent], board)
            children = list(files[-1].children(place))
            for one, following in itertools.pairwise(children):
                again = 0 < nodes[one]["move"] == nodes[following]["move"]
                assert again == bool(nodes[following]["marks"] & flags.RE_SEARCH)
    wanted = flags.QUIESCENCE | flags.RE_SEARCH | flags.TABLE_HIT | flags.STATIC | flags.NO_MOVE
    if search != "AliBaba":
        wanted |= flags.NULL_MOVE | flags.NULL_MOVE_CUT | flags.EXPECTS_CUT
    if search == "Modern":
        wanted |= flags.PROBE
    assert seen & wanted == wanted


def test_a_searched_node_has_the_best_value_of_its_children(thinker, tmp_path):
    """Fail-soft alpha-beta, without a table: exact for every node of the full width."""
    settings = {"search": "AliBaba", "table_use": "nothing", "quiescence": False}
    _, files = logged(thinker, tmp_path, FENS["EG2.36"], 4, **settings)
    checked = 0
    for each in files:
        for place, _, board in each.walk():
            node = each.nodes[place]
            children = list(each.children(place))
            if node["marks"] & ENDINGS or node["marks"] & flags.QUIESCENCE:
                continue
            assert node["value"] == max(-int(each.nodes[child]["value"]) for child in children)
            tried = {int(each.nodes[child]["move"]) for child in children}
            if node["value"] < node["beta"]:
                assert tried == {short_name(board, move) for move in board.legal_moves}
            checked += 1
    assert checked > 200


def test_several_lines_and_windows_stand_in_one_file(thinker, tmp_path):
    _, files = logged(thinker, tmp_path, FENS["Kiwipete"], 4, search="Modern", multipv=3)
    assert len(files) == 4
    for each in files:
        assert {window["line"] for window in each.about["windows"]} == {1, 2, 3}
        for root, window in zip(each.roots(), each.about["windows"], strict=True):
            node = each.nodes[root]
            assert (node["alpha"], node["beta"]) == (window["alpha"], window["beta"])
            assert node["records"] == window["records"] == window["nodes"]
    assert any(len(each.about["windows"]) > 3 for each in files)


def test_the_log_is_bounded(thinker, tmp_path):
    """Nodes that are not written are counted in those above them."""
    whole, (*_, full) = logged(thinker, tmp_path, FENS["Kiwipete"], 4)
    plies, nodes = tmp_path / "plies", tmp_path / "nodes"
    plies.mkdir(), nodes.mkdir()
    _, (*_, near) = logged(thinker, plies, FENS["Kiwipete"], 4, tree_log_plies=2)
    kept = full.nodes[full.nodes["ply"] <= 2]
    assert (near.nodes["nodes"] == kept["nodes"]).all()
    assert (near.nodes["value"] == kept["value"]).all()
    assert near.nodes["ply"].max() == 2
    thought, (*_, cut) = logged(thinker, nodes, FENS["Kiwipete"], 4, tree_log_nodes=100)
    assert thought.nodes == whole.nodes
    assert len(cut.nodes) == 100 and cut.about["nodes"] == full.about["nodes"]
    same = [name for name in cut.nodes.dtype.names if name != "records"]
    assert (cut.nodes[same] == full.nodes[:100][same]).all()
    assert sum(1 for _ in cut.walk()) == 100


def test_files_of_deep_iterations_only(thinker, tmp_path):
    _, files = logged(thinker, tmp_path, FENS["EG5.63"], 5, tree_log_from_depth=4)
    assert [each.about["depth"] for each in files] == [4, 5]


def test_only_the_leading_thread_is_logged(thinker, tmp_path):
    thought, files = logged(thinker, tmp_path, FENS["Kiwipete"], 6, search="Modern", threads=2)
    assert sum(len(each.nodes) for each in files) == thought.nodes
    assert all(not int(thread.worker.tree) for thread in thinker.engine._threads)


def test_a_stopped_search_leaves_a_whole_file(thinker, tmp_path):
    thinker.reset(tree_log=str(tmp_path), search="Modern")
    thought = thinker.think(FENS["Kiwipete"], nodes=20_000)
    files = [read_tree(path) for path in sorted(tmp_path.glob("*.tree"))]
    last = files[-1]
    assert last.about["windows"][-1]["stopped"]
    assert sum(len(each.nodes) for each in files) == thought.nodes
    *_, root = last.roots()
    assert last.nodes[root]["marks"] & flags.STOPPED
    assert sum(1 for _ in last.walk()) == len(last.nodes)


def test_a_mate_search_may_reach_a_depth_twice(thinker, tmp_path):
    thinker.reset(tree_log=str(tmp_path), search="Modern")
    thinker.think(FENS["queens in the open"], mate=2)
    depths = [read_tree(path).about["depth"] for path in sorted(tmp_path.glob("*.tree"))]
    assert len(depths) > len(set(depths))
    assert list(tmp_path.glob("*-2.tree"))


def test_files_of_earlier_searches_are_kept(thinker, tmp_path):
    """Finished ones, and those of an engine that was killed."""
    (tmp_path / "search-007-03.tree.part").write_bytes(b"")
    thinker.reset(tree_log=str(tmp_path))
    first = thinker.think(FENS["EG5.63"], 1).result
    thinker.think(FENS["EG5.63"], 1)
    assert sorted(path.name for path in tmp_path.glob("*.tree")) == [
        "search-008-01.tree",
        "search-009-01.tree",
    ]
    assert first.remarks == (f"Tree Log: {tmp_path}/search-008-01.tree, 0.0 MB.",)
    thinker.set(tree_log=str(tmp_path / "named"))
    thinker.think(FENS["EG5.63"], 2)
    assert (tmp_path / "named-001-02.tree").is_file()


def test_a_full_disk_does_not_end_the_game(thinker, tmp_path):
    """The search goes on as without a log; one sentence, until the option is set again."""
    thinker.reset()
    unlogged = thinker.think(FENS["Kiwipete"], 4)
    thinker.reset(tree_log=str(tmp_path))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limits[1]))
    try:
        thought = thinker.think(FENS["Kiwipete"], 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert thought.nodes == unlogged.nodes and thought.result.move == unlogged.result.move
    (sentence,) = [remark for remark in thought.result.remarks if "goes on" in remark]
    assert (
        sentence.startswith(f"Tree Log: {tmp_path}/search-001-0") and "File too large" in sentence
    )
    assert not list(tmp_path.glob("*.part"))
    for path in tmp_path.glob("*.tree"):
        read_tree(path)
    assert thinker.think(FENS["Kiwipete"], 2).result.remarks == ()
    thinker.set(tree_log_plies=200)
    assert len(thinker.think(FENS["Kiwipete"], 2).result.remarks) == 1


def test_a_folder_that_vanishes(thinker, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    thinker.reset(tree_log=str(folder / "log"))
    shutil.rmtree(folder)
    result = thinker.think(FENS["EG5.63"], 3).result
    assert result.move is not None
    assert [remark for remark in result.remarks if "No such file" in remark] == [*result.remarks]


@pytest.mark.parametrize(
    "value",
    [
        "/no/such/folder/log",
        "/nosuchfolder/",
        "/dev/null/log",
        "/dev/null/",
        "x" * 5000 + "/y",
        "~nobody-here/x/y",
        "~nobody-here/",
    ],
)
def test_a_place_that_cannot_be(thinker, value):
    thinker.reset()
    with pytest.raises(OptionError, match=r"^Tree Log: there is no folder for '"):
        thinker.set(tree_log=value)
    assert thinker.engine.settings["tree_log"] == ""


def test_the_file_tells_how_it_was_made(thinker, tmp_path):
    board = chess.Board()
    for move in ("e4", "e5", "Nf3"):
        board.push_san(move)
    _, files = logged(thinker, tmp_path, board, 2, search="Modern", null_move=False)
    about = files[0].about
    assert about["engine"].startswith("Sesame ")
    assert about["search"] == "Modern"
    assert about["options"]["Null Move"] == "false"
    assert about["start"] == chess.STARTING_FEN and about["moves"] == ["e2e4", "e7e5", "g1f3"]
    assert thinker.engine.settings["tree_log"] == str(tmp_path)


def test_positions_without_a_move_are_not_logged(thinker, tmp_path):
    thinker.reset(tree_log=str(tmp_path))
    thinker.engine.set_position(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
    assert thinker.engine.think(Limits(depth=3), lambda _: None).move is None
    assert not list(tmp_path.iterdir())
