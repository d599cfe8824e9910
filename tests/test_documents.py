"""The pages and the files agree: names, links, numbers of choices and of faults.

A reader follows a reference and must find something. The tests read the sources and run nothing.
"""

import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
DOCS = CHECKOUT / "docs"
TEXT_SUFFIXES = (".cff", ".csv", ".epd", ".json", ".md", ".py", ".toml", ".txt", "")
PAGES = sorted([*CHECKOUT.glob("*.md"), *DOCS.rglob("*.md")])
FOLDERS = ("engine", "tests", "openings", "experiments")
MARKDOWN = [*PAGES, *sorted(page for name in FOLDERS for page in (CHECKOUT / name).rglob("*.md"))]
MODULES = sorted((CHECKOUT / "engine").rglob("*.py"))
SOURCES = [*MODULES, *sorted((CHECKOUT / "tests").rglob("*.py"))]

# Each word is broken by a bracket, so that this file does not hold it.
FOREIGN = {
    "a path of somebody's machine": r"(?<![\w.])/(hom[e]|Use[r]s|roo[t]|wor[k]|tm[p])/\w",
    "a word of somebody's workplace": r"\b(sessio[n] of|assistan[t]s?|langua[g]e models?)\b",
    "a reference to nothing": r"\bou[r] specification\b",
}
LICENCE = "LICENSE"  # words of others


def read(path: Path) -> str:
    """Read a text file."""
    return path.read_text(encoding="utf-8")


def numbers_in(path: Path, pattern: str) -> set[str]:
    """Find what the comments, docstrings and texts of a source file cite."""
    found: set[str] = set()
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                found.update(re.findall(pattern, token.string))
    return found


def in_order(numbers: set[str]) -> list[str]:
    """Sort by letter and number."""
    return sorted(numbers, key=lambda number: (number[0], int(number[1:])))


def file_names(text: str) -> list[str]:
    """Find the names of files in a page."""
    return re.findall(r"[\w./-]*\w\.(?:py|md|toml|txt|cff|epd)\b", text)


def rooms(page: str) -> dict[str, list[str]]:
    """Read the block of docs/architecture.md: what is named in the lines of each room, by path."""
    block = page.split("```")[1]
    found: dict[str, list[str]] = {}
    path: list[str] = []
    for line in block.splitlines():
        begins = re.match(r"( *)(\w+)/( |$)", line)
        if begins:
            path = [*path[: len(begins[1]) // 2], begins[2]]
        elif not line.startswith(" " * 8):
            path = path[:1]
        found.setdefault("/".join(path), []).extend(re.findall(r"\w+", line))
    return found


def anchors(page: str) -> set[str]:
    """Give the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings}


def tracked() -> Iterator[Path]:
    """List the text files that belong to the project, new ones included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        answer = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    for name in filter(None, answer.stdout.split("\0")):
        path = CHECKOUT / name
        if path.suffix in TEXT_SUFFIXES and path.name != LICENCE and path.is_file():
            yield path


def test_every_cited_choice_is_explained():
    """«Choice X13» in the code leads to its line in docs/choices.md, and each line is unique."""
    lines = re.findall(r"^- \*\*(X\d+)\*\* ", read(DOCS / "choices.md"), re.MULTILINE)
    assert len(lines) == len(set(lines)) > 20
    cited = set().union(*(numbers_in(path, r"\bX\d{1,2}\b") for path in SOURCES))
    cited |= set(re.findall(r"\bX\d{1,2}\b", "".join(map(read, MARKDOWN))))
    assert len(cited) > 10
    assert in_order(cited - set(lines)) == []


def test_every_cited_fault_is_explained():
    """«B13» in a test leads to its row in docs/testing.md."""
    rows = re.findall(r"^\| ([A-D]\d+) \|", read(DOCS / "testing.md"), re.MULTILINE)
    assert len(rows) == len(set(rows)) > 20
    # In the laboratory such numbers are ECO codes.
    sources = [path for path in SOURCES if "lab" not in path.relative_to(CHECKOUT).parts]
    cited = set().union(*(numbers_in(path, r"(?<![\w.#/])[A-D]\d{1,2}\b") for path in sources))
    assert len(cited) > 10
    assert in_order(cited - set(rows)) == []


@pytest.mark.parametrize("page", ["algorithms.md", "architecture.md", "numba.md", "testing.md"])
def test_files_that_are_named_exist(page):
    """From the top, or from the folder that the page speaks of."""
    names = file_names(read(DOCS / page))
    folders = (CHECKOUT, CHECKOUT / "engine", CHECKOUT / "tests", DOCS)
    assert names
    assert [name for name in names if not any((place / name).is_file() for place in folders)] == []


def test_every_module_is_named_in_its_room():
    """A new file of the engine says in docs/architecture.md where it stands; so does a new room."""
    named = rooms(read(DOCS / "architecture.md"))
    assert {"engine", "engine/board", "engine/search/modern", "engine/lab"} <= set(named)
    missing = []
    for path in MODULES:
        parts = path.relative_to(CHECKOUT).with_suffix("").parts
        room, name = "/".join(parts[:-1]), parts[-1]
        if room.startswith("engine/lab/"):
            room, name = "engine/lab", parts[2]
        if name not in ("__init__", "__main__") and name not in named.get(room, []):
            missing.append("/".join(parts))
    assert missing == []


@pytest.mark.parametrize("path", MARKDOWN, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_links_lead_somewhere(path):
    """Relative links, with the headings they name."""
    page, broken = read(path), []
    for link in re.findall(r"\]\(([^)\s]+)\)", page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, heading = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (heading and heading not in anchors(read(target))):
            broken.append(link)
    assert broken == []


def test_every_page_is_reached_from_the_readme():
    """Directly, or from a page that is."""
    reached, waiting = set(), [CHECKOUT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        for link in re.findall(r"\]\(([^)#:\s]+\.md)[)#]", read(path)):
            waiting.append((path.parent / link).resolve())
    assert sorted(path.name for path in set(PAGES) - reached) == []


@pytest.mark.parametrize("kind", FOREIGN)
def test_nothing_foreign(kind):
    """A checkout is read by strangers: it knows no machine and no workplace."""
    found = []
    for path in tracked():
        for number, line in enumerate(read(path).splitlines(), 1):
            if re.search(FOREIGN[kind], line):
                found.append(f"{path.relative_to(CHECKOUT)}:{number}: {line.strip()}")
    assert found == []


def test_foreign_words_are_seen():
    """The test above is not kept by patterns that match nothing."""
    examples = ("see /hom" + "e/me/x", "a sessio" + "n of ours", "X2 of ou" + "r specification")
    for pattern, example in zip(FOREIGN.values(), examples, strict=True):
        assert re.search(pattern, example)


def test_the_version_is_written_once():
    """In pyproject.toml: the citation names none that could grow old; the changes name it."""
    version = tomllib.loads(read(CHECKOUT / "pyproject.toml"))["project"]["version"]
    assert not re.search(r"^version:", read(CHECKOUT / "CITATION.cff"), re.MULTILINE)
    assert re.search(rf"^## {re.escape(version)}\b", read(CHECKOUT / "CHANGELOG.md"), re.MULTILINE)
