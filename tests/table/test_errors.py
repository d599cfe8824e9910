"""Type-1 and type-2 error formulas against the worked example, exact fractions and simulation."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.table.errors import (
    error_probability,
    expected_errors,
    expected_errors_exact,
    expected_losses,
    no_error_probability,
    no_error_probability_exponential,
    no_error_probability_quadratic,
)

pytestmark = pytest.mark.uncompiled

# Breuker (1998), the example after formula 2.2: two hours at 100,000 nodes a second, of which
# 30 % are stored.
STORED = 0.30 * 100_000 * 2 * 60 * 60


def test_worked_example_of_the_thesis():
    assert STORED == 2.16e8
    assert error_probability(STORED, 2**32) == 1
    assert error_probability(STORED, 2**62) < 0.01, "62 bits are the least for under 1 %"
    assert 0.010 < error_probability(STORED, 2**61) < 0.0101
    assert error_probability(STORED, 2**64) == pytest.approx(1.26e-3, rel=0.01)
    assert no_error_probability(STORED, 2**64) == pytest.approx(1 - 1.26e-3, abs=1e-5)


def test_expected_errors_are_not_the_printed_0_05():
    """The thesis prints 0.05 for 64 bits; its own formula 2.2 gives 0.00126."""
    assert expected_errors(STORED, 2**64) == pytest.approx(STORED**2 / 2**65, rel=1e-8)
    assert expected_errors(STORED, 2**64) == pytest.approx(1.26e-3, rel=0.01)
    assert expected_errors_exact(STORED, 2**64) == pytest.approx(1.26e-3, rel=0.01)


def test_lazar_expected_one_collision():
    """Lazar (1995), sample output: 486 places filled of 65,536, "6 collisions, 1 expected"."""
    assert int(expected_errors(486 + 6, 65_536)) == 1
    assert expected_errors(486 + 6, 65_536) == pytest.approx(1.84, abs=0.01)


def test_birthdays():
    """The birthday problem: 23 persons are the fewest of whom two likely share one of 365 days."""
    assert error_probability(22, 365) < 0.5 < error_probability(23, 365)
    assert error_probability(23, 365) == pytest.approx(0.5073, abs=5e-5)


SIZES = {
    "2 in 2": (2, 2),
    "5 in 16": (5, 16),
    "300 in 1000": (300, 1000),
    "1000 in 1000": (1000, 1000),
    "2000 in 2^20": (2000, 2**20),
    "12,000 in 20,000": (12_000, 20_000),
    "12,000 in 2^22": (12_000, 2**22),
    "12,000 in 2^25": (12_000, 2**25),
    "12,000 in 2^64": (12_000, 2**64),
}


@pytest.mark.parametrize(("positions", "size"), SIZES.values(), ids=SIZES.keys())
def test_closed_forms_equal_exact_fractions(positions, size):
    places, none_twice = 1, 1
    for number in range(1, positions):
        places *= size
        none_twice *= size - number
    exact = Fraction(none_twice, places)
    assert no_error_probability(positions, size) == pytest.approx(float(exact), rel=1e-5)
    assert error_probability(positions, size) == pytest.approx(float(1 - exact), rel=1e-7)
    empty = Fraction(size - 1, size) ** positions
    exactly = float(positions - size * (1 - empty))
    assert expected_errors_exact(positions, size) == pytest.approx(exactly, rel=1e-9)


@pytest.mark.parametrize(("positions", "size"), [(40, 64), (200, 1024), (600, 512)])
def test_simulated_hashing_errs_as_often_as_expected(positions, size):
    """The law behind `expected`: throw positions at places and count those that find company."""
    dice, rounds = random.Random(1998), 2000
    errors = [
        positions - len({dice.randrange(size) for _ in range(positions)}) for _ in range(rounds)
    ]
    mean = sum(errors) / rounds
    spread = (sum((count - mean) ** 2 for count in errors) / rounds) ** 0.5
    # Four standard errors of the mean: a wrong formula misses by far more.
    tolerance = 4 * spread / rounds**0.5
    assert expected_errors_exact(positions, size) == pytest.approx(mean, abs=tolerance)
    # Formula 2.2 pretends that the positions are thrown independently of each other's number.
    assert expected_errors(positions, size) == pytest.approx(mean, rel=0.02)
    clean = sum(count == 0 for count in errors) / rounds
    assert no_error_probability(positions, size) == pytest.approx(clean, abs=0.02)


TABLES = {
    "one level": (400, 256, 1, 64),
    "two levels": (400, 256, 2, 64),
    "two levels, few positions": (40, 256, 2, 64),
    "two levels, crowded": (2000, 256, 2, 64),
    "fewer hash values than buckets, one level": (100, 256, 1, 6),
    "fewer hash values than buckets, two levels": (100, 256, 2, 6),
    "as many hash values as buckets": (400, 256, 2, 8),
    "two hash values in a bucket": (400, 256, 2, 9),
    "four hash values in a bucket": (400, 256, 2, 10),
}


@pytest.mark.parametrize(("positions", "buckets", "levels", "bits"), TABLES.values(), ids=TABLES)
def test_simulated_buckets_lose_as_many_as_expected(positions, buckets, levels, bits):
    """Positions that find neither a free place of their bucket nor, by few bits, their own."""
    dice, rounds = random.Random(1995), 400
    lost = []
    for _ in range(rounds):
        places: dict[int, set[int]] = {}
        for _ in range(positions):
            value = dice.randrange(2**bits)
            bucket = places.setdefault(value % buckets, set())
            if len(bucket) < levels:
                bucket.add(value)
        lost.append(positions - sum(map(len, places.values())))
    mean = sum(lost) / rounds
    spread = (sum((count - mean) ** 2 for count in lost) / rounds) ** 0.5
    expected = expected_losses(positions, buckets, levels, bits)
    # As formula 2.2 does, it pretends that the positions come independently of their number.
    assert expected == pytest.approx(mean, abs=4 * spread / rounds**0.5 + 0.01 * mean + 0.02)


def test_losses_of_one_level_are_formula_2_2():
    """The number of buckets is N, or the number of hash values if that is less."""
    assert expected_losses(492, 65536, 1, 64) == expected_errors(492, 65536)
    assert expected_losses(5000, 2**18, 1, 16) == expected_errors(5000, 2**16)
    assert expected_losses(5000, 2**17, 2, 16) == expected_errors(5000, 2**16)


@pytest.mark.parametrize("formula", [expected_errors, expected_errors_exact])
def test_no_jump_where_the_series_takes_over(formula):
    size = 2.0**40
    below, above = formula(size * 0.999e-3, size), formula(size * 1.001e-3, size)
    assert above / below == pytest.approx((1.001 / 0.999) ** 2, rel=1e-5)


POSITIONS = some.integers(0, 2**30)
BITS = some.integers(1, 64)


@given(POSITIONS, BITS)
def test_bounds(positions, bits):
    """Probabilities stay within 0 and 1; the truth lies between the quadratic and exponential."""
    size = 2.0**bits
    clean = no_error_probability(positions, size)
    assert 0 <= clean <= 1
    assert clean + error_probability(positions, size) == pytest.approx(1)
    assert no_error_probability_quadratic(positions, size) <= clean + 1e-9
    assert clean <= no_error_probability_exponential(positions, size) + 1e-9
    assert 0 <= expected_errors(positions, size) <= max(positions, 0)
    assert expected_errors(positions, size) >= positions - size - 1e-6 * size


@given(POSITIONS, BITS)
def test_more_positions_never_err_less_and_more_bits_never_more(positions, bits):
    size = 2.0**bits
    assert expected_errors(positions + 1, size) >= expected_errors(positions, size) * (1 - 1e-8)
    assert expected_errors(positions, 2 * size) <= expected_errors(positions, size) * (1 + 1e-8)
    assert error_probability(positions + 1, size) >= error_probability(positions, size) * (1 - 1e-8)


def test_nothing_stored_nothing_wrong():
    for positions in (0, 1):
        assert no_error_probability(positions, 1024) == 1
        assert error_probability(positions, 1024) == 0
    assert expected_errors(0, 1024) == 0
    assert expected_errors_exact(1, 1024) == pytest.approx(0, abs=1e-9)
    assert expected_errors_exact(3, 1) == 2


def test_more_positions_than_places_must_err():
    assert no_error_probability(1025, 1024) == 0
    assert error_probability(1025, 1024) == 1
