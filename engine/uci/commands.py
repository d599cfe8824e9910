"""The words that begin a command, and all that can be answered without an engine.

Import-light: the door and the command line look here before anything heavy is loaded.
"""

from engine.options import OPTIONS, option_line
from engine.process.version import AUTHOR, NAME, version

COMMANDS = {
    "uci": "say name and options",
    "isready": "answer readyok, also during a search",
    "setoption": "name <option> [value <value>]: change an option",
    "ucinewgame": "forget what was learned in the last game",
    "position": "startpos | fen <fen> [moves <move> ...]: set up a position",
    "go": "[depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate <number>] [infinite] "
    "[ponder] [searchmoves <move> ...]: search; go perft <depth>: count moves",
    "stop": "end the search and give its move",
    "ponderhit": "the expected move was played: the clock runs from now on",
    "debug": "on | off: print the table's statistics after each search, and where errors arose",
    "register": "not needed, ignored",
    "quit": "end the program",
    "d": "show the position",
    "eval": "show the evaluation of the position",
    "bench": "[depth] [search]: search fixed positions and print the sum of their nodes",
    "table": "show the statistics of the transposition table",
    "compile": "compile the core, so that the next start is quick, and say where it is kept",
    "help": "print this list",
    "?": "print this list",
}

# Commands that print nothing when all is well: whoever sent nothing else waits for nothing.
SILENT = ("setoption", "ucinewgame", "position", "stop", "ponderhit", "debug", "register")


def command_in(words: list[str]) -> tuple[str, list[str]] | None:
    """Find the command in a line; unknown words before it are skipped, as UCI demands.

    Returns
    -------
    tuple of str and list of str, or None
        The command and the words after it; None if no word is a command.
    """
    for place, word in enumerate(words):
        if word in COMMANDS:
            return word, words[place + 1 :]
    return None


def help_lines() -> list[str]:
    """List the commands."""
    width = max(map(len, COMMANDS))
    return [f"{name:{width}}  {sentence}" for name, sentence in COMMANDS.items()]


def greeting() -> list[str]:
    """Give the answer to `uci`."""
    return [
        f"id name {NAME} {version()}",
        f"id author {AUTHOR}",
        *map(option_line, OPTIONS),
        "uciok",
    ]
