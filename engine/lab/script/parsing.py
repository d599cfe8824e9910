"""One line of a script: its parts, and what was expected where it is wrong.

The grammar is `language.lark`, read by the library Lark. Only the terminals that are possible at a
place are tried there, so a file may be called `table` and a constant `deep6`.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import chess
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from engine.process.texts import quoted

END_OF_WORD = r'(?![^\s"=|])'
MOST_DIGITS = 12
"""Of a number; beyond any use here."""
Argument = int | bool | str | tuple[str, ...] | None
"""What a command is given: a number, a switch, a word or text, several words, or nothing."""

TERMINALS = {
    "$END": ("the end of the line",),
    "_DEFINE": ("#define",),
    "_UNDEF": ("#undef",),
    "_EQUALS": ("=",),
    "_OR": ("|",),
    "SIGN": ("=", "|"),
    "TEXT": ('a text in "quotation marks"',),
    "NUMBER": ("a whole number",),
    "SWITCH": ("on", "off"),
    "CLEARED": ("BOARD", "TABLE", "STATS"),
    "SHOWN": ("BOARD", "MOVES"),
    "FORMAT": ("ASCII", "LATEX", "PGN", "MOVES"),
    "CENTRE": ("LINEAR", "EXPO", "DEFAULT"),
    "FLAG": ("NONE", "COUNTERS", "PROGRESS"),
    "COLOUR": ("white", "black"),
    "SQUARE": ("a square such as e4",),
    "MOVE": ("a move such as e2-e4",),
    "COLOURED_PIECE": ("a piece such as WN",),
    "PIECE": ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King"),
    "SCHEME": ("new", "old", "deep", "big1", "bigAll"),
    "WORD": ("a name",),
}
"""What the terminals stand for in messages; any other one is a word of the language."""


class LineError(ValueError):
    """A line cannot be read; the message is a sentence.

    Parameters
    ----------
    offset : int
        Of the character at which it is wrong, from 0; the length of the line at its end.
    sentence : str
    """

    def __init__(self, offset: int, sentence: str) -> None:
        super().__init__(sentence)
        self.offset = offset


class Part(NamedTuple):
    """An argument and where it stands in its line."""

    value: Argument
    offset: int


class Line(NamedTuple):
    """A line that was read: the rule of the grammar, and its arguments."""

    rule: str
    parts: tuple[Part, ...]


@lru_cache(maxsize=1000)
def parse(line: str) -> Line:
    """Read a line that is not empty.

    Parameters
    ----------
    line : str
        Without comment, constants replaced.

    Raises
    ------
    LineError
        If it is not in the language, or a number has too many digits.
    """
    try:
        tree = parser().parse(line)
    except UnexpectedInput as failure:
        raise mistake_of(failure, line) from None
    try:
        whole: Line = Parts().transform(tree)
    except VisitError as failure:
        if isinstance(failure.orig_exc, LineError):
            raise failure.orig_exc from None
        raise
    return whole


@cache
def parser() -> Lark:
    """Make the parser; once, as it takes some hundredths of a second."""
    grammar = files("engine.lab.script").joinpath("language.lark").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(_?[A-Z]+)[.:]", grammar, re.MULTILINE))
    words = set(re.findall(r"(?<![\w\"])_[A-Z]+\b", grammar)) - declared - {"_WORD"}
    terminals = (f"{word}.2: /{word[1:]}{END_OF_WORD}/i\n" for word in sorted(words))
    return Lark(grammar + "".join(terminals), parser="lalr", lexer="contextual")


@cache
def is_of_the_language(word: str) -> bool:
    """Tell whether a word has a meaning of its own: a keyword, number, square, piece or move."""
    return any(
        re.fullmatch(terminal.pattern.to_regexp(), word)
        for terminal in parser().terminals
        if terminal.name not in ("WORD", "TEXT")
    )


class Parts(Transformer[Token, Line]):
    """Turns a tree into a Line: each terminal into its value."""

    def __default__(self, data: str, children: list[object], _meta: object) -> object:
        """Gather the parts of a rule."""
        parts: list[Part] = []
        for child in children:
            if isinstance(child, Line):
                parts += [Part(child.rule, 0), *child.parts] if str(data) == "set" else child.parts
            else:
                parts.append(child if isinstance(child, Part) else Part(None, 0))
        return Line(str(data), tuple(parts))

    def __default_token__(self, token: Token) -> Part:
        """Read a terminal."""
        return Part(value_of(token.type, str(token), token.start_pos or 0), token.start_pos or 0)


def value_of(kind: str, text: str, offset: int) -> Argument:
    """Return the value of a terminal.

    Squares and moves are in small letters, pieces as python-chess names them; words of the
    language in capitals, but those whose capitals matter.
    """
    value: Argument = text
    if kind == "NUMBER":
        if len(text) > MOST_DIGITS:
            raise LineError(offset, f"{quoted(text)} has more than {MOST_DIGITS} characters.")
        value = int(text)
    elif kind == "SWITCH":
        value = text.lower() in ("on", "true")
    elif kind == "COLOUR":
        value = text.lower() == chess.COLOR_NAMES[chess.WHITE]
    elif kind == "TEXT":
        value = text[1:-1]
    elif kind in ("SQUARE", "MOVE"):
        value = text.lower()
    elif kind in ("CLEARED", "SHOWN", "FORMAT", "CENTRE", "FLAG", "ALL"):
        value = "STATS" if text.upper() == "STATISTICS" else text.upper()
    return value


def mistake_of(failure: UnexpectedInput, line: str) -> LineError:
    """Say what was found and what was expected instead."""
    allowed: Iterable[str] = ()
    offset = failure.pos_in_stream or 0
    if isinstance(failure, UnexpectedCharacters):
        allowed = failure.allowed or ()
    elif isinstance(failure, UnexpectedToken):
        allowed = failure.accepts or failure.expected
        if failure.token.type == "$END":
            offset = len(line)
    rest = line[offset:]
    expected = listed(allowed)
    if rest.startswith('"') and '"' not in rest[1:]:
        return LineError(offset, "A text begins here whose closing quotation mark is missing.")
    if not rest.strip():
        return LineError(offset, f"The command is not complete; expected here: {expected}.")
    found = quoted(re.match(r'"[^"]*"|[^\s"=|]+|.', rest, re.DOTALL)[0])  # type: ignore[index]
    what = "is not a command" if not line[:offset].strip() else "does not belong here"
    return LineError(offset, f"{found} {what}; expected: {expected}.")


def listed(terminals: Iterable[str]) -> str:
    """Join what terminals stand for, as a sentence does."""
    names: list[str] = []
    for group in sorted(TERMINALS.get(name, (name.lstrip("_"),)) for name in terminals):
        names += group
    *others, last = dict.fromkeys(names) or [""]
    return f"{', '.join(others)} or {last}" if others else last
