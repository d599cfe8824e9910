"""Numbers that learn within bounds: the nearer the bound, the less a bonus moves them.

A bonus and a malus count alike: divisions round to zero, where `//` would round a malus up.
"""

from engine.machine.core import core, int64


@core(int64(int64, int64), forceinline=True)
def part(number, divisor):
    """A number divided by a positive one, rounded to zero."""
    return number // divisor if number >= 0 else -(-number // divisor)


@core(int64(int64, int64, int64), forceinline=True)
def drawn_to(value, bonus, most):
    """A value between -most and most after a bonus, which may be negative."""
    return value + bonus - part(value * abs(bonus), most)
