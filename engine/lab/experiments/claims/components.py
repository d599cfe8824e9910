"""Claims about the optional components of an entry: Breuker 1998, section 2.2."""

from statistics import mean

from engine.lab.experiments.claims.rules import deepest, judged, saving
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

STAMPED = "with time stamping"
PLAIN = "none"
LITTLE = 3
"""Per cent of the nodes."""


def gain_little(results: Results) -> Judgement:
    """Every component against the plain entry, at every size."""
    table = deepest(results, STAMPED)
    words, means, largest = [], [], 0.0
    for column in table.columns:
        if column == PLAIN:
            continue
        gains = [saving(table.value(row, column), table.value(row, PLAIN)) for row in table.rows]
        means.append(mean(gains))
        largest = max(largest, *(abs(gain) for gain in gains))
        words.append(f"{column} {means[-1]:+.1f} %")
    text = f"nodes saved on the mean of all sizes: {', '.join(words)}"
    return judged(text, largest < LITTLE, max(abs(gain) for gain in means) < LITTLE)


CLAIMS = (
    Claim(
        "Further components of an entry gain little.",
        "section 2.2",
        "None changes the nodes by 3 % at any size (same shape: on the mean of the sizes).",
        gain_little,
    ),
)
