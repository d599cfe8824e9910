"""The words of `sesame match`, and what they ask for."""

import argparse
from pathlib import Path
from typing import Any

from engine.lab.common.command_line import CommandParser, whole
from engine.lab.match.ladder import LADDER
from engine.lab.match.planning import LADDER_LIMIT
from engine.lab.match.records import Adjudication
from engine.lab.statistics.sprt import MODELS
from engine.processors import usable_processors

DESCRIPTION = """\
Play matches between engines, and say what the results are worth.

A side is Sesame with option settings, or any UCI or XBoard program:

  --side "TWOBIG1: Replacement Scheme=TWOBIG1, Table Positions=64K"
  --side "Phalanx: cmd=phalanx -b-, proto=xboard"

Every opening is played twice, each side once with White. All games go into a database;
a match that was stopped, killed or had no more room on the disk is resumed from there."""

EXAMPLES = """\
examples:
  sesame match --schemes all --nodes 20000 --rounds 50
        every replacement scheme against every other, 100 games each
  sesame match --side "New: Hash=16" --side "Old: Hash=1" --time 10+0.1 --sprt 0 10
        stops by itself when one of the two hypotheses is accepted
  sesame match --ladder --rounds 50
        Sesame against all opponents of the ladder that are installed
  sesame match --ladder --opponents "Phalanx, GNU Chess" --option Hash=128
        Sesame with this option against two of them
  sesame match --resume                   play what is missing in match.db
  sesame match --resume --rounds 200      give it another length and go on
  sesame match --report                   only show what is in match.db
  sesame match --export --pgn games.pgn   only write the games of match.db

Exit status: 0 played or shown, 1 stopped by a fault, 2 asked wrongly, 130 interrupted."""

MOST_AT_A_TIME = 1024  # on one machine; each game is three processes
DRAW_WORDS = ("FROM", "MOVES", "SCORE")


def parser() -> CommandParser:
    """Make the parser; settings that were not given are None, so that a resumed match knows."""
    words = CommandParser(
        prog="sesame match",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_players(words.add_argument_group("players"))
    add_games(words.add_argument_group("games"))
    add_limits(words.add_argument_group("limits of thinking (default: --nodes 20000)"))
    add_adjudication(words.add_argument_group("ending games early"))
    add_files(words.add_argument_group("database"))
    add_places(words.add_argument_group("where games are played"))
    return words


def add_players(group: Any) -> None:
    """Declare who plays."""
    group.add_argument(
        "--side",
        action="append",
        metavar="TEXT",
        help='"NAME: OPTION=VALUE, ..." is Sesame; with cmd=PROGRAM and proto=uci or xboard '
        "another program; rating=ELO makes it an anchor of the fit; give it once for every side",
    )
    group.add_argument(
        "--option",
        action="append",
        metavar="TEXT",
        help='"OPTION=VALUE" for all sides that are Sesame, but for those that set it themselves; '
        "give it once for every option",
    )
    group.add_argument(
        "--schemes",
        metavar="LIST",
        help='a side of Sesame for every replacement scheme: "all", or names with commas',
    )
    group.add_argument(
        "--table-positions",
        metavar="SIZE",
        help="table of the sides that --schemes makes, 1K to 256M positions (default: 16K, small "
        "enough for replacement to matter)",
    )
    group.add_argument(
        "--ladder",
        nargs="?",
        type=Path,
        const=LADDER,
        metavar="FILE",
        help="the first side (default: Sesame as it is) against the named opponents that are "
        f"installed, with their published ratings as anchors, by default at --time {LADDER_LIMIT}",
    )
    group.add_argument(
        "--opponents",
        metavar="LIST",
        help="only these of the ladder: names with commas (default: all that are installed)",
    )
    group.add_argument(
        "--gauntlet", action="store_true", default=None, help="only the first side plays the others"
    )


def add_games(group: Any) -> None:
    """Declare which games are played."""
    group.add_argument(
        "--rounds",
        type=whole(1),
        metavar="N",
        help="openings that every two sides play, twice each (default: 50)",
    )
    group.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="EPD, PGN or FEN lines (default: those that come with a checkout of Sesame)",
    )
    group.add_argument(
        "--plies", type=whole(0), metavar="N", help="half-moves taken from the games of a PGN"
    )
    group.add_argument(
        "--seed", type=whole(0), metavar="N", help="of the order of the openings (default: 1)"
    )
    group.add_argument(
        "--sprt",
        nargs="+",
        type=float,
        metavar="X",
        help="ELO0 ELO1 [ALPHA BETA]: stop when the sequential test of the first side against "
        "the second decides between these differences (default risks: 0.05 0.05)",
    )
    group.add_argument(
        "--sprt-model", choices=MODELS, help="what its Elo means (default: logistic)"
    )


def add_limits(group: Any) -> None:
    """Declare how long the sides may think."""
    kinds = group.add_mutually_exclusive_group()
    kinds.add_argument(
        "--nodes", type=whole(1), metavar="N", help="nodes a move: the same on every machine"
    )
    kinds.add_argument("--depth", type=whole(1), metavar="N", help="plies a move")
    kinds.add_argument("--movetime", type=whole(1), metavar="MS", help="milliseconds a move")
    kinds.add_argument(
        "--time",
        metavar="CLOCK",
        help="seconds a game: 10+0.1 adds 0.1 s after each move, 40/60 gives 60 s for 40 moves",
    )
    group.add_argument(
        "--margin",
        type=whole(0),
        metavar="MS",
        help="beyond its time an engine may answer (default: 100)",
    )
    group.add_argument(
        "--patience",
        type=whole(1),
        metavar="S",
        help="seconds for a move without a clock, and for starting; then it hangs (default: 60)",
    )


def add_adjudication(group: Any) -> None:
    """Declare who may end a game that the rules of chess would let go on."""
    usual = Adjudication()
    group.add_argument(
        "--resign",
        nargs=2,
        type=whole(0),
        metavar=("MOVES", "SCORE"),
        help="lost when both say so for MOVES moves by SCORE centipawns "
        f"(default: {usual.resign_moves} {usual.resign_score}; 0 0: never)",
    )
    group.add_argument(
        "--draw",
        nargs=3,
        type=whole(0),
        metavar=DRAW_WORDS,
        help="drawn when, from move FROM on, both say at most SCORE centipawns for MOVES moves "
        f"(default: {usual.draw_from} {usual.draw_moves} {usual.draw_score}; 0 0 0: never)",
    )
    group.add_argument(
        "--move-limit",
        type=whole(0),
        metavar="N",
        help=f"drawn after N moves (default: {usual.move_limit}; 0: never)",
    )
    group.add_argument(
        "--syzygy", type=Path, metavar="FOLDER", help="tablebases that end a game they know"
    )
    group.add_argument(
        "--play-out",
        action="store_true",
        default=None,
        help="end no game early: the same as --resign 0 0 --draw 0 0 0 --move-limit 0",
    )


def add_files(group: Any) -> None:
    """Declare what is kept and what is done with it."""
    group.add_argument(
        "--database", type=Path, default=Path("match.db"), metavar="FILE", help="default: match.db"
    )
    group.add_argument("--pgn", type=Path, metavar="FILE", help="write all games there at the end")
    doing = group.add_mutually_exclusive_group()
    doing.add_argument("--resume", action="store_true", help="play what is missing in the database")
    doing.add_argument("--report", action="store_true", help="only show what is in the database")
    doing.add_argument(
        "--export",
        action="store_true",
        help="only write the games of the database, to --pgn or the standard output",
    )


def add_places(group: Any) -> None:
    """Declare where games are played; none of it changes what is played."""
    group.add_argument(
        "--concurrency",
        type=whole(1, MOST_AT_A_TIME),
        metavar="N",
        help="games at a time on this machine (default: one for each of its "
        f"{usable_processors()} processors)",
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the workers of a Dask cluster, as tcp://host:8786; each needs "
        "Sesame with its laboratory and is best started by: dask worker --nworkers N --nthreads 1 "
        "ADDRESS",
    )
