"""Claims about `go mate N` on our own collection; nothing is printed of it."""

from engine.lab.experiments.claims.proofs import the_table
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.problems import own_mates
from engine.lab.experiments.results import Results

FORMS = ("PN2", "BTA", "df-pn")
SMALL = "PN2, 1 MiB"
"""A memory in which the tree of one level does not fit, so that pn² needs its second."""
ALL_FORMS = (*FORMS, SMALL)
FALSE = "false"
"""What was found if the line that was shown is illegal or does not end as its score says."""


def proofs_find_more(results: Results) -> Judgement:
    """Positions in which each search shows the mate."""
    table, words, more = the_table(results), [], []
    for row in table.rows:
        found = table.row(row)
        others = max(number for column, number in found.items() if column not in ALL_FORMS)
        more += [found[form] > others for form in ALL_FORMS]
        shown = ", ".join(f"{column} {number:.0f}" for column, number in found.items())
        words.append(f"{row}: {shown}")
    return judged(f"of {len(own_mates())}; " + "; ".join(words), all(more), any(more))


def none_is_too_short(results: Results) -> Judgement:
    """Mates that are shown and are none, or in fewer moves than the shortest takes."""
    table, wrong, shown = the_table(results), [], 0
    for row in table.rows:
        for column in table.columns:
            place = table.series.name, table.depth, row, column
            for name, each in results.searched(*place).items():
                plies, is_false = each.counter("plies", 1), FALSE in each.found
                shown += plies > 0 or is_false
                if is_false or 0 < plies < 2 * own_mates()[name].moves - 1:
                    wrong.append(f"{name} by {column}")
    words = f"{len(wrong)} of {shown} mates that were shown are none or too short"
    return judged(words + "".join(f"; {each}" for each in wrong), not wrong, False)


CLAIMS = (
    Claim(
        "With as many nodes each form of `go mate N` shows more mates than alpha-beta.",
        "not printed",
        "For every limit, and both searches (same shape: some form for some limit).",
        proofs_find_more,
    ),
    Claim(
        "None is claimed falsely.",
        "not printed",
        "No line that is illegal, does not end as its score says, or ends in mate before the "
        "shortest mate can.",
        none_is_too_short,
    ),
)
