"""Learning on a real Dask cluster: the same numbers as here, and its faults in a sentence."""

import pytest

from engine.lab.common.dask_tasks import cluster_tasks
from engine.lab.common.errors import LaboratoryError
from engine.lab.learning import command, engines
from engine.lab.learning.searching import Search, compute, source_of
from tests.lab.dask_cluster import cluster
from tests.lab.learning.commands import words_for
from tests.lab.match.commands import all_gone

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")
pytestmark = pytest.mark.slow

__all__ = ["cluster"]


def fakes_running():
    """The processes of fake engines, whoever has started them."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any("searching_engine.py" in word for word in process.info["cmdline"] or ()):
            found.append(process)
    return found


def test_the_cluster_learns_what_this_machine_does(cluster, tmp_path, capsys):
    """And its engines have gone afterwards."""
    words = words_for(tmp_path)
    assert command.main([*words, "--scheduler", cluster]) == 0
    there = capsys.readouterr().out
    assert all_gone(fakes_running())
    words[words.index("--database") + 1] = str(tmp_path / "here.db")
    assert command.main(words) == 0
    assert capsys.readouterr().out == there


def test_workers_with_another_sesame_are_refused(cluster):
    search = Search((), (), "8/8/8/8/8/8/k1K4P/8 w - - 0 1", ("h2h4",), 100)
    sentence = "A Dask worker cannot compute: The worker has another Sesame"
    with cluster_tasks(compute, cluster, engines.release) as pool:
        pool.give(search, "another")
        with pytest.raises(LaboratoryError, match=sentence):
            pool.take()
    with cluster_tasks(compute, cluster, engines.release) as pool:
        pool.give(search, source_of(()))
        ((_, there),) = pool.take()
    here = compute(search, source_of(()))
    assert (there.solved, there.nodes) == (here.solved, here.nodes)


def test_no_scheduler(tmp_path, capsys):
    assert command.main([*words_for(tmp_path), "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "There is no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err
