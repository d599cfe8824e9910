"""What is to be learned, as plain data: from it come the tasks, and the name of the run."""

import json
import shlex
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple, TypeAlias

from engine.lab.learning.offline import Schedule
from engine.lab.learning.parameters import Parameter, Setting, as_options
from engine.lab.learning.searching import DIGEST_BYTES
from engine.lab.learning.spsa import Course
from engine.lab.learning.suite import Problem
from engine.lab.match.records import Opening
from engine.machine.key import blake2b
from engine.process.version import NAME

Cost: TypeAlias = Literal["nodes", "unsolved"]
Options: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Subject:
    """The engine, and what is learned of it."""

    program: tuple[str, ...]
    """Program and arguments; empty: this Sesame."""
    source: str
    """Hash of the program."""
    options: Options
    """Those that stay as they are."""
    parameters: tuple[Parameter, ...]

    @property
    def name(self) -> str:
        """The command; of this Sesame, its name."""
        return shlex.join(self.program) or NAME

    def options_with(self, setting: Setting) -> Options:
        """Return all options under a setting, sorted."""
        return tuple(sorted((*self.options, *as_options(self.parameters, setting))))


@dataclass(frozen=True)
class OfflinePlan:
    """LSC-offline on a suite."""

    subject: Subject
    problems: tuple[Problem, ...]
    schedule: Schedule
    nodes: int
    stable: int = 1
    cost: Cost = "nodes"
    patience_seconds: float = 600.0

    def facts(self) -> dict[str, object]:
        """Return what decides the result, but for the number of iterations."""
        return {
            "method": "lsc",
            **facts_of(self.subject),
            "suite": digest(asdict(problem) for problem in self.problems),
            "positions": len(self.problems),
            "nodes": self.nodes,
            "stable": self.stable,
            "cost": self.cost,
            **{name: part for name, part in asdict(self.schedule).items() if name != "iterations"},
        }


@dataclass(frozen=True)
class MatchPlan:
    """SPSA by matches."""

    subject: Subject
    openings: tuple[Opening, ...]
    """In the order in which they are played."""
    course: Course
    pairs: int
    """In each iteration."""
    settings: str
    """JSON of the match's settings: limit, adjudication, both sides."""

    def facts(self) -> dict[str, object]:
        """Return what decides the result, but for the number of iterations."""
        return {
            "method": "spsa",
            **facts_of(self.subject),
            "openings": digest(asdict(opening) for opening in self.openings),
            "pairs": self.pairs,
            "match": json.loads(self.settings),
            "gains": asdict(self.course.gains),
            "seed": self.course.seed,
        }


Plan: TypeAlias = OfflinePlan | MatchPlan


class Named(NamedTuple):
    """The name of a run, and what it is made of."""

    key: str
    text: str
    """JSON."""


def named(plan: Plan) -> Named:
    """Return the name of a run; a run of more iterations goes on with the same name."""
    text = json.dumps(plan.facts(), sort_keys=True)
    return Named(blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest(), text)


def facts_of(subject: Subject) -> dict[str, object]:
    """Return what is known of an engine."""
    return {
        "engine": subject.name,
        "source": subject.source,
        "options": dict(subject.options),
        "parameters": [asdict(parameter) for parameter in subject.parameters],
    }


def digest(rows: object) -> str:
    """Hash some records."""
    text = json.dumps(list(rows), sort_keys=True)  # type: ignore[call-overload]
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
