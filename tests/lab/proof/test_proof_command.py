"""`sesame proof`: what it says, its exit status, and bad input."""

import chess
import pytest

from engine.lab.proof.command import main

PROBLEM = "k7/P7/P7/P7/P7/P7/P7/R3K3 w Q - 0 1"
FORMS = ("tree", "dag", "dcg", "bta", "pn2", "dfpn")
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
BARED = "8/8/8/8/8/1kP5/8/K7 w - - 0 1"
"""White loses the pawn at once: then only kings are left."""


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


@pytest.mark.parametrize("form", FORMS)
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
    assert said.startswith("Proved: White does not lose.")


@pytest.mark.parametrize("piece", "qrbnQRBN")
def test_promotion_is_for_pawn_endings(piece, capsys):
    """With a queen at the start there would be nothing to prove."""
    assert main([f"8/P3k3/8/8/8/8/7{piece}/4K3 w - - 0 1", "--goal", "promotion"]) == 2
    said = capsys.readouterr().err
    assert said == "sesame proof: The goal promotion is for kings and pawns only.\n"


@pytest.mark.parametrize("form", FORMS)
def test_a_promotion(form, capsys):
    """The line ends in a position with a queen; df-pn has kept the first move of it."""
    fen = "8/8/1P6/8/8/8/7k/K7 w - - 0 1"
    assert main([fen, "--goal", "promotion", "--form", form]) == 0
    sentence, *facts = capsys.readouterr().out.splitlines()
    assert sentence == "Proved: White reaches the goal promotion; the proof takes at most 3 plies."
    assert "1. b7 " in facts[-1] and (" 2. b8=Q" in facts[-1] or form == "dfpn")


def test_a_mate_in_one(capsys):
    assert main(["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]) == 0
    assert capsys.readouterr().out.startswith("Proved: White mates in 1 ply at most.")


def test_a_disproof(capsys):
    assert main(["7k/8/8/8/8/8/8/K7 w - - 0 1"]) == 0
    assert capsys.readouterr().out.startswith("Disproved that White mates.")


BY_PATH = ("tree", "dag", "pn2")
"""The forms that judge a position by the path to it, and see the fifty-move rule."""
ONLY_MOVE = "8/8/8/8/8/5k2/4q3/7K w - - {} 100"
"""Kg1 is the only move, Qg2 mates."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("clock", [0, 97, 98, 99])
def test_a_loss_that_the_fifty_move_rule_may_prevent(form, clock, capsys):
    """The mate counts with the hundredth ply, but not after it: the rule is that of python-chess.
    A form that does not see the rule says so where it may matter."""
    board = chess.Board(ONLY_MOVE.format(clock))
    assert [move.uci() for move in board.legal_moves] == ["h1g1"]
    board.push_uci("h1g1")
    saved = board.is_fifty_moves()
    board.push_uci("e2g2")
    assert board.is_checkmate() and saved == (clock == 99)
    assert main([ONLY_MOVE.format(clock), "--goal", "not lost", "--form", form]) == 0
    said = capsys.readouterr().out.splitlines()[0]
    proved = saved and form in BY_PATH
    assert said.startswith(
        "Proved: White does" if proved else "Disproved that White does not lose."
    )
    assert ("fifty-move rule" in said) == (clock > 90 and form not in BY_PATH)


def sentence_about(question, form, capsys):
    """What is printed first about a position and a goal, which a form decides."""
    fen, goal = question
    assert main([fen, "--goal", goal, "--form", form]) == 0
    return capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize("form", ["dcg", "bta", "dfpn"])
@pytest.mark.parametrize(
    ("question", "said", "doubted"),
    [
        # Kg6, Kg8, Ra8 mates: with the hundredth ply, and one ply too late.
        (("7k/8/8/6K1/8/8/8/R7 w - - 97 100", "mate"), "Proved: White mates in 3 plies", False),
        (("7k/8/8/6K1/8/8/8/R7 w - - 98 100", "mate"), "Proved: White mates in 3 plies", True),
        # A draw is no mate and no loss, whatever makes it one.
        ((BARED.replace("0 1", "99 100"), "mate"), "Disproved that White mates.", False),
        ((BARED.replace("0 1", "99 100"), "not lost"), "Proved: White does not lose", False),
    ],
)
def test_only_what_draws_spoil_is_doubted_for_the_fifty_move_rule(
    form, question, said, doubted, capsys
):
    sentence = sentence_about(question, form, capsys)
    assert sentence.startswith(said)
    assert ("fifty-move rule" in sentence) == doubted


@pytest.mark.parametrize("form", ["tree", "dcg", "bta"])
@pytest.mark.parametrize(
    ("question", "said", "hangs_on_a_draw"),
    [
        (("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate"), "Proved: White mates", False),
        ((STALEMATED, "mate"), "Disproved that Black mates", False),
        ((BARED, "mate"), "Disproved that White mates", True),
        ((BARED, "not lost"), "Proved: White does not lose", True),
        ((ONLY_MOVE.format(0), "not lost"), "Disproved that White does not lose", False),
    ],
)
def test_dcg_is_doubted_where_its_result_hangs_on_a_draw(
    form, question, said, hangs_on_a_draw, capsys
):
    """Schijf 1993, section 5.4; a position that the rules decide is no repetition."""
    sentence = sentence_about(question, form, capsys)
    assert sentence.startswith(said)
    assert ("may be wrong" in sentence) == (hangs_on_a_draw and form == "dcg")


def test_the_limits_are_kept(capsys):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert main([start, "--nodes", "1000"]) == 1
    assert "Not decided whether White mates: the limit of nodes" in capsys.readouterr().out
    assert main([start, "--memory", "1", "--form", "bta"]) == 1
    assert "the memory was full" in capsys.readouterr().out
    # Nearly all moves lead to a known position, and take a slot without being a new node.
    assert (
        main(["7k/8/8/8/8/8/8/K7 w - - 0 1", "--papers", "--form", "bta", "--nodes", "3000"]) == 1
    )
    assert "the limit of nodes" in capsys.readouterr().out


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
