"""What several rooms say, and texts from outside in it: cut, and nothing that moves a cursor.

Import-light: options and positions are refused with the same words.
"""

HOW_TO_HAVE_THE_LABORATORY = (
    "Sesame's laboratory is installed with: pip install -e '.[lab]' in the folder of its sources."
)
COMPILING = "The core is being compiled, as after every change of version."
SHOWN_CHARACTERS = 60  # of a text that came from outside, when a message quotes it


def quoted(text: str) -> str:
    """Quote a text from outside on one short printable line.

    Parameters
    ----------
    text
        Anything that a user or a program wrote.
    """
    beginning = text[:SHOWN_CHARACTERS]
    shown = "".join(letter if letter.isprintable() else "?" for letter in beginning)
    return f"'{shown}...'" if len(text) > SHOWN_CHARACTERS else f"'{shown}'"


def instead(text: str) -> str:
    """Say what was given where something else was expected."""
    return f"not {quoted(text)}" if text else "and none was given"
