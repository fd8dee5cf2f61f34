"""Every refusal that the chapters of the game can give, read from their source.

A refusal seldom given does not turn up in a random game; its key and its facts do stand in the code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from campagna.hexes import naming

Function = ast.FunctionDef


class RefusalSite(msgspec.Struct, frozen=True):
    where: str
    reason: str
    facts: frozenset[str]


def refusal_sites(home: Path) -> list[RefusalSite]:
    """Of the chapters, and of the naming they share with others if they use it."""
    chapters = sorted(home.rglob("*.py"))
    if any(naming.__name__ in path.read_text(encoding="utf-8") for path in chapters):
        chapters.append(Path(naming.__file__))
    functions = {
        (path.name, f.name): f
        for path in chapters
        # Parsing takes long, and many modules neither refuse anything nor say with which facts.
        if "Refusal" in (text := path.read_text(encoding="utf-8"))
        or "Fact" in text
        or "Cause" in text
        for f in ast.walk(ast.parse(text))
        if isinstance(f, Function)
    }
    by_name = {name: f for (_, name), f in functions.items()}
    found = [
        RefusalSite(f"{file}:{call.lineno}", _reason(call), _facts(call, f, by_name))
        for (file, _), f in functions.items()
        for call in _calls(f, "Refusal")
    ]
    return found + [
        RefusalSite(f"{path.name}:{call.lineno}", _reason(call), _returned(call.args[3], by_name))
        for path in chapters
        if "Cause(" in (text := path.read_text(encoding="utf-8"))
        for call in _calls(ast.parse(text), "Cause")
    ]


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called == name:
                yield node


def _reason(call: ast.Call) -> str:
    reason = call.args[1]
    assert isinstance(reason, ast.Constant), f"a reason is not spelt out: {ast.unparse(call)}"
    return str(reason.value)


def _facts(call: ast.Call, function: Function, by_name: dict[str, Function]) -> frozenset[str]:
    return _keys(call.args[2], function, by_name) if len(call.args) > 2 else frozenset()


def _keys(node: ast.expr, function: Function, by_name: dict[str, Function]) -> frozenset[str]:
    """The keys of a mapping: a literal, a variable, or what a helper returns."""
    if isinstance(node, ast.Dict):
        found: frozenset[str] = frozenset()
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant):
                found |= {str(key.value)}
            else:
                found |= _keys(value, function, by_name)
        return found
    if isinstance(node, ast.Name):
        return _assigned(node, function, by_name)
    if isinstance(node, ast.Call):
        return _returned(node.func, by_name)
    raise AssertionError(f"these facts cannot be read: {ast.unparse(node)}")


def _returned(helper_name: ast.expr, by_name: dict[str, Function]) -> frozenset[str]:
    """The keys of every mapping that a helper returns."""
    helper = by_name[ast.unparse(helper_name).split(".")[-1]]
    returned = [n.value for n in ast.walk(helper) if isinstance(n, ast.Return) and n.value]
    return frozenset.intersection(*(_keys(value, helper, by_name) for value in returned))


def _assigned(name: ast.Name, function: Function, by_name: dict[str, Function]) -> frozenset[str]:
    """What a variable holds where it is used: its last assignment and later additions."""
    found: frozenset[str] = frozenset()
    statements = [
        n
        for n in ast.walk(function)
        if isinstance(n, ast.Assign | ast.AnnAssign | ast.AugAssign) and n.lineno < name.lineno
    ]
    for statement in sorted(statements, key=lambda n: n.lineno):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if ast.unparse(targets[0]) != name.id or statement.value is None:
            continue
        keys = _keys(statement.value, function, by_name)
        found = found | keys if isinstance(statement, ast.AugAssign) else keys
    assert found, f"no facts found for {name.id} in {function.name}"
    return found
