"""The page: verdicts of all claims first, then a section for each experiment."""

from collections import Counter
from collections.abc import Sequence

from engine.lab.experiments.declaration import Claim, Judgement, Verdict
from engine.lab.experiments.report.curves import figures_through
from engine.lab.experiments.report.figures import figures_of
from engine.lab.experiments.report.pairs import Pair, pairs_of
from engine.lab.experiments.report.setting import boards_of, facts_of
from engine.lab.experiments.report.tables import tables_of
from engine.lab.experiments.results import Results
from engine.lab.experiments.store import CellStore
from engine.lab.page.contents import (
    Block,
    Cell,
    Column,
    Counts,
    Finding,
    Folded,
    Page,
    Paragraph,
    Section,
    Table,
    Tone,
)
from engine.process.version import NAME, version

TONES = {
    Verdict.REPRODUCED: Tone.GOOD,
    Verdict.SAME_SHAPE: Tone.FAIR,
    Verdict.NOT_REPRODUCED: Tone.BAD,
    Verdict.NOT_TRIED: Tone.NONE,
}
LEAD = (
    "The tables of the papers beside those of Sesame. Below each number stands its ratio to the "
    "best of its row; the best is bold, and the shading grows with the ratio. A verdict is "
    "computed from our numbers by the rule beside it."
)
Judged = list[tuple[Claim, Judgement]]


def page_of(found: Sequence[Results], store: CellStore, quick: bool) -> Page:
    """Make the report.

    Parameters
    ----------
    found
        The numbers of each experiment.
    store
        Where they come from.
    quick
        Whether the grids are the quick ones.
    """
    judged = [
        [(claim, results.judgement(claim)) for claim in results.experiment.claims]
        for results in found
    ]
    sections = [
        experiment_section(results, claims, store, quick)
        for results, claims in zip(found, judged, strict=True)
    ]
    return Page(
        "The experiments of the papers",
        LEAD,
        (summary(found, judged), *sections),
        f"{NAME} {version()}, {'quick' if quick else 'full'} grids, from {store.path.name}",
    )


def summary(found: Sequence[Results], judged: Sequence[Judged]) -> Section:
    """List all verdicts."""
    verdicts = Counter(judgement.verdict for claims in judged for _, judgement in claims)
    counts = Counts(
        tuple((verdicts[verdict], verdict.value, tone) for verdict, tone in TONES.items())
    )
    rows = [
        (
            Cell("") if place else Cell(results.experiment.title, anchor=results.experiment.name),
            Cell(judgement.verdict, tone=TONES[judgement.verdict]),
            Cell(claim.text),
            Cell(judgement.words),
        )
        for results, claims in zip(found, judged, strict=True)
        for place, (claim, judgement) in enumerate(claims)
    ]
    columns = (
        Column("Experiment", numbers=False),
        Column("Verdict", numbers=False),
        Column("Claim", numbers=False, long=True),
        Column("Our numbers", numbers=False, long=True),
    )
    return Section("Verdicts", (counts, Table("", columns, tuple(rows))), "verdicts")


def experiment_section(results: Results, claims: Judged, store: CellStore, quick: bool) -> Section:
    """Report an experiment."""
    experiment = results.experiment
    blocks: list[Block] = [Paragraph(experiment.question)]
    missing = results.wanted - len(results.cells)
    if missing:
        blocks.append(
            Paragraph(
                f"Incomplete: {len(results.cells)} of {results.wanted} cells are computed. "
                "The others are computed by",
                code=f"sesame experiment run {experiment.name}{' --quick' if quick else ''}",
            )
        )
    origins = store.origins(results.cells, results.core)
    blocks.append(facts_of(results, origins))
    blocks.append(boards_of(results, experiment.name))
    blocks.append(Section("Claims", tuple(finding(*both) for both in claims)))
    blocks += numbers_of(results)
    return Section(experiment.title, tuple(blocks), experiment.name)


def finding(claim: Claim, judgement: Judgement) -> Finding:
    """Show a claim with its verdict."""
    rows = (("Printed in", claim.source), ("Rule", claim.rule), ("Our numbers", judgement.words))
    return Finding(judgement.verdict, TONES[judgement.verdict], claim.text, rows)


def numbers_of(results: Results) -> list[Block]:
    """Show the tables of each series with their figures.

    The deepest of which we have numbers is open, the others are folded.
    """
    blocks: list[Block] = []
    for number, series in enumerate(results.experiment.series, 1):
        inside: list[Block] = []
        pairs = pairs_of(results, series)
        with_ours = [pair for pair in pairs if pair.ours] or pairs
        for place, pair in enumerate(pairs, 1):
            shown = shown_pair(results, pair, f"{results.experiment.name}-{number}-{place}")
            is_open = pair is with_ours[-1]
            inside.append(Section(pair.title, shown) if is_open else Folded(pair.title, shown))
        if inside:
            counter = results.experiment.counter.capitalize()
            blocks.append(Section(f"{counter} {series.name}", tuple(inside)))
    return [*blocks, *figures_through(results)]


def shown_pair(results: Results, pair: Pair, name: str) -> tuple[Block, ...]:
    """Show a table of ours beside the printed one, in numbers and drawn."""
    if pair.ours is None and pair.printed is None:
        return (Paragraph("Nothing is computed, and nothing is printed."),)
    note = () if pair.ours else (Paragraph("Ours is not computed.", dim=True),)
    tables = tables_of(pair, results.experiment.rows_are)
    if results.experiment.is_exact:  # rows are positions, or columns count different things
        return (*note, tables)
    drawn = results.experiment.drawn
    figures = figures_of(pair, name, drawn)
    return (*note, tables, figures) if figures.blocks else (*note, tables)
