"""Claims about uncertainty cut-offs: Björnsson 2002, chapter 4."""

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

TOTAL, MEAN = "total", "mean of the positions"
USUAL = "captures searched always"
NO_CAPTURES = "captures given up too"
LAST_PLY = "given up at the last ply too"
OFF, LOW, HALF, HIGH = "off", "10 %", "50 %", "90 %"


def by_position(results: Results, series: str, depth: int, column: str) -> list[int]:
    """Return the nodes of each position's search."""
    searched = results.searched(series, depth, TOTAL, column)
    return [rows[depth - 1] for each in searched.values() for rows in each.nodes]


def percent(results: Results, place: Place) -> float:
    """Return nodes in percent of those without: of the sums, or the mean over the positions."""
    series, depth = place.series.name, place.depth
    without = by_position(results, series, depth, OFF)
    ours = by_position(results, series, depth, place.column.label)
    if place.row.label == TOTAL:
        return PERCENT * sum(ours) / sum(without)
    return PERCENT * sum(one / all_ for one, all_ in zip(ours, without, strict=True)) / len(ours)


def curve(results: Results, series: str = USUAL) -> dict[str, float]:
    """Return the total by ratio."""
    table = results.table(series, max(results.grid.depths))
    return {column: table.value(TOTAL, column) for column in table.columns if column != OFF}


def in_words(found: dict[str, float]) -> str:
    """Write numbers of percent by ratio."""
    return ", ".join(f"{name}: {value:.1f}" for name, value in found.items())


def value_stays(results: Results) -> Judgement:
    """Scores of all positions at all ratios."""
    depth, wrong, compared = max(results.grid.depths), 0, 0
    for series in (USUAL, NO_CAPTURES, LAST_PLY):
        exact = results.searched(series, depth, TOTAL, OFF)
        for column in results.experiment.columns[1:]:
            found = results.searched(series, depth, TOTAL, column.label)
            for game, searched in found.items():
                pairs = list(zip(searched.scores, exact[game].scores, strict=True))
                compared += len(pairs)
                wrong += sum(one != other for one, other in pairs)
    return judged(f"{wrong} of {compared} values differ", not wrong)


def saves(results: Results) -> Judgement:
    """The best ratio."""
    found = curve(results)
    best = min(found, key=lambda column: found[column])
    words = f"the best is {best} with {found[best]:.2f} % of the nodes"
    return judged(words, found[best] <= 95, found[best] < 99.5)


def shape(results: Results) -> Judgement:
    """Costly for small ratios, then a minimum, and no effect for large ones."""
    found = curve(results)
    best = min(found, key=lambda column: found[column])
    late = [value for column, value in found.items() if column not in (LOW, "20 %", "30 %")]
    minimum = best in ("30 %", "40 %", "50 %", "60 %", "70 %", "80 %")
    costly, cheap = found[LOW] > 103, max(late) <= 101
    return judged(in_words(found), costly and cheap and minimum, costly and max(late) < found[LOW])


def searches_again(results: Results) -> Judgement:
    """Moves that were searched again."""
    depth = max(results.grid.depths)
    found = {}
    for column in results.experiment.columns:
        counts = results.counted(USUAL, depth, TOTAL, column.label)
        found[column.label] = counts["unsure_researches"] + counts["better_researches"]
    words = in_words({name: PERCENT * one / found[OFF] for name, one in found.items()})
    rises = found[LOW] >= 2 * found[HALF]
    close = abs(found[HIGH] / found[OFF] - 1) <= 0.1
    return judged(f"percent of those without: {words}", rises and close, rises)


def few_are_worse(results: Results) -> Judgement:
    """The positions at the best ratio."""
    depth, found = max(results.grid.depths), curve(results)
    best = min(found, key=lambda column: found[column])
    without = by_position(results, USUAL, depth, OFF)
    ours = by_position(results, USUAL, depth, best)
    ratios = [PERCENT * one / other for one, other in zip(ours, without, strict=True)]
    worse = sum(ratio > 100 for ratio in ratios)
    words = (
        f"at {best} {worse} of {len(ratios)} positions above 100 %, the worst {max(ratios):.1f}, "
        f"the best {min(ratios):.1f} %"
    )
    few = worse <= len(ratios) / 4
    return judged(words, few and 100 - min(ratios) > max(ratios) - 100, worse <= len(ratios) / 2)


def worse_than_usual(results: Results, series: str) -> Judgement:
    """The best totals of two series."""
    usual, other = min(curve(results).values()), min(curve(results, series).values())
    words = f"the best total is {other:.2f} % against {usual:.2f} %"
    return judged(words, other > usual + 0.5, other > usual)


def captures_matter(results: Results) -> Judgement:
    """Captures given up too."""
    return worse_than_usual(results, NO_CAPTURES)


def last_ply_hurts(results: Results) -> Judgement:
    """At one ply too."""
    return worse_than_usual(results, LAST_PLY)


CLAIMS = (
    Claim(
        "Uncertainty cut-offs never change the value of the root.",
        "Björnsson 2002, chapter 4",
        "Equal values at every ratio, in all three series.",
        value_stays,
    ),
    Claim(
        "The best ratio, 60 %, needs 92.87 % of the nodes.",
        "table 4.1",
        "At most 95 % at the best ratio (same shape: less than 99.5 %).",
        saves,
    ),
    Claim(
        "Small ratios cost nodes; from about 40 % on they are saved, and the saving vanishes "
        "towards 100 %.",
        "table 4.1, figure 4.4",
        "More than 103 % at 10 %, at most 101 % from 40 % on, the minimum between 30 and 80 % "
        "(same shape: 10 % costs nodes, more than any ratio from 40 % on).",
        shape,
    ),
    Claim(
        "The smaller the ratio, the more moves are searched again, exponentially.",
        "figure 4.4",
        "At 10 % twice as many as at 50 %, at 90 % within a tenth of those without (same shape: "
        "the first of these).",
        searches_again,
    ),
    Claim(
        "At the best ratio few positions need more nodes, and only slightly more.",
        "table 4.1: 3 of 20, at most 105.03 %, the best 79.05 %",
        "A quarter of the positions at most, and the largest saving exceeds the largest loss (same "
        "shape: half of them).",
        few_are_worse,
    ),
    Claim(
        "Captures are better searched always.",
        "chapter 4",
        "Without that rule the best total is worse by more than 0.5 % (same shape: worse).",
        captures_matter,
    ),
    Claim(
        "At one ply remaining, giving up does harm.",
        "chapter 4",
        "The best total is worse by more than 0.5 % (same shape: worse).",
        last_ply_hurts,
    ),
)
