"""Games out of databases and PGN: moves, scores, results, and what is left out."""

from collections import Counter
from pathlib import Path

import chess
import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.games.read import PlayedGame, read_games, score_in
from engine.lab.match.pgn import write_games
from engine.lab.match.store import Store
from tests.lab.match.handmade import LEGAL, game, games_of, plan_between

PGN = """[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1. e4 {book} e5 {+0.25/7 0.1s} 2. Qh5 {-1.50/12 1s, a long think} Ke7 {-M2/9 0.1s}
3. Qxe5# {+M1/1 0.1s} 1-0
"""


def read(path: Path) -> tuple[list[PlayedGame], Counter[str]]:
    skipped: Counter[str] = Counter()
    return list(read_games([path], skipped)), skipped


def test_pgn_with_scores(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    (one,), skipped = read(path)
    assert [move.move.uci() for move in one.moves] == "e2e4 e7e5 d1h5 e8e7 h5e5".split()
    assert [move.score for move in one.moves] == [None, 25, -150, None, None]
    assert [move.given for move in one.moves] == [True, False, False, False, False]
    assert (one.points_of(chess.WHITE), one.points_of(chess.BLACK)) == (1.0, 0.0)
    assert one.names == ("Anna", "Boris") and not skipped


COMMENTS = {
    "ours": ("+0.35/12 0.500s", 35),
    "minus": ("-12.05/3 1s", -1205),
    "even": ("+0.00/8 0s", 0),
    "no sign": ("0.5/8", 50),
    "mate": ("+M5/20 1s", None),
    "book": ("book", None),
    "prose": ("better was 12.Qh5", None),
    "a fraction in prose": ("1/2 a point", None),
    "a date": ("2020.11.12", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("comment", "score"), COMMENTS.values(), ids=COMMENTS)
def test_scores_in_comments(comment: str, score: int | None) -> None:
    assert score_in(comment) == score


BAD = {
    "unfinished": ('[Result "*"]\n\n1. e4 *\n', "no result"),
    "illegal": ('[Result "1-0"]\n\n1. e5 1-0\n', "an illegal move"),
    "a castling right without a rook": (
        '[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n[Result "1-0"]\n\n1. O-O 1-0\n',
        "an illegal start position",
    ),
    "variant": ('[Variant "Atomic"]\n[Result "1-0"]\n\n1. e4 1-0\n', "another variant"),
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_names_in_any_letters(tmp_path: Path, encoding: str) -> None:
    """Players are chosen by them, for books and for the model of win, draw and loss."""
    path = tmp_path / "games.pgn"
    path.write_bytes(PGN.replace("Anna", "Müller").encode(encoding))
    (one,), _ = read(path)
    assert one.names == ("Müller", "Boris")
    assert one.is_by(chess.WHITE, frozenset({"Müller"}))


@pytest.mark.parametrize("tag", ["", '[Variant "Chess960"]\n'], ids=["unsaid", "said"])
def test_chess960(tmp_path: Path, tag: str) -> None:
    """With its castling, whether the game says what it is or not."""
    fen = "bnrbnk1r/pppppppp/8/8/8/8/PPPPPPPP/BNRBNK1R w KQkq - 0 1"
    path = tmp_path / "games.pgn"
    path.write_text(f'{tag}[FEN "{fen}"]\n[Result "1-0"]\n\n1. O-O O-O 1-0\n')
    (one,), skipped = read(path)
    assert [move.move.uci() for move in one.moves] == ["f1h1", "f8h8"] and not skipped
    board = one.start.copy()
    for move in one.moves:
        board.push(move.move)
    assert board.piece_at(chess.G1) == chess.Piece(chess.KING, chess.WHITE)


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD)
def test_games_that_cannot_be_used(tmp_path: Path, text: str, reason: str) -> None:
    """They cost themselves, not the games after them."""
    path = tmp_path / "games.pgn"
    path.write_text(text + "\n" + PGN)
    games, skipped = read(path)
    assert len(games) == 1 and skipped == {reason: 1}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    plan = plan_between()
    store = Store.create(tmp_path / "match.db", plan)
    for one in games_of(plan):
        store.add(one)
    store.close()
    return store.path


def test_a_database(database: Path) -> None:
    """Handmade: eight games, of which the one that Anna loses ends by the flag."""
    games, skipped = read(database)
    assert skipped == {"time forfeit": 1} and len(games) == 7
    first = games[0]
    assert first.names == ("Anna", "Boris") and first.versions == ("Sesame 0.1.0", "Boris 3")
    assert [move.move.uci() for move in first.moves] == ["e2e4", "e7e5", *LEGAL]
    assert [move.given for move in first.moves][:3] == [True, True, False]
    assert [move.score for move in first.moves][2:5] == [10, 20, 30]


def test_a_database_and_its_pgn_are_the_same(database: Path, tmp_path: Path) -> None:
    store = Store.open(database)
    path = tmp_path / "match.pgn"
    with path.open("w", encoding="utf-8") as output:
        write_games(
            (one for one in store.games() if not one.reason.is_fault), store.plan.settings, output
        )
    store.close()
    from_pgn, from_database = read(path)[0], read(database)[0]
    for one, other in zip(from_pgn, from_database, strict=True):
        assert (one.moves, one.points, one.names) == (other.moves, other.points, other.names)
        assert one.is_by(chess.WHITE, frozenset()) == other.is_by(chess.WHITE, frozenset())


def test_whose_moves() -> None:
    """Sesame is known by what it calls itself, others by their names."""
    board, none = chess.Board(), frozenset()
    one = PlayedGame(board, (), 0.5, ("A", "B"), ("Sesame 0.1.0", "Other 3"))
    assert one.is_by(chess.WHITE, none) and not one.is_by(chess.BLACK, none)
    assert one.is_by(chess.BLACK, frozenset({"B"})) and not one.is_by(chess.WHITE, frozenset("B"))
    unknown = one._replace(names=("Sesame 0.2", "B"), versions=("", ""))
    assert unknown.is_by(chess.WHITE, none) and not unknown.is_by(chess.BLACK, none)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(LaboratoryError, match="Cannot read"):
        read(tmp_path / "nothing.pgn")


def test_games_without_moves_are_games() -> None:
    assert game(plan_between().tasks[0], "*").moves == ()
