"""How a proof search is asked to search, and what it answers."""

from dataclasses import dataclass

from engine.proof.numbers import INITIALISATIONS
from engine.proof.prover import MOST_CHILDREN
from engine.proof.variants import VARIANTS, Variant
from engine.table.replacement import SCHEMES

ENDINGS = ("running", "solved", "nodes", "memory", "time", "stopped", "too deep", "steps")
"""Why a search ended, by the number in the PROVER."""
MOST_SLOTS = 2**32 - 2
FEWEST_SLOTS = MOST_CHILDREN + 2
MOST_NODES = 10**15
"""More than a machine searches in a year."""
MOST_TREES = 1000


class ProofError(ValueError):
    """A search that cannot be made; the message is a sentence for the user."""


@dataclass(frozen=True)
class Settings:
    """How to search.

    Attributes
    ----------
    variant
        A name of `variants.VARIANTS`.
    initial
        One of `numbers.INITIALISATIONS`.
    node_limit
        Nodes after which no further one is expanded.
    slots
        Memory, in slots of nodes.
    counts_slots
        Whether the limit is one of slots in use; else of nodes as the sources count them.
    stops_early
        Whether an update ends at a node that has not changed.
    recursive_updates
        DAG: whether parents are updated by recursion, as Schijf counts it; else by a queue.
    releases
        Tree: whether what is below a solved node is given up. BTA: the same, but only when the
        memory is full; positions that come again then are made and counted again (X80).
    step_limit
        BTA: steps of selection after which it ends; by default 200 for each node of the limit and a
        million. Where nearly everything repeats, marks can go up and down for ever.
    middle, width
        pn²: a and b of f(x) = 1 / (1 + exp((a - x) / b)), the share of the first level's x nodes
        that the second level may have. With a width of 0 it is 1 from the middle on.
    at_once
        pn²: whether the first level, too, evaluates a node when it is made, not when selected.
    kept_trees
        pn²: how many second levels are kept, each in memory of its own for as many slots again.
    table_mib, scheme
        df-pn: size of its table, and the replacement scheme.
    epsilon
        df-pn: per mille by which a child's threshold is raised.
    populates
        Graphs: whether all of the table of positions is wanted, so that its pages are large and can
        be allocated in advance (`ProofMemory.populate`). Else those of a large table are small.
    """

    variant: str = "tree"
    initial: str = "mobility"
    node_limit: int = 500_000
    slots: int = 0
    counts_slots: bool = False
    stops_early: bool = True
    recursive_updates: bool = False
    releases: bool = False
    step_limit: int = 0
    middle: int = 0
    width: int = 0
    at_once: bool = False
    kept_trees: int = 0
    table_mib: int = 16
    scheme: str = "TWOBIG1"
    epsilon: int = 250
    populates: bool = False

    @property
    def capacity(self) -> int:
        """Slots to allocate: by default what the node limit can need."""
        return self.slots or self.node_limit + MOST_CHILDREN


@dataclass(frozen=True)
class Outcome:
    """What a search found."""

    value: bool | None
    """True: proved, False: disproved, None: neither."""
    ending: str
    """One of ENDINGS."""
    nodes: int
    """Nodes made, as the sources count them."""
    slots: int
    """Slots in use at the end, without the one that stands for none."""
    peak_slots: int
    peak_bytes: int
    """Of nodes and what belongs to them, at most."""
    second_level: int
    """pn²: of the nodes, those of the second level."""
    expansions: int
    updates: int
    steps: int
    """Of selection."""
    seconds: float


def variant_called(settings: Settings) -> Variant:
    """Return the row of the variant, after checking the settings.

    Raises
    ------
    ProofError
        If one of them is unknown or too small.
    """
    for name, value, choices in (
        ("variant", settings.variant, tuple(VARIANTS)),
        ("initialisation", settings.initial, INITIALISATIONS),
        ("replacement scheme", settings.scheme, tuple(scheme.name for scheme in SCHEMES)),
    ):
        if value not in choices:
            raise ProofError(f"The {name} is one of {', '.join(choices)}, not {value}.")
    if not 0 < settings.node_limit <= MOST_NODES:
        raise ProofError(f"A proof search is limited to 1 to {MOST_NODES:,} nodes.")
    if not FEWEST_SLOTS <= settings.capacity <= MOST_SLOTS:
        raise ProofError(f"A proof search needs memory for at least {FEWEST_SLOTS} nodes.")
    if not 0 <= settings.kept_trees <= MOST_TREES:
        raise ProofError(f"At most {MOST_TREES} second levels are kept.")
    if settings.releases and VARIANTS[settings.variant].second_level:
        raise ProofError("pn² gives up what is below its leaves in any case: it cannot release.")
    if settings.epsilon < 0 or settings.table_mib < 1:
        raise ProofError("A table has at least 1 MiB, and epsilon is not negative.")
    return VARIANTS[settings.variant]
