"""The commands of the terminal browser."""

from collections.abc import Callable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.lab.common.errors import LaboratoryError
from engine.lab.tree.browsing import Browser, Row
from engine.lab.tree.grep import HELP, condition_of, found_below
from engine.lab.tree.marks import words_of
from engine.lab.tree.reading import TreeFile
from engine.process.texts import quoted

MOST_FOUND = 20
"""Nodes that `grep` shows."""
STYLES = {"P": "bold blue", "C": "red", "N": "green", "Q": "dim"}
SUMMARIES = {
    "ls": "list the nodes below this one, and the legal moves that were not searched",
    "cd PATH": "go to a node: its move or number, several with / between them (.. up, / top);\n"
    "                    a move that was searched twice means its last search, e4:1 the first",
    "path": "list the nodes from the root to this one",
    "board": "show the position",
    "grep CONDITION ...": "find nodes below this one that fulfil all conditions",
    "about": "tell what was searched, and how",
    "help": "this list",
    "quit": "end",
}


class Commands:
    """A browser with its commands.

    Parameters
    ----------
    tree : TreeFile
    console : Console
        Where the answers go.
    """

    def __init__(self, tree: TreeFile, console: Console) -> None:
        self._tree, self._console = tree, console
        self._browser = Browser(tree)
        self._actions: dict[str, Callable[[str], None]] = {
            "ls": self._list,
            "cd": self._go,
            "path": self._path,
            "board": self._board,
            "grep": self._grep,
            "about": self._about,
            "help": self._help,
        }

    @property
    def prompt(self) -> str:
        """The place, as a path."""
        return f"/{'/'.join(self._browser.names(self._browser.path))}> "

    def obey(self, line: str) -> bool:
        """Run a command; tells whether others may follow.

        Raises
        ------
        LaboratoryError
            If there is no such command, or it cannot be done.
        """
        word, _, rest = line.strip().partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        if word:
            action = self._actions.get(word.lower())
            if action is None:
                raise LaboratoryError(
                    f"There is no command {quoted(word)}; help lists those there are."
                )
            action(rest.strip())
        return True

    def _list(self, rest: str) -> None:
        self._no_words("ls", rest)
        rows = self._browser.rows()
        if rows:
            self._show(rows, numbered=True)
        self._say_what_is_missing(rows)

    def _say_what_is_missing(self, rows: list[Row]) -> None:
        """Tell why there is nothing more below the present node."""
        place = self._browser.place
        if place < 0:
            return
        node = self._tree.nodes[place]
        left = int(node["nodes"]) - int(node["records"])
        if left:
            self._say(f"{left:,} further nodes below were searched and are not in the file.")
        elif not rows:
            reasons = ", ".join(words_of(int(node["marks"])))
            self._say(f"Nothing was searched below: {reasons or 'a quiet position'}.")
        else:
            self._say_not_searched(node["value"] >= node["beta"])

    def _say_not_searched(self, cut_off: bool) -> None:
        """Tell which legal moves are missing: a cut-off needs no further ones."""
        moves = self._browser.not_searched()
        if moves and cut_off:
            self._say(f"Cut off; {len(moves)} further moves.")
        elif moves:
            self._say(f"Not searched: {', '.join(moves)}.")

    def _go(self, rest: str) -> None:
        if not rest:
            raise LaboratoryError("cd takes a path, such as e4/e5 or .. or /.")
        self._browser.go(rest)

    def _path(self, rest: str) -> None:
        self._no_words("path", rest)
        if not self._browser.path:
            self._say("This is the top, above the windows of the iteration.")
            return
        self._show(self._browser.rows_of_path(self._browser.path), numbered=False)

    def _board(self, rest: str) -> None:
        self._no_words("board", rest)
        board = self._browser.board
        for line in str(board).splitlines():
            self._say(line)
        self._say(board.fen())

    def _grep(self, rest: str) -> None:
        if not rest:
            raise LaboratoryError(f"grep takes conditions. {HELP}")
        conditions = [condition_of(word) for word in rest.split()]
        number = 0
        for place in found_below(self._tree, self._browser.place, conditions):
            number += 1
            if number <= MOST_FOUND:
                self._show_found(place)
        more = f", of which the first {MOST_FOUND} are shown" if number > MOST_FOUND else ""
        self._say(f"{number:,} {'node' if number == 1 else 'nodes'}{more}.")

    def _show_found(self, place: int) -> None:
        path = self._tree.path_to(place)
        row = self._browser.rows_of_path(path)[-1]
        names = "/".join(self._browser.names(path))
        marks = f", {row.marks}" if row.marks else ""
        self._say(f"/{names}  {row.kind} {row.value} ({row.window}), depth {row.depth}{marks}")

    def _about(self, rest: str) -> None:
        self._no_words("about", rest)
        for name, text in facts_of(self._tree):
            self._say(f"{name}: {text}")

    def _help(self, rest: str) -> None:
        self._no_words("help", rest)
        for name, summary in SUMMARIES.items():
            self._say(f"{name:18}  {summary}")
        self._say(HELP)
        self._say(
            "Scores are in centipawns for the side that made the move, so that the moves of a "
            "list can be compared. P: open window; C: minimal "
            "window, a cut-off was expected; N: minimal window; Q: quiescence."
        )

    def _no_words(self, command: str, rest: str) -> None:
        if rest:
            raise LaboratoryError(f"{command} takes nothing, not {quoted(rest)}.")

    def _say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def _show(self, rows: list[Row], numbered: bool) -> None:
        """Print nodes as a table."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        numbers = ("value", "alpha beta", "static", "depth", "searched")
        for title in (*(["#"] if numbered else []), "node", "kind", *numbers, "marks"):
            right = title == "#" or title in numbers
            table.add_column(title, justify="right" if right else "left", no_wrap=title != "marks")
        for number, row in enumerate(rows, 1):
            cells = [
                *([str(number)] if numbered else []),
                *(row.name, row.kind, row.value, row.window, row.static, row.depth),
                *(f"{row.searched:,}", row.marks),
            ]
            table.add_row(*map(Text, cells), style=STYLES[row.kind])
        self._console.print(table)


def facts_of(tree: TreeFile) -> list[tuple[str, str]]:
    """Tell in words what a file holds."""
    about = tree.about
    options = ", ".join(f"{name} = {value}" for name, value in about["options"].items())
    windows = [
        f"line {window['line']}, {window['alpha']} to {window['beta']}: {window['score']}"
        for window in about["windows"]
    ]
    return [
        ("Search", f"{about['search']}, {about['depth']} plies, {printable(about['engine'])}"),
        ("Position", tree.board.fen()),
        ("Nodes", f"{about['nodes']:,} searched, {about['records']:,} in the file"),
        ("Windows", "; ".join(windows)),
        ("Options", printable(options) or "default"),
    ]


def printable(text: str) -> str:
    """Replace what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
