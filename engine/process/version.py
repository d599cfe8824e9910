"""Which Sesame is this?  pyproject.toml is the only place where the version is written.

Import-light: the door `uci.py` needs the version before anything heavy is loaded.
"""

from pathlib import Path

NAME = "Sesame"
AUTHOR = "the Sesame authors"
DISTRIBUTION = "sesame-chess"


def version() -> str:
    """Tell the version of the running code.

    A checkout is asked first, because the metadata of an editable installation may be older
    than the sources that it points at.

    Returns
    -------
    str
        As in pyproject.toml, or "unknown" when the files were copied without it.
    """
    declaration = Path(__file__).parents[2] / "pyproject.toml"
    try:
        text = declaration.read_bytes()
    except OSError:
        return _installed_version()
    import tomllib  # not needed by an installed Sesame

    try:
        project = tomllib.loads(text.decode()).get("project", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return _installed_version()
    if project.get("name") == DISTRIBUTION:
        return str(project.get("version", "unknown"))
    return _installed_version()


def _installed_version() -> str:
    from importlib import metadata  # takes 20 ms; only an installation needs it

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"
