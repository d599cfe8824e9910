"""The cells of a grid: what can be computed by itself, one game with one setting.

The key of a cell names everything that decides its numbers, so a cell is never computed twice, not
even for two experiments.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache

from engine.lab.experiments.declaration import Experiment, Grid, Kind, Options, Series, Variant
from engine.lab.experiments.openings import blocks_of, is_block
from engine.lab.experiments.position_sets import BOARDS, EmptyBoard, games_of
from engine.lab.experiments.problems import PROOFS, TIC_TAC_TOE, all_problems, questions
from engine.lab.experiments.settings import ALWAYS, USUAL, effective
from engine.machine.key import ENGINE, blake2b, source_texts, sources_behind

DIGEST_BYTES = 12
DECIDING = (
    "search/alibaba/root.py",
    "search/alibaba/negamax.py",
    "evaluation/alibaba/evaluation.py",
    "board/geometry.py",
    "board/setup.py",
    "table/memory.py",
    "games/domineering/search.py",
)
"""Files that, with all that they import of compiled rooms, decide how AliBaba and DOMI search."""
OF_SELECTIVE = (
    "search/selective/root.py",
    "search/selective/pv_search.py",
    "search/selective/zero_window.py",
    "evaluation/alibaba/evaluation.py",
    "evaluation/tapered/evaluation.py",
    "board/geometry.py",
    "board/setup.py",
    "table/memory.py",
)
"""The same of Selective, whose cells have a hash of their own."""
BESIDE = (
    "table/errors.py",
    "thinking/counters.py",
    "thinking/deepening.py",
    "thinking/engine.py",
    "thinking/searches.py",
    "thinking/searching.py",
    "thinking/summary.py",
    "thinking/threads.py",
    "lab/domineering/solve.py",
    "lab/experiments/searching.py",
)
"""Files around them that decide the numbers too: windows, clearing, counting."""
BESIDE_SELECTIVE = ("lab/experiments/selective_counts.py", "thinking/selective_report.py")
"""And those around Selective alone."""
PROOF_DECIDING = (
    *(f"proof/{name}.py" for name in ("tree", "graph", "twins", "second_level", "depth_first")),
    *("proof/lengths.py", "proof/games/chess.py", "proof/games/tic_tac_toe.py"),
)
PROOF_BESIDE = (
    *(f"proof/{name}.py" for name in ("search", "memory", "settings", "variants")),
    *("thinking/proving/chess_game.py", "lab/experiments/proving.py"),
)
"""The same for proof searches."""
BESIDE_GO_MATE = tuple(
    f"thinking/proving/{name}.py"
    for name in (
        *("adviser", "chess_prover", "found", "go_mate", "large_memory", "mate_search"),
        *("few_pieces", "sizes", "usual_search"),
    )
)
"""And what `go mate` takes beside them."""
FOR_MATES = (
    *("search/modern/root.py", "evaluation/tapered/evaluation.py", "proof/three_pieces.py"),
)
"""What the searches for mates take beside AliBaba and the proof searches."""
PLAYING = (
    *(f"lab/match/{name}.py" for name in ("adjudication", "own_player", "play")),
    "lab/experiments/playing.py",
)
"""Files that decide a game, beside the search of both sides."""
LEARNING = (
    *(f"thinking/learning/{name}.py" for name in ("critical", "model", "online", "paths")),
    *("thinking/agreement.py", "thinking/selective_report.py", "lab/experiments/trials.py"),
)
"""And what a learner notes of games and searches."""
SELECTIVE = "Selective"
FIRST, SECOND = "First: ", "Second: "
"""Before the name of an option that one side of a match has."""
SUM: Options = (("Sum", "true"),)
"""Of a row or column of matches that sums up the others."""
LEARNER = "Learner"
"""A setting of the cells of learners."""


@dataclass(frozen=True)
class Cell:
    """Searches of the positions of a game, one after the other."""

    options: Options
    """That differ from the defaults, sorted, with the seed of the Zobrist numbers. A board of
    domineering has its settings here instead."""
    game: str
    digest: str
    """Of the game's positions."""
    depth: int
    """Plies of each search; the smaller depths are contained."""

    @property
    def search(self) -> str:
        """The search that computes it, by its name among the choices of `Search`."""
        return dict(self.options).get("Search", USUAL)

    def key(self, source: str) -> str:
        """Return the name of the cell for a core with this hash of its sources."""
        text = json.dumps([asdict(self), source], sort_keys=True)
        return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@cache
def core_hash(search: str = USUAL) -> str:
    """Hash the sources on which the numbers of a search depend; DOMI's are those of AliBaba."""
    if search == SELECTIVE:
        return hash_of(OF_SELECTIVE, (*BESIDE, *BESIDE_SELECTIVE))
    return hash_of(DECIDING, BESIDE)


@cache
def proof_hash(alpha_beta: bool) -> str:
    """Hash the sources on which the numbers of proof searches depend, or also those of mates."""
    if not alpha_beta:
        return hash_of(PROOF_DECIDING, PROOF_BESIDE)
    beside = (*PROOF_BESIDE, *BESIDE, *BESIDE_GO_MATE, "thinking/mate.py")
    return hash_of((*PROOF_DECIDING, *DECIDING, *FOR_MATES), beside)


def proof_hashes() -> tuple[str, str]:
    """Return both hashes."""
    return proof_hash(False), proof_hash(True)


@cache
def games_hash(learning: bool) -> str:
    """Hash the sources on which games depend, both sides being Selective, or also learners."""
    beside = (*BESIDE, *BESIDE_SELECTIVE, *PLAYING, *(LEARNING if learning else ()))
    return hash_of(OF_SELECTIVE, beside)


def core_for(experiment: Experiment, grid: Grid) -> str:
    """Return the hash of the sources behind the numbers of a grid."""
    if grid.kind is Kind.SEARCHES:
        return core_of(grid.positions, experiment.search)
    return games_hash(learning=grid.kind is Kind.LEARNER)


def core_of(positions: str, search: str = USUAL) -> str:
    """Return the hash of the sources behind the numbers of a set of positions, by a search."""
    return proof_hash(PROOFS[positions].alpha_beta) if positions in PROOFS else core_hash(search)


def is_proof(cell: Cell) -> bool:
    """Tell whether a cell is one of a proof experiment."""
    return cell.game.startswith(TIC_TAC_TOE) or cell.game in all_problems()


def is_of_learner(cell: Cell) -> bool:
    """Tell whether a cell is one of a learner."""
    return LEARNER in dict(cell.options)


def is_match(cell: Cell) -> bool:
    """Tell whether a cell is a block of games of two settings."""
    return is_block(cell.game) and not is_of_learner(cell)


def hash_of(deciding: Iterable[str], beside: Iterable[str]) -> str:
    """Hash files with all that they import of compiled rooms, and further ones."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    sources = sources_behind(deciding, source_texts())
    for name in beside:
        sources[name] = (ENGINE / name).read_bytes()
    for name, source in sources.items():
        digest.update(f"{name} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()


@dataclass(frozen=True)
class Place:
    """A number of a table, before its games and seeds are summed up."""

    series: Series
    depth: int
    row: Variant
    column: Variant


def places_of(experiment: Experiment, grid: Grid) -> Iterator[Place]:
    """Yield the numbers of all tables of a grid."""
    for series in experiment.series:
        for depth in grid.depths:
            for row in grid.rows:
                for column in experiment.columns:
                    yield Place(series, depth, row, column)


def cells_of(grid: Grid, place: Place, seed: int) -> Iterator[Cell]:
    """Yield the cells, one for each game, whose nodes at the place's depth make up its number.

    Those of a learner are not known before it learns: its course has them.
    """
    depth = place.depth if place.series.keeps_the_table else max(grid.depths)
    chosen = dict(place.series.options) | dict(place.row.options) | dict(place.column.options)
    if grid.kind is not Kind.SEARCHES:  # the cells of a learner are those of its course
        yield from match_cells(grid.positions, chosen, seed) if grid.kind is Kind.MATCHES else ()
        return
    if grid.positions in PROOFS:
        yield from proof_cells(grid.positions, chosen, seed)
        return
    if seed != 1:
        chosen["Hash Seed"] = str(seed)
    if grid.positions not in BOARDS:
        chosen = effective(dict(ALWAYS) | chosen)
    options = tuple(sorted(chosen.items()))
    for game in games_of(grid.positions):
        if isinstance(game, EmptyBoard) and is_mirrored(chosen["Board"], game):
            continue
        yield Cell(options, game.name, game.digest, depth)


def proof_cells(positions: str, chosen: dict[str, str], seed: int) -> Iterator[Cell]:
    """Yield the cells of proof searches; a seed matters to the order of moves of tic-tac-toe."""
    problem = chosen.pop("Problem", None)
    if seed != 1 and positions == TIC_TAC_TOE:
        chosen["Seed"] = str(seed)
    options = tuple(sorted(chosen.items()))
    for game in questions(positions, problem):
        yield Cell(options, game.name, game.digest, 1)


def match_cells(positions: str, chosen: dict[str, str], seed: int) -> Iterator[Cell]:
    """Yield the blocks of a match; none of a setting against itself, or of a sum.

    A match and the one with its sides exchanged have the same cells; `is_exchanged` tells which
    side is the first there.
    """
    if SUM[0][0] in chosen:
        return
    nodes = chosen.pop("Nodes")
    sides = sides_of(chosen)
    if sides[0] == sides[1]:
        return
    first, second = sorted(sides, key=lambda side: sorted(side.items()))
    common = dict(first.items() & second.items())
    options = common | {"Nodes": nodes}
    for prefix, side in ((FIRST, first), (SECOND, second)):
        options |= {prefix + name: text for name, text in side.items() if name not in common}
    for block in blocks_of(positions, seed):
        yield Cell(tuple(sorted(options.items())), block.name, block.digest, 1)


def sides_of(chosen: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the options of both sides that differ from the defaults."""
    found = []
    for prefix in (FIRST, SECOND):
        own = {name: text for name, text in chosen.items() if not name.startswith((FIRST, SECOND))}
        own |= {
            name.removeprefix(prefix): text
            for name, text in chosen.items()
            if name.startswith(prefix)
        }
        own.pop("Nodes", None)
        found.append(effective(own))
    first, second = found
    return first, second


def is_exchanged(place: Place) -> bool:
    """Tell whether the first side of a place is the second one of its cells."""
    chosen = dict(place.series.options) | dict(place.row.options) | dict(place.column.options)
    first, second = sides_of(chosen)
    return sorted(first.items()) > sorted(second.items())


def is_mirrored(board: str, start: EmptyBoard) -> bool:
    """Tell whether a start repeats another one: Horizontal's on a square board."""
    rows, columns = board.split("x")
    return rows == columns and start.first == "H"


def all_cells(experiment: Experiment, grid: Grid, seeds: int) -> list[Cell]:
    """List the cells of a grid, each once, the longest first."""
    found = {
        cell: None
        for seed in range(1, seeds + 1)
        for place in places_of(experiment, grid)
        for cell in cells_of(grid, place, seed)
    }
    return sorted(found, key=lambda cell: -cell.depth)
