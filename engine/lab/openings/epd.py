"""The operations behind the position of an EPD line: an opcode, operands, a semicolon.

python-chess reads them too, but plays the moves among them and refuses the line for one that is
illegal; here only names and counters matter.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994,
section 16.2.
"""

import re

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"?|(;)|([^\s";]+)')
"""A string, in which semicolons and opcodes are letters; the end of an operation; a word."""


def operations(text: str) -> dict[str, str]:
    """Read the operations.

    Parameters
    ----------
    text
        All that follows the position.

    Returns
    -------
    dict
        The operands of each opcode, with spaces between them.
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
