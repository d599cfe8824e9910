"""All cells of a database as a CSV file, compressed if its name ends in .gz, and back."""

import csv
import gzip
import io
import zlib
from pathlib import Path

from engine.lab.common.database import StoreError
from engine.lab.common.files import write_bytes
from engine.lab.experiments.store import CellStore

COLUMNS = ("key", "core", "cell", "searched", "version", "machine", "finished")


def write_rows(store: CellStore, path: Path) -> int:
    """Write all cells; returns their number. The old file is replaced only by a whole one.

    Raises
    ------
    StoreError
        If there are none.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    number = 0
    for row in store.rows():
        writer.writerow(row)
        number += 1
    if not number:
        raise StoreError(f"{store.path} has no cells to write.")
    content = text.getvalue().encode()
    write_bytes(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
    return number


def read_rows(store: CellStore, path: Path) -> tuple[int, int]:
    """Store the cells of a file; returns how many were new and how many were there.

    Raises
    ------
    StoreError
        If the file is none of `write_rows`, or damaged, or if the database cannot be written;
        nothing of it is stored then.
    """
    new = known = 0
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
        head, *rows = [*csv.reader(text.splitlines())] or [[]]
        if tuple(head) != COLUMNS:
            raise ValueError("its first line does not name the columns of cells")
        with store.at_once():
            for row in rows:
                if len(row) != len(COLUMNS):
                    raise ValueError(f"a line has {len(row)} columns")
                if store.take(tuple(row)):
                    new += 1
                else:
                    known += 1
    except StoreError:
        raise
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError, csv.Error, zlib.error):
        raise StoreError(f"{path} cannot be imported: it is damaged, or no such file.") from None
    except (ValueError, RecursionError) as failure:
        reason = str(failure).rstrip(".")
        raise StoreError(f"{path} cannot be imported: {reason}.") from None
    return new, known
