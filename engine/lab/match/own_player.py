"""Sesame as a player in this process: the games that it would play by its pipes, without them.

A block of games with fixed nodes is one task of a pool, whose process needs no engines of its own.
"""

import chess.engine

from engine.lab.common.sources import sesame_source
from engine.lab.experiments.searching import set_options
from engine.lab.match.records import Identity, Side
from engine.lab.match.sheet import Answer, Sheet
from engine.process.version import NAME
from engine.search.shared.score import mate_in
from engine.thinking.engine import Engine, Info, Limits, Progress


class OwnPlayer:
    """An engine in this process; all its methods are called in a thread with a large stack.

    Parameters
    ----------
    name
        Of the side.
    options
        That differ from the defaults.

    Raises
    ------
    LaboratoryError
        If an option cannot take its value.

    Attributes
    ----------
    broken
        Always False: an error of the engine is one of this process.
    """

    def __init__(self, name: str, options: tuple[tuple[str, str], ...]) -> None:
        self.side = Side(name, options=options)
        self.identity = Identity(NAME, sesame_source())
        self.broken = False
        self.engine = Engine()
        set_options(self.engine, dict(options))
        self.nodes = 0
        """Of all its moves."""

    def new_game(self) -> None:
        """Begin another game."""
        self.engine.new_game()

    def move(self, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        """Search for a move.

        Parameters
        ----------
        sheet
            The game so far.
        limit
            Of nodes or of depth: then the move depends on the game alone.
        seconds
            Not used: the search ends by its limit.

        Returns
        -------
        Answer
            With the last exact score, or a bound if there is none; no time is measured.
        """
        exact: list[Info] = []
        bounds: list[Info] = []

        def note(news: Info | Progress) -> None:
            if isinstance(news, Info) and news.multipv == 1:
                (bounds if news.bound else exact).append(news)

        self.engine.set_position(sheet.board.copy())
        self.engine.prepare_go()
        move = self.engine.think(Limits(depth=limit.depth, nodes=limit.nodes), note).move
        self.nodes += self.engine.nodes
        last = (exact or bounds)[-1]
        mate = mate_in(last.score)
        score = last.score if mate is None else None
        return Answer(move, False, score, mate, last.depth, self.engine.nodes, 0.0)
