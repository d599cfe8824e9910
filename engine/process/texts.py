"""Messages of several rooms, and how they quote text from outside: cut off and printable.

Import-light: options and positions are read before anything heavy is loaded.
"""

import sys

from engine.process.version import DISTRIBUTION, checkout

COMPILING = "The core is being compiled: first use in this version; may take a minute."
STILL_COMPILING = "The compiler is still at work: first use in this version; may take a minute."
SHOWN_CHARACTERS = 60  # of a quoted text
REASON_CHARACTERS = 200  # of an exception's text
SENTENCE_ENDS = (".", "!", "?")


def quoted(text: str) -> str:
    """Quote a text from outside on one short printable line.

    Parameters
    ----------
    text
        Anything that a user or a GUI wrote.
    """
    beginning = text[:SHOWN_CHARACTERS]
    shown = "".join(letter if letter.isprintable() else "?" for letter in beginning)
    return f"'{shown}...'" if len(text) > SHOWN_CHARACTERS else f"'{shown}'"


def instead(text: str) -> str:
    """Say what was given instead of a valid value."""
    return f"not {quoted(text)}" if text else "and none was given"


def how_to_install(extra: str = "") -> str:
    """Say how to install what is missing, for the kind of installation that is running.

    Parameters
    ----------
    extra
        A group of optional packages in pyproject.toml; empty for what every start needs.
    """
    folder, group = checkout(), f"[{extra}]" if extra else ""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    what = f"{DISTRIBUTION}{group}" if folder is None else f".{group}"
    what = f"'{what}'" if group else what
    if folder is None:
        return f"Install the requirements with: {python} -m pip install {what}"
    return f"In {folder}, install the requirements with: {python} -m pip install -e {what}"


def sentence(text: str) -> str:
    """End a text with one full stop, even if it ends with a message that has its own."""
    text = text.rstrip()
    return text if text.endswith(SENTENCE_ENDS) else f"{text}."


def reason(failure: BaseException) -> str:
    """Return the message of an exception on one short line."""
    return _one_line(str(failure))


def system_reason(failure: OSError | RuntimeError) -> str:
    """Return the reason of a failed system call without the error number and the path."""
    return _one_line(getattr(failure, "strerror", None) or str(failure))


def named_reason(failure: BaseException) -> str:
    """Return the type and the message of an exception, for unexpected errors."""
    return f"{type(failure).__name__}, {reason(failure)}"


def _one_line(text: str) -> str:
    line = " ".join(text.split()) or "no reason given"
    return line if len(line) <= REASON_CHARACTERS else f"{line[:REASON_CHARACTERS]}..."
