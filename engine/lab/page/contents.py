"""What a page consists of: sections of texts, facts, tables, drawings and findings.

All texts are plain; they are escaped when the page is written.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias


class Tone(StrEnum):
    """How good news is; the values are classes of the style."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    NONE = "none"


@dataclass(frozen=True)
class Paragraph:
    """A text."""

    kind: ClassVar = "paragraph"
    text: str
    dim: bool = False
    code: str = ""
    """A command at its end."""


@dataclass(frozen=True)
class Facts:
    """Names with their values."""

    kind: ClassVar = "facts"
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Counts:
    """Numbers with what they count and the tone of each."""

    kind: ClassVar = "counts"
    rows: tuple[tuple[int, str, Tone], ...]


@dataclass(frozen=True)
class Column:
    """A column of a table; numbers are aligned to the right."""

    title: str
    numbers: bool = True
    long: bool = False
    """Whether its texts are sentences."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    below: str = ""
    """In a second line, smaller."""
    shade: float = 0.0
    """How strongly it is coloured, 0 to 1."""
    strong: bool = False
    tone: Tone | None = None
    """With one the text is a badge."""
    anchor: str = ""
    """Of the section that it leads to."""


@dataclass(frozen=True)
class Table:
    """A table with a caption above and notes below."""

    kind: ClassVar = "table"
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A drawing of `plots` or `boards`."""

    kind: ClassVar = "drawing"
    svg: str
    """Written into the page as it is."""
    caption: str = ""


@dataclass(frozen=True)
class Gallery:
    """Small drawings in rows."""

    kind: ClassVar = "gallery"
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True)
class Finding:
    """A statement with a verdict, and what it rests on."""

    kind: ClassVar = "finding"
    verdict: str
    tone: Tone
    text: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Beside:
    """Blocks beside each other where the screen is wide enough."""

    kind: ClassVar = "beside"
    blocks: tuple["Block", ...]


@dataclass(frozen=True)
class Folded:
    """Blocks that are shown when their title is chosen."""

    kind: ClassVar = "folded"
    title: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True)
class Section:
    """Blocks below a title; sections may contain others."""

    kind: ClassVar = "section"
    title: str
    blocks: tuple["Block", ...]
    anchor: str = ""
    """Letters, digits and hyphens; without one no link leads to it."""


Block: TypeAlias = (
    Paragraph | Facts | Counts | Table | Drawing | Gallery | Finding | Beside | Folded | Section
)


@dataclass(frozen=True)
class Page:
    """A page."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    foot: str = ""


def words(*texts: str) -> tuple[Cell, ...]:
    """Make a row of plain cells."""
    return tuple(Cell(text) for text in texts)
