"""Execution of a script that was read, command by command."""

from engine.lab.common.errors import LaboratoryError
from engine.lab.script.commands import BY_RULE
from engine.lab.script.mistakes import ScriptError
from engine.lab.script.print_commands import SUBJECTS
from engine.lab.script.reading import Statement
from engine.lab.script.settings import SettingError
from engine.lab.script.state import State
from engine.process.texts import sentence, system_reason


def run(script: tuple[Statement, ...], state: State) -> None:
    """Execute a script to its end or to QUIT.

    Raises
    ------
    ScriptError
        At the first command that fails; what was done before stays.
    KeyboardInterrupt
        When the search in work has ended.
    """
    for statement in script:
        if state.ended:
            return
        if state.echoes:
            state.write(f"> {statement.text}")
        if not is_confirmed(statement, state):
            continue
        if statement.script is not None:
            run(statement.script, state)
        else:
            execute(statement, state)


def execute(statement: Statement, state: State) -> None:
    """Execute a command, and show what SHOW asks for if it changed the position."""
    given = [value for value in statement.arguments if value is not None]
    before = state.game.board.fen()
    try:
        BY_RULE[statement.rule].execute(state, *given)
        if state.game.board.fen() != before:
            for subject in sorted(state.shown):
                state.print_lines(*SUBJECTS[subject](state))
    except BrokenPipeError:
        raise
    except (LaboratoryError, SettingError) as refusal:  # a setting may hang on one not confirmed
        raise ScriptError(statement.place, sentence(str(refusal))) from None
    except OSError as failure:
        what = failure.filename or "The output"
        message = f"{what} could not be written: {system_reason(failure)}."
        raise ScriptError(statement.place, message) from None


def is_confirmed(statement: Statement, state: State) -> bool:
    """Ask before a command if CONFIRM is on.

    SET CONFIRM itself is always executed, and so are constants, which the reader has replaced.
    """
    if not state.values["CONFIRM"] or statement.arguments[:1] == ("confirm",):
        return True
    if statement.rule in ("define", "undef"):
        return True
    answer = state.ask(f"{statement.text}? [y/n] ").strip().lower()
    if not answer:
        state.ended = True
    return answer in ("y", "yes")
