"""Words on the command line: none begins a conversation, others are commands of it.

Import-light: what is heavy is loaded behind the door.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, TextIO

from engine.process.ending import end_at_once
from engine.process.texts import COMPILING, how_to_install
from engine.process.version import NAME, version
from engine.uci.commands import COMMANDS, command_in, help_lines
from engine.uci.door import Door, LoadingError
from engine.uci.output import Output

USAGE = """\
usage: sesame [command ...]        or, in a checkout: python uci.py [command ...]

Without words it speaks UCI on the standard input and output, as chess programs want it.
Words are commands, one after the other and each to its end (so what follows "go infinite" waits
for Ctrl-C); an argument with spaces is a command of its own:

  sesame go depth 8 table
  sesame "setoption name Hash value 256" "position startpos moves e2e4" "go movetime 5000"

--version tells the version, --help prints this. Exit status: 0 done, 1 a command could not be
obeyed as it was, 2 no such command.

Some more words open the laboratory, and have a --help of their own:

{laboratory}

commands:"""

DONE, REFUSED, UNKNOWN, INTERRUPTED = 0, 1, 2, 130

PACKAGES = ("dask", "distributed", "rich", "scipy")  # the extra `lab` of pyproject.toml


class Room(NamedTuple):
    """A room of the laboratory in engine/lab, whose `command.main` obeys a word."""

    name: str
    told: str
    needs_core: bool  # in this process; other rooms start engines


LABORATORY = {
    "match": Room("match", "play matches between settings or engines, with statistics", False),
    "openings": Room("openings", "make openings for them", True),
    "book": Room("book", "make an opening book of games that were played", False),
    "wdl": Room("win_draw_loss", "fit the model behind UCI_ShowWDL to games", False),
    "selfplay": Room("selfplay", "play games against itself and keep positions", True),
    "tune": Room("tuning", "fit the numbers of the evaluation to these positions", True),
}


def commands_in(arguments: list[str]) -> list[str]:
    """Divide the words of a command line into commands.

    Parameters
    ----------
    arguments
        As the shell gives them.

    Returns
    -------
    list of str
        An argument with spaces is a command. Neighbours without spaces make one together, up to
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
    """Do what the command line says.

    Parameters
    ----------
    arguments
        The words after the name of the program.
    stdout
        Where the answers go; the standard output if not given.

    Returns
    -------
    int
        The exit status. The process ends by force instead after a conversation, and if something
        cannot be stopped.
    """
    output = Output(stdout or sys.stdout)
    if arguments in (["--help"], ["-h"]):
        rooms = (f"  sesame {word:8} ...  {room.told}" for word, room in LABORATORY.items())
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
    door = Door(output)
    door.load()
    try:
        status = obey_all(commands, door) if commands else converse(door)
    except LoadingError as failure:
        output.say(str(failure))
        print(failure, file=sys.stderr)
        status = REFUSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    try:
        rests = door.close()
    except KeyboardInterrupt:
        end_at_once(INTERRUPTED)
    # Python takes up to half a second to take the compiled core apart, while a program waits.
    if not rests or not commands:
        end_at_once(status)
    return status


def enter_laboratory(word: str, *words: str) -> int:
    """Hand a command line over to the laboratory, whose packages a player need not have."""
    room = LABORATORY[word]
    try:
        if room.needs_core:
            for package in PACKAGES:  # before the compiler works for somebody who lacks them
                if find_spec(package) is None:
                    raise ModuleNotFoundError(name=package)
            have_core()
        command = import_module(f"engine.lab.{room.name}.command")
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "engine":
            raise
        print(f"sesame {word} needs {missing.name}. {how_to_install('lab')}", file=sys.stderr)
        return UNKNOWN
    return int(command.main(list(words)))


def have_core() -> None:
    """Compile the core if need be, and say so: it takes a while."""
    from engine.machine import keeping
    from engine.thinking.searches import USUAL, prepare_core

    if keeping.choose_cache() is not None and not keeping.is_complete(USUAL):
        print(f"sesame: {COMPILING}", file=sys.stderr)
        prepare_core()


def converse(door: Door) -> int:
    """Speak UCI on the standard input; where there is none, there is nothing to say."""
    if sys.stdin is not None:
        door.converse(sys.stdin.buffer)
    return DONE


def obey_all(commands: list[str], door: Door) -> int:
    """Obey the commands of a command line, each one to its end."""
    for command in commands:
        if not door.obey(command):
            break
        door.wait()
    return REFUSED if door.complaints else DONE
