"""Numbers that learn within bounds: the nearer the bound, the less a lesson moves them.

Good and bad news count alike: divisions round to zero, where `//` would round bad news up.
"""

from engine.machine.core import core, int64


@core(int64(int64, int64), forceinline=True)
def part(number, divisor):
    """A number divided by a positive one, rounded to zero."""
    return number // divisor if number >= 0 else -(-number // divisor)


@core(int64(int64, int64, int64), forceinline=True)
def drawn_to(value, lesson, most):
    """A value between -most and most after a lesson, which may be negative."""
    return value + lesson - part(value * abs(lesson), most)
