"""Files of boards and games: ASCII, LaTeX, PGN, coordinates, FEN.

The ASCII file has the start position, the moves and a picture of the board; a picture alone, with
the side to move, is read too. LaTeX keeps the position only, as the package chessboard draws it.
Sources: Lazar 1995, the commands LOAD and SAVE; Edwards 1994 for PGN.
"""

import io
import re
from collections.abc import Callable

import chess
import chess.pgn

from engine.board.fen import FenError
from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import is_chess, parsed_start, start_fen, start_of_game
from engine.lab.script.game import Game, numbered
from engine.process.texts import quoted, reason

HEAD = "Sesame game"
"""The first words of an ASCII file."""
PICTURE = re.compile(r"(?:[.pnbrqkPNBRQK] ){7}[.pnbrqkPNBRQK]")
SIDE = re.compile(r"(white|black) to move(?:, castling (none|[WBSL ]+))?")
RIGHTS = {"WS": "K", "WL": "Q", "BS": "k", "BL": "q"}
IN_LATEX = re.compile(r"setfen=([^\],}]+)")
MOVE_NUMBER = re.compile(r"\d+\.+|\.\.\.|\*|1-0|0-1|1/2-1/2")
COORDINATES = re.compile(r"([a-h][1-8])-?([a-h][1-8])=?([nbrq]?)")
LATEX = r"""\documentclass{article}
\usepackage{chessboard}
\begin{document}
\chessboard[setfen=FEN]
\end{document}
"""


class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps errors in the game, where they are looked for, and writes nothing to the log."""

    def handle_error(self, error: Exception) -> None:
        """Keep an error."""
        self.game.errors.append(error)


def game_in(text: str, number: int = 1) -> Game:
    """Read a file of any of the formats.

    Parameters
    ----------
    text : str
        Of the file.
    number : int
        Of the game, in a PGN file with several, from 1.

    Returns
    -------
    Game
        After its last move.

    Raises
    ------
    LaboratoryError
        If there is no such game in it, or it is not legal.
    """
    readers: tuple[Callable[[str], Game | None], ...] = (ascii_in, latex_in, fen_in, coordinates_in)
    for read in readers:
        try:
            game = read(text)
        except (FenError, ValueError) as failure:
            raise LaboratoryError(reason(failure)) from None
        if game is not None:
            if number > 1:
                raise LaboratoryError(f"There is one game in the file, no game {number}.")
            return game
    return pgn_in(text, number)


def pgn_in(text: str, number: int) -> Game:
    """Read a game of a PGN file; raises as `game_in`."""
    file = io.StringIO(text)
    for before in range(number):
        read = chess.pgn.read_game(file, Visitor=Builder)
        if read is None:
            raise LaboratoryError(
                f"There is no game {number} in the file, only {before}."
                if before
                else "There is no game in the file."
            )
    assert read is not None
    if read.errors:
        raise LaboratoryError(f"The game cannot be read: {reason(read.errors[0])}.")
    if not is_chess(read.headers):
        raise LaboratoryError(f"{quoted(read.headers['Variant'])} is not chess.")
    moves = list(read.mainline_moves())
    if not moves and "FEN" not in read.headers:
        raise LaboratoryError("The file has neither a move nor a position.")
    try:
        board = start_of_game(read.headers)
    except ValueError as failure:
        raise LaboratoryError(reason(failure)) from None
    for move in moves:
        board.push(move)
    return Game(board)


def coordinates_in(text: str) -> Game | None:
    """Read moves from the start position, each as e2e4 or e2-e4; None if it is something else."""
    words = [word for word in text.split() if not MOVE_NUMBER.fullmatch(word)]
    found = [COORDINATES.fullmatch(word.lower()) for word in words]
    return Game(played(chess.Board(), words)) if words and all(found) else None


def played(board: chess.Board, words: list[str]) -> chess.Board:
    """Play moves in coordinates; raises LaboratoryError at the first illegal one."""
    for word in words:
        board.push(move_of(board, word))
    return board


def move_of(board: chess.Board, word: str) -> chess.Move:
    """Read a move in coordinates: e2e4, e2-e4, e7-e8q, e7-e8=q; a king castles by two squares."""
    found = COORDINATES.fullmatch(word.lower())
    try:
        return board.parse_uci("".join(found.groups()) if found else word)
    except ValueError:
        raise LaboratoryError(f"{quoted(word)} is not legal in {board.fen()}.") from None


def fen_in(text: str) -> Game | None:
    """Read a position in one line, as FEN or EPD; None if it is something else."""
    line = text.strip()
    placement = line.partition(" ")[0]
    if "\n" in line or placement.count("/") != len(chess.RANK_NAMES) - 1:
        return None
    fields = line.split()
    whole = [*fields[:4], *(word for word in fields[4:6] if word.isdecimal())]
    return Game(parsed_start(" ".join(whole)))


def latex_in(text: str) -> Game | None:
    """Read the position of a LaTeX file; None if it is something else."""
    found = IN_LATEX.search(text)
    return Game(parsed_start(found[1])) if found else None


def latex_of(game: Game) -> str:
    """Write the position as a document of LaTeX."""
    return LATEX.replace("FEN", start_fen(game.board))


def ascii_of(game: Game) -> str:
    """Write start position, moves, and a picture of the board."""
    start = game.board.root()
    lines = [HEAD, f"start {start_fen(start)}", *numbered(start, game.board.move_stack)]
    return "\n".join([*lines, *picture_of(game.board)]) + "\n"


def picture_of(board: chess.Board) -> list[str]:
    """Write the side to move, castling rights and the board, eighth rank first."""
    rights = [name for name, letter in RIGHTS.items() if letter in board.castling_xfen()]
    side = f"{chess.COLOR_NAMES[board.turn]} to move, castling {' '.join(rights) or 'none'}"
    return [side, *str(board).splitlines()]


def ascii_in(text: str) -> Game | None:
    """Read what `ascii_of` writes, or a picture alone; None if it is something else."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    picture = [line for line in lines if PICTURE.fullmatch(line)]
    side = next(filter(None, map(SIDE.fullmatch, lines)), None)
    if lines[:1] != [HEAD] and not picture:
        return None
    if len(picture) != len(chess.RANK_NAMES) or side is None:
        raise LaboratoryError("The board needs eight ranks and a line such as «white to move».")
    drawn = chess.Board(None)
    drawn.set_board_fen("/".join(map(rank_of, picture)))
    turn, rights = side[1][0], "".join(RIGHTS.get(word, "") for word in (side[2] or "").split())
    if lines[:1] != [HEAD]:
        return Game(parsed_start(f"{drawn.board_fen()} {turn} {rights or '-'} - 0 1"))
    start = next((line for line in lines if line.startswith("start ")), "")
    board = parsed_start(start.removeprefix("start "))
    for line in lines:
        for word in line.split() if re.match(r"\d+\. ", line) else ():
            if not MOVE_NUMBER.fullmatch(word):
                board.push(board.parse_san(word))
    if (board.board_fen(), chess.COLOR_NAMES[board.turn]) != (drawn.board_fen(), side[1]):
        raise LaboratoryError("The moves of the file do not lead to its board.")
    return Game(board)


def rank_of(line: str) -> str:
    """Turn a rank of a picture into one of a FEN."""
    signs = line.replace(" ", "")
    return re.sub(r"\.+", lambda dots: str(len(dots.group())), signs)


def pgn_of(game: Game) -> str:
    """Write the game as PGN."""
    written = chess.pgn.Game.from_board(game.board)
    if game.board.root().fen() != chess.STARTING_FEN:
        written.setup(game.board.root())
    return f"{written}\n"


def coordinates_of(game: Game) -> str:
    """Write the moves in coordinates.

    Raises
    ------
    LaboratoryError
        If the game did not begin at the start position, which the file cannot say.
    """
    start = game.board.root()
    if start.fen() != chess.STARTING_FEN:
        raise LaboratoryError(
            "MOVES keeps moves from the start position only; use ASCII or PGN for this game."
        )
    moves = (move.uci() for move in game.board.move_stack)
    return "\n".join(f"{move[:2]}-{move[2:]}" for move in moves) + "\n"


FORMATS: dict[str, Callable[[Game], str]] = {
    "ASCII": ascii_of,
    "LATEX": latex_of,
    "PGN": pgn_of,
    "MOVES": coordinates_of,
}
"""By the word after AS."""
