"""Rule ids in code, tests and data, and the matrix that connects them.

`data/rules.toml` of a game lists every rule id of its book with a paraphrase. Code cites ids with
`@rule("6.22a")`, in refusals and in events; tests with `@pytest.mark.rule("6.22a")`. The matrix is
read from the source text, so nothing in it is typed by hand.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from campagna.core.contract import Text
from campagna.core.prepared import prepared

F = TypeVar("F", bound=Callable[..., object] | type)

Status = Literal["enforced", "data", "informative"]


def rule(*ids: str) -> Callable[[F], F]:
    """Say which rules of the book a function or class carries out. No effect at run time."""

    def mark(thing: F) -> F:
        return thing

    return mark


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    status: Status
    it: str
    en: str
    source: str
    reconstructed: bool = False
    """Whether the book is lost or silent here; the source gives the reason."""
    how: Text | None = None
    """How it is kept, where no line of the code says it: often by what the code does not do."""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a chapter. It holds the rules from `first` on, up to the next chapter."""

    number: str
    it: str
    en: str
    first: str


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What we decided where the book is silent or contradicts itself."""

    id: str
    rules: tuple[str, ...]
    question_it: str
    question_en: str
    ruling_it: str
    ruling_en: str
    option: str = ""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()
    chapter: tuple[Chapter, ...] = ()
    abbreviations: Text = {}
    """What stands in short in the paraphrases."""

    def find(self, id_: str) -> Rule | Ruling | None:
        entries: list[Rule | Ruling] = [*self.rule, *self.ruling]
        return next((e for e in entries if e.id == id_), None)

    def chapters(self) -> list[tuple[Chapter | None, tuple[Rule, ...]]]:
        """The rules by chapter, in the order of the book; those before the first chapter have none."""
        heads = {chapter.first: chapter for chapter in self.chapter}
        found: list[tuple[Chapter | None, list[Rule]]] = []
        for rule in self.rule:
            if rule.id in heads or not found:
                found.append((heads.get(rule.id), []))
            found[-1][1].append(rule)
        return [(chapter, tuple(rules)) for chapter, rules in found]


def load_rulebook(home: Path) -> Rulebook:
    """The rulebook of the game that lives in this folder."""
    with (home / "data" / "rules.toml").open("rb") as file:
        return msgspec.convert(tomllib.load(file), prepared(Rulebook))


class Coverage(msgspec.Struct, frozen=True):
    """One row of the matrix. Places are `path:line` relative to the project."""

    id: str
    status: Status
    code: tuple[str, ...]
    tests: tuple[str, ...]


def coverage(home: Path) -> tuple[Coverage, ...]:
    """The matrix of the game in this folder: rule -> code -> tests."""
    return _rows(home, _cited_by_code(home))


def _cited_by_code(home: Path) -> dict[str, list[str]]:
    base = project_root(home) or home.parent
    return _collect(sorted(home.rglob("*.py")), code_citations, base)


def _rows(home: Path, code: dict[str, list[str]]) -> tuple[Coverage, ...]:
    book = load_rulebook(home)
    project = project_root(home)
    tests: dict[str, list[str]] = {}
    if project is not None:
        folder = project / "tests" / "games" / home.name
        tests = _collect(sorted(folder.rglob("test_*.py")), _test_citations, project)
    crowd = Counter(place for places in code.values() for place in places)
    return tuple(
        Coverage(
            r.id,
            r.status,
            tuple(sorted(code.get(r.id, ()), key=lambda at: (_room(at), crowd[at]))),
            tuple(tests.get(r.id, ())),
        )
        for r in book.rule
    )


def _room(place: str) -> int:
    """A chapter of the rules first, then what the table shows, the game itself last.

    Among those of one room, the place that cites the fewest rules says most of each.
    """
    if "/rules/" in place:
        return 0
    return 2 if "/game.py:" in place else 1


class Standing(msgspec.Struct, frozen=True):
    """The function, class or record in which a place of the matrix stands; empty at module level."""

    name: str = ""
    """With the reason of the refusal, if the place makes one."""
    does: str = ""
    """What it does, in the first sentence of its docstring; of a cause, what its test asks."""


def standing(home: Path, place: str) -> Standing:
    name, line = place.rsplit(":", 1)
    path = (project_root(home) or home.parent) / name
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = Standing()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            first = node.lineno
        else:
            continue
        if first <= int(line) <= (node.end_lineno or first):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found = Standing(node.name, _first_sentence(ast.get_docstring(node)))
            elif not found.name:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                found = Standing(target.id if isinstance(target, ast.Name) else "")
    return _with_reason(found, tree, int(line))


def _with_reason(found: Standing, tree: ast.Module, line: int) -> Standing:
    """The reason of the refusal or cause on this line, and what the test of a cause asks."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node.lineno != line or len(node.args) < 2:
            continue
        made = node.func.id if isinstance(node.func, ast.Name) else ""
        reasons = _strings(node.args[1:2])
        if made not in ("Refusal", "Cause") or not reasons:
            continue
        asks = _test_of(node, tree) if made == "Cause" else found.does
        return Standing(f"{found.name} {reasons[0]}".strip(), asks)
    return found


def _test_of(cause: ast.Call, tree: ast.Module) -> str:
    """The docstring of the function that is a cause's test, or that makes it; else its name."""
    test = cause.args[2] if len(cause.args) > 2 else None
    made = test.func if isinstance(test, ast.Call) else test
    if not isinstance(made, ast.Name):
        return ""
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == made.id]
    said = _first_sentence(ast.get_docstring(functions[0])) if functions else ""
    return said or made.id.strip("_").replace("_", " ")


def _first_sentence(docstring: str | None) -> str:
    paragraph = " ".join((docstring or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", paragraph)[0]


def gaps(home: Path) -> list[str]:
    """What the matrix lacks, in words: enforced rules without code or test, unknown citations."""
    code = _cited_by_code(home)
    rows = _rows(home, code)
    known = {row.id for row in rows}
    found = [f"{r.id}: no code carries it" for r in rows if r.status == "enforced" and not r.code]
    found += [f"{r.id}: no test names it" for r in rows if r.status == "enforced" and not r.tests]
    listed = _listed_ids(home)
    found += [f"{i}: missing from rules.toml" for i in listed if i not in known]
    found += [f"{i}: listed twice" for i in known if sum(r.id == i for r in rows) > 1]
    book = load_rulebook(home)
    found += [
        f"chapter {c.number}: {c.first} is no rule" for c in book.chapter if c.first not in known
    ]
    if book.chapter and book.rule and book.chapter[0].first != book.rule[0].id:
        found.append(f"{book.rule[0].id}: stands before the first chapter")
    known |= {ruling.id for ruling in book.ruling}
    for id_, places in code.items():
        if id_ not in known:
            found.append(f"{id_}: cited at {places[0]} but not in rules.toml")
    return found


def _listed_ids(home: Path) -> list[str]:
    """Every id of the book, kept beside the paraphrases so that none can be forgotten."""
    return (home / "data" / "rule_ids.txt").read_text(encoding="utf-8").splitlines()


def project_root(home: Path) -> Path | None:
    """The checkout this folder belongs to, or None for an installed package."""
    for folder in home.parents:
        if (folder / "pyproject.toml").exists() and (folder / "tests").is_dir():
            return folder
    return None


Citation = tuple[str, int]


def _collect(
    files: list[Path],
    citations: Callable[[ast.AST], Iterator[Citation]],
    base: Path,
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for id_, line in citations(tree):
            place = f"{path.relative_to(base)}:{line}"
            if place not in found.setdefault(id_, []):
                found[id_].append(place)
    return found


def _strings(nodes: list[ast.expr]) -> list[str]:
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def code_citations(tree: ast.AST) -> Iterator[Citation]:
    """`rule("6.22a", ...)`, `Refusal("6.22a", ...)`, `Step(..., rule="...")`, `Moved(rule="...")`,
    the causes of refused steps, `Cause("6.22a", ...)`, and the records of the kernel:
    `Decision(Move, "6.12", ...)`, `Phase("move", "4.2 A2", ...)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "rule":
            yield from ((id_, node.lineno) for id_ in _strings(node.args))
        elif name in ("Refusal", "Cause"):
            yield from ((id_, node.lineno) for id_ in _strings(node.args[:1]))
        elif name in ("Decision", "Reply", "Phase"):
            yield from ((id_, node.lineno) for id_ in _strings(node.args[1:2]))
        for keyword in node.keywords:
            if keyword.arg == "rule":
                yield from ((id_, node.lineno) for id_ in _strings([keyword.value]))


def _test_citations(tree: ast.AST) -> Iterator[Citation]:
    """`pytest.mark.rule("6.22a", ...)` on a test, a class or a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if (
                node.func.attr == "rule"
                and isinstance(owner, ast.Attribute)
                and owner.attr == "mark"
            ):
                yield from ((id_, node.lineno) for id_ in _strings(node.args))
