"""Claims about the two levels of pn²: Breuker 1998, chapter 4."""

from engine.lab.experiments.claims.proofs import NEAR, percent, the_table, within
from engine.lab.experiments.claims.rules import by_share, judged, kendall_tau, saving
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results, counter_in

IMMEDIATE, DELAYED = "pn immediate evaluation", "pn2, 999000, 1"
AT_ONCE, ALLIS, BEST = "pn2, 1, 1", "pn2 Allis f(x)=1", "600000, 80000"
LOGISTIC = f"pn2, {BEST}"
LARGE = 1000
"""Nodes of a first level: in a smaller one the last expansion alone may be a tenth."""
MEMORY = "most_in_memory"
NARROW = 0.1
"""The share b / a above which everything is solved."""


def extremes(results: Results) -> Judgement:
    """What each of the four searches solves."""
    table = the_table(results)
    solved = {row: table.value(row, "solved") for row in (DELAYED, IMMEDIATE, AT_ONCE, ALLIS)}
    words = ", ".join(f"{row}: {number:.0f}" for row, number in solved.items())
    delayed, immediate, *unlimited = solved.values()
    all_solved = len(set(unlimited)) == 1 and unlimited[0] > immediate
    return judged(words, delayed < immediate and all_solved, all_solved)


def second_level_costs(results: Results) -> Judgement:
    """Nodes of pn² on the problems that one level solves."""
    (series,) = results.experiment.series
    one = results.searched(series.name, 1, IMMEDIATE, "nodes")
    two = results.searched(series.name, 1, LOGISTIC, "nodes")
    solved = [{game for game in each if counter_in(each[game], "solved", 1)} for each in (one, two)]
    both = solved[0] & solved[1]
    nodes = [sum(each[game].counter("nodes", 1) for game in both) for each in (one, two)]
    ratio = nodes[1] / nodes[0]
    words = f"{nodes[1]:,} against {nodes[0]:,} nodes on {len(both)} problems, {ratio:.2f} times"
    return judged(words, within(ratio, 5_856_337 / 2_974_602, NEAR), 1 < ratio <= 4)


def same_as_allis(results: Results) -> Judgement:
    """A share that is 1 from the first node on, against f = 1."""
    table = the_table(results)
    pair = table.value(AT_ONCE, "nodes"), table.value(ALLIS, "nodes")
    off = abs(percent(pair[0], pair[1]) - 100)
    return judged(f"{pair[0]:,.0f} and {pair[1]:,.0f} nodes", off == 0, off < 1)


def logistic_saves(results: Results) -> Judgement:
    """The best pair of a and b against f = 1."""
    table = the_table(results)
    if (LOGISTIC, "nodes") not in table.numbers and table.numbers:
        raise MissingError("the best pair is not printed in this table")
    saved = saving(table.value(LOGISTIC, "nodes"), table.value(ALLIS, "nodes"))
    return judged(f"{saved:.0f} % of the nodes are saved", within(saved, 48, NEAR), saved > 15)


def memory_is_doubled(results: Results) -> Judgement:
    """Nodes in memory, and second-level nodes, of f = 1 by the size of the first level."""
    (series,) = results.experiment.series
    holds, in_memory, sizes = [], 0, 0
    for searched in results.searched(series.name, 1, ALLIS, "nodes").values():
        first = counter_in(searched, "first_level", 1)
        if counter_in(searched, "solved", 1) and first >= LARGE:
            second = counter_in(searched, "second_level", 1)
            most = counter_in(searched, "most_in_memory", 1)
            holds.append(second <= first * (first + 1) // 2 and 1.9 * first <= most <= 2.1 * first)
            in_memory, sizes = in_memory + most, sizes + first
    if not holds:
        raise MissingError("a solved problem with a large first level")
    words = f"solved problems with N from {LARGE:,} on ({in_memory / sizes:.2f} N in memory)"
    return by_share(words, holds, 1.0, 0.9)


def pairs(results: Results) -> dict[str, tuple[int, int]]:
    """Return a and b of the rows."""
    found = {}
    for row in the_table(results).rows:
        a, b = row.split(", ")
        found[row] = int(a), int(b)
    return found


def solves_all(results: Results) -> dict[str, bool]:
    """Tell for each row whether it solves as many problems as any."""
    table = the_table(results)
    solved = {row: table.value(row, "solved") for row in table.rows}
    return {row: number == max(solved.values()) for row, number in solved.items()}


def need_all_pairs(results: Results) -> None:
    """Raise a MissingError if the grid is but a part of table F.2, which may lack the best pair."""
    table = the_table(results)
    lacking = {row for row, _ in table.printed} - set(table.rows)
    if lacking:
        raise MissingError(f"{len(lacking)} pairs of table F.2, which the full grid has")


def wide_solves_all(results: Results) -> Judgement:
    """Rows with a large b, or a small a."""
    whole, known = solves_all(results), pairs(results)
    holds = [whole[row] for row, (a, b) in known.items() if b > NARROW * a or a <= 300_000]
    return by_share("such pairs solve everything", holds, 0.98, 0.9)


def narrow_fails(results: Results) -> Judgement:
    """Rows that do not solve everything."""
    need_all_pairs(results)
    whole, known = solves_all(results), pairs(results)
    table = the_table(results)
    most = max(table.printed[row, "solved"] for row, _ in table.printed)
    printed = {row for row in known if table.printed[row, "solved"] < most}
    ours = {row for row, all_of_them in whole.items() if not all_of_them}
    words = f"{len(ours)} of {len(known)} pairs fail, in print {len(printed)} of them"
    lost = "; only one of both: " + "; ".join(sorted(ours ^ printed)) if ours ^ printed else ""
    return judged(words + lost, ours == printed, bool(ours) and ours <= printed)


def best_pair(results: Results) -> Judgement:
    """The total of (600K, 80K) among the pairs that solve everything."""
    need_all_pairs(results)
    table, whole = the_table(results), solves_all(results)
    totals = {row: table.value(row, "total") for row, all_of_them in whole.items() if all_of_them}
    if BEST not in totals:
        return judged(f"{BEST} does not solve everything", False)
    least = min(totals, key=lambda row: totals[row])
    off = percent(totals[BEST], totals[least]) - 100
    words = f"{totals[BEST]:,.0f} nodes; the least has {least} with {totals[least]:,.0f}"
    return judged(words, off == 0, off <= 15)


def memory_is_printed(results: Results) -> Judgement:
    """Nodes in memory at most, in each row for which they are printed."""
    table = the_table(results)
    printed = {
        row: table.printed[row, MEMORY] for row in table.rows if (row, MEMORY) in table.printed
    }
    if len(printed) < 2:
        raise MissingError("pairs whose memory is printed")
    ours = {row: table.value(row, MEMORY) for row in printed}
    near = [within(ours[row], printed[row], NEAR) for row in printed]
    order = kendall_tau([ours[row] for row in sorted(printed, key=lambda row: printed[row])])
    words = (
        f"{min(ours.values()):,.0f} to {max(ours.values()):,.0f} nodes; {sum(near)} of {len(near)} "
        f"pairs have the printed number, and the order of the pairs agrees by {order:.2f}"
    )
    return judged(words, sum(near) >= 0.9 * len(near), order >= 0.7)


def no_second_level(results: Results) -> Judgement:
    """The second level where b is a twentieth of a large a."""
    table = the_table(results)
    row = "750000, 37500"
    second, whole = table.value(row, "second_level"), table.value(row, "total")
    words = f"{second:,.0f} of {whole:,.0f} nodes are of the second level"
    return judged(words, within(second, 834, NEAR), second < 0.001 * whole)


def middle_is_best(results: Results) -> Judgement:
    """The totals of a = 75K by b."""
    table = the_table(results)
    totals = {b: table.value(row, "total") for row, (a, b) in pairs(results).items() if a == 75_000}
    least, widths = min(totals, key=lambda b: totals[b]), sorted(totals)
    words = ", ".join(f"b {b:,}: {totals[b] / 1e6:.1f} M" for b in widths)
    inside = widths[0] < least < widths[-1]
    return judged(words, inside and 30_000 <= least <= 90_000, inside)


LEVELS = (
    Claim(
        "In 300,000 nodes of memory delayed evaluation solves least (87 of 108), immediate 92, and "
        "both forms with a large second level everything.",
        "table F.1",
        "The same order (same shape: the large second levels solve everything).",
        extremes,
    ),
    Claim(
        "A share that is 1 from the start on is Allis' pn²: 67,085,784 nodes both.",
        "table F.1",
        "Equal nodes (same shape: within 1 %).",
        same_as_allis,
    ),
    Claim(
        "The best logistic share saves 48 % of the nodes of f = 1.",
        "tables F.1 and F.2",
        "As much but for a factor of 1.25 (same shape: more than 15 %).",
        logistic_saves,
    ),
    Claim(
        "Where one level suffices, pn² needs about twice its nodes.",
        "chapter 4",
        "The printed 1.97 times but for a factor of 1.25 (same shape: 1 to 4 times).",
        second_level_costs,
    ),
    Claim(
        "With f = 1 a first level of N nodes costs at most N(N+1)/2 nodes and memory for 2N.",
        "chapter 4",
        "No more nodes, and memory for 1.9 to 2.1 N, for every problem with an N from 1,000 on "
        "(same shape: for 90 % of them).",
        memory_is_doubled,
    ),
)
SIZES = (
    Claim(
        "Every pair with b / a above 0.1, or with an a of at most 300,000, solves everything.",
        "chapter 4; in table F.2 one of 87 does not, a = 750,000 and b = 90,000",
        "98 % of them (same shape: 90 %).",
        wide_solves_all,
    ),
    Claim(
        "Twelve pairs do not: all have an a of at least 450,000 and a narrow b.",
        "chapter 4; table F.2",
        "The same pairs fail (same shape: some of them and no others).",
        narrow_fails,
    ),
    Claim(
        "a = 600,000 and b = 80,000 needs the fewest nodes of the pairs that solve everything.",
        "chapter 4; table F.2",
        "As stated (same shape: at most 15 % more than the fewest).",
        best_pair,
    ),
    Claim(
        "At most 31,185 (150,000 and 480,000) to 277,633 nodes (450,000 and 45,000) are in memory.",
        "table F.2",
        "As printed but for a factor of 1.25 for 90 % of the pairs (same shape: a rank correlation "
        "of 0.7 with the printed numbers).",
        memory_is_printed,
    ),
    Claim(
        "a = 750,000 and b = 37,500 has hardly any second level: 834 nodes in all.",
        "table F.2",
        "As many but for a factor of 1.25 (same shape: below 0.1 % of the nodes).",
        no_second_level,
    ),
    Claim(
        "With a = 75,000 neither the narrowest nor the widest b is best: b = 45,000.",
        "figure 4.4; table F.2",
        "The least is inside, from 30,000 to 90,000 (same shape: inside).",
        middle_is_best,
    ),
)
