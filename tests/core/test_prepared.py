"""Types are prepared once, and nothing that the server's threads do reads one that is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import msgspec
import pytest

from campagna.core.prepared import prepared

SOURCES = Path(__file__).parents[2] / "src" / "campagna"
ROOMS = ("core", "match", "server")
ALONE = {"server/bot_workers.py"}
"""Read in processes that have one thread."""


class Kept(msgspec.Struct):
    name: str


def test_many_threads_prepare_a_type_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    real = msgspec.json.Decoder

    def decoder(kind: type[Kept]) -> object:
        made.append(kind)
        return real(kind)

    monkeypatch.setattr("msgspec.json.Decoder", decoder)
    barrier = Barrier(8)

    def read() -> None:
        barrier.wait()
        assert msgspec.convert({"name": "a"}, prepared(Kept)) == Kept("a")

    readers = [Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert made == [Kept]


def _types(tree: ast.AST) -> Iterator[tuple[int, ast.expr]]:
    """The types that calls of `decode` and `convert` name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        named = [k.value for k in node.keywords if k.arg == "type"]
        if node.func.attr == "decode" and named:
            yield node.lineno, named[0]
        elif node.func.attr == "convert" and ast.unparse(node.func) == "msgspec.convert":
            yield node.lineno, (named or node.args[1:])[0]


def test_the_server_reads_prepared_types_only() -> None:
    bare = []
    for path in (p for room in ROOMS for p in sorted((SOURCES / room).rglob("*.py"))):
        name = path.relative_to(SOURCES).as_posix()
        for line, kind in _types(ast.parse(path.read_text(encoding="utf-8"))):
            if name not in ALONE and not ast.unparse(kind).startswith("prepared("):
                bare.append(f"{name}:{line} {ast.unparse(kind)}")
    assert bare == []
