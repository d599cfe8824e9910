"""SVG made to stand in a page beside others: their names must not meet."""

import re
from xml.etree import ElementTree

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
DROPPED = frozenset(f"{{{SVG}}}{name}" for name in ("metadata", "desc", "title"))
REFERENCE = re.compile(r"url\(#([^)]+)\)")
LINKS = ("href", f"{{{XLINK}}}href")


def inlined(svg: str, name: str, description: str) -> str:
    """Prepare a drawing for a page.

    Parameters
    ----------
    svg
        A whole document.
    name
        Begins all its identifiers, and is unique on the page.
    description
        For readers who do not see it.
    """
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in DROPPED]:
            parent.remove(child)
    used = referenced(root)
    for element in root.iter():
        for attribute, value in list(element.attrib.items()):
            if attribute == "id":
                if value in used:
                    element.set("id", f"{name}-{value}")
                else:
                    del element.attrib["id"]
            elif attribute in LINKS:
                del element.attrib[attribute]
                element.set("href", f"#{name}-{value.removeprefix('#')}")
            else:
                element.set(attribute, REFERENCE.sub(rf"url(#{name}-\1)", value))
    root.set("role", "img")
    root.set("aria-label", description)
    for attribute in ("width", "height"):  # the page decides; the viewBox keeps the proportions
        root.attrib.pop(attribute, None)
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def referenced(root: ElementTree.Element) -> set[str]:
    """Return the identifiers that the drawing itself refers to."""
    found: set[str] = set()
    for element in root.iter():
        for attribute, value in element.attrib.items():
            if attribute in LINKS:
                found.add(value.removeprefix("#"))
            found.update(REFERENCE.findall(value))
    return found
