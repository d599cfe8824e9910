"""Pages as HTML: one file with its style and drawings, which needs no network and no script."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from engine.lab.common.files import written_whole
from engine.lab.page.contents import Page


def write_page(page: Page, path: Path) -> None:
    """Write a page; an old file is replaced only by a whole one.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    text = html_of(page)
    with written_whole(path) as file:
        file.write(text)


def html_of(page: Page) -> str:
    """Return the text of a page."""
    return template().render(page=page)


@cache
def template() -> Template:
    """Read the template of reports."""
    return environment().get_template("page.html")


@cache
def environment() -> Environment:
    """Return what reads the templates of this folder; every text in them is escaped."""
    return Environment(
        loader=PackageLoader("engine.lab.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
