"""A process that plays games: its engines stay alive from game to game.

`play_task` needs nothing but its arguments, so that other processes and other machines can be
sent it. Engines end with their process: by `end_all` if it can still run, and if it is
killed because they find their standard input closed.
"""

import multiprocessing.util
import os
import signal
import sys
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Any

import chess.engine

from engine.lab.common.processes import begin_worker
from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.play import play_game, seconds, unplayed
from engine.lab.match.player import Player
from engine.lab.match.records import (
    Game,
    Identity,
    MatchError,
    Opening,
    Reason,
    Settings,
    Side,
    Task,
    from_json,
)
from engine.lab.match.schedule import ENGINES_KEPT
from engine.lab.match.sheet import ForfeitError, Sheet


class RunningEngines:
    """The running engines of one match, for one game at a time.

    Parameters
    ----------
    settings
        The match.

    Raises
    ------
    MatchError
        If its tablebases cannot be read on this machine.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sides = {side.name: side for side in settings.sides}
        self._adjudicator = Adjudicator(settings.adjudication)
        self._players: OrderedDict[str, Player] = OrderedDict()

    def play(self, task: Task) -> Game:
        """Play a game, with engines that are started if they do not run.

        Parameters
        ----------
        task
            Which one.

        Returns
        -------
        Game
            With the result ``*`` if an engine does not start: nobody has played.
        """
        for name in (task.white, task.black):
            if name in self._players:
                self._players.move_to_end(name)  # those that rest are the first to be ended
        try:
            chess960 = task.opening.chess960
            players = self._ready(task.white, chess960), self._ready(task.black, chess960)
        except ForfeitError as forfeit:
            return unplayed(task, Reason.NO_START, str(forfeit))
        game = play_game(task, players, self.settings, self._adjudicator)
        for player in players:
            if player.broken:
                self._dismiss(player)
        return game

    def _ready(self, name: str, chess960: bool) -> Player:
        """Have a player begin a game; one that has died or hung since the last is replaced."""
        player = self._players.get(name)
        if player is not None:
            try:
                player.new_game(chess960)
            except ForfeitError:
                self._dismiss(player)
            else:
                return player
        player = self._players[name] = Player(self._sides[name], self.settings.start_seconds)
        while len(self._players) > ENGINES_KEPT:
            self._dismiss(next(iter(self._players.values())))
        try:
            player.new_game(chess960)
        except ForfeitError:
            self._dismiss(player)
            raise
        return player

    def _dismiss(self, player: Player) -> None:
        del self._players[player.side.name]
        player.close()

    def close(self) -> None:
        """End the engines."""
        while self._players:
            self._dismiss(next(iter(self._players.values())))

    def kill(self) -> None:
        """End the engines at once, while another thread may be waiting for them."""
        for player in list(self._players.values()):
            player.kill()


def check_side(side: Side, settings: Settings, chess960: bool = False) -> Identity:
    """Start a side, set its options, ask for a move, and end it.

    Parameters
    ----------
    side
        The side.
    settings
        The match that it is to play in.
    chess960
        Whether an opening of the match is one of Chess960.

    Returns
    -------
    Identity
        What the side turned out to be.

    Raises
    ------
    MatchError
        If it cannot play; the sentence names the side.
    """
    try:
        player = Player(side, settings.start_seconds)
    except ForfeitError as forfeit:
        raise MatchError(str(forfeit)) from None
    try:
        if settings.limit.nodes is not None and not player.counts_nodes:
            raise MatchError(
                f"{side.name} does not say that it can count nodes (feature nps); "
                "give another limit, as depth=8 or movetime=100."
            )
        if chess960 and not player.plays_chess960:
            raise MatchError(f"{side.name} does not play Chess960, as some of the openings do.")
        player.new_game()
        limit = chess.engine.Limit(depth=1)
        if side.protocol == "xboard":
            # Not each of them knows a limit of depth (Phalanx does not), or parts of a second
            # (HoiChess ends): these only if the match has them.
            limit = chess.engine.Limit(time=seconds(settings.limit.movetime_ms or 1000))
        patience = settings.patience_seconds + (limit.time or 0)
        player.move(Sheet(Opening("start")), limit, patience)
    except ForfeitError as forfeit:
        raise MatchError(str(forfeit)) from None
    finally:
        player.close()
    return player.identity


_guard = threading.Lock()
_idle: list[RunningEngines] = []
_busy: list[RunningEngines] = []
_at_end: list[Any] = []


def play_task(settings_json: str, task: Task) -> Game:
    """Play a game in this process, with the engines of the last game if they fit.

    Several threads may play at a time; each gets engines of its own.

    Parameters
    ----------
    settings_json
        The match, as `records.to_json` writes it.
    task
        Which game.

    Returns
    -------
    Game
        Always, whatever the engines do.

    Raises
    ------
    MatchError
        If the match itself cannot be played on this machine.
    """
    engines = _take(settings_read(settings_json))
    try:
        game = engines.play(task)
    except BaseException:
        engines.kill()
        engines.close()
        raise
    else:
        with _guard:
            _idle.append(engines)
    finally:
        with _guard:
            _busy.remove(engines)
    return game


@lru_cache
def settings_read(settings_json: str) -> Settings:
    """Read the settings, once for all games."""
    return from_json(Settings, settings_json)


def _take(settings: Settings) -> RunningEngines:
    """Give the engines that fit, and end those of other matches."""
    with _guard:
        if not _at_end:
            # Processes of multiprocessing run these at their end, and nothing else.
            _at_end.append(multiprocessing.util.Finalize(None, end_all, exitpriority=10))
        fitting = [engines for engines in _idle if engines.settings == settings]
        others = [engines for engines in _idle if engines.settings != settings]
        engines = fitting.pop() if fitting else RunningEngines(settings)
        _idle[:] = fitting
        _busy.append(engines)
    for other in others:
        other.close()
    return engines


def release() -> None:
    """End the engines that wait for another game, as after a match on a machine that stays."""
    with _guard:
        kept = _idle[:]
        _idle.clear()
    for engines in kept:
        engines.close()


def end_all() -> None:
    """End all engines of this process; games that other threads are playing are lost."""
    for engines in _busy[:]:
        engines.kill()
    release()


def begin_process() -> None:
    """Make this process one that only plays: the first thing that a process of a pool does.

    It leaves Ctrl-C to the process that asked for the games, ends its engines when it is asked
    to end, and ends with the process that began it, even if that was killed.
    """
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    begin_worker(end_all)


def _forget() -> None:
    """Leave the parent's engines to the parent, in a process that was forked off."""
    global _guard
    _guard = threading.Lock()
    for kept in (_idle, _busy, _at_end):
        kept.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
