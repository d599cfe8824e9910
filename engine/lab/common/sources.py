"""Hashes that identify sources and programs."""

import hashlib
from pathlib import Path

import engine

ROOT = Path(engine.__file__).parent.parent  # of the checkout, or of the installed packages
HASH_DIGITS = 16
PLAYING = ("*.py", "*.json")


def sesame_source() -> str:
    """Hash all that decides how Sesame plays: its sources, values, and opening book.

    Without the laboratory, which does not play.
    """
    lab = ROOT / "engine" / "lab"
    sources = [path for kind in PLAYING for path in (ROOT / "engine").rglob(kind)]
    files = sorted(path for path in sources if not path.is_relative_to(lab))
    return hash_of([*files, ROOT / "openings" / "book.bin", ROOT / "uci.py"])


def hash_of(files: list[Path]) -> str:
    """Hash the contents of files, the same on every machine; empty if they cannot be read."""
    digest = hashlib.sha256()
    try:
        for path in files:
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)}\n".encode())
            digest.update(content)
    except OSError:
        return ""
    return digest.hexdigest()[:HASH_DIGITS] if files else ""
