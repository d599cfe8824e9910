"""`go mate N` by each form and by alpha-beta, on mates from our own games."""

from engine.lab.experiments.claims import proof_own_mates
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.problems import OWN_MATES

GRID = Grid(
    OWN_MATES,
    (1,),
    tuple(Variant(f"{nodes:,} nodes", (("Nodes", str(nodes)),)) for nodes in (50_000, 300_000)),
)

EXPERIMENT = Experiment(
    name="proof-own-mates",
    title="go mate N on mates from our own games",
    source="not printed",
    question="Asked for a mate in N, which is the shortest: in how many positions is it shown?",
    columns=(
        *(Variant(form, (("Mate Search", form),)) for form in proof_own_mates.FORMS),
        Variant(proof_own_mates.SMALL, (("Mate Search", "PN2"), ("Proof Memory", "1"))),
        *(
            Variant(f"alpha-beta, {search}", (("Mate Search", "alpha-beta"), ("Search", search)))
            for search in ("AliBaba", "Modern")
        ),
    ),
    series=(Series("positions in which the mate is shown", ()),),
    full=GRID,
    quick=GRID,
    claims=proof_own_mates.CLAIMS,
    rows_are="limit",
    counter="solved",
    has_depths=False,
    is_exact=True,
    notes="A form has 16 MiB if nothing else is said; PN2 begins with BTA while that suffices, is "
    "advised by Modern, and looks endings of three pieces up. The "
    "first 118 positions are of games of Sesame with 1,500 nodes a move against itself with a "
    "random move one time in three, each with the shortest mate, which pn² has proved with at "
    "most 8 million nodes: that favours the forms. The others are of games on the clock, in "
    "which alpha-beta had announced a mate in 7 to 12, or up to five moves earlier, with the "
    "shortest mate, which df-pn has proved. All searches may take the same number of nodes, "
    "so that the counts are repeatable; a node of alpha-beta takes several times as long. A "
    "form proves the mate that it shows.",
)
