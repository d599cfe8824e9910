"""The process itself: how it begins and ends, and what the command line does."""

import array
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interrupts import interruptible
from tests.uci.conversation import CHECKOUT, DOOR, LOADING_PATIENCE, Conversation, bestmove

PATIENCE = LOADING_PATIENCE
SMALLEST_PIPE, LONGEST_LINE = 4096, 1000
"""Bytes: of a pipe on Linux, and of what a search writes at once."""


def run(*words: str, written: bytes = b"") -> subprocess.CompletedProcess:
    """Run to the end, with some input and then its end."""
    return subprocess.run(
        [sys.executable, str(DOOR), *words],
        input=written,
        capture_output=True,
        timeout=PATIENCE,
        cwd=CHECKOUT,
    )


@pytest.fixture
def running() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.kill()


def test_the_greeting_comes_before_numba(running: Conversation) -> None:
    """cutechess#749: whatever the compiler does, `uciok` comes within a second."""
    begin = time.monotonic()
    running.ask("uci", answer="uciok", seconds=10)
    assert time.monotonic() - begin < 1
    assert running.end() == 0


def test_the_first_move_is_as_quick_as_the_others(running: Conversation) -> None:
    """D2: after `readyok` nothing is left to be compiled."""
    running.until_ready()
    begin = time.monotonic()
    bestmove(running.go("go wtime 1000 btime 1000", seconds=10))
    assert time.monotonic() - begin < 1


@pytest.mark.slow
def test_a_first_start(tmp_path: Path) -> None:
    """D1, cutechess#749: with nothing compiled yet there is an answer within 10 s all the same."""
    cold = Conversation(environment={"SESAME_CACHE_DIR": str(tmp_path)})
    try:
        begin = time.monotonic()
        cold.ask("uci", answer="uciok", seconds=10)
        assert time.monotonic() - begin < 1
        lines = cold.ask(
            "setoption name Hash value 32",
            "setoption name Pawn Value value 120",
            "ucinewgame",
            "position startpos moves e2e4",
        )
        assert time.monotonic() - begin < 11, "9 s after a command of the first second"
        assert all("compiler" in line for line in lines[:-1])
        begin = time.monotonic()
        answer = bestmove(cold.go("go wtime 1000 btime 1000", seconds=LOADING_PATIENCE))
        assert answer[1] in "78", "a move of Black"
        if len(lines) == 1:  # no word about a compiler, so it must have been ready
            assert time.monotonic() - begin < 1
        assert cold.end() == 0 and cold.errors == []
    finally:
        cold.kill()


BEFORE_THE_END = {
    "nothing": (),
    "options and isready": ("setoption name Hash value 32", "isready"),
    "a search": ("position startpos", "go infinite"),
}


@pytest.mark.parametrize("ending", ["quit", "end of input"])
@pytest.mark.parametrize("lines", BEFORE_THE_END.values(), ids=BEFORE_THE_END)
def test_the_end_of_a_first_start(tmp_path: Path, lines: tuple[str, ...], ending: str) -> None:
    """C26: the compiler has work for many seconds more, and nobody waits for it."""
    cold = Conversation(environment={"SESAME_CACHE_DIR": str(tmp_path)})
    try:
        cold.send("uci", *lines)
        cold.wait_for("uciok", 10)
        wait_for_compiled(tmp_path)
        begin = time.monotonic()
        if ending == "quit":
            cold.send("quit")
        assert cold.end() == 0
        assert time.monotonic() - begin < 1.5  # a second, and a busy machine
        assert cold.errors == []
    finally:
        cold.kill()


def wait_for_compiled(folder: Path) -> None:
    """Wait until the compiler is at work, which is seen by what it keeps."""
    deadline = time.monotonic() + LOADING_PATIENCE
    while not any(folder.rglob("*.nbi")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="the folders are named by other variables")
def test_a_temporary_cache_goes_with_the_process(tmp_path: Path) -> None:
    """Where nothing else can be written to; also when the compiler has to be left alone."""
    nowhere = "/dev/null/nowhere"
    (tmp_path / f"sesame-{os.getuid()}").touch()  # so that there is no folder of the user's own
    places = {"SESAME_CACHE_DIR": nowhere, "XDG_CACHE_HOME": nowhere, "TMPDIR": str(tmp_path)}
    cold = Conversation(environment={**places, "HOME": nowhere})
    try:
        cold.ask("uci", answer="uciok", seconds=10)
        wait_for_compiled(tmp_path)
        cold.send("quit")
        assert cold.end() == 0
        assert [path for path in tmp_path.iterdir() if path.is_dir()] == []
    finally:
        cold.kill()


# C26, viridithas#38 and others: no orphan that eats a processor
@pytest.mark.parametrize("ending", ["quit", "end of input"])
@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000", "go perft 12"])
def test_the_end_during_a_search(running: Conversation, go: str, ending: str) -> None:
    running.until_ready()
    running.send(go)
    running.silence(0.3)
    begin = time.monotonic()
    if ending == "quit":
        running.send("quit")
    assert running.end() == 0
    assert time.monotonic() - begin < 1
    assert running.errors == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there the size of a pipe can be chosen")
def test_the_end_while_nobody_reads() -> None:
    """C26: the search waits in the middle of a line for room in the pipe, for ever."""
    import fcntl
    import termios

    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, SMALLEST_PIPE)
    process = subprocess.Popen(
        [sys.executable, str(DOOR)], stdin=subprocess.PIPE, stdout=writing, cwd=CHECKOUT
    )
    os.close(writing)
    process.stdin.write(b"setoption name MultiPV value 218\ngo infinite\n")
    process.stdin.flush()
    waiting, unchanged = array.array("i", [0]), 0
    deadline = time.monotonic() + LOADING_PATIENCE
    while unchanged < 25:  # glances at a pipe with no room for another line
        assert time.monotonic() < deadline
        time.sleep(0.02)
        before = waiting[0]
        fcntl.ioctl(reading, termios.FIONREAD, waiting)
        full = waiting[0] == before > SMALLEST_PIPE - LONGEST_LINE
        unchanged = unchanged + 1 if full else 0
    process.stdin.close()
    try:
        assert process.wait(10) == 0
    finally:
        process.kill()
        os.close(reading)


def test_the_end_right_after_the_greeting() -> None:
    """C26: `printf 'uci\\n' | engine`."""
    begin = time.monotonic()
    ended = run(written=b"uci\n")
    assert time.monotonic() - begin < 1
    assert ended.returncode == 0 and ended.stdout.endswith(b"uciok\n") and ended.stderr == b""


def test_no_input_at_all() -> None:
    assert run().returncode == 0


def test_commands_before_the_engine_is_loaded_are_obeyed() -> None:
    ended = run(written=b"position startpos moves e2e4\nd\nquit\n")
    assert ended.returncode == 0 and b"b KQkq" in ended.stdout and ended.stderr == b""


def test_a_listener_who_has_gone() -> None:
    """A closed pipe is no reason for a traceback."""
    process = subprocess.Popen(
        [sys.executable, str(DOOR)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
    )
    process.stdout.close()
    _, errors = process.communicate(b"isready\ngo infinite\nisready\n", timeout=PATIENCE)
    assert process.returncode == 0 and errors == b""


def test_words_are_a_command() -> None:
    ended = run("go", "depth", "4")
    lines = ended.stdout.decode().splitlines()
    assert ended.returncode == 0 and ended.stderr == b""
    assert lines[0].startswith("info depth 1 ") and bestmove(lines) != "(none)"


def test_words_with_spaces_are_commands() -> None:
    ended = run(
        "setoption name Hash value 1",
        "position startpos moves e2e4",
        "go depth 3",
        "position startpos",
        "go depth 2",
        "table",
    )
    moves = [line for line in ended.stdout.decode().splitlines() if line.startswith("bestmove")]
    assert ended.returncode == 0 and len(moves) == 2
    assert moves[0].split()[1][1] in "78", "a move of Black"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a child")
def test_an_interrupt_at_the_keyboard() -> None:
    """The search gives its move, and there is no traceback."""
    endless = Conversation("go", "infinite")
    endless.wait_for("info depth 3 ", PATIENCE)
    endless.process.send_signal(signal.SIGINT)
    assert endless.end(seconds=5) == 130
    assert endless.heard[-1].startswith("bestmove ") and endless.errors == []


@pytest.mark.parametrize("answer", [signal.SIG_IGN, signal.default_int_handler], ids=["&", "usual"])
def test_what_is_started_can_be_interrupted(answer: object) -> None:
    """`make test &` in a script: whoever ignores a signal hands that down to its processes."""
    program = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    usual = signal.signal(signal.SIGINT, answer)
    try:
        with interruptible():
            told = subprocess.check_output([sys.executable, "-c", program], text=True)
        assert signal.getsignal(signal.SIGINT) == answer
    finally:
        signal.signal(signal.SIGINT, usual)
    assert told == "True\n"


def test_a_refused_command_on_the_command_line() -> None:
    ended = run("position fen hello", "go depth 1")
    assert ended.returncode == 1 and b"info string" in ended.stdout


def test_an_unknown_command_on_the_command_line() -> None:
    begin = time.monotonic()
    ended = run("joho")
    assert time.monotonic() - begin < 1
    assert ended.returncode == 2 and b"joho" in ended.stderr and ended.stdout == b""


def test_compile_says_where() -> None:
    ended = run("compile")
    assert ended.returncode == 0 and b"info string" in ended.stdout


def test_numba_is_missing(tmp_path: Path) -> None:
    """A sentence that says what to do, in the conversation and beside it.

    Nothing is compiled yet, and neither this process nor those that compile can import it.
    """
    (tmp_path / "numba").mkdir()
    missing = 'raise ModuleNotFoundError("No module named \'numba\'", name="numba")\n'
    (tmp_path / "numba" / "__init__.py").write_text(missing)
    places = {"PYTHONPATH": str(tmp_path), "SESAME_CACHE_DIR": str(tmp_path / "kept")}
    with subprocess.Popen(
        [sys.executable, str(DOOR)],
        env=os.environ | places,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"uci\nisready\n")
        process.stdin.flush()
        assert process.wait(LOADING_PATIENCE) == 1
        told, complained = process.stdout.read(), process.stderr.read()
    assert b"uciok\n" in told and b"readyok" not in told
    assert b"numba" in told and b"pip install" in told
    assert b"numba" in complained and b"Traceback" not in complained


def test_no_standard_output_at_all():
    """Started with it closed there is nobody to answer: an end, no traceback, no orphan."""
    command = f"exec {shlex.quote(sys.executable)} {shlex.quote(str(DOOR))} go depth 2 >&-"
    ended = subprocess.run(
        ["/bin/sh", "-c", command], stderr=subprocess.PIPE, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0 and ended.stderr == b""
