"""The plan of learning from its command line, all checked before anything is searched or played."""

import argparse
import os
import shlex
from collections.abc import Callable
from dataclasses import replace

import chess.engine

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.files import reason_not_to_write
from engine.lab.common.json_form import to_json
from engine.lab.common.own_engine import own_options as own_fixed
from engine.lab.common.settings import has, settings_in
from engine.lab.learning.arguments import ITERATIONS, LSC, NODES, OF_METHOD, PAIRS, SPSA
from engine.lab.learning.external import Searcher
from engine.lab.learning.offline import Schedule
from engine.lab.learning.pairs import settings_for
from engine.lab.learning.parameters import USUAL, Declared, own_options, read_parameters
from engine.lab.learning.plan import MatchPlan, OfflinePlan, Options, Plan, Subject
from engine.lab.learning.searching import START_SECONDS, source_of
from engine.lab.learning.spsa import ALPHA, GAMMA, Course, usual_gains
from engine.lab.learning.suite import Problem, read_suite
from engine.lab.match.planning import SHOWN_FAULTS, adjudication_of, limit_of, openings_for
from engine.lab.match.records import Settings, Side
from engine.lab.match.schedule import in_random_order
from engine.lab.match.sheet import ForfeitError

PLOTS = (".svg", ".png")
Warn = Callable[[str], None]


def plan_of(arguments: argparse.Namespace, warn: Warn) -> Plan:
    """Make the plan.

    Parameters
    ----------
    arguments
        The command line.
    warn
        Called with each warning.

    Raises
    ------
    LaboratoryError
        For the first error.
    """
    check_arguments(arguments)
    if arguments.method == LSC:
        problems = problems_of(arguments, warn)
        return offline_plan(arguments, subject_of(arguments), problems)
    return match_plan(arguments, subject_of(arguments), warn)


def check_arguments(arguments: argparse.Namespace) -> None:
    """Refuse arguments of the other method, and outputs that cannot be written."""
    other = SPSA if arguments.method == LSC else LSC
    for name in OF_METHOD[other]:
        if getattr(arguments, name) is not None:
            raise LaboratoryError(f"--{name.replace('_', '-')} is for --method {other}.")
    if arguments.method == LSC and arguments.suite is None:
        raise LaboratoryError("Name the positions with --suite FILE, or use --method spsa.")
    if arguments.plot and arguments.plot.suffix.lower() not in PLOTS:
        raise LaboratoryError(f"{arguments.plot} must end in .svg or .png.")
    for path in (arguments.database, arguments.csv, arguments.plot, arguments.json):
        refusal = reason_not_to_write(path) if path else ""
        if refusal:
            raise LaboratoryError(refusal)


def subject_of(arguments: argparse.Namespace) -> Subject:
    """Return the engine, and what is learned of it."""
    if arguments.engine is None:
        program: tuple[str, ...] = ()
        options, declared = own_fixed(arguments.option or ()), own_options()
    else:
        program = words_of(arguments.engine)
        options = tuple(sorted(settings_in(arguments.option or (), "--option").items()))
        declared = declared_by(program, options)
    parameters = read_parameters(arguments.parameter or USUAL, declared)
    for one in parameters:
        if has((name for name, _ in options), one.name):
            raise LaboratoryError(f"{one.name} is a parameter; it cannot be set by --option too.")
        if not program and one.name == "Threads":
            raise LaboratoryError("Searches of several threads are not repeatable.")
    source = source_of(program)
    if not source:
        raise LaboratoryError(f"The program {arguments.engine} cannot be read.")
    return Subject(program, source, options, parameters)


def words_of(command: str) -> tuple[str, ...]:
    """Split a command as a shell does."""
    try:
        words = tuple(shlex.split(command, posix=os.name == "posix"))
    except ValueError as error:
        raise LaboratoryError(f"The command of --engine is invalid: {error}.") from None
    if not words:
        raise LaboratoryError("--engine names no program.")
    return words


def declared_by(program: tuple[str, ...], options: Options) -> dict[str, Declared]:
    """Start an engine and ask for its numeric options.

    Raises
    ------
    LaboratoryError
        If it cannot be started, or does not take an option.
    """
    try:
        searcher = Searcher(Side(program[0], program, options=options), START_SECONDS)
    except ForfeitError as fault:
        raise LaboratoryError(str(fault)) from None
    try:
        found: list[chess.engine.Option] = list(searcher.protocol.options.values())
    finally:
        searcher.close()
    declared = {}
    for option in found:
        low, high = option.min, option.max
        if option.type == "spin" and low is not None and high is not None:
            default = option.default if isinstance(option.default, int) else low
            declared[option.name.lower()] = Declared(option.name, default, low, high)
    return declared


def problems_of(arguments: argparse.Namespace, warn: Warn) -> tuple[Problem, ...]:
    """Read the suite, and say what is wrong with it."""
    suite = read_suite(arguments.suite, arguments.positions)
    for fault in suite.faults[:SHOWN_FAULTS]:
        warn(f"{arguments.suite}, {fault}")
    if suite.faults or suite.duplicates:
        warn(
            f"{arguments.suite}: {len(suite.problems)} positions are used; faults: "
            f"{len(suite.faults)}, lines that repeat a position: {suite.duplicates}."
        )
    return tuple(suite.problems)


def offline_plan(
    arguments: argparse.Namespace, subject: Subject, problems: tuple[Problem, ...]
) -> OfflinePlan:
    """Return the plan of LSC-offline."""
    usual = Schedule()
    schedule = Schedule(
        arguments.iterations or ITERATIONS[LSC],
        arguments.rate or usual.rate,
        arguments.decay or usual.decay,
        arguments.step_max or usual.step_max,
        bool(arguments.follow),
    )
    return OfflinePlan(
        subject,
        problems,
        schedule,
        arguments.nodes or NODES[LSC],
        arguments.stable or 1,
        arguments.cost or "nodes",
        float(arguments.patience or OfflinePlan.patience_seconds),
    )


def match_plan(arguments: argparse.Namespace, subject: Subject, warn: Warn) -> MatchPlan:
    """Return the plan of SPSA."""
    iterations, pairs = arguments.iterations or ITERATIONS[SPSA], arguments.pairs or PAIRS
    seed = 1 if arguments.seed is None else arguments.seed
    usual = Settings(())
    patience = float(arguments.patience or usual.patience_seconds)
    plain = replace(
        usual,
        limit=limit_of(arguments),
        adjudication=adjudication_of(arguments),
        margin_ms=usual.margin_ms if arguments.margin is None else arguments.margin,
        patience_seconds=patience,
        start_seconds=max(patience, START_SECONDS),
        rounds=1,
    )
    openings = openings_for(plain, arguments.openings, warn)
    gains = usual_gains(
        iterations,
        arguments.gain_a,
        arguments.stability,
        arguments.gain_c,
        (arguments.alpha or ALPHA, arguments.gamma or GAMMA),
    )
    return MatchPlan(
        subject,
        tuple(in_random_order(openings, seed)),
        Course(iterations, gains, seed),
        pairs,
        to_json(settings_for(subject.program, subject.options, plain)),
    )
