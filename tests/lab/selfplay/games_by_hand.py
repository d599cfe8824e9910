"""Games made without an engine, for the tests of archives and of the tuner."""

import random

import chess
import numpy as np

from engine.board.geometry import new_tables
from engine.board.position import POSITION
from engine.board.setup import set_up
from engine.lab.match.records import Reason
from engine.lab.selfplay.game import Played
from engine.lab.selfplay.record import records_of

TABLES = new_tables()


def positions_at_random(number, seed, chess960=False):
    """Boards of random games, one after another."""
    chance = random.Random(seed)
    board = chess.Board()
    for _ in range(number):
        moves = sorted(board.legal_moves, key=str)
        if not moves or board.ply() > 120:
            board = chess.Board.from_chess960_pos(chance.randrange(960))
            if not chess960:
                board = chess.Board()
            moves = sorted(board.legal_moves, key=str)
        board.push(chance.choice(moves))
        yield board.copy(stack=False)


def records_from(boards):
    """Make records of boards; scores and results are for the caller."""
    positions = np.zeros(len(boards), POSITION)
    for place, board in zip(positions.view(np.recarray), boards, strict=True):
        set_up(place, TABLES[0], board)
    records = records_of(positions)
    records["ply"] = [board.ply() for board in boards]
    return records


def played(number, seed, positions=8, result=1):
    """A game of random positions."""
    records = records_from(list(positions_at_random(positions, seed)))
    records["result"], records["score"] = result, np.arange(positions) - 3
    return Played(number, records, result, Reason.REPETITION, 40)
