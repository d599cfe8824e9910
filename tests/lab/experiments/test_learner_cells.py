"""Learners as chains of cells: each iteration follows from stored cells, and nothing is done twice.

Witnesses: a search that is asked directly, `learn` of the offline learner, sums done here.
"""

import json
from dataclasses import replace

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import SECOND, all_cells, core_for, games_hash, is_match
from engine.lab.experiments.claims import learners as claims
from engine.lab.experiments.computing import compute
from engine.lab.experiments.courses import WEIGHTS, State, next_cells, runs_of
from engine.lab.experiments.declaration import Kind, Verdict
from engine.lab.experiments.keyed_suites import MATES_WITH_MOVES, keyed_part, keyed_problems
from engine.lab.experiments.learners import WHOLE, slope_of, suite_cells
from engine.lab.experiments.playing import side_options
from engine.lab.experiments.position_sets import with_positions
from engine.lab.experiments.results import Results
from engine.lab.experiments.running import compute_all
from engine.lab.experiments.searching import Searched, set_options
from engine.lab.experiments.store import CellStore
from engine.lab.experiments.trials import GAME_NAMES, SUITE_NAMES
from engine.lab.learning.offline import Measured, Schedule, learn
from engine.lab.learning.parameters import WEIGHT_NUMBERS, own_options, read_parameters
from engine.search.selective.memory import CLASSES
from engine.thinking.agreement import search_until
from engine.thinking.learning.model import updated
from tests.lab.experiments.test_report import report
from tests.search.thinker import Thinker

SUITE = experiments()["learn-suite"]
OFFLINE = experiments()["learn-offline"]
PLAY = experiments()["learn-play"]
ALL = (SUITE, OFFLINE, PLAY)


def weights_in(cell):
    """The weights of a cell in hundredths, by class."""
    options = dict(cell.options)
    return tuple(int(options.get(name, default)) for name, default in DEFAULTS)


DEFAULTS = tuple(zip(WEIGHTS, (68, 10, 84, 91), strict=True))
"""Those that are not written, since they are Sesame's own."""


def cost_of(weights):
    """Invented nodes of a problem: the fewest with checks at 40 and recaptures at 70."""
    _, check, recapture, _ = weights
    return 5000 + 3 * (check - 40) ** 2 + (recapture - 70) ** 2


def tried(cell):
    """What a part of a suite would come to; every third problem is not solved above 80."""
    problems = keyed_part(cell.game, cell.digest)
    weights = weights_in(cell)
    texts = []
    for number, _ in enumerate(problems):
        solved = bool(number % 3) or weights[1] <= 80
        known = {"solved": solved, "nodes": cost_of(weights), "depth": 4, "own": 4000}
        known["altered"] = [4000, 3000, 4000, 3900]
        texts.append(json.dumps(known | ({"path": [0, 2, 1, 0, 3]} if solved else {})))
    solved = sum(json.loads(text)["solved"] for text in texts)
    row = (cost_of(weights) * len(problems), solved, len(problems))
    return Searched(((row[0],),), SUITE_NAMES, (row,), 0.1, tuple(texts))


def played(cell):
    """What a game would come to: a critical position for White, two in endings for Black."""
    sample = {"weights": [1.0] * 4, "depth": 4, "nodes": 4000, "altered_nodes": [4000] * 4}
    sample |= {"delta": 0.1, "moves": [0, 1, 0, 2], "ordinary_moves": 3}
    is_white = dict(cell.options)["Colour"] == "white"
    phases = ["middle game"] if is_white else ["ending", "ending"]
    texts = tuple(json.dumps(sample | {"phase": phase}) for phase in phases)
    row = (10_000, 1, 1, 0, 0, 80, len(texts))
    return Searched(((10_000,),), GAME_NAMES, (row,), 0.1, texts)


def invented(cell):
    return tried(cell) if "Learner" in dict(cell.options) and is_of_suite(cell) else played(cell)


def is_of_suite(cell):
    return dict(cell.options)["Learner"] == "suite"


class Pool:
    """Invents results, and dies after some of them."""

    workers = 2

    def __init__(self, most=10**6):
        self.most, self.given, self.done = most, [], []

    def give(self, cell, source):
        self.given.append(cell)

    def take(self):
        if len(self.done) == self.most:
            raise KeyboardInterrupt
        cell = self.given.pop(0)
        self.done.append(cell)
        return [(cell, invented(cell))]


def results_of(experiment, store, seeds=1):
    grid = experiment.quick
    return Results(experiment, grid, store, core_for(experiment, grid), seeds)


@pytest.fixture
def store(tmp_path):
    database = CellStore(tmp_path / "x.db")
    yield database
    database.close()


@pytest.mark.parametrize("experiment", ALL, ids=lambda experiment: experiment.name)
def test_a_run_that_was_killed_goes_on(store, tmp_path, experiment):
    """No cell is computed twice, and the end is that of a run that was not killed."""
    whole = Pool()
    other = CellStore(tmp_path / "whole.db")
    compute_all(experiment, experiment.quick, 1, other, whole)
    first, second = Pool(most=len(whole.done) // 2), Pool()
    with pytest.raises(KeyboardInterrupt):
        compute_all(experiment, experiment.quick, 1, store, first)
    words = compute_all(experiment, experiment.quick, 1, store, second)
    assert f"{len(second.done)} cells computed, {len(first.done)} were stored" in words
    assert not set(first.done) & set(second.done)
    assert {*first.done, *second.done} == set(whole.done)
    ours, theirs = results_of(experiment, store), results_of(experiment, other)
    assert ours.runs == theirs.runs and ours.cells == theirs.cells
    assert len(ours.cells) == ours.wanted == len(whole.done)
    assert compute_all(experiment, experiment.quick, 1, store, Pool(most=0)).startswith(
        f"{experiment.name}: 0 cells computed"
    )
    other.close()


def test_the_offline_learner_is_the_one_of_sesame_learn(store):
    """`learn` with the same invented costs takes the same path."""
    compute_all(OFFLINE, OFFLINE.quick, 1, store, Pool())
    run = results_of(OFFLINE, store).runs[claims.OFFLINE, 1]
    problems = len(keyed_problems(MATES_WITH_MOVES))

    def measure(settings):
        return [Measured(float(problems * cost_of(one)), 0, 0) for one in settings]

    parameters = read_parameters([f"{name}={WEIGHT_NUMBERS}" for name in WEIGHTS], own_options())
    wanted = learn(parameters, Schedule(len(run.steps) - 1), measure)
    assert len(wanted) == len(run.steps) == 7
    for step, iteration in zip(run.steps, wanted, strict=True):
        assert [100 * weight for weight in step.state.weights[0]] == pytest.approx(iteration.values)


def test_one_learner_shares_the_searches_of_another(store):
    """What `learn-suite` has searched is not searched again for `learn-offline`."""
    compute_all(SUITE, SUITE.quick, 1, store, Pool())
    pool = Pool()
    compute_all(OFFLINE, OFFLINE.quick, 1, store, pool)
    ours = results_of(OFFLINE, store)
    of_both = set(results_of(SUITE, store).cells) & set(ours.cells)
    assert len(of_both) >= 8 and not of_both & set(pool.done)


def test_the_suite_learner_follows_the_gradient(store):
    """One step; a problem that is not solved any more counts with the path of before."""
    series, grid = SUITE.series[0], SUITE.quick
    course, begin = series.course, SUITE.series[0].course.begin()
    cells = course.cells(grid, series.options, begin, 1)
    found = {cell: tried(cell) for cell in cells}
    after = course.next(grid, series.options, begin, 1, found)
    known = {"depth": 4, "nodes": 4000, "altered_nodes": [4000, 3000, 4000, 3900], "delta": 0.1}
    slope = slope_of(known | {"moves": [0, 2, 1, 0], "ordinary_moves": 3, "weights": WHOLE})
    assert after.weights[0] == pytest.approx(updated(WHOLE, [slope], 1.0, 1.0))
    names = {problem.id for problem in keyed_problems(MATES_WITH_MOVES)}
    unsolved = names - set(after.paths)
    assert 0 < len(unsolved) < len(names) / 2
    lighter = State(1, ((1.0, 0.5, 1.0, 1.0),), after.paths)
    light = {cell: tried(cell) for cell in course.cells(grid, series.options, lighter, 1)}
    assert set(course.next(grid, series.options, lighter, 1, light).paths) == names


def test_the_games_learner_steps_for_each_position(store):
    """Four games: two samples of the middle game, four of endings; the phases are apart."""
    compute_all(PLAY, PLAY.quick, 1, store, Pool())
    run = results_of(PLAY, store).runs[claims.FROM_GAMES, 1]
    sample = json.loads(played(run.steps[0].cells[0]).found[0])
    weights = [WHOLE, WHOLE]
    for phase, times in ((0, 2), (1, 4)):
        for _ in range(times):
            weights[phase] = updated(weights[phase], [slope_of(sample)], 0.05, 1.0)
    for ours, wanted in zip(run.steps[1].state.weights, weights, strict=True):
        assert ours == pytest.approx(wanted)
    first, second = run.steps[0].cells, run.steps[1].cells
    assert len({cell.game for cell in (*first, *second)}) == 4, "each opening once"
    assert {dict(cell.options)["Colour"] for cell in first} == {"white", "black"}
    assert not any(is_match(cell) for cell in first)
    assert all("Weight Check" not in dict(side_options(cell, SECOND)) for cell in first)
    table = results_of(PLAY, store).table(claims.FROM_GAMES, 1)
    assert table.value("4", "critical positions") == 6
    assert table.value("end", "critical positions") == 30
    assert table.value("end", "critical positions, ending") == 20
    assert table.value("0", "check, ending") == 1


def test_numbers_of_a_suite(store):
    compute_all(SUITE, SUITE.quick, 1, store, Pool())
    results = results_of(SUITE, store)
    table = results.table(claims.FROM_A_SUITE, 1)
    run = results.runs[claims.FROM_A_SUITE, 1]
    for row, step in zip(table.rows, run.steps, strict=True):
        weights = [round(100 * weight) for weight in step.state.weights[0]]
        assert table.value(row, "check") == step.state.weights[0][CLASSES.index("check")]
        share = 100 * cost_of(weights) / cost_of((100,) * 4)
        assert table.value(row, "nodes") == pytest.approx(share)
    problems = len(keyed_problems(MATES_WITH_MOVES))
    solved = sum(tried(cell).counter("solved", 1) for cell in run.steps[0].cells)
    assert table.value("0", "solved") == pytest.approx(100 * solved / problems)
    judgement = results.judgement(SUITE.claims[0])
    assert table.value("end", "nodes") < 85 and judgement.verdict == Verdict.REPRODUCED
    assert judgement.words.startswith(f"{table.value('end', 'nodes'):.1f} %")


def test_weights_are_drawn_by_iteration(store, tmp_path):
    """Two plots of ours, weights and percent; the printed numbers stand beside the table."""
    compute_all(SUITE, SUITE.quick, 1, store, Pool())
    page = report(tmp_path / "x.db", SUITE.name, "--quick")
    assert sum(label.startswith("Ours") for label in page.drawings) == len(SUITE.drawn) == 2
    table = results_of(SUITE, store).table(claims.FROM_A_SUITE, 1)
    head = ["iteration", *table.columns]
    ours, printed = (found for found in page.tables if found[0] == head)
    assert [row[0] for row in ours[1:]] == [*map(str, range(8)), "end"]
    assert ours[-1][1:] == [f"{table.value('end', column):.2f}" for column in table.columns]
    assert printed[-1] == ["end", "0.10", "0.84", "0.68", "0.91", "75.20", "57.80"]


def test_nothing_is_known_of_what_is_not_computed(store):
    for experiment in ALL:
        results = results_of(experiment, store)
        assert not results.tables() and not results.cells and results.wanted > 0
        verdicts = {results.judgement(claim).verdict for claim in experiment.claims}
        assert verdicts == {Verdict.NOT_TRIED}
        assert all_cells(experiment, experiment.quick, 1) == []
        assert experiment.quick.kind is experiment.full.kind is Kind.LEARNER


def small(cell, nodes):
    """The same with few nodes."""
    options = ((name, str(nodes) if name == "Nodes" else text) for name, text in cell.options)
    return replace(cell, options=tuple(options))


def test_a_suite_is_searched_as_gountil_does():
    """Nodes and agreement of each problem, by an engine that is asked directly."""
    grid, series = SUITE.quick, SUITE.series[0]
    cell = small(suite_cells(grid, series.options, (0.1, 0.5, 0.84, 1.0), 1)[1], 3000)
    ours = compute(cell, games_hash(learning=True))
    thinker = Thinker()
    set_options(thinker.engine, dict(side_options(cell, SECOND)))
    for problem, text in zip(keyed_part(cell.game, cell.digest), ours.found, strict=True):
        board, found = chess.Board(problem.fen), json.loads(text)
        thinker.engine.new_game()
        thinker.engine.set_position(board)
        thinker.engine.prepare_go()
        moves = [chess.Move.from_uci(move) for move in problem.best]
        wanted = search_until(thinker.engine, moves, 3000)
        assert (found["solved"], found["nodes"]) == (wanted.is_reached, wanted.nodes), problem.id
        assert ("path" in found) == found["solved"]
        assert 1 <= found["own"] <= 3000 and len(found["altered"]) == len(CLASSES)
        assert max(found["altered"]) <= found["own"], "a heavier weight never widens the tree"
    assert ours.counter("problems", 1) == len(ours.found) == 12
    assert 0 < ours.counter("solved", 1)


def test_a_game_can_be_repeated():
    """And its critical positions are those of a game with the weights of the cell."""
    grid, series = PLAY.quick, PLAY.series[0]
    cells = PLAY.series[0].course.cells(grid, series.options, series.course.begin(), 1)
    core = games_hash(learning=True)
    for cell in (small(one, 200) for one in cells[:2]):
        ours = compute(cell, core)
        assert replace(compute(cell, core), seconds=ours.seconds) == ours
        assert ours.counter("samples", 1) == len(ours.found)
        for text in ours.found:
            assert json.loads(text)["weights"] == [1.0] * 4


def mates(board, moves):
    """Tell whether the side that has just moved mates, at once or within so many further moves."""
    if board.is_checkmate():
        return True
    if not moves or not any(board.legal_moves):
        return False
    return all(any(mates(after, moves - 1) for after in replies(reply)) for reply in replies(board))


def replies(board):
    """The positions after each legal move."""
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after


def test_the_best_moves_mate():
    """All are legal; those that mate within two moves are found by trying all."""
    problems = keyed_problems(MATES_WITH_MOVES)
    assert len(problems) == 85
    short = 0
    for problem in problems:
        board = chess.Board(problem.fen)
        assert problem.best and len(problem.best) == len(set(problem.best))
        for text in problem.best:
            board.push(chess.Move.from_uci(text))
            assert board.is_valid()
            few = board.legal_moves.count() <= 2
            short += few and mates(board, 1)
            board.pop()
    assert short >= 10


def test_the_tables_have_the_mean_of_the_seeds(store):
    """Of those that came so far: here the second seed with half plies, up to iteration 3."""
    compute_all(PLAY, PLAY.quick, 2, store, Pool())
    results = results_of(PLAY, store, seeds=2)
    first, second = (results.runs[claims.FROM_GAMES, seed] for seed in (1, 2))
    half = tuple(
        replace(step, state=replace(step.state, weights=((0.5,) * 4,) * 2)) for step in second.steps
    )
    results.runs[claims.FROM_GAMES, 2] = replace(second, steps=half[:4])
    table = results.table(claims.FROM_GAMES, 1)
    for row, step in zip(table.rows, first.steps, strict=True):
        weight = step.state.weights[0][CLASSES.index("check")]
        wanted = weight if row in table.rows[4:] else (weight + 0.5) / 2
        assert table.value(row, "check") == pytest.approx(wanted)


def test_positions_of_the_user(tmp_path):
    """A suite needs best moves; openings are positions."""
    path = tmp_path / "own.epd"
    path.write_text('8/8/8/8/8/4k3/4r3/4K3 w - - id "no move";\n', encoding="utf-8")
    with pytest.raises(LaboratoryError, match="no positions with best moves"):
        with_positions(SUITE.quick, str(path))
    with pytest.raises(LaboratoryError, match="has 1 openings, and the learner plays 10"):
        with_positions(PLAY.quick, str(path))
    path = tmp_path / "mate.epd"
    path.write_text(
        'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "mate";\n',
        encoding="utf-8",
    )
    grid = with_positions(SUITE.quick, str(path))
    assert grid.kind is Kind.LEARNER
    (cell,) = suite_cells(grid, SUITE.series[0].options, WHOLE, 1)
    found = compute(cell, games_hash(learning=True))
    assert found.counter("solved", 1) == found.counter("problems", 1) == 1
    runs, _ = runs_of(replace(SUITE, quick=grid), grid, 1, lambda cells: {})
    assert next_cells(runs.values()) == [cell]
