"""A command that searches in its own processes compiles first, and says so."""

import pytest

from engine.lab.common.compiling import compile_core
from engine.process.texts import COMPILING
from engine.thinking import loading


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that were compiled."""
    parts: list[str] = []
    monkeypatch.setattr(loading, "UNCOMPILED", False)
    monkeypatch.setattr(loading, "_loaded", set())
    monkeypatch.setattr(loading, "is_complete", parts.__contains__)
    monkeypatch.setattr(loading, "compile_part", lambda part, doors: parts.append(part))
    return parts


def test_a_cold_laboratory_says_that_it_compiles(
    compiled: list[str], capsys: pytest.CaptureFixture
) -> None:
    compile_core(())
    assert compiled == ["Modern"]
    assert capsys.readouterr().err == f"sesame: {COMPILING}\n"


def test_a_warm_one_says_nothing(compiled: list[str], capsys: pytest.CaptureFixture) -> None:
    compiled.append("Modern")
    compile_core((("Hash", "16"),))
    assert compiled == ["Modern"]
    assert capsys.readouterr().err == ""


def test_the_search_that_was_chosen_is_compiled_too(compiled: list[str]) -> None:
    """Before several processes want it at once."""
    compile_core((("Search", "AliBaba"),), loading.FURTHER)
    assert compiled == ["Modern", "AliBaba", loading.FURTHER]
