"""Ctrl-C while processes are started: it waits for the end of that, and does not reach them."""

import os
import signal
import subprocess
import sys

import pytest

from engine.lab.common.processes import ignoring_interrupts, starting_processes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"


@pytest.fixture(autouse=True)
def heard():
    """Ctrl-C as in a terminal, also where the shell has turned it off."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


def is_blocked() -> str:
    """Tell whether a process that is started now is deaf."""
    command = [sys.executable, "-c", BLOCKED]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_ctrl_c_is_put_off():
    reached = []
    with pytest.raises(KeyboardInterrupt):
        with starting_processes():
            os.kill(os.getpid(), signal.SIGINT)
            reached.append("the end")
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_happens_without():
    with starting_processes():
        pass
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_what_is_started_is_deaf():
    with starting_processes():
        assert is_blocked() == "True"
    assert is_blocked() == "False"


def test_ctrl_c_is_ignored():
    with ignoring_interrupts():
        os.kill(os.getpid(), signal.SIGINT)
    assert is_blocked() == "False"
