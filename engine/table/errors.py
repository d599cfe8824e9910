"""How often a table errs: two positions with one hash value, or with one place.

A type-1 error takes one position for another (equal hash values); a type-2 error, or collision,
finds the place occupied (equal index). Both are the birthday problem: `positions` (M) different
ones are stored; `size` (N) is the number of hash values, for collisions the number of places.
Source: Breuker (1998), chapter 2.
"""

from math import exp, expm1, lgamma, log, log1p

# Up to this many positions the product is evaluated factor by factor; above it by closed forms,
# accurate to eight digits or more (2.16e8 factors would take a minute).
FEW = 10_000

# Below this M/N short power series are used: the full formulas subtract nearly equal numbers. At
# the border both are accurate to nine digits.
SMALL_LOAD = 1e-3


def no_error_probability(positions: float, size: float) -> float:
    """Return the probability that no two of the stored positions share a value.

    The product of 1 - i/N for i = 1 … M-1, worked out as a sum of logarithms.

    Parameters
    ----------
    positions : float
        M, how many different positions are stored.
    size : float
        N, how many values there are for them.

    Returns
    -------
    float
        Between 0 and 1; 0 as soon as there are more positions than values.
    """
    if positions <= 1:
        return 1.0
    if positions > size:
        return 0.0
    return exp(log_no_error(positions, size))


def log_no_error(positions: float, size: float) -> float:
    """Return the logarithm of the product, for at most as many positions as values."""
    if positions <= FEW:
        return sum(log1p(-number / size) for number in range(1, round(positions)))
    if positions > SMALL_LOAD * size:
        # N! / (N-M)! / N^M
        return lgamma(size + 1) - lgamma(size - positions + 1) - positions * log(size)
    # log(1-x) = -x - x²/2 - x³/3 - …, each power summed over i < M in closed form.
    last = positions - 1
    first_powers = last * positions / 2
    squares = first_powers * (2 * last + 1) / 3
    cubes = first_powers * first_powers
    return -first_powers / size - squares / (2 * size**2) - cubes / (3 * size**3)


def no_error_probability_quadratic(positions: float, size: float) -> float:
    """Approximate `no_error_probability` by 1 - M(M-1)/2N: for M much smaller than the root of N.

    It is a lower bound, negative for large M.
    """
    return 1 - positions * (positions - 1) / (2 * size)


def no_error_probability_exponential(positions: float, size: float) -> float:
    """Approximate `no_error_probability` by exp(-M(M-1)/2N), formula 2.1: an upper bound."""
    return exp(-positions * (positions - 1) / (2 * size))


def error_probability(positions: float, size: float) -> float:
    """Return the probability of at least one error, precise for small values, too."""
    if positions <= 1:
        return 0.0
    if positions > size:
        return 1.0
    return -expm1(log_no_error(positions, size))


def expected_errors(positions: float, size: float) -> float:
    """Return the expected number of errors: M - N(1 - exp(-M/N)), formula 2.2.

    Written as it stands the formula subtracts nearly equal numbers when M is much smaller than N:
    the 0.05 that the thesis prints for its example, where 0.00126 is right, may come from that.
    """
    load = positions / size
    if load < SMALL_LOAD:
        return positions * load * (1 / 2 - load * (1 / 6 - load * (1 / 24 - load / 120)))
    return positions + size * expm1(-load)


def expected_losses(positions: float, buckets: int, levels: int, hash_bits: int) -> float:
    """Return the expected number of positions that a table loses: those that find no place.

    For one level and a whole key this is formula 2.2. A bucket of two levels loses the third and
    each further position. Where few bits of the key are compared, a bucket tells only 2^bits /
    buckets positions apart, and where these are fewer than the buckets, some stay empty.

    Parameters
    ----------
    positions : float
        M, how many different positions are stored.
    buckets, levels : int
        Of the table; a power of two, and the places in each: 1 or 2.
    hash_bits : int
        Bits of the key that are compared; the low ones choose the bucket.

    Returns
    -------
    float
        Accurate to the rounding of `positions`.
    """
    used = min(buckets, 1 << hash_bits)
    told_apart = (1 << hash_bits) // used
    if levels == 1 or told_apart == 1:
        return expected_errors(positions, used)
    # The number of values that were stored in a bucket is binomial; `seen` is that of one value.
    unseen = exp(-positions / used / told_apart)
    none = exp(-positions / used)
    one = told_apart * -expm1(-positions / used / told_apart) * (none / unseen)
    return max(0.0, positions - used * (one + 2 * (1 - none - one)))


def expected_errors_exact(positions: float, size: float) -> float:
    """Return the expected number of errors by the exact formula M - N(1 - ((N-1)/N)^M)."""
    if size <= 1:
        return max(positions - 1, 0.0)
    load = positions / size
    if load < SMALL_LOAD:
        # The binomial series: pairs, less the triples counted with them, and so on.
        pairs = positions * (positions - 1) / (2 * size)
        fours = 1 - (positions - 3) / (4 * size) * (1 - (positions - 4) / (5 * size))
        return pairs * (1 - (positions - 2) / (3 * size) * fours)
    return positions + size * expm1(positions * log1p(-1 / size))
