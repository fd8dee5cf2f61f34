"""Records on disk: saving whole or not at all, loading with every doubt raised at once."""

from __future__ import annotations

from pathlib import Path

from campagna.core.record import Record, RecordError
from campagna.core.record_file import load_record

SIMULATION = "simulation"
"""First word of the match name of a simulated game. Those are only ever saved to their end."""


def save_record(record: Record, path: Path) -> None:
    """Raises OSError and leaves nothing behind if the record cannot be written."""
    try:
        record.save(path)
    except OSError:
        path.with_name(path.name + ".partial").unlink(missing_ok=True)
        raise


def open_record(path: Path) -> Record:
    """A record that is whole as far as one can see without playing it. Raises RecordError."""
    try:
        text = path.read_bytes()
        text.decode()
    except OSError as problem:
        raise RecordError(f"cannot read {path}: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise RecordError(f"damaged at byte {problem.start}: not UTF-8 text") from None
    record = load_record(path)
    if not text.endswith(b"\n"):
        raise RecordError("the last line is cut off: the file was truncated")
    if record.tail is None and record.head.match.split(" ")[0] == SIMULATION:
        raise RecordError("the end of the simulated game is missing: the file was truncated")
    _check_draws(record)
    return record


def _check_draws(record: Record) -> None:
    """A die of seven pips would make a game fail in ways that name no order."""
    draws = [("set-up", d) for d in record.head.start]
    for number, entry in enumerate(record.entries, start=1):
        draws += [(f"order {number}", d) for d in entry.draws]
    for where, draw in draws:
        if not 0 <= draw.value < draw.sides:
            raise RecordError(f"{where}: '{draw.purpose}' drew {draw.value} out of {draw.sides}")
