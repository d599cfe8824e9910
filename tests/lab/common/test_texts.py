"""Texts of others in UTF-8 and Latin-1, with any line ends."""

import pytest

from engine.lab.common.texts import open_text

# Bytes and what they say.
TEXTS = {
    "UTF-8": ("Müller – Čech\n".encode(), "Müller – Čech\n"),
    "byte order mark": (b"\xef\xbb\xbfM\xc3\xbcller\n", "Müller\n"),
    "Latin-1": (b"M\xfcller - Tal\n", "Müller - Tal\n"),
    "Latin-1 at the end": (b"Andr\xe9", "André"),
    "Latin-1 letters in a row": (b"\xc4\xd6\xdc\xe4\n", "ÄÖÜä\n"),
    "a line of each": (b"M\xfcller\nM\xc3\xbcller\n", "Müller\nMüller\n"),
    "line ends of Windows and old Macintosh": (b"a\r\nb\rc\n", "a\nb\nc\n"),
}


@pytest.mark.parametrize(("content", "text"), TEXTS.values(), ids=TEXTS)
def test_texts(tmp_path, content, text):
    path = tmp_path / "games.pgn"
    path.write_bytes(content)
    with open_text(path) as file:
        assert file.read() == text
