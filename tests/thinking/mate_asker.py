"""An engine that is asked for mates, and what it shows."""

import chess

from engine.options import find, parse
from engine.search.shared.score import mate_in
from engine.thinking.engine import Engine, Info, Progress, Result
from engine.thinking.limits import Limits

FORMS = ("PN2", "BTA", "df-pn", "tree")


class Asked:
    """An engine that is asked for mates."""

    def __init__(self, **options: object) -> None:
        self.engine = Engine()
        for name, value in options.items():
            option = find(name.replace("_", " "))
            self.engine.configure(option, parse(option, str(value)))

    def go(self, board: chess.Board, **limits: object) -> tuple[Result, list[Info]]:
        """Search; return the result and what was said of lines."""
        self.engine.new_game()
        self.engine.set_position(board)
        self.engine.prepare_go()
        heard: list[Info | Progress] = []
        result = self.engine.think(Limits(**limits), heard.append)  # type: ignore[arg-type]
        return result, [news for news in heard if isinstance(news, Info)]

    def is_proving(self) -> bool:
        """Whether a proof search runs, and has made nodes."""
        running = self.engine._signals.go_mate
        return running is not None and running.search.nodes > running.search.found.nodes


def mate_of(board: chess.Board, infos: list[Info]) -> int | None:
    """The length of the mate that was said last, after playing its line to the end."""
    last = infos[-1]
    moves = mate_in(last.score)
    if moves is None:
        return None
    end = board.copy()
    for move in last.pv:
        assert move in end.legal_moves
        end.push(move)
    assert end.is_checkmate() and len(last.pv) == 2 * moves - 1
    return moves


def no_thread(*_: object) -> None:
    """Start no thread, as where the system has no memory for another one."""
    raise RuntimeError("can't start new thread")
