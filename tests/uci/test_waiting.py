"""Commands that wait for the engine: in their order, each once, and none after the end."""

import threading

from engine.uci.waiting import Waiting
from tests.uci.talk import PATIENCE


def obeyed(waiting: Waiting) -> list[str]:
    lines: list[str] = []
    waiting.obey_all(lambda line, seconds: lines.append(line))
    return lines


def test_lines_are_obeyed_in_their_order_and_then_none_is_kept() -> None:
    waiting = Waiting()
    assert waiting.keep("isready", "isready\n") and waiting.keep("go", "go depth 1\n")
    assert obeyed(waiting) == ["isready\n", "go depth 1\n"]
    assert not waiting.keep("d", "d\n")
    assert obeyed(waiting) == [] and waiting.unanswered is None


def test_what_is_read_meanwhile_is_obeyed_too() -> None:
    """The last line of the queue may be followed by another while it is being obeyed."""
    waiting, lines = Waiting(), []
    waiting.keep("d", "first")

    def obey(line: str, seconds: float) -> None:
        assert waiting.is_obeying and seconds >= 0
        lines.append(line)
        if line == "first":
            assert waiting.keep("d", "second")

    waiting.obey_all(obey)
    assert lines == ["first", "second"] and not waiting.is_obeying


def test_the_oldest_of_a_command_is_taken() -> None:
    waiting = Waiting()
    for line in ("one", "two"):
        waiting.keep("isready", line)
    waiting.keep("d", "three")
    assert waiting.take("isready")
    assert waiting.unanswered == "two"
    assert waiting.take("isready") and not waiting.take("isready")
    assert obeyed(waiting) == ["three"]


def test_nobody_waits_for_a_silent_command() -> None:
    waiting = Waiting()
    waiting.keep("setoption", "setoption name Hash value 1")
    assert waiting.unanswered is None
    waiting.keep("go", "go infinite")
    assert waiting.unanswered == "go infinite"


def test_giving_up_says_whether_anybody_waits() -> None:
    waiting = Waiting()
    assert not waiting.give_up()
    waiting = Waiting()
    waiting.keep("isready", "isready")
    assert waiting.give_up()
    assert not waiting.keep("isready", "isready") and not waiting.take("isready")


def test_two_threads_lose_nothing() -> None:
    """The reader keeps lines while the loading thread obeys them."""
    waiting, lines, started = Waiting(), [], threading.Event()
    waiting.keep("d", "0")

    def obey(line: str, seconds: float) -> None:
        started.set()
        lines.append(line)

    obeying = threading.Thread(target=waiting.obey_all, args=(obey,))
    obeying.start()
    assert started.wait(PATIENCE)
    kept = [str(number) for number in range(1, 2000) if waiting.keep("d", str(number))]
    obeying.join(PATIENCE)
    assert lines == ["0", *kept]
