"""A connection to a Dask cluster, whose errors are sentences."""

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from uuid import uuid4

from engine.lab.common.errors import LaboratoryError
from engine.process.texts import how_to_install

CONNECT_SECONDS = 15
POLL_SECONDS = 0.02
WORKERS_SECONDS = 5.0
"""A cluster that has finished nothing for so long is asked whether it has workers."""
NO_WORKERS = (
    "sesame: The Dask cluster has no workers any more; the work goes on as soon as one comes. "
    "Ctrl-C ends it, and what was stored is safe."
)
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")


class DaskClient:
    """A connection to the scheduler of a cluster.

    Parameters
    ----------
    address
        As in tcp://host:8786.

    Raises
    ------
    LaboratoryError
        If Dask is not installed, or there is no scheduler.
    """

    def __init__(self, address: str) -> None:
        try:
            self.distributed: Any = import_module("distributed")  # takes a second, and has no types
        except ImportError:
            raise LaboratoryError(f"Dask is not installed. {how_to_install('lab')}") from None
        for logger in LOGGERS:  # our own message replaces theirs when the scheduler is lost
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        self.address = address
        try:
            self.client = self.distributed.Client(address, timeout=CONNECT_SECONDS)
        except Exception as failure:  # what another server answers can be taken for anything
            raise LaboratoryError(f"There is no Dask scheduler at {address}: {failure}.") from None
        self.ended = self.distributed.as_completed(loop=self.client.loop)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Turn errors of communication into one that says that the scheduler is lost."""
        try:
            yield
        except (OSError, RuntimeError) as failure:
            raise ConnectionError(
                f"The connection to the Dask scheduler at {self.address} was lost ({failure})."
            ) from None

    def threads(self, some_run: bool) -> int:
        """Return the threads of all workers, which may come and go.

        Parameters
        ----------
        some_run
            Whether tasks are running; otherwise a cluster without workers is an error.
        """
        with self.connected():
            threads = int(sum(self.client.ncores().values()))
        if not threads and not some_run:
            raise LaboratoryError(
                "The Dask cluster has no workers; start `dask worker` on a machine."
            )
        return threads

    def begin(self, function: Callable[..., object], *arguments: object) -> Any:
        """Submit a task whose end `next_ended` will tell; returns its future."""
        with self.connected():
            future = self.submit(function, *arguments)
        self.ended.add(future)
        return future

    def next_ended(self) -> list[Any]:
        """Wait for the next tasks that end; returns their futures.

        If no worker is left it says so once and waits for another one.
        """
        looked, told = time.monotonic(), False
        with self.connected():
            while not (ended := list(self.ended.next_batch(block=False))):
                time.sleep(POLL_SECONDS)
                if not told and time.monotonic() - looked > WORKERS_SECONDS:
                    looked = time.monotonic()
                    told = not self.client.ncores()
                    if told:
                        print(NO_WORKERS, file=sys.stderr, flush=True)
        return ended

    def submit(self, function: Callable[..., object], *arguments: object, **where: object) -> Any:
        """Submit a task under a new key, so that Dask reuses no earlier result."""
        name = f"{function.__name__}-{uuid4().hex}"
        return self.client.submit(function, *arguments, key=name, pure=False, **where)
