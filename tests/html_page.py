"""A page as its reader finds it: texts, tables, drawings, identifiers, and links."""

from html.parser import HTMLParser

WITHOUT_END = ("meta", "br", "hr", "img", "input", "link")


class HtmlPage(HTMLParser):
    """A page, parsed; every tag must be closed in its order.

    Attributes
    ----------
    tables : list
        The texts of the cells by row, the head first.
    """

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.words, self.tables, self.ids, self.tags, self.attributes = [], [], [], [], []
        self.drawings = []
        self._open = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in WITHOUT_END:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append(tag)
        self.attributes.append((tag, found))
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "svg":
            self.drawings.append(found.get("aria-label", ""))
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if "style" in self._open:
            return
        self.words.append(data)
        if self._open and {"td", "th"} & set(self._open):
            self.tables[-1][-1][-1] += f" {data.strip()}" if "small" in self._open else data

    @property
    def text(self):
        """All texts, with single spaces."""
        return " ".join(" ".join(self.words).split())

    def outside(self):
        """What the page would fetch, and what would run: nothing may be found."""
        addresses = [
            (tag, value)
            for tag, attributes in self.attributes
            for name, value in attributes.items()
            if name in ("src", "href", "data", "action") and not value.startswith("#")
        ]
        scripts = [tag for tag in self.tags if tag in ("script", "iframe", "link", "object")]
        handlers = [name for _, found in self.attributes for name in found if name.startswith("on")]
        return addresses + scripts + handlers
