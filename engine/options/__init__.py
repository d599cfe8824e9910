"""The options, each declared once, as a row in one of the files of this folder.

A row gives the `option` line of UCI, the checks of a value and their messages, the default, the
field in the settings and in the core's PARAMS record, and the row of docs/options.md.

Import-light: `uci.py` prints the rows before anything heavy is loaded.
"""

from engine.options.alibaba import ALIBABA
from engine.options.game import GAME
from engine.options.kinds import (
    Button,
    Change,
    Check,
    Combo,
    Option,
    OptionError,
    Place,
    Spin,
    String,
    Value,
    written,
)
from engine.options.learning import LEARNING
from engine.options.modern import MODERN
from engine.options.proof import PROOF
from engine.options.search import SEARCH
from engine.options.selective import SELECTIVE
from engine.options.selective_research import SELECTIVE_RESEARCH
from engine.options.table import TABLE
from engine.options.tree_log import TREE_LOG
from engine.process.texts import quoted
from engine.table.sizes import POSITION_COUNTS, positions_of

__all__ = [
    "OPTIONS",
    "POSITION_COUNTS",
    "Button",
    "Change",
    "Check",
    "Combo",
    "Option",
    "OptionError",
    "Place",
    "Spin",
    "String",
    "Value",
    "defaults",
    "find",
    "markdown",
    "option_line",
    "parse",
    "positions_of",
    "written",
]

OPTIONS: tuple[Option, ...] = (
    *TABLE,
    *SEARCH,
    *MODERN,
    *ALIBABA,
    *SELECTIVE,
    *SELECTIVE_RESEARCH,
    *PROOF,
    *LEARNING,
    *GAME,
    *TREE_LOG,
)


def normal(name: str) -> str:
    return " ".join(name.split()).lower()


BY_NAME = {normal(option.name): option for option in OPTIONS}


def option_line(option: Option) -> str:
    """Write the line that declares an option to a UCI program."""
    return f"option name {option.name} type {option.kind}{option.details}"


def find(name: str) -> Option:
    """Find an option by its UCI name; capitals and the number of spaces do not matter.

    Raises
    ------
    OptionError
        If there is no such option.
    """
    try:
        return BY_NAME[normal(name)]
    except KeyError:
        if not name.strip():
            raise OptionError("setoption needs the name of an option.") from None
        raise OptionError(f"There is no option {quoted(name.strip())}.") from None


def parse(option: Option, text: str) -> Value:
    """Read the value of an option.

    Parameters
    ----------
    option
        A row of `OPTIONS`.
    text
        The words after `value`; a missing value is the empty string.

    Returns
    -------
    int, str or bool
        The number of a spin, the choice of a combo as the row spells it, true or false, a path.

    Raises
    ------
    OptionError
        If the option cannot take the value; the message names what it can take.
    """
    return option.parse(text.strip() if option.keeps_spaces else " ".join(text.split()))


def defaults() -> dict[str, Value]:
    """Return the defaults by field, of all options that have a value."""
    return {option.field: option.default for option in OPTIONS if not isinstance(option, Button)}


def markdown() -> str:
    """Write docs/options.md."""
    lines = [
        "# Options",
        "",
        "`python -m engine.options` prints this page from `engine/options/`; a test compares",
        "them. Names and choices may be given in any capitals. The core and the settings of an",
        "experiment call an option by its field.",
        "",
        "| Option | Field | Type | Default | Values | What it does |",
        "|---|---|---|---|---|---|",
    ]
    for option in OPTIONS:
        default = "" if option.kind == "string" else option.details.split(" var ")[0]
        default = default.removeprefix(" default ").split(" min ")[0]
        lines.append(
            f"| {option.name} | `{option.field}` | {option.kind} | {default} "
            f"| {option.allowed} | {option.sentence} |"
        )
    return "\n".join(lines) + "\n"
