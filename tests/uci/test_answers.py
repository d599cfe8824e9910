"""The real engine: what its answers contain, and the commands for people."""

import pytest

from tests.uci.conversation import Conversation, bestmove, complaints


def test_what_a_user_may_look_at(sesame: Conversation) -> None:
    sesame.go("position startpos moves e2e4", "go depth 3")
    for command in ("d", "eval", "table", "help"):
        lines = sesame.ask(command)
        assert len(lines) > 1 and not complaints(lines), command


def test_debug_gives_the_statistics(sesame: Conversation) -> None:
    """Lazar 1995 prints nodes, table and collisions after each search."""
    lines = sesame.go("debug on", "go depth 4")
    assert any("nodes" in line for line in complaints(lines))
    assert any("collisions" in line for line in complaints(lines))


def test_perft(sesame: Conversation) -> None:
    """The 20 root moves and the published number for 3 plies."""
    lines = sesame.ask("go perft 3", answer="Nodes searched")
    assert lines[-1] == "Nodes searched: 8902"
    assert "e2e4: 600" in lines and len([line for line in lines if ": " in line]) == 21


# deeper than the core's stacks: it must not write beyond them
@pytest.mark.parametrize("go", ["go depth 127", "go depth 1000000", "go mate 1000000"])
def test_no_depth_is_too_deep(sesame: Conversation, go: str) -> None:
    """B13, StockNemo#58, weiss#421: the pawn ending lets the search run to its last ply."""
    sesame.send("position fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", go)
    lines = sesame.silence(0.5)
    if not any(line.startswith("bestmove") for line in lines):
        lines = sesame.go("stop", seconds=5)
    assert lines[-1].startswith("bestmove d3") or lines[-1].startswith("bestmove d2")


@pytest.mark.parametrize("depth", [127, 1_000_000])
def test_no_perft_is_too_deep(sesame: Conversation, depth: int) -> None:
    """Thirty plies of it would take for ever; it is stopped."""
    sesame.send("position fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", f"go perft {depth}")
    assert not any(line.startswith("Nodes searched") for line in sesame.silence(0.3))
    sesame.ask("stop", answer="Stopped after", seconds=5)


def test_perft_of_nothing(sesame: Conversation) -> None:
    """Depth 0 is one leaf by the definition of perft."""
    assert sesame.ask("go perft 0", answer="Nodes searched")[-1] == "Nodes searched: 1"


def test_perft_can_be_stopped(sesame: Conversation) -> None:
    sesame.send("go perft 15")
    sesame.silence(0.3)
    lines = sesame.ask("stop", answer="Stopped after", seconds=5)
    assert not any(line.startswith("Nodes searched") for line in lines)


def test_bench_can_be_stopped(sesame: Conversation) -> None:
    sesame.send("bench 30")
    sesame.silence(0.3)
    lines = sesame.ask("stop", answer="Stopped after", seconds=5)
    assert not any(line.startswith("Bench") for line in lines)


def test_currmove_comes_after_a_second(sesame: Conversation) -> None:
    sesame.send("go infinite")
    early = sesame.silence(0.5)
    late = sesame.silence(2.0)
    bestmove(sesame.go("stop"))
    assert not any(" currmove " in line for line in early)
    assert any(" currmove " in line and " currmovenumber " in line for line in late)


def test_every_word_of_an_info_line(sesame: Conversation) -> None:
    lines = sesame.go("go depth 6")
    full = [line for line in lines if " pv " in line]
    for word in ("depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"):
        assert all(f" {word} " in line for line in full), word
    assert [line.split()[2] for line in full if "bound" not in line][-1] == "6"


def test_the_ponder_move_is_the_second_of_the_line(sesame: Conversation) -> None:
    """B19, fastchess#997."""
    lines = sesame.go("go depth 6")
    line = [line for line in lines if " pv " in line][-1].split(" pv ")[1].split()
    assert lines[-1].split()[1:] == [line[0], "ponder", line[1]]
