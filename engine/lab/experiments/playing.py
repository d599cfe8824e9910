"""Computing a cell of a match: two settings play a block of openings, each with both colours.

The limit is one of nodes and each game begins with an empty table, so the games are the same
wherever they are played. They are the games of `sesame match`, without its pipes.
"""

import time
from collections import Counter

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.cells import FIRST, LEARNER, SECOND, Cell
from engine.lab.experiments.game_positions import FEN
from engine.lab.experiments.openings import block_called
from engine.lab.experiments.searching import Searched, in_deep_thread
from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.own_player import OwnPlayer
from engine.lab.match.play import play_game
from engine.lab.match.records import Adjudication, Game, Limit, Opening, Settings, Task

PAIRS = tuple(f"pairs_{half}" for half in range(5))
"""Pairs of games that gave the first side 0, ½, 1, 1½ and 2 points."""
NAMES = ("nodes", "games", "won", "drawn", "lost", "plies", *PAIRS)
"""What is counted, for the first side."""
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""Of White."""
NODES, COLOUR = "Nodes", "Colour"
OF_NO_SIDE = (NODES, COLOUR, LEARNER)
"""Settings of a cell that are no options of an engine."""


def played(cell: Cell) -> Searched:
    """Play the games of a cell.

    Raises
    ------
    LaboratoryError
        If the openings are not those of the run.
    """
    return in_deep_thread(lambda: played_here(cell))


def played_here(cell: Cell) -> Searched:
    """Play the games of a cell in this thread."""
    block = block_called(cell.game, cell.digest)
    began = time.thread_time()
    first = OwnPlayer("first", side_options(cell, FIRST))
    second = OwnPlayer("second", side_options(cell, SECOND))
    settings = settings_for(first, second, int(dict(cell.options)[NODES]))
    counted: Counter[str] = Counter()
    points: list[str] = []
    for name, moves in zip(block.ids, block.moves, strict=True):
        opening = Opening(name, moves.removeprefix(FEN))
        pair = 0.0
        for players in ((first, second), (second, first)):
            game = play_one(opening, players, settings)
            won = POINTS[game.result]
            own = won if players[0] is first else 1 - won
            counted[{1.0: "won", 0.5: "drawn", 0.0: "lost"}[own]] += 1
            counted["plies"] += len(game.moves)
            points.append(f"{own:g}")
            pair += own
        counted[f"pairs_{round(2 * pair)}"] += 1
    counted["games"] = len(points)
    counted["nodes"] = first.nodes + second.nodes
    row = tuple(counted[name] for name in NAMES)
    seconds = time.thread_time() - began
    return Searched(((counted["nodes"],),), NAMES, (row,), seconds, tuple(points))


def side_options(cell: Cell, prefix: str) -> tuple[tuple[str, str], ...]:
    """Return the options of one side, those of both included."""
    found = {}
    for name, text in cell.options:
        if name.startswith(prefix):
            found[name.removeprefix(prefix)] = text
        elif not name.startswith((FIRST, SECOND)) and name not in OF_NO_SIDE:
            found[name] = text
    return tuple(found.items())


def settings_for(first: OwnPlayer, second: OwnPlayer, nodes: int) -> Settings:
    """Return the settings of a match at so many nodes a move, with the usual adjudication."""
    return Settings((first.side, second.side), Limit(nodes=nodes), "pair", 1)


def play_one(opening: Opening, players: tuple[OwnPlayer, OwnPlayer], settings: Settings) -> Game:
    """Play a game; White comes first.

    Raises
    ------
    LaboratoryError
        If it ended without a result.
    """
    for player in players:
        player.new_game()
    white, black = (player.side.name for player in players)
    task = Task(1, 1, white, black, opening)
    game = play_game(task, players, settings, Adjudicator(Adjudication()))
    if game.result not in POINTS or game.reason.is_fault:
        raise LaboratoryError(f"A game ended by {game.reason}: {game.detail}")
    return game
