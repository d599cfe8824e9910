"""Claims about tic-tac-toe: Schijf 1993, chapter 4 and appendix A."""

from engine.lab.experiments.claims.proofs import the_table
from engine.lab.experiments.claims.rules import judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.results import Results

NODES, UPDATES, EARLY = "nodes", "updates", "updates that end early"


def near(results: Results, rows: tuple[str, ...], columns: tuple[str, ...]) -> Judgement:
    """Compare means with the printed ones."""
    table = the_table(results)
    words, off = [], []
    for row in rows:
        for column in columns:
            ours, printed = table.value(row, column), table.printed[row, column]
            off.append(abs(ours / printed - 1))
            words.append(f"{column} {ours:,.0f} (printed {printed:,.0f})")
    return judged(", ".join(words), max(off) <= 0.03, max(off) <= 0.1)


def nodes_are_printed(results: Results) -> Judgement:
    """Tree and graph."""
    return near(results, (NODES,), ("tree", "dag"))


def updates_are_printed(results: Results) -> Judgement:
    """Updates, whether or not they end early."""
    return near(results, (UPDATES, EARLY), ("tree", "dag"))


def symmetries(results: Results) -> Judgement:
    """With images of a position as one."""
    return near(results, (NODES,), ("dag_with_symmetries",))


def early_end_reverses(results: Results) -> Judgement:
    """Updates of the graph for each one of the tree."""
    table = the_table(results)
    whole, early = (table.value(row, "dag") / table.value(row, "tree") for row in (UPDATES, EARLY))
    words = f"updates of the graph for each of the tree: {whole:.2f}, and {early:.2f} if they end"
    return judged(words, whole > 1 > early, early < whole)


def factor(results: Results) -> Judgement:
    """Nodes of the tree for each one of the graph."""
    table = the_table(results)
    found = table.value(NODES, "tree") / table.value(NODES, "dag")
    return judged(f"factor {found:.2f}", abs(found / 5.23 - 1) <= 0.03, 4 <= found <= 7)


CLAIMS = (
    Claim(
        "A tree takes 17,086 nodes on the mean, a graph 3,265.",
        "Schijf 1993, table 4.1",
        "Within 3 % (same shape: 10 %).",
        nodes_are_printed,
    ),
    Claim(
        "The graph saves a factor of 5.23.",
        "Schijf 1993, section 4.3",
        "Within 3 % (same shape: 4 to 7).",
        factor,
    ),
    Claim(
        "25,137 updates of the tree and 32,922 of the graph; 18,894 and 9,816 if an update ends at "
        "an unchanged node.",
        "Schijf 1993, tables 4.2 and 4.3",
        "Within 3 % (same shape: 10 %).",
        updates_are_printed,
    ),
    Claim(
        "The graph has more updates than the tree, and fewer if they end early.",
        "Schijf 1993, section 4.3",
        "As stated (same shape: relatively fewer).",
        early_end_reverses,
    ),
    Claim(
        "With symmetries the graph takes 617 nodes.",
        "Schijf 1993, table A.1",
        "Within 3 % (same shape: 10 %).",
        symmetries,
    ),
)
