"""The bench: the nodes of fixed positions at a fixed depth are the signature of a search.

Openings, the papers' test sets, endings, mates. The middle games and endings marked MG and EG are
from the test sets of Breuker (1998), appendices A and B; the others are common property.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import chess

from engine.thinking.limits import Limits

if TYPE_CHECKING:
    from engine.thinking.engine import Engine

BENCH_DEPTH = 8
"""Plies of the signature that commits name."""

BENCH_POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  # start
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # Kiwipete
    "3r1k1r/p1ppqp1p/b1p2Np1/4P3/2P5/bP4P1/PQ3PBP/R4K1R w - - 10 18",  # MG1.18
    "r1b3k1/3n2pp/p2Qp2q/3pp3/N6P/5r2/PPP3P1/1K1R1B2 w - - 0 21",  # MG2.21
    "2b3k1/1r2q2p/pn2p1p1/4Q1N1/2p4P/5P1B/PP6/1K1R4 w - - 1 30",  # MG2.30
    "r4rk1/1b1p2b1/pp1np1Pp/2p1N3/P1B5/2P5/1P1N1PP1/R3R1K1 b - - 0 21",  # MG3.21
    "5r2/1b1p2k1/1p2prPp/p1pnR3/P1N1B3/2P2PK1/1P4P1/R7 b - - 11 30",  # MG3.30
    "r1b2rk1/1p3p1p/p1n3p1/2Q5/1PBpP3/4b2P/P1P3P1/R3KR2 b Q - 5 19",  # MG4.19
    "5rk1/2r2p1p/1p1Qn1p1/pP1R4/4P3/7P/P1P3P1/2K5 b - - 3 28",  # MG4.28
    "3Q4/1r3pk1/1p1Rr2p/pPn1P1pP/6P1/P7/2P5/2K5 b - - 0 37",  # MG4.37
    "2r2rk1/pp3p1p/2p3b1/n2q1p2/1b6/3B1NNP/PP2RPP1/2RQ2K1 w - - 0 22",  # MG5.22
    "2rqkbnr/1b3p2/p2p3p/1p1NnR2/3BP1P1/P7/1PP1Q1BP/R5K1 b k - 2 16",  # MG6.16
    "2rq2kb/1b3pr1/p4N1p/1p2pQ2/4P1P1/P1P5/1P4BP/5R1K b - - 6 25",  # MG6.25
    "6k1/6pp/4p3/3pP3/p4r2/PpP5/1P2R1PP/2K5 w - - 2 35",  # EG1.35
    "8/8/4p3/6p1/4k1Pp/PKPp3P/1P6/8 w - - 1 48",  # EG1.48
    "1r6/p5k1/2p1p1b1/1pPp3p/1P1PpR2/P3P1PP/1B6/6K1 w - - 1 36",  # EG2.36
    "8/5k2/p1p3b1/1pPpB3/1P1Pp1P1/P3P2K/8/8 w - - 1 49",  # EG2.49
    "2r5/5p1p/2pk2p1/2R5/p1p5/P3P2P/4KPP1/8 w - - 2 33",  # EG3.33
    "4r2b/5R2/p5p1/1p2p1P1/1P6/2P1BPk1/1P2K3/8 w - - 1 41",  # EG4.41
    "8/8/p3P1p1/1p2K2k/1P6/2P5/1P3r2/6R1 w - - 2 54",  # EG4.54
    "8/5pk1/1p2p1p1/1P3q1p/2QP4/5P1P/6P1/5K2 w - - 12 50",  # EG5.50
    "8/8/1p2k3/1P5p/3PK1p1/6q1/4Q3/8 w - - 0 63",  # EG5.63
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",  # Fine 1941, no. 70
    "8/8/8/8/8/2K5/7R/k7 w - - 0 120",  # mate in 2
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",  # mating attack
)


def nodes_by_position(engine: "Engine", depth: int) -> Iterator[tuple[str, int]]:
    """Search each position as in a new game.

    Parameters
    ----------
    engine : Engine
        With the settings that are asked about. A `stop` also ends the searches that follow.
    depth : int
        Plies.

    Yields
    ------
    tuple
        The FEN, and the nodes that were searched.
    """
    for fen in BENCH_POSITIONS:
        engine.new_game()
        engine.set_position(chess.Board(fen))
        engine.think(Limits(depth=depth), lambda _: None)
        yield fen, engine.nodes


def bench_nodes(engine: "Engine", depth: int) -> int:
    """Return the nodes of all positions."""
    engine.prepare_go()
    return sum(nodes for _, nodes in nodes_by_position(engine, depth))


def total_nodes(
    engine: "Engine", depth: int, write: Callable[[str], None], stopped: Callable[[], bool]
) -> int | None:
    """Add the nodes of all positions up, after writing a line for each; None if stopped."""
    total = 0
    for number, (fen, nodes) in enumerate(nodes_by_position(engine, depth), 1):
        if stopped():
            return None
        total += nodes
        write(f"{number:2} {nodes:10} {fen}")
    return total
