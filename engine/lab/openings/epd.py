"""The operations after the position of an EPD line: an opcode, operands, a semicolon.

python-chess parses them too, but refuses the line for an illegal move among them; here only names,
comments and counters matter.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994,
section 16.2.
"""

import re

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"?|(;)|([^\s";]+)')
"""A string, the end of an operation, or a word."""


def operations(text: str) -> dict[str, str]:
    """Read the operations.

    Parameters
    ----------
    text
        The text after the position.

    Returns
    -------
    dict
        The operands of each opcode, separated by spaces.
    """
    found: dict[str, str] = {}
    opcode = ""
    for token in TOKEN.finditer(text):
        string, end, word = token.groups()
        if end:
            opcode = ""
        elif not opcode:
            opcode = word or ""
            found[opcode] = ""
        else:
            operand = word if string is None else re.sub(r'\\(["\\])', r"\1", string)
            found[opcode] = f"{found[opcode]} {operand}".strip()
    return found
