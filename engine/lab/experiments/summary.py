"""All claims with their verdicts as a page in Markdown: docs/results.md is made of it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.results import Results


def summary(found: Iterable[Results]) -> Iterator[str]:
    """Write, for each experiment, how much of it is computed, and the verdicts.

    Yields
    ------
    str
        Lines.
    """
    parts, verdicts = [], Counter[Verdict]()
    for results in found:
        judged = [(claim, results.judgement(claim)) for claim in results.experiment.claims]
        verdicts.update(judgement.verdict for _, judgement in judged)
        parts.append((results, judged))
    counts = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict)
    yield f"{sum(verdicts.values())} claims: {counts}."
    for results, judged in parts:
        experiment, grid = results.experiment, results.grid
        depths = ", ".join(map(str, grid.depths))
        yield ""
        yield f"## {experiment.title}"
        yield ""
        yield f"`{experiment.name}`: {experiment.source}. {experiment.question}"
        yield ""
        grid_text = f"{grid.positions}; {grid.rows[0].label} to {grid.rows[-1].label}"
        grid_text += f"; depths {depths}" if experiment.has_depths else ""
        found_text = f"{len(results.cells)} of {results.wanted} cells. {experiment.notes}"
        yield f"{grid_text}; {found_text}".rstrip()
        yield ""
        yield "| Claim | Printed in | Verdict | Ours |"
        yield "|---|---|---|---|"
        for claim, judgement in judged:
            row = (claim.text, claim.source, f"**{judgement.verdict}**", judgement.words)
            yield "| " + " | ".join(text.replace("|", "/") for text in row) + " |"
