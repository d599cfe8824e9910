"""What SET sets: a row for each option of AliBaba+, and the options of Sesame behind them.

Source: Lazar 1995, the table of SET. TIME is ours.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine import options
from engine.options.table import DEEPEST
from engine.process.texts import quoted

Values = Mapping[str, options.Value]
"""What is set, by the name that SET gives it; the pieces by their names."""

PIECES = ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King")
PIECE_OPTIONS = {piece: f"{piece} Value" for piece in PIECES}
CENTRES = {"LINEAR": "Linear", "EXPO": "Expo", "DEFAULT": "Default"}
SCHEMES = {
    ("new", 1): "NEW",
    ("old", 1): "OLD",
    ("deep", 1): "DEEP",
    ("big1", 1): "BIG1",
    ("bigAll", 1): "BIGALL",
    ("deep", 2): "TWODEEP",
    ("big1", 2): "TWOBIG1",
}
"""By TABLE SCHEME and TABLE LEVEL."""
INDEX_BITS = {
    positions.bit_length() - 1: choice for choice, positions in options.POSITION_COUNTS.items()
}
"""Choices of Table Positions by TABLE INDEX."""
USES = {
    (True, True): "full",
    (True, False): "move only",
    (False, True): "score only",
    (False, False): "nothing",
}
"""By TABLE MOVES and TABLE VALUES, while TABLE is on."""
MOST_NODES = 10**12 - 1
MOST_TIME = 10**9
"""Milliseconds: eleven days."""
FLAGS = ("COUNTERS", "PROGRESS")
"""Of DEBUGLEVEL."""


class SettingError(ValueError):
    """A value cannot be set; the message is a sentence."""


class Setting(NamedTuple):
    """An option of SET."""

    name: str
    argument: str
    """As HELP and the documentation write it."""
    default: options.Value | None
    """When a script begins; None if nothing is kept under this name."""
    option: str
    """The option of Sesame, or what else obeys it."""
    sentence: str
    span: tuple[int, int] | None = None
    """The least and the largest number it takes."""
    refusal: str = ""
    """Why it cannot be set at all."""

    def changed(self, values: Values, given: tuple[object, ...]) -> Values:
        """Return the values after this one was set.

        Parameters
        ----------
        values
            Before.
        given
            The arguments of SET.

        Raises
        ------
        SettingError
            If it cannot take the value, or not together with the others.
        """
        if self.refusal:
            raise SettingError(self.refusal)
        if self.name == "COLOR":
            return values
        if self.name == "VALUES":
            return {**values, **usual_values()}
        name = str(given[0]) if self.name == "<Piece>" else self.name
        value = " | ".join(map(str, given)) if self.name == "DEBUGLEVEL" else given[-1]
        assert isinstance(value, int | str)
        least, most = piece_span(name) if name in PIECES else self.span or (value, value)
        if isinstance(value, int) and not int(least) <= value <= int(most):
            raise SettingError(
                f"SET {name} takes a whole number from {least} to {most}, not {value}."
            )
        after = {**values, name: value}
        check_together(after)
        return after


ROWS = (
    Setting(
        "CENTER",
        "LINEAR | EXPO | DEFAULT",
        "DEFAULT",
        "Centre Function",
        "how the value of a square increases towards the centre; DEFAULT: all alike",
    ),
    Setting(
        "<Piece>",
        "value",
        None,
        ", ".join(PIECE_OPTIONS.values()),
        "the value of a Pawn, Knight, Bishop, Rook, Queen or King in centipawns",
    ),
    Setting(
        "VALUES",
        "DEFAULT",
        None,
        "the six options of the pieces",
        "restore 100, 325, 325, 500, 900 and 1500",
    ),
    Setting("COLOR", "white | black", None, "the board", "the side to move; the game begins anew"),
    Setting("CONFIRM", "on | off", False, "the script", "ask before each command"),
    Setting(
        "DEPTH", "plies", 6, "go depth", "iterations of STEP and RUN without a number", (1, DEEPEST)
    ),
    Setting(
        "NODES", "count", 0, "go nodes", "nodes that a search may take; 0: any", (0, MOST_NODES)
    ),
    Setting(
        "TIME",
        "milliseconds",
        0,
        "go movetime",
        "time that a search may take; 0: any",
        (0, MOST_TIME),
    ),
    Setting("STATS", "on | off", True, "the script", "print the statistics after a search"),
    Setting("TABLE", "on | off", True, "Table Use", "use the transposition table"),
    Setting("REFS", "on | off", True, "Refutation Table", "use the refutation table"),
    Setting(
        "DEBUGLEVEL",
        "flags joined by |",
        "NONE",
        "the script",
        "show more: COUNTERS, the further counters of the table; PROGRESS, the root move in search",
    ),
    Setting(
        "TABLE PLY",
        "ply",
        0,
        "Table Ply",
        "use the table up to this distance from the root only; 0: everywhere (X17)",
        (0, DEEPEST),
    ),
    Setting(
        "TABLE LEVEL",
        "1 | 2",
        1,
        "Replacement Scheme",
        "places in a bucket; two with the schemes deep and big1 only",
        (1, 2),
    ),
    Setting(
        "TABLE SCHEME",
        "new | old | deep | big1 | bigAll",
        "deep",
        "Replacement Scheme",
        "which position is replaced",
    ),
    Setting(
        "TABLE INDEX",
        "bits",
        18,
        "Table Positions",
        "2 to this power is the number of positions in the table, on one or two levels",
        (min(INDEX_BITS), max(INDEX_BITS)),
    ),
    Setting("TABLE MOVES", "on | off", True, "Table Use", "try the moves of the table first"),
    Setting("TABLE VALUES", "on | off", True, "Table Use", "use the values of the table"),
    Setting(
        "TABLE STAMP",
        "on | off",
        True,
        "Time Stamping",
        "keep the entries of earlier searches; off: empty the table before each search",
    ),
    Setting(
        "TABLE FLAG",
        "on | off",
        True,
        "Time Stamping",
        "mark the entries of earlier searches, so that they are replaced first; off with TABLE "
        "STAMP off only",
    ),
    Setting(
        "TABLE DEBUGDEPTH",
        "value",
        None,
        "none",
        "refused: internal to AliBaba+",
        refusal="TABLE DEBUGDEPTH was internal to AliBaba+ and is not described.",
    ),
)
SETTINGS = {
    row.name.lower().replace(" ", "_").replace("<piece>", "piece_value"): row for row in ROWS
}
"""The rows by the rule of the grammar."""


def initial() -> dict[str, options.Value]:
    """Return what is set when a script begins."""
    values = {row.name: row.default for row in ROWS if row.default is not None}
    return {**values, **usual_values()}


def usual_values() -> dict[str, options.Value]:
    """Return the usual values of the pieces in centipawns."""
    return {piece: options.find(option).default for piece, option in PIECE_OPTIONS.items()}


def piece_span(piece: str) -> tuple[int, int]:
    """Return the least and the largest value of a piece in centipawns."""
    option = options.find(PIECE_OPTIONS[piece])
    assert isinstance(option, options.Spin)
    return option.lowest, option.highest


def check_together(values: Values) -> None:
    """Refuse values that exclude each other."""
    scheme, level = str(values["TABLE SCHEME"]), int(values["TABLE LEVEL"])
    if (scheme, level) not in SCHEMES:
        raise SettingError(
            f"TABLE LEVEL 2 exists for the schemes deep and big1 only, not for {quoted(scheme)}; "
            "with the others set TABLE LEVEL 1 first."
        )
    if values["TABLE STAMP"] and not values["TABLE FLAG"]:
        raise SettingError(
            "Entries that TABLE STAMP keeps are always marked as old: set TABLE STAMP off before "
            "TABLE FLAG off, and TABLE FLAG on before TABLE STAMP on."
        )


def engine_options(values: Values) -> dict[str, options.Value]:
    """Return the options of Sesame by name.

    Parameters
    ----------
    values
        As `check_together` accepts them.
    """
    use = USES[bool(values["TABLE MOVES"]), bool(values["TABLE VALUES"])]
    scheme, level = str(values["TABLE SCHEME"]), int(values["TABLE LEVEL"])
    return {
        "Replacement Scheme": SCHEMES[scheme, level],
        "Table Positions": INDEX_BITS[int(values["TABLE INDEX"])],
        "Time Stamping": values["TABLE STAMP"],
        "Table Use": use if values["TABLE"] else "nothing",
        "Table Ply": values["TABLE PLY"],
        "Refutation Table": values["REFS"],
        "Centre Function": CENTRES[str(values["CENTER"])],
        **{option: values[piece] for piece, option in PIECE_OPTIONS.items()},
    }
