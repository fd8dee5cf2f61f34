"""Changed copies of the functions of a module, each with one small mistake in it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from types import CodeType

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant:
    """One mistake. `key` names it without line numbers, so that it outlives other edits."""

    def __init__(self, home: Home, number: int, node: ast.AST, change: Change) -> None:
        self.home, self.number, self.node, self.change = home, number, node, change
        self.function = home.qualified
        self.line: int = getattr(node, "lineno", home.function.lineno)
        self.before = _told(node)
        # The change is made in a copy of the node for its words, and in the whole function for its code.
        self.after = _told(change(copy.deepcopy(node)))

    @property
    def key(self) -> str:
        return f"{self.function}: {self.before} -> {self.after}"

    @property
    def digest(self) -> str:
        return self.home.digest

    @cached_property
    def code(self) -> CodeType:
        """The code of the changed function; compiled when it is asked for."""
        twin = copy.deepcopy(self.home.function)
        found, change = list(_spots(twin))[self.number]
        changed = _Replace(found, change).visit(twin)
        return _compiled(self.home, changed)


@dataclass(frozen=True)
class Home:
    """The function that a mutant changes, and its module."""

    tree: ast.Module
    function: ast.FunctionDef
    qualified: str
    filename: str
    digest: str


def mutants(source: str, filename: str) -> Iterator[Mutant]:
    """Every mutant of the functions and methods of a module."""
    tree = ast.parse(source)
    for function, qualified in _functions(tree):
        digest = sha256(ast.dump(function).encode()).hexdigest()[:12]
        home = Home(tree, function, qualified, filename, digest)
        for number, (spot, change) in enumerate(_spots(function)):
            yield Mutant(home, number, spot, change)


def _functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, node.name
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield inner, f"{node.name}.{inner.name}"


Change = Callable[[ast.AST], ast.AST]


def _spots(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, Change]]:
    """Every node of the body that can be changed, with the change."""
    for statement in function.body:
        for node in _inside(statement):
            for change in _changes(node):
                yield node, change


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, without what is never wrong: annotations, assertions, docstrings."""
    if isinstance(node, ast.Assert) or _is_docstring(node):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(child)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARISONS:
            yield _set("ops", [_COMPARISONS[type(op)]()])
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub()):
            yield lambda found: found.right if isinstance(found, ast.BinOp) else found
        case ast.BinOp(op=op) if type(op) in _SUMS:
            yield _set("op", _SUMS[type(op)]())
        case ast.BoolOp(op=ast.And()):
            yield _set("op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _set("op", ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield lambda found: found.operand if isinstance(found, ast.UnaryOp) else found
        case ast.Constant(value=bool(value)):
            yield _set("value", not value)
        case ast.Constant(value=int(value)):
            yield _set("value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            yield _set("func", ast.Name(_CALLS[name], ast.Load()))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield lambda _: ast.Pass()
        case ast.If(test=ast.Name() | ast.Call() | ast.Attribute() as test):
            yield _set("test", ast.UnaryOp(ast.Not(), test))
        case ast.IfExp(test=ast.Name() | ast.Call() | ast.Attribute() as test):
            yield _set("test", ast.UnaryOp(ast.Not(), test))


def _set(field: str, value: object) -> Change:
    def change(node: ast.AST) -> ast.AST:
        setattr(node, field, value)
        return node

    return change


class _Replace(ast.NodeTransformer):
    def __init__(self, spot: ast.AST, change: Change) -> None:
        self.spot, self.change = spot, change

    def generic_visit(self, node: ast.AST) -> ast.AST:
        return self.change(node) if node is self.spot else super().generic_visit(node)

    visit = generic_visit


def _told(node: ast.AST) -> str:
    """The code of a node on one line; of a compound statement only its head."""
    text = ast.unparse(ast.fix_missing_locations(node))
    return " ".join(text.split("\n", 1)[0].split())


def _compiled(home: Home, changed: ast.AST) -> CodeType:
    """The code of one function, compiled inside its module so that names mean the same."""
    whole = copy.copy(home.tree)
    whole.body = [_swapped(node, home.function, changed) for node in home.tree.body]
    code = compile(ast.fix_missing_locations(whole), home.filename, "exec", dont_inherit=True)
    return next(c for c in _all_codes(code) if c.co_qualname == home.qualified)


def _swapped(node: ast.stmt, function: ast.FunctionDef, changed: ast.AST) -> ast.stmt:
    if node is function:
        assert isinstance(changed, ast.stmt)
        return changed
    if isinstance(node, ast.ClassDef) and function in node.body:
        twin = copy.copy(node)
        twin.body = [_swapped(inner, function, changed) for inner in node.body]
        return twin
    return node


def _all_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _all_codes(constant)
