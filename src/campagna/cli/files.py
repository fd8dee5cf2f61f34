"""Files named on the command line: read or written whole, or a clear message."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from campagna.cli.language import Problem, say


def read_input(name: str) -> bytes:
    """The bytes of a file; `-` is the standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as problem:
        raise Problem(
            say(
                f"non si legge {name}: {problem.strerror}",
                f"cannot read {name}: {problem.strerror}",
            )
        ) from None


def cannot_write(path: Path, problem: OSError) -> Problem:
    return Problem(
        say(f"non si scrive {path}: {problem.strerror}", f"cannot write {path}: {problem.strerror}")
    )


def write_output(path: Path, content: bytes) -> None:
    """Written beside the target and renamed: a failure leaves nothing behind."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as problem:
        partial.unlink(missing_ok=True)
        raise cannot_write(path, problem) from None


def make_folder(path: Path) -> None:
    """A folder to write in, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise cannot_write(path, problem) from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise Problem(say(f"non si scrive in {path}", f"cannot write in {path}"))


def check_writable(path: Path) -> None:
    """Said before an hour of play, not after it. Writes nothing."""
    folder = path.parent
    if path.is_dir():
        raise Problem(say(f"{path} è una cartella", f"{path} is a folder"))
    if not folder.is_dir():
        raise Problem(say(f"la cartella {folder} non c'è", f"there is no folder {folder}"))
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise Problem(say(f"non si scrive {path}", f"cannot write {path}"))
