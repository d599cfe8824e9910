"""Making openings: the same ones every time, even by the judge, each once, spread out."""

import random
from collections import Counter

import chess
import pytest

from engine.lab.openings.generate import (
    ACCEPTED,
    FINISHED,
    GIVE_UP,
    REPEATED,
    UNEVEN,
    Generation,
    OpeningsRecipe,
    played_at_random,
)
from engine.lab.openings.judge import Judge, judging

RECIPE = OpeningsRecipe(count=45, plies=6, nodes=500, limit=50, seed=3)


def equal(fens):
    """A judge to whom everything is even."""
    return (0 for _ in fens)


def made(recipe, judge_all=equal):
    """Openings by a recipe, and what became of all lines."""
    generation = Generation(recipe)
    return generation.run(judge_all, lambda fate: None), generation.fates


@pytest.fixture(scope="module")
def lines():
    """Openings judged by the engine in this process."""
    with judging(RECIPE.nodes, 1) as judge_all:
        return made(RECIPE, judge_all)[0]


def test_processes_make_no_difference(lines):
    """Two processes that share the work find the same openings in the same order."""
    with judging(RECIPE.nodes, 2) as judge_all:
        assert made(RECIPE, judge_all)[0] == lines


def test_every_line_is_even(lines):
    """A new judge, in another order, gives every line the same score, within the limit."""
    judge = Judge(RECIPE.nodes)
    for line in reversed(lines):
        assert judge.score(line.fen) == line.score
        assert abs(line.score) <= RECIPE.limit


def test_lines_are_legal(lines):
    """python-chess plays them; the game is not over and nobody is in check."""
    for line in lines:
        board = chess.Board()
        for move in line.moves:
            board.push(board.parse_uci(move))
        assert (board.ply(), board.epd(), board.fen()) == (RECIPE.plies, line.epd, line.fen)
        assert not board.is_check() and not board.is_game_over()


def test_no_position_twice(lines):
    """As many positions as openings, and as were wanted."""
    assert len({line.epd for line in lines}) == len(lines) == RECIPE.count


def test_spread_over_first_moves(lines):
    """45 openings by 20 first moves: five have three, the others two, and all take turns."""
    shares = Counter(line.moves[0] for line in lines)
    assert sorted(shares.values()) == [2] * 15 + [3] * 5
    assert len({line.moves[0] for line in lines[:20]}) == 20


def test_seeds_differ(lines):
    """Another seed, other openings."""
    other, _ = made(OpeningsRecipe(count=45, plies=6, seed=4))
    assert not {line.epd for line in other} & {line.epd for line in lines}


def test_a_longer_file_begins_alike():
    """Each first move draws for itself, so more openings of every first move are further ones."""
    few, many = (made(OpeningsRecipe(count=count))[0] for count in (40, 80))
    assert {line.epd for line in few} < {line.epd for line in many}


def test_uneven_lines_are_left_out():
    """Just within the limit is even, for either side."""
    scores = {0: 51, 1: -51, 2: 50, 3: -50}

    def judge_all(fens):
        return (scores[len(fen.split()[0]) % 4] for fen in fens)

    lines, fates = made(OpeningsRecipe(count=20, plies=4), judge_all)
    assert {line.score for line in lines} == {50, -50}
    assert fates[ACCEPTED] == 20
    assert fates[UNEVEN] > 0


def test_one_ply():
    """There are twenty positions after one move, and each first move has but one."""
    lines, fates = made(OpeningsRecipe(count=60, plies=1))
    assert len(lines) == fates[ACCEPTED] == 20
    assert fates[REPEATED] >= 20 * GIVE_UP


def test_nothing_is_even():
    """A judge who is never content is left after a while."""
    lines, fates = made(OpeningsRecipe(count=1), lambda fens: (1000 for _ in fens))
    assert lines == []
    assert fates[UNEVEN] <= GIVE_UP


def test_games_that_end_early():
    """Nothing can be played after the fool's mate, but the line may end with it."""

    class Fool(random.Random):
        moves = ("e7e5", "g2g4", "d8h4")

        def choice(self, seq):
            return next(move for move in self.moves if move in seq)

    assert played_at_random("f2f3", 5, Fool()) is None
    board = played_at_random("f2f3", 4, Fool())
    assert board is not None and board.is_checkmate()


def test_checks_are_no_openings():
    """Lines that end in check or mate are counted and not judged."""
    judged = []

    def judge_all(fens):
        judged.extend(fens)
        return equal(fens)

    _, fates = made(OpeningsRecipe(count=400, plies=5), judge_all)
    assert fates[FINISHED] > 0
    assert not any(chess.Board(fen).is_check() for fen in judged)
