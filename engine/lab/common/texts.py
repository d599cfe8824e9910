"""Text files from outside, such as PGN and EPD: UTF-8, or Latin-1 as in old PGN files."""

import codecs
from pathlib import Path
from typing import TextIO

BY_LATIN_1 = "sesame.latin-1"


def as_latin_1(fault: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as Latin-1."""
    assert isinstance(fault, UnicodeDecodeError)
    return fault.object[fault.start : fault.end].decode("latin-1"), fault.end


codecs.register_error(BY_LATIN_1, as_latin_1)


def open_text(path: Path) -> TextIO:
    """Open a text file with any line ends, with or without a byte order mark.

    Raises
    ------
    OSError
        If it cannot be read.
    """
    return path.open(encoding="utf-8-sig", errors=BY_LATIN_1)
