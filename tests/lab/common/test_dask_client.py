"""What is said of a cluster that has lost its workers, without a cluster."""

import socket
import threading

import pytest

from engine.lab.common import dask_client
from engine.lab.common.dask_client import DaskClient
from engine.lab.common.errors import LaboratoryError


class Ended:
    """Tasks that end after some questions."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def next_batch(self, block: bool) -> list[str]:
        assert not block
        self.questions -= 1
        return ["future"] if self.questions <= 0 else []


class Cluster:
    """A cluster with so many threads by worker."""

    def __init__(self, cores: dict[str, int]) -> None:
        self.cores = cores

    def ncores(self) -> dict[str, int]:
        return self.cores


def client_of(questions: int, cores: dict[str, int]) -> DaskClient:
    client = DaskClient.__new__(DaskClient)
    client.ended, client.client, client.address = Ended(questions), Cluster(cores), "tcp://nowhere"
    return client


def test_a_server_of_another_kind(monkeypatch):
    """What it answers is taken for the length of a message, and may exceed all memory."""
    monkeypatch.setattr(dask_client, "CONNECT_SECONDS", 5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(LaboratoryError, match=f"There is no Dask scheduler at {address}: "):
            DaskClient(address)


@pytest.mark.parametrize(("cores", "times"), [({}, 1), ({"one": 1}, 0)])
def test_a_cluster_without_workers_is_told_of_once(monkeypatch, capsys, cores, times):
    monkeypatch.setattr(dask_client, "WORKERS_SECONDS", 0.0)
    monkeypatch.setattr(dask_client, "POLL_SECONDS", 0.0)
    assert client_of(50, cores).next_ended() == ["future"]
    assert capsys.readouterr().err.count("no workers any more") == times


def test_a_task_that_ends_at_once_asks_nothing(monkeypatch, capsys):
    monkeypatch.setattr(dask_client, "WORKERS_SECONDS", 0.0)
    assert client_of(1, {}).next_ended() == ["future"]
    assert capsys.readouterr().err == ""
