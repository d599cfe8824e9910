"""The version and the kind of installation; the version is written in pyproject.toml alone.

Import-light: the door `uci.py` needs the version before anything heavy is loaded.
"""

from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[2]  # the checkout, or the folder of the installed packages
NAME = "Sesame"
AUTHOR = "the Sesame authors"
DISTRIBUTION = "sesame-chess"


def version() -> str:
    """Return the version of the running code.

    The pyproject.toml of a checkout counts first: the metadata of an editable installation may be
    older than the sources that it points at.

    Returns
    -------
    str
        As in pyproject.toml, or "unknown" when the files were copied without it.
    """
    project = _declared_project()
    return str(project.get("version", "unknown")) if project else _installed_version()


def checkout() -> Path | None:
    """Return the folder of the checkout that the code runs from, None for an installed package."""
    return SOURCES if _declared_project() else None


def _declared_project() -> dict[str, Any]:
    """Read the table `project` of our pyproject.toml; empty if there is none beside the code."""
    try:
        text = (SOURCES / "pyproject.toml").read_bytes()
    except OSError:
        return {}
    import tomllib  # not needed by an installed Sesame

    try:
        project: dict[str, Any] = tomllib.loads(text.decode()).get("project", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
    return project if project.get("name") == DISTRIBUTION else {}


def _installed_version() -> str:
    from importlib import metadata  # takes 20 ms; only an installation needs it

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"
