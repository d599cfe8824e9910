"""The cells of a grid: what can be computed by itself, one game with one setting.

The key of a cell names everything that decides its numbers, so a cell is never computed twice, not
even for two experiments.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache

from engine.lab.experiments.declaration import Experiment, Grid, Options, Series, Variant
from engine.lab.experiments.position_sets import BOARDS, EmptyBoard, games_of
from engine.lab.experiments.problems import PROOFS, TIC_TAC_TOE, mate_problems, questions
from engine.machine.key import ENGINE, blake2b, source_texts, sources_behind
from engine.options import Value, defaults, find, parse, written

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
FOR_MATES = ("search/modern/root.py", "evaluation/tapered/evaluation.py")
"""What alpha-beta takes beside AliBaba when it looks for mates."""
SELECTIVE, USUAL = "Selective", "AliBaba"
ALWAYS: Options = (("Search", USUAL),)
OF_THE_TABLE = (
    *("Table Positions", "Replacement Scheme", "Time Stamping", "Table PV Length"),
    *("Hash Seed", "Hash Bits"),
)
"""Options without effect on a search that stores nothing."""
NO_OPTIONS = ("Nodes", "Board", "Depth")
"""Settings of a cell that are no options of the engine."""


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
    beside = (*PROOF_BESIDE, *BESIDE, "thinking/mate.py")
    return hash_of((*PROOF_DECIDING, *DECIDING, *FOR_MATES), beside)


def proof_hashes() -> tuple[str, str]:
    """Return both hashes."""
    return proof_hash(False), proof_hash(True)


def core_of(positions: str, search: str = USUAL) -> str:
    """Return the hash of the sources behind the numbers of a set of positions, by a search."""
    return proof_hash(PROOFS[positions].alpha_beta) if positions in PROOFS else core_hash(search)


def is_proof(cell: Cell) -> bool:
    """Tell whether a cell is one of a proof experiment."""
    return cell.game.startswith(TIC_TAC_TOE) or cell.game in mate_problems()


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
    """Yield the cells, one for each game, whose nodes at the place's depth make up its number."""
    depth = place.depth if place.series.keeps_the_table else max(grid.depths)
    chosen = dict(place.series.options) | dict(place.row.options) | dict(place.column.options)
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


def effective(chosen: dict[str, str]) -> dict[str, str]:
    """Leave out what changes nothing, so that equal searches have equal cells."""
    if chosen.get("Table Use") == "nothing":
        chosen = {name: text for name, text in chosen.items() if name not in OF_THE_TABLE}
    found = {}
    for name, text in chosen.items():
        if name in NO_OPTIONS:
            found[name] = text
            continue
        option = find(name)
        value = parse(option, text)
        if value != usual()[option.field]:
            found[option.name] = written(value)
    return found


@cache
def usual() -> dict[str, Value]:
    """Return the defaults of all options."""
    return defaults()


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
