"""The set-up of an experiment in facts: grid, settings, cells, and where they were computed."""

from collections.abc import Iterable

from engine.lab.experiments.claims.rules import searches
from engine.lab.experiments.declaration import Options, Variant
from engine.lab.experiments.game_positions import GamePositions
from engine.lab.experiments.problems import description_of, searched_of
from engine.lab.experiments.results import Results
from engine.lab.experiments.store import Origin
from engine.lab.page.boards import board_drawing
from engine.lab.page.contents import Drawing, Facts, Gallery

BOARDS = 5


def facts_of(results: Results, origins: Iterable[Origin]) -> Facts:
    """List what the numbers depend on.

    Parameters
    ----------
    results
        The numbers.
    origins
        Where their cells were computed.
    """
    experiment, grid = results.experiment, results.grid
    rows = [
        ("Source", experiment.source),
        ("Positions", description_of(grid.positions)),
        *depth_rows(results),
        (experiment.rows_are.capitalize(), ", ".join(row.label for row in grid.rows)),
        ("Columns", "; ".join(map(settings_of, experiment.columns))),
        (
            "Series",
            "; ".join(f"{each.name} ({written(each.options)})" for each in experiment.series),
        ),
        ("Zobrist seeds", seeds_text(results.seeds)),
        ("Cells", f"{len(results.cells)} of {results.wanted} are computed{effort(results)}"),
    ]
    if results.cells:
        rows.append(("Search", core_text(results)))
        rows += origin_rows(list(origins))
    if experiment.notes:
        rows.append(("Differences", experiment.notes))
    return Facts(tuple(rows))


def depth_rows(results: Results) -> list[tuple[str, str]]:
    """Say how deep the searches are, where they end at a depth."""
    if not results.experiment.has_depths:
        return []
    return [("Depth", ", ".join(map(str, results.grid.depths)) + " plies")]


def settings_of(variant: Variant) -> str:
    """Write a column with its options."""
    return f"{variant.label} ({written(variant.options)})" if variant.options else variant.label


def written(options: Options) -> str:
    """Write options as the command line takes them."""
    return ", ".join(f"{name}={value}" for name, value in options) or "defaults"


def seeds_text(seeds: int) -> str:
    """Say over how many seeds numbers are averaged."""
    return "1" if seeds == 1 else f"at most {seeds}; mean ± standard deviation"


def effort(results: Results) -> str:
    """Say what the computed cells cost."""
    if not results.cells:
        return ""
    nodes = sum(searched.counter("nodes", cell.depth) for cell, searched in results.cells.items())
    seconds = sum(searched.seconds for searched in results.cells.values())
    return f": {nodes / 1e6:,.0f} million nodes in {seconds:,.0f} s of processor time"


def core_text(results: Results) -> str:
    """Name the version of the search."""
    whose = "this version" if results.is_of_this_version else "another version of the search"
    return f"hash {results.core}, {whose}"


def origin_rows(origins: list[Origin]) -> list[tuple[str, str]]:
    """Say where and when the cells were computed."""
    if not origins:
        return []
    versions = sorted({origin.version for origin in origins})
    machines = sorted({origin.machine for origin in origins})
    times = [origin.finished for origin in origins]
    first, last = min(times), max(times)
    return [
        ("Computed by", f"Sesame {', '.join(versions)} on {'; '.join(machines)}"),
        ("Finished", utc(first) if first == last else f"{utc(first)} to {utc(last)}"),
    ]


def utc(time: str) -> str:
    """Write a time of ISO 8601 for readers."""
    return time.replace("T", " ").replace("+00:00", " UTC")


def boards_of(results: Results, name: str) -> Gallery:
    """Draw positions of the test set, evenly spaced; an empty board is not drawn."""
    positions = [
        (game, place)
        for game in searched_of(results.grid.positions)
        if isinstance(game, GamePositions)
        for place in range(len(game.ids))
    ]
    step = max(1, searches(results) // BOARDS)
    chosen = positions[::step][:BOARDS]
    return Gallery(tuple(drawn(*one, name) for one in chosen))


def drawn(game: GamePositions, place: int, name: str) -> Drawing:
    """Draw a position."""
    known = game.ids[place]
    return board_drawing(game.board(place), f"{name}-{known.replace('.', '-').lower()}", known)
