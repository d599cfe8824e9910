"""A process that plays games with engines that keep running from game to game.

`play_task` depends on its arguments alone, so it can be sent to other processes and machines.
Engines end with their process: by `end_all`, or when it is killed because their standard input is
closed.
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
    """The running engines of a match, for one game at a time.

    Parameters
    ----------
    settings
        The match.

    Raises
    ------
    MatchError
        If its tablebases cannot be opened on this machine.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sides = {side.name: side for side in settings.sides}
        self._adjudicator = Adjudicator(settings.adjudication)
        self._players: OrderedDict[str, Player] = OrderedDict()

    def play(self, task: Task) -> Game:
        """Play a game, and start the engines that do not run.

        Parameters
        ----------
        task
            Which one.

        Returns
        -------
        Game
            With the result ``*`` if an engine does not start.
        """
        for name in (task.white, task.black):
            if name in self._players:
                self._players.move_to_end(name)  # the least recently used engines quit first
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
        """Let a player begin a game, and replace it if it has died or hangs."""
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
        """Quit the engines."""
        while self._players:
            self._dismiss(next(iter(self._players.values())))

    def kill(self) -> None:
        """Kill the engines, while another thread may be waiting for them."""
        for player in list(self._players.values()):
            player.kill()


def check_side(side: Side, settings: Settings, chess960: bool = False) -> Identity:
    """Start a side, set its options, ask for a move, and quit it.

    Parameters
    ----------
    side
        The side.
    settings
        The match that it is to play in.
    chess960
        Whether an opening of the match is a Chess960 position.

    Returns
    -------
    Identity
        Its version.

    Raises
    ------
    MatchError
        If it cannot play; the message names the side.
    """
    try:
        player = Player(side, settings.start_seconds)
    except ForfeitError as forfeit:
        raise MatchError(str(forfeit)) from None
    try:
        if settings.limit.nodes is not None and not player.counts_nodes:
            raise MatchError(
                f"{side.name} does not support node limits (feature nps); use another limit, such "
                "as depth=8 or movetime=100."
            )
        if chess960 and not player.plays_chess960:
            raise MatchError(f"{side.name} does not support Chess960, which some openings need.")
        player.new_game()
        limit = chess.engine.Limit(depth=1)
        if side.protocol == "xboard":
            # Phalanx ignores limits of depth and HoiChess exits at fractions of a second, so these
            # are used only if the match uses them.
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
    """Play a game in this process, with the engines of the last game if they belong to the match.

    Several threads may play at the same time, each with engines of its own.

    Parameters
    ----------
    settings_json
        The match, as JSON of `records.to_json`.
    task
        Which game.

    Returns
    -------
    Game
        Always, whatever the engines do.

    Raises
    ------
    MatchError
        If the match cannot be played on this machine.
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
    """Read the settings; cached for all games."""
    return from_json(Settings, settings_json)


def _take(settings: Settings) -> RunningEngines:
    """Return idle engines of this match or new ones, and quit those of other matches."""
    with _guard:
        if not _at_end:
            # Processes of multiprocessing run these at exit, but not atexit handlers.
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
    """Quit the idle engines, as after a match when the process goes on running."""
    with _guard:
        kept = _idle[:]
        _idle.clear()
    for engines in kept:
        engines.close()


def end_all() -> None:
    """Quit all engines of this process; games of other threads are lost."""
    for engines in _busy[:]:
        engines.kill()
    release()


def begin_process() -> None:
    """Prepare a process of a pool: it ignores Ctrl-C and ends at SIGTERM or with its parent."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    begin_worker(end_all)


def _forget() -> None:
    """Forget the parent's engines in a forked process."""
    global _guard
    _guard = threading.Lock()
    for kept in (_idle, _busy, _at_end):
        kept.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
