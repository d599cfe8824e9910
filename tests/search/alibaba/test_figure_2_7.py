"""ALIBABA against its plain twin: every value, node, cut-off and store of every iteration.

Source: Breuker 1998, figure 2.7 and section 2.3.1; Lazar 1995 for what is counted.
"""

from collections import Counter
from dataclasses import asdict

import chess
import pytest

from engine.board.setup import short_name
from tests.doors import ALL, NOISY
from tests.rules import Rules
from tests.search.alibaba.figure_twin import FigureTwin, Settings
from tests.search.positions import LARGE, SMALL, board_of
from tests.search.thinker import Thinker

POSITIONS = {
    "promotion by capture": 5,
    "promotion on both sides": 5,
    "en passant": 5,
    "mate in two": 5,
    "double check": 3,
    "knights against pawn": 4,
    "one legal move, in check": 4,
    "blocked pawns (Fine 70)": 7,
    "EG5.63": 3,
    "EG3.33": 4,
    "castling, all rights": 2,
    "MG4.28": 2,
}
SETTINGS = {
    "default": {},
    "plain alpha-beta with a table": {
        "pvs": False, "aspiration": False, "refutation_table": False, "history": False,
        "quiescence": False,
    },
    "no table": {"table_use": "nothing"},
    "no refutation table": {"refutation_table": False},
    "no margin": {"quiescence_margin": 0},
    "wide margin": {"quiescence_margin": 1000},
    "faithful flags": {"faithful_flags": True},
    "exact depth": {"table_depth_match": "exact"},
    "move only": {"table_use": "move only"},
    "score only": {"table_use": "score only"},
    "exact only": {"table_use": "exact only"},
    "bounds only": {"table_use": "bounds only"},
    "16 bits": {"hash_bits": 16, "positions": 65536},
    "16 bits, moves not tested": {
        "hash_bits": 16, "positions": 1024, "table_legality_test": False,
    },
    **{scheme: {"replacement_scheme": scheme} for scheme in (
        "OLD", "NEW", "DEEP", "BIG1", "BIGALL", "TWODEEP", "TWOBIGALL"
    )},
}  # fmt: skip
COUNTED = (
    *("nodes", "interior", "quiescence", "full_width", "horizon", "counted", "generated"),
    *("generations", "quiescence_generated", "quiescence_generations", "reads", "hits", "writes"),
    *("filled", "refused", "clashes", "collisions", "aliases", "exact_cuts", "lower_cuts"),
    *("upper_cuts", "move_only", "inherited", "illegal"),
)


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.fixture(scope="module")
def generator(thinker, stack, moves):
    """The compiled generator with the numbers of the engine."""
    return Rules(thinker.engine.tables, stack, moves)


def twin_of(thinker, generator, board, settings):
    """The twin with the hash values and the generator of the engine."""
    keys: dict[str, int] = {}

    def key_of(after: chess.Board) -> int:
        position = after.epd(en_passant="legal")
        if position not in keys:
            keys[position] = int(generator.record(after).key)
        return keys[position]

    def written(after: chess.Board, noisy: bool) -> list[int]:
        generator.put(after)
        return generator.words(NOISY if noisy else ALL)

    return FigureTwin(board, settings, key_of, written)


def engine_settings(settings):
    """The options of the engine with the same meaning."""
    options = settings._asdict() | {"history": "depth" if settings.history else "off"}
    return options | {"table_positions": str(options.pop("positions"))}


EVERYWHERE = ("promotion by capture", "en passant", "blocked pawns (Fine 70)")
"""Positions of all settings in the fast tests; the others have the default settings there."""
CASES = [
    pytest.param(
        name, chosen, marks=() if name in EVERYWHERE or chosen == "default" else pytest.mark.slow
    )
    for name in POSITIONS
    for chosen in SETTINGS
]


@pytest.mark.parametrize("chosen", [chosen for chosen in SETTINGS if chosen != "default"])
def test_every_setting_changes_a_search(thinker, chosen):
    """In one of the positions at least that are searched with it in the fast tests."""

    def counted(name, settings):
        thinker.reset(**engine_settings(Settings(**settings)))
        thinker.think(board_of((SMALL | LARGE)[name]), POSITIONS[name])
        return thinker.engine.summary.counters

    assert any(counted(name, SETTINGS[chosen]) != counted(name, {}) for name in EVERYWHERE)


@pytest.mark.parametrize(("name", "chosen"), CASES)
def test_every_iteration_is_the_twins(thinker, generator, name, chosen):
    """Scores, lines, nodes by kind, generated moves, look-ups, stores, losses, cut-offs by kind."""
    settings, board = Settings(**SETTINGS[chosen]), board_of((SMALL | LARGE)[name])
    thinker.reset(**engine_settings(settings)).think(board, POSITIONS[name])
    twin = twin_of(thinker, generator, board, settings)
    expected = twin.search(POSITIONS[name])
    found = thinker.engine.summary.iterations
    assert len(found) == len(expected)
    compared = (*COUNTED, "mistaken") if settings.hash_bits < 64 else COUNTED
    for one, other in zip(found, expected, strict=True):
        counts = {field: getattr(one.counters, field) for field in compared}
        assert counts == {field: other.counts.get(field, 0) for field in compared}
        assert one.score == other.score
        after = board.copy()
        for move, named in zip(one.line, other.line, strict=False):
            assert short_name(after, move) == named
            after.push(move)


def test_everything_that_is_compared_happens(thinker):
    """Cut-offs of all kinds, losses, with few bits aliases: none of the comparisons is of zeros."""
    for chosen, kinds in (("default", COUNTED), ("16 bits", ("aliases", "illegal", "mistaken"))):
        total: Counter[str] = Counter()
        for name, depth in POSITIONS.items():
            thinker.reset(**engine_settings(Settings(**SETTINGS[chosen])))
            thinker.think(board_of((SMALL | LARGE)[name]), depth)
            total.update(asdict(thinker.engine.summary.counters))
        absent = {kind for kind in kinds if not total[kind]}
        # Nothing is refused by two levels; one move in an entry leaves nothing to inherit.
        assert absent <= (
            {"refused", "inherited", "aliases", "illegal"} if chosen == "default" else set()
        )


@pytest.mark.parametrize("scheme", ["OLD", "NEW", "BIG1", "TWODEEP"])
def test_a_crowded_table(thinker, generator, scheme):
    """More positions than places, in a deeper search."""
    settings = Settings(replacement_scheme=scheme, hash_bits=16)
    board = board_of(SMALL["knights against pawn"])
    thinker.reset(**engine_settings(settings)).think(board, 6)
    expected = twin_of(thinker, generator, board, settings).search(6)[-1]
    found = thinker.engine.summary.iterations[-1]
    counts = {field: getattr(found.counters, field) for field in (*COUNTED, "mistaken")}
    assert counts == {field: expected.counts.get(field, 0) for field in counts}
    assert counts["collisions"] > 256
