"""The openings of a match: how each went, and boards of the first ones."""

from collections.abc import Iterable

from engine.lab.match.records import Opening
from engine.lab.match.report.course import Course
from engine.lab.match.sheet import Sheet
from engine.lab.match.table import score_text
from engine.lab.page.boards import board_drawing
from engine.lab.page.contents import Block, Column, Drawing, Gallery, Table, words

BOARDS = 5
MOST_OPENINGS = 200


def boards_of(course: Course) -> Gallery:
    """Draw the first openings."""
    drawings = [
        drawn(opening, place) for place, opening in enumerate(list(course.openings)[:BOARDS])
    ]
    return Gallery(tuple(drawing for drawing in drawings if drawing))


def drawn(opening: Opening, place: int) -> Drawing | None:
    """Draw the position in which the engines begin; None if there is none."""
    try:
        board = Sheet(opening).board
    except ValueError:
        return None
    return board_drawing(board, f"opening-{place}", opening.name)


def openings_table(course: Course) -> Iterable[Block]:
    """List the openings in the order in which they were played."""
    rows = []
    for opening, results in list(course.openings.items())[:MOST_OPENINGS]:
        won, drawn_games, lost = (results[result] for result in ("1-0", "1/2-1/2", "0-1"))
        rows.append(
            words(
                *(opening.name, str(opening.line), str(results.total())),
                *(str(won), str(drawn_games), str(lost)),
                score_text((won, drawn_games, lost)),
            )
        )
    left_out = len(course.openings) - len(rows)
    notes = (f"{left_out} more openings are not listed.",) if left_out else ()
    head = ("Line", "Games", "White won", "Drawn", "Black won", "White's score")
    columns = (Column("Opening", numbers=False), *map(Column, head))
    yield Table("Openings in the order of their first game", columns, tuple(rows), notes)
