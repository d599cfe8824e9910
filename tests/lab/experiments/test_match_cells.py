"""Matches as cells: their games are those of engines behind pipes, and their scores add up.

Witnesses: `play_pair`, which plays the same games through two processes, and sums done here.
"""

from dataclasses import replace

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.sources import sesame_source
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import (
    FIRST,
    SECOND,
    Cell,
    all_cells,
    cells_of,
    core_for,
    games_hash,
    is_exchanged,
    is_match,
    places_of,
)
from engine.lab.experiments.claims import multi_cut_match, weights
from engine.lab.experiments.claims.scores import counted, more, pairs_in, score_of_pairs
from engine.lab.experiments.computing import compute
from engine.lab.experiments.declaration import Kind, Verdict
from engine.lab.experiments.game_positions import FEN
from engine.lab.experiments.openings import block_called, blocks_of
from engine.lab.experiments.playing import NAMES, PAIRS, side_options
from engine.lab.experiments.results import Results
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.store import CellStore
from engine.lab.learning.engines import release
from engine.lab.learning.pairs import Pair, play_pair, settings_for
from engine.lab.match.records import Limit, Opening, Settings, to_json
from engine.lab.statistics.pentanomial import estimate

MATCH = experiments()["multi-cut-match"]
ROBIN = experiments()["weights-round-robin"]
NODES = 300


def small_cell() -> Cell:
    """Two openings of a match, with few nodes."""
    cell = all_cells(MATCH, MATCH.quick, 1)[0]
    block = blocks_of("2 openings")[0]
    options = tuple((name, str(NODES) if name == "Nodes" else text) for name, text in cell.options)
    return Cell(options, block.name, block.digest, 1)


def test_the_games_are_those_of_two_processes():
    cell = small_cell()
    ours = compute(cell, games_hash(learning=False))
    block, plain = block_called(cell.game, cell.digest), Settings((), Limit(nodes=NODES))
    points = []
    for number, moves in enumerate(block.moves, 1):
        pair = Pair(
            "",
            0,
            number,
            to_json(settings_for((), (), plain)),
            side_options(cell, FIRST),
            side_options(cell, SECOND),
            Opening("", moves.removeprefix(FEN)),
        )
        points += play_pair(pair, sesame_source()).points
    release()
    assert [float(text) for text in ours.found] == points
    assert ours.counter("games", 1) == 4
    assert ours.counter("won", 1) == points.count(1.0)
    assert ours == replace(compute(cell, games_hash(learning=False)), seconds=ours.seconds)


def result(pairs, nodes=1000):
    """What a block would come to whose pairs of games gave these counts."""
    won, drawn, lost = pairs[4] * 2 + pairs[3], pairs[2] * 2 + pairs[3] + pairs[1], 0
    lost = 2 * sum(pairs) - won - drawn
    row = (nodes, 2 * sum(pairs), won, drawn, lost, 100, *pairs)
    return Searched(((nodes,),), NAMES, (row,), 0.5, ("1",) * (2 * sum(pairs)))


def stored(tmp_path, experiment, pairs_of, seeds=1, stored_seeds=None):
    """Results of invented blocks."""
    store, grid = CellStore(tmp_path / "x.db"), experiment.quick
    core = core_for(experiment, grid)
    for cell in all_cells(experiment, grid, stored_seeds or seeds):
        store.add(cell, core, result(pairs_of(cell)))
    results = Results(experiment, grid, store, core, seeds)
    store.close()
    return results


def test_scores_of_a_match(tmp_path):
    """The numbers of `sesame match`: eight blocks of five pairs, added up."""
    pairs = (0, 1, 2, 1, 1)
    results = stored(tmp_path, MATCH, lambda cell: pairs)
    whole = estimate([8 * count for count in pairs])
    row = results.table(multi_cut_match.WITH, 1).row("5")
    assert row == results.table(multi_cut_match.WITH, 1).row("total")
    assert row["games"] == 80 and row["points"] + row["against"] == 80
    assert row["percent"] == pytest.approx(100 * whole.score)
    assert row["Elo"] == pytest.approx(whole.elo)
    # One pair of each extreme makes the interval wider than that of `sesame match`, but not much.
    assert row["from"] < 100 * whole.low < row["percent"] < 100 * whole.high < row["to"]
    assert row["to"] - row["from"] < 1.15 * 100 * (whole.high - whole.low)


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [
        ((0, 1, 2, 1, 1), Verdict.REPRODUCED),
        ((1, 1, 1, 1, 1), Verdict.NOT_TRIED),
        ((2, 0, 1, 1, 1), Verdict.NOT_TRIED),
        ((1, 1, 0, 2, 1), Verdict.SAME_SHAPE),
        ((2, 1, 1, 1, 0), Verdict.NOT_REPRODUCED),
    ],
)
def test_a_verdict_knows_the_noise(tmp_path, pairs, verdict):
    """80 games: a clear win, a draw, a little less, a little more, a clear loss."""
    results = stored(tmp_path, MATCH, lambda cell: pairs)
    assert results.judgement(MATCH.claims[0]).verdict == verdict


@pytest.mark.parametrize(
    ("difference", "is_small", "verdict"),
    [
        (0.06, False, Verdict.REPRODUCED),
        (0.02, False, Verdict.SAME_SHAPE),
        (0.02, True, Verdict.REPRODUCED),
        (-0.02, False, Verdict.NOT_TRIED),
        (-0.06, True, Verdict.NOT_REPRODUCED),
    ],
)
def test_differences_of_scores(difference, is_small, verdict):
    """With an error of 0.04, of which 1.28 are 90 %."""
    assert more("", difference, 0.04, is_small).verdict == verdict


def test_few_pairs_that_are_alike_are_no_proof():
    """Four pairs drawn 1-1: the score may be anything near a half."""
    score = score_of_pairs((0, 0, 4, 0, 0))
    assert score.share == 0.5 and score.high - score.low > 0.4


def test_a_pairing_has_two_sides(tmp_path):
    """Both places have the same cells; what one side wins the other loses."""
    places = {
        (place.row.label, place.column.label): place for place in places_of(ROBIN, ROBIN.quick)
    }
    there, back = places["C_online", "C_100"], places["C_100", "C_online"]
    cells = list(cells_of(ROBIN.quick, there, 1))
    assert cells == list(cells_of(ROBIN.quick, back, 1)) and len(cells) == 2
    assert is_exchanged(there) != is_exchanged(back)
    assert not list(cells_of(ROBIN.quick, places["C_100", "C_100"], 1))
    for place, extended in ((there, True), (back, False)):
        sides = [dict(side_options(cells[0], prefix)) for prefix in (FIRST, SECOND)]
        own = sides[is_exchanged(place)]
        assert ("Extensions" not in own) == ("Weight Check" in own) == extended

    def pairs_for(cell):
        return (0, 0, 0, 1, 4) if cell in cells else (1, 1, 1, 1, 1)

    results = stored(tmp_path, ROBIN, pairs_for)
    table = results.table(weights.SERIES, 1)
    one, other = (table.value(*pair) for pair in (("C_online", "C_100"), ("C_100", "C_online")))
    assert one + other == pytest.approx(100) and {one, other} == {95, 5}
    assert ("C_100", "C_100") not in table.numbers
    sums = {row: table.value(row, weights.SHARE) for row in table.rows}
    assert sum(sums.values()) == pytest.approx(50 * len(sums))
    elos = [table.value(row, weights.ELO) for row in table.rows]
    assert sum(elos) == pytest.approx(0, abs=1e-6)
    assert (elos[0] > 0) == (one > 50)


@pytest.mark.parametrize(("share", "verdict"), [(0, "reproduced"), (4, "not reproduced")])
def test_the_weakest_is_found(tmp_path, share, verdict):
    """Without extensions all is lost, or all is won."""

    def pairs_for(cell):
        first, second = (dict(side_options(cell, prefix)) for prefix in (FIRST, SECOND))
        without = [side.get("Extensions") == "None" for side in (first, second)]
        if not any(without):
            return (1, 1, 1, 1, 1)
        at = share if without[0] else 4 - share
        return tuple(5 * (place == at) for place in range(5))

    results = stored(tmp_path, ROBIN, pairs_for)
    assert results.judgement(ROBIN.claims[0]).verdict == verdict


def test_further_seeds_are_further_games(tmp_path):
    """Other openings; a seed that is not all there does not count."""
    one, two = (set(all_cells(MATCH, MATCH.quick, seeds)) for seeds in (1, 2))
    assert one < two and len(two) == 2 * len(one)
    results = stored(tmp_path, MATCH, lambda cell: (1, 1, 1, 1, 1), seeds=2)
    assert results.table(multi_cut_match.WITH, 1).value("5", "games") == 160
    (tmp_path / "x.db").unlink()
    less = stored(tmp_path, MATCH, lambda cell: (1, 1, 1, 1, 1), seeds=2, stored_seeds=1)
    place = less.place(multi_cut_match.WITH, 1, "5", "points")
    assert sum(pairs_in(counted(less, place))) == 40


def test_openings_are_played_once():
    """Of 1,000 and more openings no two blocks share one; a file has no more than it has."""
    found = [
        moves
        for seed in (1, 2, 3)
        for part in blocks_of("50 openings", seed)
        for moves in part.moves
    ]
    assert len(found) == len(set(found)) == 150
    assert not blocks_of("50 openings", 1000)


def test_openings_of_a_file(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text(
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id "e4";\n'
        'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id "d4";\n',
        encoding="utf-8",
    )
    (part,) = blocks_of(str(path))
    assert set(part.ids) == {"e4", "d4"}
    assert block_called(part.name, part.digest) == part
    assert blocks_of(str(path), 2) == ()
    with pytest.raises(LaboratoryError, match="are not those of the run"):
        block_called(part.name, "0" * 16)


def test_all_sides_can_play():
    """Selective, whose hash the cells have, with options that exist."""
    for experiment in (MATCH, ROBIN):
        assert experiment.full.kind is Kind.MATCHES
        for cell in all_cells(experiment, experiment.full, 1):
            assert is_match(cell) and cell.search == "Selective"
            assert dict(cell.options)["Nodes"].isdigit()
    assert len(PAIRS) == 5


def test_another_version_is_refused():
    with pytest.raises(LaboratoryError, match="plays or learns otherwise"):
        compute(small_cell(), "an older one")
