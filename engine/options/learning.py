"""What a learner sets by `setparam`: which options its numbers stand for.

Import-light, as all rows of options are.
Source: Björnsson 2002, chapter 7.
"""

import re
from dataclasses import dataclass
from typing import ClassVar

from engine.options.kinds import Option, OptionError
from engine.process.texts import instead

SCALE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
WEIGHTS = ("Weight Check", "Weight Recapture", "Weight Forced", "Weight Passed Push")


def scaled_names(text: str) -> list[tuple[str, float]]:
    """Read names of options with what a number is multiplied by, as in `Weight Check*100, Hash`.

    Raises
    ------
    OptionError
        If a name or a scale is missing or is not above 0.
    """
    found = []
    for piece in text.split(","):
        name, star, scale = (part.strip() for part in piece.partition("*"))
        number = float(scale) if SCALE.fullmatch(scale) else 0.0
        if not name or (star and not number):
            raise OptionError(f"Learn Parameters takes name*scale, ..., {instead(text)}.")
        found.append((name, number if star else 1.0))
    return found


@dataclass(frozen=True)
class ScaledNames(Option):
    """Names of numeric options, each with what a number is multiplied by."""

    kind: ClassVar[str] = "string"
    dtype: ClassVar[str | None] = None
    default: str

    @property
    def allowed(self) -> str:
        """The form, in words."""
        return "`name*scale, ...`"

    def parse(self, text: str) -> str:
        """Read names and scales; whether there are such options is seen when they are set."""
        return ", ".join(
            f"{name}*{scale:.15g}" if scale != 1 else name for name, scale in scaled_names(text)
        )


LEARNING: tuple[Option, ...] = (
    ScaledNames(
        "Learn Parameters",
        "learn_parameters",
        ", ".join(f"{name}*100" for name in WEIGHTS),
        sentence="the options that `setparam` sets: an option's value is its number times scale",
    ),
)
