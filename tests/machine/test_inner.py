"""Functions that only compiled code calls: no machine code is made of them, kept or not."""

import subprocess
import sys

import pytest

from engine.machine.core import UNCOMPILED, core, door, int64

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

AS_ANOTHER_START = """
from tests.machine.test_inner import hypotenuse_squared, sum_of_squares
print(sum_of_squares(5, 7), sum(hypotenuse_squared.dispatcher.stats.cache_hits.values()))
"""


@core(int64(int64))
def square(number):
    return number * number


@core(int64(int64, int64))
def hypotenuse_squared(one, two):
    return square(one) + square(two)


@door(int64(int64, int64))
def sum_of_squares(one, two):
    return hypotenuse_squared(one, two)


def test_the_functions_behind_a_door_are_bitcode():
    from engine.machine.lowering.code_files import kept_code
    from engine.machine.lowering.inner import BitcodeLibrary

    assert sum_of_squares(3, 4) == 25
    for function in (square, hypotenuse_squared):
        (compiled,) = function.dispatcher.overloads.values()
        assert isinstance(compiled.library, BitcodeLibrary)
        assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name) == 0
    assert kept_code(sum_of_squares.dispatcher)


def test_another_start_takes_them_from_the_cache(tmp_path, monkeypatch):
    """The second compiles the door from the kept bitcode of what it calls."""
    monkeypatch.setenv("SESAME_CACHE_DIR", str(tmp_path))
    for loaded in (0, 1):
        done = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER_START], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["74", str(loaded)], done.stderr
        (kept_door,) = tmp_path.rglob("*sum_of_squares*door*.nbc")
        kept_door.unlink()


def test_any_function_can_be_called_from_python():
    """It is compiled as a door of its own, beside what callers take."""
    assert square(-9) == 81
    assert sum_of_squares(1, 2) == 5
    assert hypotenuse_squared(1, 2) == 5
