"""A game is a further part of the core: compiled when it is first played, and not before."""

import pytest

from engine.games.games import GAMES
from engine.machine import linking
from engine.machine.core import UNCOMPILED
from engine.machine.plan import doors_named
from engine.thinking import loading

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_chess_does_not_wait_for_it(game: str) -> None:
    """Neither `compile` nor the process that compiles beside knows it."""
    assert game not in loading.PARTS
    chess = {door for part in loading.PARTS for door in loading.doors_of(part)}
    assert not chess & set(loading.doors_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_kept(game: str) -> None:
    """All its doors: they need nothing that a process without Numba lacks."""
    loading.load_part(game)
    assert loading.has_core(game)
    doors = doors_named(loading.doors_of(game))
    assert linking.link(game, [door.name for door in doors])
    assert all(linking.address_of(door.name) for door in doors)


def test_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is compiled, and only then."""
    said: list[str] = []
    compiled: list[str] = []
    monkeypatch.setattr(loading, "_loaded", set())
    monkeypatch.setattr(loading, "is_complete", compiled.__contains__)
    monkeypatch.setattr(loading, "compile_part", lambda part, doors: compiled.append(part))
    for _ in range(2):
        loading.load_part("Domineering", said.append)
    assert compiled == ["Domineering"]
    assert said == [loading.COMPILING]
