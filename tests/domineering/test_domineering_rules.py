"""The rules and what DOMI counts against the twin, in random games on boards of all shapes."""

from typing import Any

import numpy as np
import pytest

from engine.games.domineering.counting import BY_LINE, changes, count_moves
from engine.games.domineering.position import (
    MOST_PLIES,
    NODE,
    POSITION,
    TABLES,
    fill_tables,
    set_up,
)
from engine.games.domineering.rules import list_moves, play
from engine.games.domineering.search import WORKER
from engine.lab.domineering.solve import move_of
from engine.machine.core import UNCOMPILED, door, int64, uint64, void
from engine.machine.words import address, as_record
from tests.domineering import twin
from tests.domineering.twin import Cell, Domino

BOARDS = ((1, 1), (1, 7), (2, 3), (3, 3), (4, 7), (5, 6), (8, 8), (8, 9), (9, 9), (9, 1))
COUNTS = ("all_real", "all_safe")


@door(void(uint64, uint64, uint64))
def count_by(where, tables, by_line):
    """Count the real and safe moves of a position."""
    count_moves(as_record(where, POSITION), as_record(tables, TABLES), as_record(by_line, BY_LINE))


@door(int64(uint64, uint64, uint64, uint64))
def changes_by(where, tables, by_line, move):
    """Give the four changes by a move in one number, each as a byte with 128 added."""
    position, rules = as_record(where, POSITION), as_record(tables, TABLES)
    own_real, own_safe, other_real, other_safe = changes(
        position, rules, as_record(by_line, BY_LINE), move
    )
    number = (own_real + 128) << 24 | (own_safe + 128) << 16
    return number | (other_real + 128) << 8 | (other_safe + 128)


class Board:
    """The compiled rules with a Python face: an empty board on which moves are played."""

    def __init__(self, rows: int, columns: int, player: str, seed: int = 1) -> None:
        self.rows, self.columns = rows, columns
        self.tables, self.node, self.by_line = (
            np.zeros(1, kind).view(np.recarray) for kind in (TABLES, NODE, BY_LINE)
        )
        self.positions = np.zeros(MOST_PLIES + 2, POSITION).view(np.recarray)
        fill_tables(self.tables[0], rows, columns, seed)
        set_up(self.positions[0], rows, columns, "VH".index(player))
        self.ply = 0

    @property
    def position(self) -> Any:
        return self.positions[self.ply]

    @property
    def player(self) -> str:
        return "VH"[int(self.position.turn)]

    def words(self) -> dict[Domino, int]:
        """List the moves."""
        tables, node = address(self.tables[0]), self.node[0]
        count = int(list_moves(address(self.position), tables, address(node)))
        words = [int(word) for word in node.move[:count]]
        moves = [move_of(self.player, word) for word in words]
        return {
            Domino(one.player, (one.row, one.column)): word
            for one, word in zip(moves, words, strict=True)
        }

    def play(self, move: Domino) -> None:
        """Play a move."""
        play(address(self.position), address(self.tables[0]), self.words()[move])
        self.ply += 1

    def free(self) -> set[Cell]:
        """Read the free cells as Horizontal sees them; Vertical must see the same ones."""
        columns, rows = ([int(line) for line in self.position.free[player]] for player in (0, 1))
        seen = {(y - 2, x) for y, row in enumerate(rows) for x in range(16) if row >> x & 1}
        assert seen == {
            (y, x - 2) for x, line in enumerate(columns) for y in range(16) if line >> y & 1
        }
        return seen

    def counts(self) -> dict[str, tuple[int, int]]:
        """Count real and safe moves of Vertical and Horizontal."""
        found = self.by_line[0]
        count_by(address(self.position), address(self.tables[0]), address(found))
        return {name: (int(found[name][0]), int(found[name][1])) for name in COUNTS}

    def changes(self, word: int) -> list[int]:
        """Tell own real, own safe, other real, other safe changes by a move, after `counts`."""
        words = address(self.position), address(self.tables[0]), address(self.by_line[0])
        number = int(changes_by(*words, word))
        return [(number >> shift & 255) - 128 for shift in (24, 16, 8, 0)]

    def keys(self) -> list[int]:
        """Read the keys: as it stands, left-right, up-down, both."""
        return [int(key) for key in self.position.key]


@pytest.mark.parametrize("kind", [POSITION, TABLES, NODE, BY_LINE, WORKER], ids="PTNBW")
def test_field_names(kind: Any) -> None:
    """A field named like an attribute of NumPy's record would be another thing uncompiled."""
    assert [field for field in kind.names if hasattr(np.record, field)] == []


@pytest.mark.uncompiled
@pytest.mark.parametrize("player", "VH")
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_random_games(rows: int, columns: int, player: str) -> None:
    """Moves and their order, cells, mobility, real and safe moves, and how moves change them."""
    for seed in range(1 if UNCOMPILED else 3):
        board = Board(rows, columns, player)
        for free, turn in twin.random_game(rows, columns, player, seed):
            if free != board.free():
                (move,) = (one for one in board.words() if twin.after(board.free(), one) == free)
                board.play(move)
            assert (board.free(), board.player) == (free, turn)
            assert list(board.words()) == twin.moves(free, turn)
            counts = board.counts()
            assert counts["all_real"] == tuple(twin.real_moves(free, one) for one in "VH")
            assert counts["all_safe"] == tuple(twin.safe_moves(free, one) for one in "VH")
            check_changes(board)


def check_changes(board: Board) -> None:
    """Every move changes the counts by what `changes` foretells."""
    own = int(board.position.turn)
    for move, word in board.words().items():
        before = board.counts()
        foretold = board.changes(word)
        board.play(move)
        after = board.counts()
        board.ply -= 1
        assert foretold == [
            after[name][who] - before[name][who] for who in (own, 1 - own) for name in COUNTS
        ]


def mirrored(move: Domino, board: Board, left_right: bool, up_down: bool) -> Domino:
    """Mirror a domino; its first cell is then the other one."""
    cells = move.cell, twin.beyond(move.cell, move.player)
    images = [
        (
            board.rows - 1 - row if up_down else row,
            board.columns - 1 - column if left_right else column,
        )
        for row, column in cells
    ]
    return Domino(move.player, min(images))


@pytest.mark.uncompiled
@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (5, 5), (8, 8), (8, 9)])
def test_keys_of_mirror_images(rows: int, columns: int) -> None:
    """The key of an image is the key of the mirrored game; no two positions of a game share one."""
    images = [(False, False), (True, False), (False, True), (True, True)]
    boards = [Board(rows, columns, "V") for _ in images]
    seen = set()
    while boards[0].words():
        moves = list(boards[0].words())
        move = moves[len(seen) * 7 % len(moves)]
        for board, image in zip(boards, images, strict=True):
            board.play(mirrored(move, board, *image))
        assert boards[0].keys() == [board.keys()[0] for board in boards]
        seen.add(boards[0].keys()[0])
    assert len(seen) == boards[0].ply > 3


@pytest.mark.uncompiled
def test_keys_do_not_depend_on_the_way() -> None:
    """Three dominoes on the same six cells, in another order or in other directions."""
    ways = (
        [("V", (0, 0)), ("H", (2, 0)), ("V", (0, 1))],
        [("V", (0, 1)), ("H", (2, 0)), ("V", (0, 0))],
        [("V", (1, 0)), ("H", (0, 0)), ("V", (1, 1))],
    )
    boards = [Board(4, 4, "V") for _ in ways]
    for board, way in zip(boards, ways, strict=True):
        for player, cell in way:
            board.play(Domino(player, cell))
    assert boards[0].keys() == boards[1].keys() == boards[2].keys()


@pytest.mark.uncompiled
def test_another_seed_gives_other_keys() -> None:
    boards = [Board(4, 4, "V", seed) for seed in (1, 2)]
    for board in boards:
        board.play(Domino("V", (0, 0)))
    assert boards[0].keys() != boards[1].keys()
