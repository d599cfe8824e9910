"""The tables of the database of a match, and records as their rows."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.lab.match.records import Game, Identity, MoveRecord, Opening, Reason, Task

SCHEMA = """
CREATE TABLE match (
    settings TEXT NOT NULL, -- all of them, as JSON
    test TEXT NOT NULL, -- the sequential test, as JSON; null: none
    command TEXT NOT NULL, -- the arguments of `sesame match`
    version TEXT NOT NULL, source TEXT NOT NULL, -- the Sesame that ran the match
    created TEXT NOT NULL
);
CREATE TABLE sides (
    name TEXT PRIMARY KEY, command TEXT NOT NULL, protocol TEXT NOT NULL, options TEXT NOT NULL,
    anchor REAL
);
CREATE TABLE tasks (
    number INTEGER PRIMARY KEY, round INTEGER NOT NULL,
    white TEXT NOT NULL REFERENCES sides, black TEXT NOT NULL REFERENCES sides,
    opening TEXT NOT NULL, fen TEXT NOT NULL, opening_moves TEXT NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE games (
    number INTEGER PRIMARY KEY REFERENCES tasks,
    result TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
    moves TEXT NOT NULL, -- JSON: [[move, centipawns, mate, depth, nodes, milliseconds], ...]
    white_time_ms REAL NOT NULL, black_time_ms REAL NOT NULL,
    white_nodes INTEGER NOT NULL, black_nodes INTEGER NOT NULL,
    white_version TEXT NOT NULL, white_source TEXT NOT NULL,
    black_version TEXT NOT NULL, black_source TEXT NOT NULL,
    seed INTEGER NOT NULL, host TEXT NOT NULL, started TEXT NOT NULL, seconds REAL NOT NULL
);
CREATE VIEW results AS
    SELECT *, (SELECT options FROM sides WHERE name = white) AS white_options,
        (SELECT options FROM sides WHERE name = black) AS black_options
    FROM tasks JOIN games USING (number);
"""

ADD_TASK = "INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
ADD_GAME = f"INSERT INTO games VALUES ({', '.join('?' * 17)})"


def task_row(task: Task) -> tuple[Any, ...]:
    """Return a row of `tasks`."""
    opening = task.opening
    where = (opening.name, opening.fen, " ".join(opening.moves), opening.line)
    return (task.number, task.round, task.white, task.black, *where)


def task_of(row: Sequence[Any]) -> Task:
    """Read a row of `tasks`."""
    number, in_round, white, black, *opening = row
    return Task(number, in_round, white, black, opening_of(*opening))


@lru_cache
def opening_of(name: str, fen: str, moves: str, line: int) -> Opening:
    """Make an opening; the games of a round share it, since a match may have a million."""
    return Opening(name, fen, tuple(moves.split()), line)


def game_row(game: Game, seed: int) -> tuple[Any, ...]:
    """Return a row of `games`."""
    moves = [
        [move.uci, move.score_cp, move.mate, move.depth, move.nodes, move.time_ms]
        for move in game.moves
    ]
    nodes = [move.nodes or 0 for move in game.moves]
    first = 0 if white_begins(game.task.opening) else 1
    return (
        *(game.task.number, game.result, game.reason.value, game.detail),
        json.dumps(moves, separators=(",", ":")),
        *(game.white_time_ms, game.black_time_ms, sum(nodes[first::2]), sum(nodes[1 - first :: 2])),
        *(game.white.version, game.white.source, game.black.version, game.black.source),
        *(seed, game.host, game.started, game.seconds),
    )


def game_of(row: Sequence[Any], task: Task) -> Game:
    """Read a row of `games`."""
    return Game(
        task,
        row[1],
        Reason(row[2]),
        row[3],
        tuple(MoveRecord(*move) for move in json.loads(row[4])),
        *(row[5], row[6], Identity(*row[9:11]), Identity(*row[11:13])),
        *row[14:17],
    )


def white_begins(opening: Opening) -> bool:
    """Tell whether White is to move after an opening."""
    fields = opening.fen.split()
    return (fields[1] == "w") == (len(opening.moves) % 2 == 0)
