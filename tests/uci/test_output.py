"""Lines are whole, and a listener who has gone ends the process quietly."""

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
    told: list[str] = []
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="cp1252", newline="\n")
    output = Output(stream, on_closed=lambda: told.append("closed"))
    output.say("unknown: ♞ ½ \udcff")
    assert written.getvalue() == "info string unknown: ? ½ ?\n".encode("cp1252") and not told


class Closed(io.StringIO):
    """A pipe whose other end is closed."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize("closed", [False, True], ids=["broken pipe", "closed file"])
def test_a_closed_stream(closed: bool) -> None:
    told: list[str] = []
    stream = io.StringIO() if closed else Closed()
    if closed:
        stream.close()
    output = Output(stream, on_closed=lambda: told.append("closed"))
    output("readyok")
    assert told == ["closed"]
