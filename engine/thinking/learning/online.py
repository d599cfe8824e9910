"""Learning while playing: critical positions of the games, and weights that follow them.

What was learned is kept in the file that the option Learn File names. Whatever goes wrong with the
file is one sentence, and the game goes on.
Source: Björnsson 2002, sections 6.3 and 6.5; choices X47 and X48.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import chess

from engine.options import Value
from engine.process.texts import quoted
from engine.search.selective.memory import CLASSES, PHASES
from engine.thinking.learning import weight_file
from engine.thinking.learning.critical import Searched, is_critical, moves_between
from engine.thinking.learning.model import HEAVIEST, LIGHTEST, Gradient, Sample, gradient, updated
from engine.thinking.learning.paths import classify, phase_of, reaching
from engine.thinking.learning.weight_file import Learned, WeightFileError
from engine.thinking.limits import Limits
from engine.thinking.news import Info
from engine.thinking.selective_report import growth_of
from engine.thinking.threads import Thread

HUNDREDTHS = 100
PER_MILLE = 1000


class Experience(NamedTuple):
    """What a search tells the learner."""

    board: chess.Board
    """With the moves of the game."""
    limits: Limits
    """Of the search."""
    score: int
    line: tuple[chess.Move, ...]
    depth: int
    nodes: int
    altered_nodes: tuple[int, ...]

    def is_move_of_a_game(self, ponderhit: bool) -> bool:
        """Tell whether the search was for a move; analysis and a wrong guess are not."""
        limits = self.limits
        if limits.infinite or limits.mate or limits.searchmoves or limits.until:
            return False
        return ponderhit or not limits.ponder


def experience_of(
    thread: Thread, info: Info, board: chess.Board, limits: Limits
) -> Experience | None:
    """Return what an iteration that just ended tells, if its thread counts nodes by weights."""
    growth = growth_of(thread)
    if growth is None:
        return None
    return Experience(board, limits, info.score, info.pv, info.depth, *growth)


class OnlineLearner:
    """What an engine learns from its games."""

    def __init__(self) -> None:
        self._learned: Learned | None = None
        self._base: Learned | None = None
        """What the file had when it was last read or written."""
        self._file = ""
        self._writes, self._shares = True, False
        self._before: Searched | None = None
        self._lost = False
        self._pending: list[tuple[int, Gradient]] = []
        self._untold: tuple[str, ...] = ()

    @property
    def learned(self) -> Learned | None:
        """What was learned so far, if anything was asked for."""
        return self._learned

    @staticmethod
    def is_on(settings: Mapping[str, Value]) -> bool:
        """Tell whether the settings ask for learning: it needs weights that are in use."""
        return (
            settings["search"] == "Selective"
            and settings["extensions"] == "Fractional"
            and bool(settings["learn_online"])
        )

    def new_game(self, settings: Mapping[str, Value]) -> None:
        """Begin another game; with `Learn When` game, learn from the last one."""
        self._before, self._lost = None, False
        pending, self._pending = self._pending, []
        if not self.is_on(settings) or settings["learn_when"] != "game" or not pending:
            return
        for phase in range(len(PHASES)):
            self._step(phase, [each for place, each in pending if place == phase], settings)
        self._untold += self._save()

    def settings_for(
        self, settings: Mapping[str, Value]
    ) -> tuple[dict[str, Value], tuple[str, ...]]:
        """Return the settings with the learned weights in place of the options', and sentences."""
        if not self.is_on(settings):
            return dict(settings), ()
        remarks, self._untold = self._untold + self._load(settings), ()
        assert self._learned is not None
        own = {
            f"weight_{name}{suffix}": round(weight * HUNDREDTHS)
            for suffix, weights in zip(PHASES, self._learned.weights, strict=True)
            for name, weight in zip(CLASSES, weights, strict=True)
        }
        return {**settings, **own}, remarks

    def observe(
        self, experience: Experience | None, ponderhit: bool, settings: Mapping[str, Value]
    ) -> tuple[str, ...]:
        """Take in the search before a move of a game; returns sentences for the user.

        Parameters
        ----------
        experience : Experience or None
            Of a search with the settings of `settings_for`.
        ponderhit : bool
            Whether the opponent played the move that the search expected.
        settings : mapping
            The user's.
        """
        if not self.is_on(settings) or self._learned is None or experience is None:
            return ()
        if not experience.is_move_of_a_game(ponderhit):
            return ()
        board = experience.board
        phase = phase_of(board) if settings["weights_per_phase"] else 0
        after = Searched(
            board,
            experience.score,
            experience.line,
            experience.depth,
            experience.nodes,
            experience.altered_nodes,
            int(settings["learn_delta"]) / HUNDREDTHS,
            self._learned.weights[phase],
            phase,
        )
        before, self._before = self._before, after
        moves = moves_between(before.board, board) if before else ()
        # A forced move says nothing of the search: there was no choice.
        if board.legal_moves.count() == 1:
            self._before = None
        if before is None or not moves or self._lost:
            return ()
        tau, lost = int(settings["learn_tau"]), int(settings["learn_lost"])
        self._lost = after.bounded_score < -lost
        if not is_critical(before, after, tau, lost):
            return ()
        return self._learn(before, after, moves, settings)

    def _learn(
        self,
        before: Searched,
        after: Searched,
        moves: tuple[chess.Move, ...],
        settings: Mapping[str, Value],
    ) -> tuple[str, ...]:
        """Note a critical position, and change the weights if it is time."""
        sample, path = sample_of(before, after, moves), (*moves, *after.line)
        step = gradient(sample, before.weights)
        assert self._learned is not None
        self._learned.samples.append(
            {
                "fen": before.board.fen(),
                "path": [move.uci() for move in path],
                "before": before.score,
                "after": after.score,
                "phase": weight_file.PHASE_NAMES[before.phase],
                "weights": list(before.weights),
                **{field: in_json(value) for field, value in sample._asdict().items()},
            }
        )
        if settings["learn_when"] == "game":
            self._pending.append((before.phase, step))
        elif settings["learn_when"] == "sample":
            self._step(before.phase, [step], settings)
        return self._save()

    def _step(self, phase: int, gradients: list[Gradient], settings: Mapping[str, Value]) -> None:
        """Change the weights of a phase."""
        if not gradients or self._learned is None:
            return
        weights = list(self._learned.weights)
        rate = int(settings["learn_rate"]) / PER_MILLE
        step_max = int(settings["learn_step_max"]) / HUNDREDTHS
        weights[phase] = updated(weights[phase], gradients, rate, step_max)
        updates = self._learned.updates + 1
        self._learned = self._learned._replace(weights=tuple(weights), updates=updates)

    def _load(self, settings: Mapping[str, Value]) -> tuple[str, ...]:
        """Read the file when it is first asked for; without one begin with the options' weights."""
        file = str(settings["learn_file"])
        if self._learned is not None and file == self._file:
            return ()
        unsaved = None if self._file else self._learned
        self._file, self._writes, self._shares, found = file, True, False, None
        remarks: tuple[str, ...] = ()
        if file:
            try:
                found = weight_file.read(path_of(file))
            except WeightFileError as error:
                self._writes, remarks = False, (str(error),)
        self._learned = found or unsaved or Learned(weights_in(settings), 0, [])
        if self._learned is not unsaved:
            self._base = copied(self._learned)
        return remarks

    def _save(self) -> tuple[str, ...]:
        """Write the file, unless something else is there; another engine may write it too."""
        if not self._file or not self._writes or self._learned is None or self._base is None:
            return ()
        own = self._learned
        try:
            self._learned = weight_file.save(path_of(self._file), own, self._base)
        except WeightFileError as error:
            return (str(error),)
        self._base = copied(self._learned)
        if self._learned == own or self._shares:
            return ()
        self._shares = True
        return (
            f"Learn File {quoted(self._file)}: another engine writes it too; "
            "what both learn is kept.",
        )


def copied(learned: Learned) -> Learned:
    """Return the same with a list of samples of its own."""
    return learned._replace(samples=[*learned.samples])


def path_of(file: str) -> Path:
    """Return the path that a value of Learn File means; ~ is the home, as in other options."""
    return Path(os.path.expanduser(file))


def in_json(value: object) -> object:
    """Return a value as a file gives it back."""
    return list(value) if isinstance(value, tuple) else value


def weights_in(settings: Mapping[str, Value]) -> tuple[tuple[float, ...], ...]:
    """Return the weights that the options have, by phase and class, within the learner's limits."""
    return tuple(
        tuple(
            min(max(int(settings[f"weight_{name}{suffix}"]) / HUNDREDTHS, LIGHTEST), HEAVIEST)
            for name in CLASSES
        )
        for suffix in PHASES
    )


def sample_of(before: Searched, after: Searched, moves: tuple[chess.Move, ...]) -> Sample:
    """Return what is to be learned: the first search, and the path that it should have seen."""
    classes = classify(before.board, (*moves, *after.line))
    first = reaching(classes[: len(moves)], before.weights, 0, len(moves))
    then = reaching(classes[len(moves) :], after.weights, after.depth, 0)
    return Sample(
        before.depth,
        before.nodes,
        before.altered_nodes,
        before.delta,
        tuple(one + other for one, other in zip(first.moves, then.moves, strict=True)),
        first.ordinary_moves + then.ordinary_moves,
    )
