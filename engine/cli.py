"""The command line: UCI on standard input and output, or commands given as arguments.

Import-light: everything heavy is imported by the thread that loads the engine.
"""

import sys
import time
from importlib import import_module
from typing import NamedTuple, TextIO

from engine.process.ending import end_at_once
from engine.process.texts import how_to_install
from engine.process.version import NAME, version
from engine.uci.commands import COMMANDS, command_in, help_lines
from engine.uci.conversation import Conversation, LoadingError
from engine.uci.output import Output

USAGE = """\
usage: sesame [command ...]        or, in a checkout: python uci.py [command ...]

Without arguments it speaks UCI on standard input and output, for chess GUIs.
Arguments are UCI commands; each is finished before the next one starts. Ctrl-C finishes "go
infinite", and a "go mate" that looks for a shorter mate. Quote a command to separate it from its
neighbours:

  sesame go depth 8 table
  sesame "setoption name Hash value 256" "position startpos moves e2e4" "go movetime 5000"

--version prints the version, --help this text. Exit status: 0 success, 1 a command failed or was
adjusted, 2 unknown command.

Commands of the laboratory, each with a --help of its own:

{laboratory}

commands:"""

DONE, REFUSED, UNKNOWN, INTERRUPTED = 0, 1, 2, 130
SECONDS_OF_ONE_INTERRUPT = 0.5
"""Signals within this time count as one."""


class Room(NamedTuple):
    """A folder of engine/lab, whose `command.main` runs a command of the laboratory."""

    name: str
    summary: str


LABORATORY = {
    "match": Room("match", "play matches between settings or engines, with statistics"),
    "openings": Room("openings", "generate opening positions for matches"),
    "book": Room("book", "make an opening book from games"),
    "wdl": Room("win_draw_loss", "fit the model behind UCI_ShowWDL to games"),
    "selfplay": Room("selfplay", "play games against itself and store their positions"),
    "experiment": Room("experiments", "run the experiments of the papers"),
    "script": Room("script", "execute a script of AliBaba+, for experiments with the table"),
    "domineering": Room("domineering", "solve a board of domineering with any table"),
    "proof": Room("proof", "prove a chess position, and write the proof tree as a page"),
    "learn": Room("learning", "learn the values of options from a suite or by matches"),
    "tree": Room("tree", "browse a logged search tree, or write it as a page"),
    "tune": Room("tuning", "tune the evaluation on these positions"),
}


def commands_in(arguments: list[str]) -> list[str]:
    """Divide the arguments of a command line into commands.

    Parameters
    ----------
    arguments
        As the shell passes them.

    Returns
    -------
    list of str
        An argument with spaces is a command. Arguments without spaces form one together, up to
        the next word that begins a command.
    """
    commands: list[str] = []
    growing = False
    for argument in arguments:
        stands_alone = len(argument.split()) > 1
        begins = argument in COMMANDS and growing and command_in(commands[-1].split())
        if growing and not stands_alone and not begins:
            commands[-1] += f" {argument}"
        else:
            commands.append(argument)
        growing = not stands_alone
    return commands


def main(arguments: list[str], stdout: TextIO | None = None) -> int:
    """Run a command line.

    Parameters
    ----------
    arguments
        Everything after the name of the program.
    stdout
        Where the answers go; standard output by default.

    Returns
    -------
    int
        The exit status. After a conversation, or if a thread cannot be stopped, the process is
        ended here instead.
    """
    output = Output(stdout or sys.stdout)
    if arguments in (["--help"], ["-h"]):
        rooms = (f"  sesame {word:11} ...  {room.summary}" for word, room in LABORATORY.items())
        usage = USAGE.format(laboratory="\n".join(rooms))
        output(usage, *(f"  {line}" for line in help_lines()))
        return DONE
    if arguments == ["--version"]:
        output(f"{NAME} {version()}")
        return DONE
    if arguments and arguments[0] in LABORATORY:
        return enter_laboratory(*arguments)
    commands = commands_in(arguments)
    for command in commands:
        if command_in(command.split()) is None:
            print(f'sesame: unknown command "{command}"; see sesame --help', file=sys.stderr)
            return UNKNOWN
    conversation = Conversation(output)
    conversation.load()
    try:
        status = obey_all(commands, conversation) if commands else converse(conversation)
    except LoadingError as failure:
        output.say(str(failure))
        print(failure, file=sys.stderr)
        status = REFUSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    at_rest = close(conversation)
    # Python takes a while to free what was loaded, and a GUI waits for the end.
    if not at_rest or not commands:
        end_at_once(status)
    return status


def close(conversation: Conversation) -> bool:
    """End a conversation; tell whether all its threads have ended.

    A Ctrl-C meanwhile ends the process at once, unless it comes together with the first one: what
    a search has found is still said then. `timeout`, for one, sends the signal twice.
    """
    begin = time.monotonic()
    while True:
        try:
            return conversation.close()
        except KeyboardInterrupt:
            if time.monotonic() - begin > SECONDS_OF_ONE_INTERRUPT:
                end_at_once(INTERRUPTED)


def enter_laboratory(word: str, *words: str) -> int:
    """Run a command of the laboratory, whose packages a player does not need."""
    room = LABORATORY[word]
    try:
        command = import_module(f"engine.lab.{room.name}.command")
        return int(command.main(list(words)))  # which may load a package that few actions need
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "engine":
            raise
        print(f"sesame {word} needs {package}. {how_to_install('lab')}", file=sys.stderr)
        return UNKNOWN


def converse(conversation: Conversation) -> int:
    """Speak UCI on standard input, if the process has one."""
    if sys.stdin is not None:
        conversation.converse(sys.stdin.buffer)
    return DONE


def obey_all(commands: list[str], conversation: Conversation) -> int:
    """Run commands, each to its end."""
    for command in commands:
        if not conversation.obey(command):
            break
        conversation.wait()
    return REFUSED if conversation.complaints else DONE
