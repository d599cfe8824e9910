"""Records as JSON: a record is an object with the names of its fields.

Reading checks the declared types, since the text may come from another version.
"""

import dataclasses
import json
import types
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


def to_json(record: Any) -> str:
    """Write a record.

    Parameters
    ----------
    record
        A dataclass of strings, numbers, None, enumerations, tuples and further such records.
    """
    # In ASCII: names of files may be invalid Unicode, which databases refuse.
    return json.dumps(dataclasses.asdict(record), separators=(",", ":"))


def from_json(kind: type[Record], text: str) -> Record:
    """Read a record.

    Parameters
    ----------
    kind
        The class of the record.
    text
        Written by `to_json`. Missing fields have their defaults.

    Raises
    ------
    ValueError
        If it is not such a record; the message names the field.
    """
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"Invalid JSON: {error}.") from None
    record: Record = _read(kind, content, kind.__name__)
    return record


def _read(kind: Any, content: Any, place: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        if content is None:
            return None
        (inner,) = (choice for choice in get_args(kind) if choice is not type(None))
        return _read(inner, content, place)
    if dataclasses.is_dataclass(kind) and isinstance(content, dict):
        return _read_record(kind, content, place)
    if origin is tuple and isinstance(content, list):
        return _read_tuple(get_args(kind), content, place)
    return _read_simple(kind, content, place)


def _read_simple(kind: Any, content: Any, place: str) -> Any:
    if get_origin(kind) is Literal:
        if content in get_args(kind):
            return content
    elif isinstance(kind, type) and issubclass(kind, Enum):
        if content in [member.value for member in kind]:
            return kind(content)
    elif kind is float and type(content) is int:
        return float(content)
    elif type(content) is kind:
        return content
    raise ValueError(f"{place} cannot be {json.dumps(content)[:60]}.")


def _read_record(kind: Any, content: Any, place: str) -> Any:
    hints = get_type_hints(kind)
    unknown = content.keys() - hints.keys()
    if unknown:
        raise ValueError(f"{place} has no {', '.join(sorted(unknown))}.")
    fields = {name: _read(hints[name], part, f"{place}.{name}") for name, part in content.items()}
    try:
        return kind(**fields)
    except TypeError:
        needed = (field for field in dataclasses.fields(kind) if field.name not in fields)
        missing = [field.name for field in needed if field.default is dataclasses.MISSING]
        raise ValueError(f"{place} lacks {', '.join(missing)}.") from None


def _read_tuple(kinds: tuple[Any, ...], content: list[Any], place: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:  # noqa: PLR2004
        kinds = (kinds[0],) * len(content)
    if len(kinds) != len(content):
        raise ValueError(f"{place} has {len(content)} parts instead of {len(kinds)}.")
    return tuple(
        _read(kind, part, f"{place}[{position}]")
        for position, (kind, part) in enumerate(zip(kinds, content, strict=True))
    )
