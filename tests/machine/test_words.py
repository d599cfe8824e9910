"""The words of the machine do compiled what they do in plain Python, and nothing else slips in.

Three accidents of Numba give wrong numbers without a word: a signed number in an expression of
words, a float where signs meet, and a second signature of a cached function. The tests at the end
look for them in every compiled function of the engine.
"""

import random
import threading
import time

import numpy as np
import pytest
from numba import config, from_dtype, int64, njit, types, uint64, void
from numba.core.errors import NumbaError

from engine.machine import core as kinds
from engine.machine import words as machine_words
from engine.machine.calls import again, call_at, entrance
from engine.machine.core import core, door
from engine.machine.stopwatch import now
from engine.machine.words import (
    address,
    as_record,
    at,
    bit,
    copy,
    fresh,
    gather,
    highest,
    lowest,
    others,
    prefetch,
    size,
)

WORD = (1 << 64) - 1
CELL = np.dtype([("number", "u8"), ("change", "i8"), ("stop", "u8")], align=True)
Cell = from_dtype(CELL)

compiled_only = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")


def words(seed, number=300):
    """Words from thin to thick, the single bits, and both ends."""
    chance = random.Random(seed)
    thin = [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(number)]
    thick = [chance.getrandbits(64) | chance.getrandbits(64) for _ in range(number)]
    return [1, WORD, WORD - 1, *(1 << place for place in range(64)), *thin, *thick]


# Word: what it does by hand.
ON_BITS = {
    lowest: {0b1: 0, 0b1100: 2, 1 << 63: 63, WORD: 0},
    highest: {0b1: 0, 0b1100: 3, 1 << 63: 63, WORD: 63},
    others: {0b1: 0, 0b1100: 0b1000, 1 << 63: 0, WORD: WORD - 1},
    size: {0b1: 1, 0b1100: 2, 1 << 63: 1, WORD: 64},
    bit: {0: 1, 3: 8, 63: 1 << 63},
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("twin", ON_BITS, ids=lambda twin: twin.__name__)
def test_words_on_bits(twin):
    """Compiled and plain: the worked values, and the same for many others."""

    @njit(uint64(uint64))
    def compiled(squares):
        return twin(squares)

    for given, result in ON_BITS[twin].items():
        assert int(compiled(given)) == int(twin(machine_words.U64(given))) == result
    for given in range(64) if twin is bit else words(1):
        assert int(compiled(given)) == int(twin(machine_words.U64(given)))


@pytest.mark.uncompiled
@pytest.mark.parametrize("empty", [size, others], ids=lambda twin: twin.__name__)
def test_the_empty_set(empty):
    """It has no squares, and no others."""

    @njit(uint64(uint64))
    def compiled(squares):
        return empty(squares)

    assert int(compiled(0)) == int(empty(machine_words.U64(0))) == 0


@pytest.mark.uncompiled
def test_words_are_unsigned():
    """The twins give words, whose upper half is not negative and whose sums wrap around."""
    for twin, given in ((bit, 63), (others, WORD), (lowest, 1 << 63), (size, WORD)):
        assert type(twin(machine_words.U64(given))) is np.uint64
    with np.errstate(over="ignore"):
        assert machine_words.U64(0) - bit(0) == WORD


@njit(uint64(uint64, uint64, uint64, uint64))
def gathered(squares, mask, magic, shift):
    """The compiled word."""
    return gather(squares, mask, magic, shift)


@pytest.mark.uncompiled
@pytest.mark.parametrize("way", [True, False], ids=["by PEXT", "by factors"])
def test_the_twin_of_gather(way, monkeypatch):
    """By hand: bits moved together, or the upper bits of a product."""
    monkeypatch.setattr(machine_words, "processor_gathers", lambda: way)
    by_pext = gather(0b1010_0110, 0b1110_0010, 1, 0)
    by_factor = gather(0b1010_0110, 0b1110_0010, 1 << 56, 60)
    assert (by_pext if way else by_factor) == (0b1011 if way else 0b1010)


@pytest.mark.uncompiled
def test_gather():
    """Compiled and plain go the same way."""
    chance = random.Random(3)
    for mask in words(4):
        squares, magic = chance.getrandbits(64), chance.getrandbits(64)
        shift = chance.randrange(50, 64)
        found = int(gathered(squares, mask, magic, shift))
        assert found == int(gather(squares, mask, magic, shift))


@pytest.fixture
def cells():
    """Eight records, each with its place as number."""
    array = np.zeros(8, CELL).view(np.recarray)
    array.number = range(8)
    return array


@njit(void(uint64, int64))
def walk(where, steps):
    """Mark the record that lies some steps away, and copy the first into the last."""
    first = as_record(where, CELL)
    prefetch(first)
    other = at(first, steps)
    other.change -= int64(other.number) + steps
    copy(at(other, 1), first)


@njit(uint64(Cell))
def place_of(cell):
    """The address as compiled code sees it."""
    return address(cell)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("start", "steps"), [(0, 0), (0, 5), (6, -4)])
def test_records_are_pointers(start, steps, cells):
    """Forwards and backwards on a stack, written through, and copied whole."""
    cells[start].stop = WORD
    walk(address(cells[start]), steps)
    there = start + steps
    assert cells[there].change == -(there + steps)
    assert cells[there + 1].tobytes() == cells[start].tobytes()
    untouched = set(range(8)) - {there, there + 1, start}
    assert all(cells[i].item() == (i, 0, 0) for i in untouched)


@pytest.mark.uncompiled
def test_addresses(cells):
    """The plain words see the same places as the compiled ones, and write to the same memory."""
    assert [int(address(cell)) - int(address(cells[0])) for cell in cells] == [
        i * CELL.itemsize for i in range(8)
    ]
    assert int(place_of(cells[3])) == int(address(cells[3]))
    assert at(cells[2], 3).number == 5
    assert at(cells[2], -2).number == 0
    as_record(address(cells[4]), CELL).number = 44
    assert cells[4].number == 44
    copy(cells[0], cells[4])
    assert cells[0].number == 44


@compiled_only
def test_copying_needs_one_kind():
    """Two kinds of records are not copied onto each other."""
    other = from_dtype(np.dtype([("number", "u8")]))

    with pytest.raises(NumbaError):

        @njit(void(Cell, other))
        def mixed(one, two):
            copy(one, two)


@njit(int64(uint64), nogil=True)
def wait(where):
    """Count until another thread says stop."""
    cell, turns = as_record(where, CELL), int64(0)
    while not fresh(cell, "stop"):
        turns += 1
    return turns


@compiled_only
def test_fresh(cells):
    """What another thread writes ends a loop that changes nothing itself."""
    thread = threading.Thread(target=wait, args=(int(address(cells[0])),), daemon=True)
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    cells[0].stop = 1
    thread.join(5)
    assert not thread.is_alive()


@pytest.mark.uncompiled
def test_now():
    """Nanoseconds of the clock that Python calls monotonic."""

    @njit(int64())
    def compiled():
        return now()

    before = time.monotonic_ns()
    times = [compiled(), now(), compiled()]
    assert before <= times[0] <= times[1] <= times[2] <= time.monotonic_ns()


@njit(int64(int64, int64))
def ackermann(rows, columns):
    """A function that calls itself, twice in one line."""
    if rows == 0:
        return columns + 1
    if columns == 0:
        return again(rows - 1, int64(1))
    return again(rows - 1, again(rows, columns - 1))


@pytest.mark.uncompiled
def test_again():
    """Ackermann's function: A(2, 3) = 9, A(3, 3) = 61."""
    assert ackermann(2, 3) == 9
    assert ackermann(3, 3) == 61


@compiled_only
def test_again_with_other_arguments():
    """A call that does not fit the function is refused while compiling."""
    with pytest.raises((NumbaError, TypeError), match="does not fit"):

        @njit(int64(int64, int64))
        def wrong(one, two):
            return again(one)


@door(kinds.int64(kinds.int64, kinds.int64))
def less(one, two):
    return one - two


@door(kinds.int64(kinds.int64, kinds.int64))
def product(one, two):
    return one * two


@core(kinds.int64(kinds.uint64, kinds.int64, kinds.int64))
def applied(where, one, two):
    return call_at(where, one, two)


@pytest.mark.uncompiled
def test_call_at():
    """One caller, and whichever function its argument leads to; the order of arguments stays."""
    assert applied(entrance(less), 50, 8) == 42
    assert applied(entrance(product), -6, 7) == -42


@compiled_only
def test_call_at_a_signed_number_is_refused():
    """An address is a word; a signed number is none."""
    with pytest.raises((NumbaError, TypeError)):

        @njit(int64(int64))
        def wrong(one):
            return call_at(one, one)


@compiled_only
def test_the_core_is_compiled_alike():
    """Kept on disk, without the GIL, dividing like C, and for no second signature."""

    @core(kinds.int64(kinds.int64, kinds.int64))
    def divided(one, two):
        return one // two

    compiled = divided.dispatcher
    assert compiled.signatures == [(types.int64, types.int64)]
    assert not compiled._can_compile
    assert compiled.targetoptions["nogil"]
    assert compiled.targetoptions["error_model"] == "numpy"
    assert divided(7, 0) == 0


@compiled_only
def test_the_traps_are_seen():
    """A test that finds nothing must be known to find something: the traps in the smallest form."""
    from tests.core_types import floats, mixtures

    @njit(uint64(uint64))
    def once_a_word_once_signed(squares):
        found = uint64(0)
        for i in range(3):
            found = squares + i
            squares = found
        return uint64(found)

    @njit(uint64(uint64))
    def compared_with_a_signed_number(squares):
        return uint64(7) if squares < 5 else uint64(8)

    @njit(uint64(uint64))
    def masked_with_a_signed_number(squares):
        return uint64((squares & 1) << uint64(3))

    assert floats(once_a_word_once_signed)
    assert floats(compared_with_a_signed_number)
    assert mixtures(masked_with_a_signed_number)
    assert not floats(ackermann) + mixtures(ackermann) + floats(gathered) + mixtures(gathered)


@compiled_only
def test_no_floats_in_the_core():
    """Chess is counted in whole numbers: a float is a signed and an unsigned number that met."""
    from tests.core_types import core_functions, floats, name_of

    found = {name_of(function): floats(function) for function in core_functions()}
    assert len(found) > 50
    assert [f"{name}: {place}" for name, places in found.items() for place in places] == []


@compiled_only
def test_no_mixed_signs_in_the_core():
    """No operation on a word and a signed number: its result would be signed, silently."""
    from tests.core_types import core_functions, mixtures, name_of

    found = {name_of(function): mixtures(function) for function in core_functions()}
    assert [f"{name}: {place}" for name, places in found.items() for place in places] == []


@compiled_only
def test_one_signature_each():
    """Two signatures of one cached function can link the wrong body in another process."""
    from tests.core_types import core_functions, name_of

    wrong = [
        name_of(function)
        for function in core_functions()
        if len(function.signatures) != 1 or function._can_compile
    ]
    assert wrong == []
