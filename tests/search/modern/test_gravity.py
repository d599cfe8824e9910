"""What learns within bounds stays there, and takes good and bad news alike."""

import pytest

from engine.search.modern.gravity import drawn_to, part
from engine.search.modern.histories import FULL, MOST_BONUS


@pytest.mark.uncompiled
def test_a_part_is_rounded_to_zero():
    """As C divides, by hand: -7 by 2 is -3, and what is less than a part is nothing."""
    given = [(7, 2, 3), (-7, 2, -3), (6, 3, 2), (-6, 3, -2), (47, 48, 0), (-47, 48, 0), (0, 5, 0)]
    assert [int(part(number, divisor)) for number, divisor, _ in given] == [
        one for *_, one in given
    ]


@pytest.mark.uncompiled
def test_good_and_bad_news_count_alike():
    for value in (-FULL, -9000, -1, 0, 1, 77, FULL - 1):
        for bonus in (-MOST_BONUS, -1, 0, 1, 80, FULL):
            mirrored = int(drawn_to(-value, -bonus, FULL))
            assert int(drawn_to(value, bonus, FULL)) == -mirrored, (value, bonus)


@pytest.mark.uncompiled
def test_gravity():
    """From anywhere by anything: within the bounds, the right way, and full effect from zero."""
    values = [-FULL, -FULL + 1, -9000, -1, 0, 1, 77, 9000, FULL - 1, FULL]
    bonuses = [-FULL, -MOST_BONUS, -80, -1, 0, 1, 80, MOST_BONUS, FULL]
    for value in values:
        for bonus in bonuses:
            after = int(drawn_to(value, bonus, FULL))
            assert -FULL <= after <= FULL, (value, bonus)
            assert (after - value) * bonus >= 0, (value, bonus)
            assert abs(after - value) <= 2 * abs(bonus)
    assert [int(drawn_to(0, bonus, FULL)) for bonus in bonuses] == bonuses
    assert int(drawn_to(FULL, MOST_BONUS, FULL)) == FULL
    assert int(drawn_to(-FULL, -MOST_BONUS, FULL)) == -FULL


@pytest.mark.uncompiled
@pytest.mark.parametrize("bonus", [80, 500, MOST_BONUS])
def test_the_nearer_the_end_the_less_a_bonus_moves(bonus):
    """Repeated credit converges, and one blame takes more from a high value than from zero."""
    value, steps = 0, []
    for _ in range(1000):
        after = int(drawn_to(value, bonus, FULL))
        steps.append(after - value)
        value = after
    assert steps == sorted(steps, reverse=True)
    assert FULL - FULL // bonus - 1 <= value <= FULL
    assert value - int(drawn_to(value, -bonus, FULL)) > bonus
