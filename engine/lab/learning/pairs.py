"""Two games of two settings of one engine, from one opening with both colours.

`play_pair` depends on its arguments alone, so it can be sent to other processes and machines. The
two engines keep running; between pairs their options are set anew.
"""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache

from engine.lab.common.errors import LaboratoryError
from engine.lab.learning.engines import borrowed
from engine.lab.learning.searching import DIGEST_BYTES, own_source
from engine.lab.match.adjudication import Adjudicator
from engine.lab.match.play import play_game
from engine.lab.match.records import Adjudication, Game, Opening, Reason, Settings, Side, Task
from engine.lab.match.records import from_json as read_json
from engine.lab.match.sheet import ForfeitError
from engine.machine.key import blake2b

PLUS, MINUS = "plus", "minus"
ATTEMPTS = 2  # at a pair in which an engine has a fault
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""Of White."""

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Pair:
    """Two games that are to be played."""

    run: str
    """Key of the run; a pair belongs to one."""
    iteration: int
    number: int
    """Within the iteration, from 1."""
    settings: str
    """JSON of the match's settings, whose two sides have the options that are common to both."""
    plus: Options
    minus: Options
    opening: Opening

    def key(self, source: str) -> str:
        """Return the name of the pair for a program with this hash of its sources."""
        text = json.dumps([asdict(self), source], sort_keys=True)
        return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True)
class Played:
    """A finished pair."""

    points: tuple[float, ...]
    """Of plus in each game: 0, 0.5 or 1."""
    reasons: tuple[Reason, ...]
    """Why the games ended."""
    seconds: float


def settings_for(program: tuple[str, ...], options: Options, plain: Settings) -> Settings:
    """Return the settings of the games of two sides that are one program."""
    sides = tuple(Side(name, program, options=options) for name in (PLUS, MINUS))
    return Settings(
        sides,
        plain.limit,
        "pair",
        1,
        adjudication=plain.adjudication,
        margin_ms=plain.margin_ms,
        patience_seconds=plain.patience_seconds,
        start_seconds=plain.start_seconds,
    )


def play_pair(pair: Pair, source: str) -> Played:
    """Play a pair.

    Raises
    ------
    LaboratoryError
        If the program is another one here, or an engine has a fault twice. A loss on time is none.
    """
    settings = settings_read(pair.settings)
    program = settings.sides[0].command
    if source != own_source(program):
        raise LaboratoryError(
            f"The worker has another {'engine' if program else 'Sesame'} (sources "
            f"{own_source(program)}, wanted {source}): install the same version there."
        )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return played(pair, settings)
        except ForfeitError as fault:
            if attempt == ATTEMPTS:
                raise LaboratoryError(f"{fault} It happened twice.") from None
    raise AssertionError


@lru_cache
def settings_read(text: str) -> Settings:
    """Read the settings; cached for all pairs."""
    return read_json(Settings, text)


@lru_cache
def adjudicator_of(rules: Adjudication) -> Adjudicator:
    """Return the adjudicator; cached, since it may open tablebases."""
    return Adjudicator(rules)


def played(pair: Pair, settings: Settings) -> Played:
    """Play both games; raises a ForfeitError if an engine has a fault."""
    points, reasons, seconds = [], [], 0.0
    for turned in (False, True):
        game = game_of(pair, settings, turned)
        check(game)
        won = POINTS[game.result]
        points.append(1 - won if turned else won)
        reasons.append(game.reason)
        seconds += game.seconds
    return Played(tuple(points), tuple(reasons), round(seconds, 3))


def game_of(pair: Pair, settings: Settings, turned: bool) -> Game:
    """Play the first game of a pair, or with colours turned the second."""
    first, second = settings.sides
    patience = settings.start_seconds
    with borrowed(first, patience) as plus, borrowed(second, patience) as minus:
        for player, options in ((plus, pair.plus), (minus, pair.minus)):
            player.set_options(options)
            player.new_game(pair.opening.chess960)
        white, black = (minus, plus) if turned else (plus, minus)
        number = 2 * pair.number - 1 + turned
        task = Task(number, pair.number, white.side.name, black.side.name, pair.opening)
        rules = adjudicator_of(settings.adjudication)
        return play_game(task, (white, black), settings, rules)


def check(game: Game) -> None:
    """Refuse a game that a fault has ended: it says nothing about the settings."""
    if game.result not in POINTS or (
        game.reason.is_fault and game.reason is not Reason.TIME_FORFEIT
    ):
        raise ForfeitError(game.reason, game.detail or f"A game ended by {game.reason}.")
