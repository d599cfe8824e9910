"""`sesame proof`: what it says, its exit status, and bad input."""

import pytest

from engine.lab.proof.command import main

PROBLEM = "k7/P7/P7/P7/P7/P7/P7/R3K3 w Q - 0 1"


@pytest.mark.parametrize("form", ["tree", "pn2", "dfpn"])
def test_a_proof(form, capsys):
    assert main([PROBLEM, "--form", form]) == 0
    said = capsys.readouterr().out.rstrip()
    assert said.startswith("Proved: White mates") and said.endswith("#")


def test_the_printed_count(tmp_path, capsys):
    """Breuker 1998, table G.1, Krabbé 35."""
    page = tmp_path / "proof.html"
    assert main([*PROBLEM.split(), "--papers", "--form", "tree", "--html", str(page)]) == 0
    said = capsys.readouterr().out
    assert "296" in said and f"{page}: 296 nodes." in said
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    "words",
    [
        ("--form", "pn2", "--kept-trees", "3"),
        ("--form", "pn2", "--kept-trees", "3", "--memory", "4"),
        ("--form", "tree", "--releases"),
        ("--form", "bta", "--releases", "--memory", "1"),
    ],
)
def test_memory_that_is_kept_or_given_up(words, capsys):
    assert main([PROBLEM, *words]) == 0
    assert capsys.readouterr().out.startswith("Proved: White mates")


def test_too_many_kept_trees(capsys):
    assert main([PROBLEM, "--form", "pn2", "--kept-trees", "1001"]) == 2
    assert "1000" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["tree", "dag", "dcg", "bta", "pn2", "dfpn"])
def test_what_a_form_cannot_do_is_refused(form, capsys):
    """Not passed over in silence: the numbers would be taken for those of what was asked."""
    for switch, forms in ((["--releases"], ("tree", "bta")), (["--kept-trees", "2"], ("pn2",))):
        refused = form not in forms
        assert main([PROBLEM, "--form", form, *switch]) == (2 if refused else 0)
        assert (switch[0] in capsys.readouterr().err) == refused


def test_another_goal(capsys):
    """Stalemate is no loss."""
    assert main(["8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "--goal", "not lost"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Proved: White does not lose; the proof has 0 plies at most.")


def test_a_mate_in_one(capsys):
    assert main(["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]) == 0
    assert capsys.readouterr().out.startswith("Proved: White mates in 1 ply at most.")


def test_a_disproof(capsys):
    assert main(["7k/8/8/8/8/8/8/K7 w - - 0 1"]) == 0
    assert capsys.readouterr().out.startswith("Disproved that White mates.")
    assert main(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--form", "dcg"]) == 0
    assert "may be wrong" in capsys.readouterr().out


def test_the_limits_are_kept(capsys):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert main([start, "--nodes", "1000"]) == 1
    assert "Not decided whether White mates: the limit of nodes" in capsys.readouterr().out
    assert main([start, "--memory", "1", "--form", "bta"]) == 1
    assert "the memory was full" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["7k/8/8"], "A FEN has 4 to 6 fields"),
        (["8/8/8/8/8/8/8/8", "w", "-", "-"], "king"),
        ([PROBLEM, "--nodes", "0"], "0 is less than 1"),
        ([PROBLEM, "--form", "alpha-beta"], "alpha-beta"),
        ([PROBLEM, "--goal", "draw"], "draw"),
        ([PROBLEM, "--form", "dfpn", "--html", "x.html"], "keeps no tree"),
        ([PROBLEM, "--html", "/nowhere/at/all.html"], "nowhere"),
        ([], "FEN"),
    ],
)
def test_bad_input(words, part, capsys):
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("sesame proof: ") and part in said and said.count("\n") == 1
