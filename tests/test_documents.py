"""The documents agree with the files: names, links, numbers of choices and of faults.

Every reference must lead somewhere. The tests read the sources and run nothing.
"""

import calendar
import re
import tokenize
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
DOCS = CHECKOUT / "docs"
PAGES = sorted([*CHECKOUT.glob("*.md"), *DOCS.rglob("*.md")])
FOLDERS = ("engine", "tests", "openings", "experiments")
MARKDOWN = [*PAGES, *sorted(page for name in FOLDERS for page in (CHECKOUT / name).rglob("*.md"))]
MODULES = sorted((CHECKOUT / "engine").rglob("*.py"))
SOURCES = [*MODULES, *sorted((CHECKOUT / "tests").rglob("*.py"))]


def read(path: Path) -> str:
    """Read a text file."""
    return path.read_text(encoding="utf-8")


def numbers_in(path: Path, pattern: str) -> set[str]:
    """Find what the comments, docstrings and strings of a source file cite."""
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
    """Find the file names in a page."""
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
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings}


def test_every_cited_choice_is_explained():
    """Each «choice X13» cited in the code has exactly one line in docs/choices.md."""
    lines = re.findall(r"^- \*\*(X\d+)\*\* ", read(DOCS / "choices.md"), re.MULTILINE)
    assert len(lines) == len(set(lines)) > 20
    cited = set().union(*(numbers_in(path, r"\bX\d{1,2}\b") for path in SOURCES))
    cited |= set(re.findall(r"\bX\d{1,2}\b", "".join(map(read, MARKDOWN))))
    assert len(cited) > 10
    assert in_order(cited - set(lines)) == []


def test_every_cited_paper_is_in_the_references():
    """«Breuker 1998» in the engine or in docs/algorithms.md has an entry in its References."""
    page, _, references = read(DOCS / "algorithms.md").partition("## References")
    entries = [entry.casefold() for entry in references.split("\n- ")[1:]]
    citation = r"\b[A-ZÄÖÜ]\w+(?: et al\.)?,? \(?(?:1[89]|20)\d\d\b"
    cited = set().union(*(numbers_in(path, citation) for path in MODULES))
    cited |= set(re.findall(citation, page))
    named = {(re.split(r"\W", text)[0], text[-4:]) for text in cited}
    papers = {paper for paper in named if paper[0] not in calendar.month_name}
    assert len(papers) > 30
    missing = [
        f"{name} {year}"
        for name, year in sorted(papers)
        if not any(name.casefold() in entry and year in entry for entry in entries)
    ]
    assert missing == []


def test_every_cited_fault_is_explained():
    """Each «B13» cited in a test has exactly one row in docs/testing.md."""
    rows = re.findall(r"^\| ([A-D]\d+) \|", read(DOCS / "testing.md"), re.MULTILINE)
    assert len(rows) == len(set(rows)) > 20
    # In the laboratory such numbers are ECO codes.
    sources = [path for path in SOURCES if "lab" not in path.relative_to(CHECKOUT).parts]
    cited = set().union(*(numbers_in(path, r"(?<![\w.#/])[A-D]\d{1,2}\b") for path in sources))
    assert len(cited) > 10
    assert in_order(cited - set(rows)) == []


@pytest.mark.parametrize("page", ["algorithms.md", "architecture.md", "numba.md", "testing.md"])
def test_files_that_are_named_exist(page):
    """File names are relative to the checkout, or to engine/, tests/ or docs/."""
    names = file_names(read(DOCS / page))
    folders = (CHECKOUT, CHECKOUT / "engine", CHECKOUT / "tests", DOCS)
    assert names
    assert [name for name in names if not any((place / name).is_file() for place in folders)] == []


def test_every_module_is_named_in_its_room():
    """docs/architecture.md names every module of the engine under its folder."""
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
    """Relative links, including the headings that they name."""
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
    """Directly, or through other pages."""
    reached, waiting = set(), [CHECKOUT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        for link in re.findall(r"\]\(([^)#:\s]+\.md)[)#]", read(path)):
            waiting.append((path.parent / link).resolve())
    assert sorted(path.name for path in set(PAGES) - reached) == []


def test_the_version_is_written_once():
    """In pyproject.toml; CITATION.cff does not repeat it, and CHANGELOG.md has its section."""
    version = tomllib.loads(read(CHECKOUT / "pyproject.toml"))["project"]["version"]
    assert not re.search(r"^version:", read(CHECKOUT / "CITATION.cff"), re.MULTILINE)
    assert re.search(rf"^## {re.escape(version)}\b", read(CHECKOUT / "CHANGELOG.md"), re.MULTILINE)


def test_a_target_installs_what_its_commands_need():
    """The laboratory needs packages that a player's environment has not."""
    rules = re.findall(r"^([a-z-]+):(.*)\n((?:\t.*\n)+)", read(CHECKOUT / "Makefile"), re.M)
    needing = {name: needs for name, needs, recipe in rules if "-m engine.lab" in recipe}
    assert "bench" in needing
    assert [name for name, needs in needing.items() if "installed-dev" not in needs] == []
