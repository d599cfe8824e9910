"""The command line of `sesame match`."""

import argparse
from pathlib import Path
from typing import Any

from engine.lab.common.command_line import CommandParser, scheduler_address, whole
from engine.lab.match.ladder import LADDER
from engine.lab.match.planning import LADDER_LIMIT
from engine.lab.match.records import Adjudication
from engine.lab.statistics.sprt import MODELS
from engine.process.processors import usable_processors

DESCRIPTION = """\
Play matches between engines and evaluate the results statistically.

A side is Sesame with option settings, or any UCI or XBoard program:

  --side "TWOBIG1: Replacement Scheme=TWOBIG1, Table Positions=64K"
  --side "Phalanx: cmd=phalanx -b-, proto=xboard"

Every opening is played twice, each side once with White. All games are stored in a database, from
which a match that was stopped, killed or ran out of disk space can be resumed."""

EXAMPLES = """\
examples:
  sesame match --schemes all --nodes 20000 --rounds 50
        every replacement scheme against every other, 100 games each
  sesame match --side "New: Hash=16" --side "Old: Hash=1" --time 10+0.1 --sprt 0 10
        stops when one of the two hypotheses is accepted
  sesame match --ladder --rounds 50
        Sesame against all installed opponents of the ladder
  sesame match --ladder --opponents "Phalanx, GNU Chess" --option Hash=128
        Sesame with this option against two of them
  sesame match --resume                   play the missing games of match.db
  sesame match --resume --rounds 200      change the number of rounds and continue
  sesame match --report                   only show the results in match.db
  sesame match --report --html match.html   write them as a page, with plots
  sesame match --export --pgn games.pgn   only write the games of match.db

Exit status: 0 success, 1 error, 2 usage error, 130 interrupted."""

MOST_CONCURRENT = 1024  # on one machine; each game is three processes
DRAW_ARGUMENTS = ("FROM", "MOVES", "SCORE")


def parser() -> CommandParser:
    """Make the parser; settings not given are None, so that --resume can tell."""
    made = CommandParser(
        prog="sesame match",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_players(made.add_argument_group("players"))
    add_games(made.add_argument_group("games"))
    add_limits(made.add_argument_group("limits (default: --nodes 20000)"))
    add_adjudication(made.add_argument_group("adjudication"))
    add_files(made.add_argument_group("database"))
    add_places(made.add_argument_group("where the games are played"))
    return made


def add_players(group: Any) -> None:
    """Add the options for the sides."""
    group.add_argument(
        "--side",
        action="append",
        metavar="TEXT",
        help='"NAME: OPTION=VALUE, ..." is Sesame; cmd=PROGRAM and proto=uci or xboard make it '
        "another program, rating=ELO an anchor of the ratings; repeat it for every side",
    )
    group.add_argument(
        "--option",
        action="append",
        metavar="TEXT",
        help='"OPTION=VALUE" for all sides that are Sesame and do not set it themselves; '
        "repeat it for every option",
    )
    group.add_argument(
        "--schemes",
        metavar="LIST",
        help='a side for each replacement scheme: "all" or a comma-separated list',
    )
    group.add_argument(
        "--table-positions",
        metavar="SIZE",
        help="table size of the sides made by --schemes, 256 to 256M positions (default: 16K, "
        "small enough for replacement to matter)",
    )
    group.add_argument(
        "--ladder",
        nargs="?",
        type=Path,
        const=LADDER,
        metavar="FILE",
        help="one side (default: Sesame) against the installed opponents of the ladder, with their "
        f"published ratings as anchors, by default at --time {LADDER_LIMIT}",
    )
    group.add_argument(
        "--opponents",
        metavar="LIST",
        help="only these opponents of the ladder, comma-separated (default: all installed ones)",
    )
    group.add_argument(
        "--gauntlet", action="store_true", default=None, help="only the first side plays all others"
    )


def add_games(group: Any) -> None:
    """Add the options for rounds, openings and the sequential test."""
    group.add_argument(
        "--rounds",
        type=whole(1),
        metavar="N",
        help="openings that every pairing plays, with both colours (default: 50)",
    )
    group.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="EPD, PGN or FEN lines (default: those in a checkout of Sesame)",
    )
    group.add_argument(
        "--plies", type=whole(0), metavar="N", help="plies taken from the games of a PGN"
    )
    group.add_argument(
        "--seed", type=whole(0), metavar="N", help="seed for the order of the openings (default: 1)"
    )
    group.add_argument(
        "--sprt",
        nargs="+",
        type=float,
        metavar="X",
        help="ELO0 ELO1 [ALPHA BETA]: stop when the sequential probability ratio test of two sides "
        "accepts one of these differences (default error rates: 0.05 0.05)",
    )
    group.add_argument(
        "--sprt-model", choices=MODELS, help="the Elo model of --sprt (default: logistic)"
    )


def add_limits(group: Any) -> None:
    """Add the limits of the searches."""
    kinds = group.add_mutually_exclusive_group()
    kinds.add_argument(
        "--nodes", type=whole(1), metavar="N", help="nodes per move: the same on every machine"
    )
    kinds.add_argument("--depth", type=whole(1), metavar="N", help="plies per move")
    kinds.add_argument("--movetime", type=whole(1), metavar="MS", help="milliseconds per move")
    kinds.add_argument(
        "--time",
        metavar="CLOCK",
        help="seconds per game: 10+0.1 adds 0.1 s per move, 40/60 gives 60 s for 40 moves",
    )
    group.add_argument(
        "--margin",
        type=whole(0),
        metavar="MS",
        help="milliseconds that an engine may exceed its time (default: 100)",
    )
    group.add_argument(
        "--patience",
        type=whole(1),
        metavar="S",
        help="seconds after which an engine without a clock, or one that starts, is taken to hang "
        "(default: 60)",
    )


def add_adjudication(group: Any) -> None:
    """Add the rules of adjudication."""
    usual = Adjudication()
    group.add_argument(
        "--resign",
        nargs=2,
        type=whole(0),
        metavar=("MOVES", "SCORE"),
        help="lost when both engines' scores say so for MOVES moves, by SCORE centipawns "
        f"(default: {usual.resign_moves} {usual.resign_score}; 0 0: never)",
    )
    group.add_argument(
        "--draw",
        nargs=3,
        type=whole(0),
        metavar=DRAW_ARGUMENTS,
        help="drawn when from move FROM both scores are within SCORE centipawns for MOVES moves "
        f"(default: {usual.draw_from} {usual.draw_moves} {usual.draw_score}; 0 0 0: never)",
    )
    group.add_argument(
        "--move-limit",
        type=whole(0),
        metavar="N",
        help=f"drawn after N moves (default: {usual.move_limit}; 0: never)",
    )
    group.add_argument(
        "--syzygy", type=Path, metavar="FOLDER", help="Syzygy tablebases (WDL) for adjudication"
    )
    group.add_argument(
        "--play-out",
        action="store_true",
        default=None,
        help="no adjudication: the same as --resign 0 0 --draw 0 0 0 --move-limit 0",
    )


def add_files(group: Any) -> None:
    """Add the files, and what is done with them."""
    group.add_argument(
        "--database", type=Path, default=Path("match.db"), metavar="FILE", help="default: match.db"
    )
    group.add_argument(
        "--pgn", type=Path, metavar="FILE", help="write all games to this file at the end"
    )
    group.add_argument(
        "--html", type=Path, metavar="FILE", help="with --report: write a page with plots too"
    )
    doing = group.add_mutually_exclusive_group()
    doing.add_argument(
        "--resume", action="store_true", help="play the missing games of the database"
    )
    doing.add_argument(
        "--report", action="store_true", help="only show the results in the database"
    )
    doing.add_argument(
        "--export",
        action="store_true",
        help="only write the games of the database, to --pgn or standard output",
    )


def add_places(group: Any) -> None:
    """Add where the games are played, which does not change them."""
    group.add_argument(
        "--concurrency",
        type=whole(1, MOST_CONCURRENT),
        metavar="N",
        help="games at the same time on this machine (default: one for each of its "
        f"{usable_processors()} processors)",
    )
    group.add_argument(
        "--scheduler",
        type=scheduler_address,
        metavar="ADDRESS",
        help="play on a Dask cluster, such as tcp://host:8786; each worker needs Sesame with its "
        "laboratory, best started by: dask worker --nworkers N --nthreads 1 ADDRESS",
    )
