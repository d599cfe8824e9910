"""Lines are whole, and a listener who has gone ends the process quietly."""

import errno
import io
import threading

import pytest

from engine.uci.output import Output


def test_lines_of_several_threads_stay_whole() -> None:
    stream = io.StringIO()
    output = Output(stream)
    writers = [
        threading.Thread(target=lambda name=name: [output(name * 500) for _ in range(200)])
        for name in "abcd"
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = stream.getvalue().splitlines()
    assert sorted(lines) == sorted(name * 500 for name in "abcd" for _ in range(200))


def test_letters_that_the_stream_cannot_write() -> None:
    """Windows gives a pipe its old code page; that is no closed pipe."""
    told: list[int] = []
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="cp1252", newline="\n")
    output = Output(stream, on_closed=told.append)
    output.say("unknown: ♞ ½ \udcff")
    assert written.getvalue() == "info string unknown: ? ½ ?\n".encode("cp1252") and not told


class Closed(io.StringIO):
    """A pipe whose other end is closed."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize("closed", [False, True], ids=["broken pipe", "closed file"])
def test_a_closed_stream(closed: bool) -> None:
    told: list[int] = []
    stream = io.StringIO() if closed else Closed()
    if closed:
        stream.close()
    output = Output(stream, on_closed=told.append)
    output("readyok")
    assert told == [0]


class Full(io.StringIO):
    """A pipe that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()

    def write(self, text: str) -> int:
        self.may_go_on.wait(60)
        return super().write(text)


def test_the_end_does_not_wait_for_a_reader() -> None:
    """Another thread is in the middle of a line for a full pipe (kind C26)."""
    stream = Full()
    output = Output(stream)
    writer = threading.Thread(target=output, args=("info depth 1",), daemon=True)
    writer.start()
    output.say_at_the_end("It was stopped.", 0.05)
    assert stream.getvalue() == "" and writer.is_alive()
    stream.may_go_on.set()
    writer.join(10)
    output("bestmove e2e4")
    assert stream.getvalue().splitlines()[-1] == "bestmove e2e4"


class FullDisk(io.StringIO):
    """A file on a disk without room."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told_of(capsys: pytest.CaptureFixture) -> None:
    """The answer is lost, and whoever asked should know."""
    told: list[int] = []
    Output(FullDisk(), on_closed=told.append)("readyok")
    assert told == [1]
    assert "cannot be written: No space left" in capsys.readouterr().err
