"""Reading records: each line as its format has it, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from campagna.core import seals
from campagna.core.prepared import prepared
from campagna.core.record import FORMAT, SALTED, Entry, Head, Record, RecordError, Tail


def load_record(path: Path) -> Record:
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise RecordError(f"cannot read {path}: {problem.strerror}") from None
    return read_record(text.removesuffix(b"\n").split(b"\n") if text else [])


def read_record(lines: list[bytes]) -> Record:
    if not lines:
        raise RecordError("the record is empty")
    head: Head = _decode(lines[0], Head, 1)
    if head.campagna not in (FORMAT, SALTED):
        raise RecordError(
            f"record format {head.campagna} is not known here (this program writes {FORMAT} and {SALTED})"
        )
    _check_line(lines[0], head, head.campagna, 1)
    if head.witnesses:
        raise RecordError("the dice have witnesses, which this program does not know")
    record = Record(head)
    for number, line in enumerate(lines[1:], start=2):
        if record.tail is not None:
            raise RecordError(f"line {number}: nothing may follow the end of the game")
        if line.startswith(b'{"outcome"'):
            record.tail = _decode(line, Tail, number)
            _check_line(line, record.tail, head.campagna, number)
        else:
            entry: Entry = _decode(line, Entry, number)
            _check_line(line, entry, head.campagna, number)
            record.add(entry)
    if record.tail is not None and record.tail.orders != len(record.entries):
        raise RecordError(
            f"the end counts {record.tail.orders} orders, the record holds {len(record.entries)}"
        )
    return record


def _check_line(line: bytes, read: Head | Entry | Tail, format_: int, number: int) -> None:
    """Raises `RecordError` for a line that is not of this format."""
    if format_ == SALTED:
        _check_bytes(line, read, number)
    if isinstance(read, Head):
        _check_fields(read, _HEAD_FIELDS, format_, number)
    elif isinstance(read, Entry):
        _check_fields(read, _ENTRY_FIELDS, format_, number)
        if format_ == FORMAT and read.key is not UNSET:
            raise RecordError(f"line {number} may not have 'key' in format {format_}")
        if read.salt is not UNSET and not seals.is_salt(read.salt):
            raise RecordError(f"line {number}: a salt has 64 hexadecimal digits")
        if read.key is not UNSET and not seals.is_key(read.key):
            raise RecordError(f"line {number}: this is no public key")


def _check_bytes(line: bytes, read: Head | Entry | Tail, number: int) -> None:
    """What is signed and linked are bytes: in format 2 a line is as this program writes it."""
    if line != msgspec.json.encode(read) or line != msgspec.json.format(line, indent=-1):
        raise RecordError(f"line {number} is not written as records are")


_HEAD_FIELDS = ("keys", "salts", "witnesses", "server", "blind", "state")
_ENTRY_FIELDS = ("salt", "sig", "blind", "state")


def _check_fields(line: Head | Entry, fields: tuple[str, ...], format_: int, number: int) -> None:
    """All of these fields are there in format 2, and none of them in format 1."""
    for name in fields:
        missing = getattr(line, name) is UNSET
        if missing and format_ == SALTED:
            raise RecordError(f"line {number} lacks '{name}' in format {format_}")
        if not missing and format_ == FORMAT:
            raise RecordError(f"line {number} may not have '{name}' in format {format_}")


def _decode(line: bytes, kind: type[Any], number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=prepared(kind))
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise RecordError(f"line {number} is damaged or cut off: {problem}") from None
    except RecursionError:
        raise RecordError(f"line {number} is nested too deeply") from None
