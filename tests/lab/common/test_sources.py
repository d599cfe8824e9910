"""What identifies a version of Sesame: everything that decides how it plays, and nothing else."""

from pathlib import Path

import pytest

from engine.lab.common import sources
from engine.lab.common.sources import hash_of, sesame_source

FILES = (
    "uci.py",
    "openings/book.bin",
    "engine/thinking/clock.py",
    "engine/evaluation/tapered/weights.json",
    "engine/uci/win_draw_loss.json",
)
OTHERS = ("engine/lab/match/play.py", "openings/README.md", "engine/thinking/notes.txt")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*FILES, *OTHERS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_an_edit_changes_it(name: str, checkout: Path) -> None:
    before = sesame_source()
    (checkout / name).write_text("edited")
    assert before and sesame_source() not in (before, "")


@pytest.mark.parametrize("name", OTHERS)
def test_what_does_not_play_does_not(name: str, checkout: Path) -> None:
    before = sesame_source()
    (checkout / name).write_text("edited")
    assert sesame_source() == before


def test_files_that_cannot_be_read_have_no_hash(tmp_path: Path) -> None:
    assert hash_of([tmp_path / "nothing"]) == hash_of([]) == ""


def test_this_checkout_has_one() -> None:
    assert len(sesame_source()) == sources.HASH_DIGITS
