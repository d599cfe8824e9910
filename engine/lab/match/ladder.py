"""Named opponents of known strength, from the file ladder.toml beside this one."""

import math
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

from engine.lab.match.records import MatchError, Side

LADDER = Path(__file__).with_name("ladder.toml")
GAMES = "/usr/games"  # where Debian installs them; not on every PATH
KEYS = frozenset(
    {"name", "package", "release", "command", "protocol", "options", "rating", "source", "note"}
)


@dataclass(frozen=True)
class Opponent:
    """A row of the ladder."""

    side: Side
    package: str
    release: str
    source: str = ""  # of the rating
    note: str = ""


def read_ladder(path: Path = LADDER) -> list[Opponent]:
    """Read the opponents, in the order of the file, from weak to strong.

    Raises
    ------
    MatchError
        If the file cannot be read or a row is invalid.
    """
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("opponent", [])
        return [opponent_of(row) for row in rows]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        raise MatchError(f"The ladder {path} cannot be read: {failure}.") from None
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        raise MatchError(f"The ladder {path} has an invalid row: {failure}.") from None


def opponent_of(row: dict[str, object]) -> Opponent:
    """Read a row."""
    unknown = row.keys() - KEYS
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")
    rating, command, options = row.get("rating"), row["command"], row.get("options", {})
    if row["protocol"] not in ("uci", "xboard"):
        raise ValueError(f"protocol {row['protocol']}")
    if not isinstance(command, list) or not isinstance(options, dict) or not command:
        raise ValueError(f"command {command}, options {options}")
    if rating is not None and not math.isfinite(float(str(rating))):
        raise ValueError(f"{row['name']} has the rating {rating}")
    if rating is not None and not row.get("source"):
        raise ValueError(f"{row['name']} has a rating without its source")
    side = Side(
        str(row["name"]),
        tuple(map(str, command)),
        "xboard" if row["protocol"] == "xboard" else "uci",
        tuple((str(name), str(value)) for name, value in options.items()),
        None if rating is None else float(str(rating)),
    )
    texts = (str(row.get(key, "")) for key in ("package", "release", "source", "note"))
    return Opponent(side, *texts)


def installed(opponents: list[Opponent]) -> tuple[list[Side], list[Opponent]]:
    """Split the ladder into installed sides, with full paths, and the other opponents."""
    here, missing = [], []
    for opponent in opponents:
        program, *words = opponent.side.command
        path = find_program(program)
        if path is None:
            missing.append(opponent)
            continue
        side = opponent.side
        command = (path, *words)
        here.append(Side(side.name, command, side.protocol, side.options, side.anchor))
    return here, missing


def find_program(name: str) -> str | None:
    """Find a program on the PATH, or in Debian's folder for games."""
    return shutil.which(name) or shutil.which(name, path=GAMES)
