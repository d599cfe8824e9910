"""Games as PGN, with a comment {score/depth time} for each move.

Scores are in pawns for the side to move, as in other match programs; "book" marks the moves of the
opening. The tag Reason says why a game ended as the database does, the tag Termination as the
standard does.
Source: Edwards, Standard: Portable Game Notation Specification and Implementation Guide, 1994,
sections 7 (quotes), 9.6.1 (TimeControl) and 9.8.1 (Termination).
"""

from collections.abc import Iterable, Mapping
from typing import TextIO

import chess
import chess.pgn

from engine.lab.match.records import START, Game, Limit, MoveRecord, Reason, Settings, Side

LINE_LENGTH = 80  # as in the export format of the standard

TERMINATIONS = {
    Reason.ADJUDICATED_WIN: "adjudication",
    Reason.ADJUDICATED_DRAW: "adjudication",
    Reason.MOVE_LIMIT: "adjudication",
    Reason.TABLEBASE: "adjudication",
    Reason.TIME_FORFEIT: "time forfeit",
    Reason.ILLEGAL_MOVE: "rules infraction",
    Reason.NO_MOVE: "rules infraction",
    Reason.PROTOCOL_ERROR: "rules infraction",
    Reason.NO_ANSWER: "abandoned",
    Reason.CRASH: "abandoned",
    Reason.NO_START: "unterminated",
    Reason.BAD_OPENING: "unterminated",
}
"""Games with other reasons ended normally."""


def write_games(games: Iterable[Game], settings: Settings, output: TextIO) -> int:
    """Write games one after another.

    Returns
    -------
    int
        How many.
    """
    sides = {side.name: side for side in settings.sides}
    written = 0
    for game in games:
        exporter = chess.pgn.StringExporter(columns=LINE_LENGTH)
        print(pgn_of(game, settings, sides).accept(exporter), file=output, end="\n\n")
        written += 1
    return written


def pgn_of(game: Game, settings: Settings, sides: Mapping[str, Side]) -> chess.pgn.Game:
    """Make the game tree that python-chess writes."""
    opening = game.task.opening
    tree = chess.pgn.Game()
    board = chess.Board(opening.fen, chess960=opening.chess960)
    if opening.fen != START:
        tree.setup(board)
    node: chess.pgn.GameNode = tree
    for text in opening.moves:
        node = play(node, board, text, "book")
    for record in game.moves:
        node = play(node, board, record.uci, comment_of(record))
    if game.detail:
        node.comment = f"{node.comment}; {game.detail}" if node.comment else game.detail
    tags = tags_of(game, settings, sides)
    tree.headers.update({name: escaped(text) for name, text in tags.items()})
    tree.headers["PlyCount"] = str(node.ply() - tree.ply())
    return tree


def play(
    node: chess.pgn.GameNode, board: chess.Board, text: str, comment: str
) -> chess.pgn.ChildNode:
    """Add a move; those of the database are legal."""
    move = chess.Move.from_uci(text)
    board.push(move)
    return node.add_variation(move, comment=comment)


def tags_of(game: Game, settings: Settings, sides: Mapping[str, Side]) -> dict[str, str]:
    """Return the tags, the seven of the standard first."""
    task = game.task
    tags = {
        "Event": "Sesame match",
        "Site": game.host or "?",
        "Date": game.started[:10].replace("-", ".") or "????.??.??",
        "Round": str(task.round),
        "White": task.white,
        "Black": task.black,
        "Result": game.result,
        "UTCTime": game.started[11:19] or "??:??:??",
        "Number": str(task.number),
        "Line": task.opening.name or "?",  # of the openings file; Opening is for ECO names
        "TimeControl": time_control(settings.limit),
        "Limit": str(settings.limit),
        "Termination": TERMINATIONS.get(game.reason, "normal"),
        "Reason": game.reason.value,
    }
    players = (("White", task.white, game.white), ("Black", task.black, game.black))
    for colour, name, identity in players:
        tags[f"{colour}Type"] = "program"
        tags[f"{colour}Version"] = (
            " ".join(filter(None, (identity.version, identity.source))) or "?"
        )
        tags[f"{colour}Options"] = ", ".join(map("=".join, sides[name].options)) or "-"
    return tags


def escaped(text: str) -> str:
    """Escape the value of a tag (section 7 of the standard)."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')


def time_control(limit: Limit) -> str:
    """Write a time control as the standard does; "-" is a game without a clock."""
    return str(limit) if limit.base_ms else "-"


def comment_of(record: MoveRecord) -> str:
    """Write the comment of a move."""
    if record.mate is not None:
        score = f"{'-' if record.mate < 0 else '+'}M{abs(record.mate)}"
    elif record.score_cp is not None:
        score = f"{record.score_cp / 100:+.2f}"
    else:
        score = "?"
    depth = "?" if record.depth is None else record.depth
    return f"{score}/{depth} {record.time_ms / 1000:.3f}s"
