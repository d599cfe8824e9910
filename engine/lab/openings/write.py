"""Write generated openings as EPD, with a header that says how to reproduce them.

The opcodes are c0 (a comment: `moves` and the moves from the start position), ce (score in
centipawns for the side to move) and id.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994.
"""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.lab.common.sources import sesame_source
from engine.lab.openings.generate import ACCEPTED, Generation, Line, OpeningsRecipe
from engine.process.version import NAME, version
from engine.thinking.engine import Engine

BENCH_DEPTH = 5
"""Plies; takes a second, and shows whether the search is still the same."""


def command_of(recipe: OpeningsRecipe, output: Path) -> str:
    """Write the command that makes these openings, on one line for any file name."""
    place = "".join(letter if letter.isprintable() else "?" for letter in output.as_posix())
    settings = (shlex.quote(f"{name}={value}") for name, value in recipe.options)
    options = "".join(f"--option {setting} " for setting in settings)
    return (
        f"sesame openings --count {recipe.count} --plies {recipe.plies} --nodes {recipe.nodes} "
        f"--limit {recipe.limit} --seed {recipe.seed} {options}--output {shlex.quote(place)}"
    )


def fates_text(generation: Generation) -> str:
    """Write how many lines were accepted, and how many were rejected for each reason."""
    others = (item for item in sorted(generation.fates.items()) if item[0] != ACCEPTED)
    parts = [f"{ACCEPTED} {generation.fates[ACCEPTED]}", *(f"{fate} {n}" for fate, n in others)]
    return f"of {generation.fates.total()} lines drawn: {', '.join(parts)}"


def engine_text() -> str:
    """Describe the engine: version, sources, and a bench of its search."""
    nodes = Engine().bench(BENCH_DEPTH, lambda line: None)
    return f"{NAME} {version()}, source hash {sesame_source()}, bench {BENCH_DEPTH} = {nodes} nodes"


def head(
    recipe: OpeningsRecipe, output: Path, engine: str, generation: Generation
) -> Iterator[str]:
    """Write the header: how the openings were made, and by which engine."""
    yield f"# Openings of {recipe.plies} plies: random legal moves from the start position, kept"
    yield f"# when a search of {recipe.nodes} nodes finds neither side more than {recipe.limit}"
    yield "# centipawns ahead. No position twice; every first move has the same share of the lines."
    yield f"# command: {command_of(recipe, output)}"
    yield f"# engine: {engine}"
    yield f"# {fates_text(generation)}"


def epd_lines(lines: Iterable[Line]) -> Iterator[str]:
    """Write openings, numbered from 1."""
    for number, line in enumerate(lines, 1):
        yield f'{line.epd} c0 "moves {" ".join(line.moves)}"; ce {line.score}; id "{number:04}";'
