"""The language: every command and option of Lazar, and every mistake with its place."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lab.common.errors import LaboratoryError
from engine.lab.script import reading
from engine.lab.script.commands import BY_RULE, COMMANDS
from engine.lab.script.folder import Folder
from engine.lab.script.mistakes import ScriptError
from engine.lab.script.parsing import LineError, parse, parser
from engine.lab.script.print_commands import SUBJECTS
from engine.lab.script.reading import Reader, Statement
from engine.lab.script.settings import ROWS, SETTINGS
from engine.options import OPTIONS

DATA = Path(__file__).resolve().parents[2] / "data"
"""Tables of Lazar (1995), typed from the report; the meanings are in our words."""


def rows_of(name: str) -> list[dict[str, str]]:
    """Read a table."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_command_has_its_row():
    """All of Lazar's, and no further names; the rules of the grammar are the rows."""
    published = [row["command"] for row in rows_of("lazar1995_commands.csv")]
    assert len(published) == 20
    assert {row.name for row in COMMANDS} == set(published)
    rules = {str(rule.alias or rule.origin.name) for rule in parser().rules}
    inner = {"start", "setting", "piece", "file", *SETTINGS}
    assert {rule for rule in rules if not rule.startswith("__")} - inner == set(BY_RULE)


def test_every_option_of_set_has_its_row():
    """All of Lazar's; TIME is ours."""
    published = {row["option"] for row in rows_of("lazar1995_set_options.csv")}
    assert len(published) == 20
    assert {row.name for row in ROWS} == published | {"TIME"}


def test_what_print_shows():
    """What Lazar's PRINT shows, and the statistics."""
    (row,) = [row for row in rows_of("lazar1995_commands.csv") if row["command"] == "PRINT"]
    published = set(row["arguments"].split("|")) - {"other text"}
    assert set(SUBJECTS) == published | {"STATS", "STATISTICS"}


COMMAND_LINES = {
    '#define "depth" 6': ("define", "depth", 6),
    '#define "fast" on': ("define", "fast", True),
    '#define "where" "my games"': ("define", "where", "my games"),
    "BACK 3": ("back", 3),
    "back": ("back", None),
    "Back All": ("back", "ALL"),
    "CLEAR BOARD": ("clear", "BOARD"),
    "CLEAR TABLE": ("clear", "TABLE"),
    "clear statistics": ("clear", "STATS"),
    "DELETE e4": ("delete", "e4"),
    "DELETE WN": ("delete", "WN"),
    "DELETE white Knight": ("delete", True, "Knight"),
    "EVALUATE": ("evaluate", None),
    "EVALUATE black": ("evaluate", False),
    "ECHO on": ("echo", True),
    "FORWARD 2": ("forward", 2),
    "HELP": ("help",),
    "LOAD game.pgn": ("load", "game.pgn", None),
    'LOAD "my games.pgn" 3': ("load", "my games.pgn", 3),
    "LOAD stats": ("load", "stats", None),
    "MOVE e2-e4": ("move", "e2-e4"),
    "MOVE E7E8Q": ("move", "e7e8q"),
    "NEW": ("new",),
    "PLACE WK ONTO e1": ("place", "WK", "e1"),
    "PLACE black Queen ONTO H8": ("place", False, "Queen", "h8"),
    "PRINT": ("print",),
    "PRINT BOARD": ("print", "BOARD"),
    'PRINT a "b  c" = 5 | x!': ("print", "a", "b  c", "=", "5", "|", "x!"),
    "QUIT": ("quit",),
    "RUN": ("run", None),
    "SAVE game.txt AS ASCII": ("save", "game.txt", "ASCII"),
    "SAVE stats.csv AS LATEX": ("save", "stats.csv", "LATEX"),
    'SAVE STATS "out.csv"': ("save_statistics", "out.csv"),
    "SET DEPTH 5": ("set", "depth", 5),
    "SHOW BOARD = on": ("show", "BOARD", True),
    "SHOW MOVES=off": ("show", "MOVES", False),
    "STEP": ("step", None),
    "STEP 4": ("step", 4),
}


@pytest.mark.parametrize(("line", "wanted"), COMMAND_LINES.items(), ids=list(COMMAND_LINES))
def test_commands(line, wanted):
    """Each form of each command."""
    found = parse(line)
    assert (found.rule, *(part.value for part in found.parts)) == wanted


def test_every_form_is_tried():
    """But #undef, which needs a definition, and is tried below."""
    assert {wanted[0] for wanted in COMMAND_LINES.values()} == set(BY_RULE) - {"undef"}


def read(tmp_path: Path, text: str, **files: str) -> tuple[Statement, ...]:
    """Read a script and the files beside it."""
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    path = tmp_path / "a.script"
    path.write_text(text, encoding="utf-8")
    return Reader(Folder(tmp_path)).read(path, "a.script")


MISTAKES = {
    "unknown command": ("STEPS 5", 1, 1, "'STEPS' is not a command; expected: #define"),
    "second line": ("NEW\n\n  FOO", 3, 3, "'FOO' is not a command"),
    "wrong value": (
        "STEP five",
        1,
        6,
        "'five' does not belong here; expected: a whole number or the end",
    ),
    "too much": ("STEP 5 5", 1, 8, "'5' does not belong here; expected: the end of the line."),
    "too little": ("SET TABLE INDEX", 1, 16, "not complete; expected here: a whole number."),
    "no depth": ("STEP 0", 1, 6, "STEP takes a whole number from 1 to 127, not 0."),
    "deep": ("SET DEPTH 128", 1, 11, "SET DEPTH takes a whole number from 1 to 127, not 128."),
    "huge": ("BACK 9999999999999", 1, 6, "has more than 12 characters."),
    "negative": ("SET NODES -1", 1, 11, "SET NODES takes a whole number from 0"),
    "switch": ("SET STATS maybe", 1, 11, "'maybe' does not belong here; expected: on or off."),
    "unknown option": ("SET HASH 5", 1, 5, "'HASH' does not belong here; expected: CENTER,"),
    "unknown table option": ("SET TABLE SIZE 5", 1, 11, "expected: DEBUGDEPTH, FLAG, INDEX, LEVEL"),
    "capitals of a scheme": ("SET TABLE SCHEME BIG1", 1, 18, "expected: new, old, deep, big1 or"),
    "capitals of a piece": ("SET knight 300", 1, 5, "Knight, Bishop"),
    "large table": ("SET TABLE INDEX 63", 1, 17, "SET TABLE INDEX takes a whole number from"),
    "worthless piece": ("SET Pawn 0", 1, 10, "SET Pawn takes a whole number from 1 to 2000"),
    "level of new": ("SET TABLE SCHEME new\nSET TABLE LEVEL 2", 2, 17, "deep and big1 only"),
    "scheme at level 2": ("SET TABLE LEVEL 2\nSET TABLE SCHEME bigAll", 2, 18, "not for 'bigAll'"),
    "level 3": ("SET TABLE LEVEL 3", 1, 17, "from 1 to 2, not 3."),
    "flag": ("SET TABLE FLAG off", 1, 16, "always marked as old"),
    "debug depth": ("SET TABLE DEBUGDEPTH 2", 1, 22, "was internal to AliBaba+"),
    "flags": ("SET DEBUGLEVEL NONE|ALL", 1, 21, "NONE, COUNTERS or PROGRESS"),
    "unterminated": ('PRINT "abc', 1, 7, "A text begins here whose closing quotation mark"),
    "unterminated later": ('LOAD "a" "b', 1, 10, "closing quotation mark is missing."),
    "no move": ("MOVE e9", 1, 6, "expected: a move such as e2-e4."),
    "no piece": ("PLACE XN ONTO e4", 1, 7, "a piece such as WN"),
    "no square": ("PLACE WN ONTO i4", 1, 15, "expected: a square such as e4."),
    "no format": ("SAVE a AS GIF", 1, 11, "expected: ASCII, LATEX, PGN or MOVES."),
    "no equals": ("SHOW BOARD on", 1, 12, "expected: =."),
    "bad name": ('#define "a b" 5', 1, 9, "A constant is named by letters"),
    "name of a command": ('#define "step" 5', 1, 9, "is a word of the language"),
    "name of a square": ('#define "e4" 5', 1, 9, "is a word of the language"),
    "undefined": ('#undef "a"', 1, 8, "There is no constant 'a'."),
    "in a constant": ('#define "x" "STEP 1"\n x 5', 2, 4, "'5' does not belong here"),
    "of a constant": ('#define "x" 999\nSTEP x', 2, 6, "from 1 to 127, not 999."),
    "missing script": ("RUN none.script", 1, 5, "Cannot read none.script: No such file"),
    "script outside": ("RUN ../b.script", 1, 5, "lies outside the script's folder; --outside"),
    "folder": ("RUN .", 1, 5, ". is not a file."),
    "itself": ("NEW\nRUN a.script", 2, 5, "'a.script' would run itself without end."),
}


@pytest.mark.parametrize(("text", "line", "column", "words"), MISTAKES.values(), ids=list(MISTAKES))
def test_mistakes(tmp_path, text, line, column, words):
    """File, line and column, and one sentence."""
    with pytest.raises(ScriptError) as refusal:
        read(tmp_path, text)
    message = str(refusal.value)
    assert message.startswith(f"a.script:{line}:{column}: ")
    assert words in message
    assert message.endswith(".")
    assert "\n" not in message


def test_constants(tmp_path):
    """Numbers, switches, texts, aliases of several words; removed, redefined, not within texts."""
    statements = read(
        tmp_path,
        """\
#define "deep6" 6
#define "yes" true
#define "book" "my games.pgn"
#define "bits" "TABLE INDEX"
#define "go" "STEP"
go deep6
SET bits 16
SET REFS yes
LOAD book
PRINT "deep6" deep6 deep6x //deep6
#define "deep6" 7
STEP deep6
#undef "deep6"
PRINT deep6
""",
    )
    found = [(one.rule, *one.arguments) for one in statements if one.rule not in ("define",)]
    assert found == [
        ("step", 6),
        ("set", "table_index", 16),
        ("set", "refs", True),
        ("load", "my games.pgn", None),
        ("print", "deep6", "6", "deep6x"),
        ("step", 7),
        ("undef", "deep6"),
        ("print", "deep6"),
    ]


def test_constants_of_nested_scripts(tmp_path):
    """They go in and come back, as the nested script stood in its place."""
    statements = read(
        tmp_path,
        '#define "in" 3\nRUN "b.script"\nSTEP out\n',
        **{"b.script": 'STEP in\n#define "out" 4\n'},
    )
    assert statements[1].script is not None
    assert statements[1].script[0].arguments == (3,)
    assert statements[2].arguments == (4,)


def test_a_mistake_in_a_nested_script(tmp_path):
    """Its own place is told; and settings of the outer script count in it."""
    files = {"b.script": "NEW\nSET TABLE SCHEME old\n"}
    with pytest.raises(ScriptError, match=r"^b\.script:2:18: TABLE LEVEL 2 exists for"):
        read(tmp_path, "SET TABLE LEVEL 2\nRUN b.script\n", **files)


def test_recursion(tmp_path):
    """Through another script, and through a link; but the same script twice is no recursion."""
    with pytest.raises(ScriptError, match=r"^b\.script:1:5: 'a\.script' would run itself"):
        read(tmp_path, "RUN b.script", **{"b.script": "RUN a.script"})
    (tmp_path / "link.script").symlink_to(tmp_path / "a.script")
    with pytest.raises(ScriptError, match=r"^a\.script:1:5: 'link\.script' would run itself"):
        read(tmp_path, "RUN link.script")
    twice = read(tmp_path, "RUN b.script\nRUN b.script", **{"b.script": "NEW"})
    assert [one.script is not None for one in twice] == [True, True]


def test_nesting_is_bounded(tmp_path, monkeypatch):
    """In depth, and in the number of commands: scripts that each run another four times."""
    chain = {f"{number}.script": f"RUN {number + 1}.script" for number in range(1, 16)}
    chain["16.script"] = "NEW"
    with pytest.raises(ScriptError, match=r"^15\.script:1:5: Scripts are nested more than 16"):
        read(tmp_path, "RUN 1.script", **chain)
    double = {f"{n}.script": f"RUN {n + 1}.script\n" * 4 for n in range(1, 15)}
    double["15.script"] = "NEW\n"
    assert reading.MOST_COMMANDS == 20_000
    monkeypatch.setattr(reading, "MOST_COMMANDS", 500)
    with pytest.raises(ScriptError, match="The run has more than 500 commands"):
        read(tmp_path, "RUN 1.script", **double)


def test_a_way_out_of_the_folder(tmp_path):
    """A link is followed before it is judged; a name with a null byte is none."""
    inside, outside = tmp_path / "in", tmp_path / "out.script"
    inside.mkdir()
    outside.write_text("NEW")
    (inside / "link.script").symlink_to(outside)
    for name in ("link.script", str(outside), "../out.script"):
        with pytest.raises(ScriptError, match="lies outside the script's folder"):
            read(inside, f'RUN "{name}"')
    path = inside / "a.script"
    assert Reader(Folder(inside, opened=True)).read(path, "a.script")[0].script is not None
    with pytest.raises(LaboratoryError, match="is not the name of a file"):
        Folder(inside).path("a\0b")
    with pytest.raises(LaboratoryError, match="is not the name of a file"):
        Folder(inside).path(" ")


def test_not_a_text(tmp_path):
    """Null bytes, or bytes that are no UTF-8; a file that is too large."""
    path = tmp_path / "a.script"
    path.write_bytes(b"NEW\n\0\n")
    with pytest.raises(LaboratoryError, match=r"a\.script is not a text file"):
        Reader(Folder(tmp_path)).read(path, "a.script")
    path.write_bytes(b"NEW\r\n\xff\xfe\r\n")
    with pytest.raises(ScriptError, match=r"^a\.script:2:1: 'ÿþ' is not a command"):
        Reader(Folder(tmp_path)).read(path, "a.script")
    with path.open("wb") as file:
        file.truncate(17 * 2**20)
    with pytest.raises(LaboratoryError, match="is larger than 16 MiB"):
        Reader(Folder(tmp_path)).read(path, "a.script")


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda junk: junk.decode("latin-1")))
def test_any_line_is_read_or_refused(line):
    """With the place of the mistake within the line."""
    if not line.strip():
        return
    try:
        parse(line)
    except LineError as mistake:
        assert 0 <= mistake.offset <= len(line)
        assert str(mistake).endswith(".")


def test_the_page():
    """docs/scripts.md has a row for each form of a command and each option, with Sesame's name."""
    page = (DATA.parents[1] / "docs" / "scripts.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        beginning = f"{command.name} {command.arguments}".strip().split(" |")[0]
        assert f"| `{beginning}" in page or command.rule in ("print", "save"), command
    for row in ROWS:
        (line,) = [one for one in page.splitlines() if one.startswith(f"| `{row.name}` | ")]
        named = row.option.split(", ")
        assert all(name in line for name in named if name in options_of_sesame()), row.name


def options_of_sesame() -> set[str]:
    """Return the names of all options."""
    return {option.name for option in OPTIONS}
