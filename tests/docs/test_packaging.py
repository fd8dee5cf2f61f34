"""Everything that is installed is pinned, and the build uses the same pins."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def _pins() -> dict[str, str]:
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {_name(name): version for name, version in pins}


TOOLS = {
    "ray",
    "matplotlib",
    "numpy",
    "mypy",
    "ruff",
    "pytest",
    "playwright",
    "pettingzoo",
    "cython",
    "babel",
}
"""What only the laboratory and ./check use."""


def _installed_with(names: set[str]) -> set[str]:
    """These and everything they need, as the environment of ./check has it."""
    found: set[str] = set()
    wanted = list(names)
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue  # needed on another system or Python only
        wanted += [_name(need) for need in needs if "extra ==" not in need]
    return found


def test_play_installs_only_what_playing_needs() -> None:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    playing = _installed_with({_name(need) for need in project["dependencies"]})
    assert "uvicorn" in playing
    assert not playing & TOOLS
    every = {_name(need) for need in project["optional-dependencies"]["dev"]}
    assert every >= TOOLS - {"numpy"}, "a name that nothing has proves nothing"


def test_play_is_prepared_without_the_tools_of_check(tmp_path: Path) -> None:
    """What the scripts ask pip for, told by a Python that installs nothing."""
    for name in ("pyproject.toml", "constraints.txt", "setup.py", "play"):
        shutil.copy(PROJECT / name, tmp_path)
    example = Path("examples", "two-fords", "pyproject.toml")
    (tmp_path / example).parent.mkdir(parents=True)
    shutil.copy(PROJECT / example, tmp_path / example)
    shutil.copytree(PROJECT / ".ci", tmp_path / ".ci")
    python, asked = tmp_path / ".venv" / "bin" / "python", tmp_path / "asked"
    python.parent.mkdir(parents=True)
    python.write_text(
        f'#!/usr/bin/env bash\n[[ $1 == -m ]] || exec {sys.executable} "$@"\n'
        f'for word in "$@"; do [[ -p $word ]] && cat "$word"; done >>{asked}\necho "$@" >>{asked}\n'
    )
    python.chmod(0o755)
    # ./play itself goes on to the client and the server: only its way to .ci/prepare is tried here.
    (prepared,) = re.findall(r"^(\.ci/prepare.*)$", (PROJECT / "play").read_text(), re.MULTILINE)
    subprocess.run(prepared.split(), cwd=tmp_path, check=True, capture_output=True)
    (first,) = asked.read_text(encoding="utf-8").splitlines()
    assert first.endswith("-c constraints.txt -e .")
    subprocess.run([".ci/prepare"], cwd=tmp_path, check=True, capture_output=True)
    more = asked.read_text(encoding="utf-8")
    assert more.count("-e .") == 1
    assert "\nmypy" in more, "./check has its tools"
    assert "examples/two-fords" in more


CLIENT_TOOLS = {"eslint", "prettier", "typescript", "svelte-check", "vitest", "axe-core"}


def test_play_builds_the_client_without_the_tools_of_check(tmp_path: Path) -> None:
    """What ./play asks npm for, told by an npm that installs nothing."""
    package = json.loads((PROJECT / "web" / "package.json").read_text(encoding="utf-8"))
    assert package["devDependencies"].keys() >= CLIENT_TOOLS
    assert not package["dependencies"].keys() & CLIENT_TOOLS
    (tmp_path / "web").mkdir()
    shutil.copytree(PROJECT / ".ci", tmp_path / ".ci")
    npm, asked = tmp_path / "bin" / "npm", tmp_path / "asked"
    npm.parent.mkdir()
    npm.write_text(f'#!/usr/bin/env bash\necho "$@" >>{asked}\n')
    npm.chmod(0o755)
    environment = os.environ | {"PATH": f"{npm.parent}:{os.environ['PATH']}"}
    (playing,) = re.findall(r"^(\.ci/client.*) &$", (PROJECT / "play").read_text(), re.MULTILINE)
    said = []
    for words in (playing.split(), [".ci/client"]):
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, env=environment)
        said.append(asked.read_text(encoding="utf-8").splitlines())
        asked.unlink()
    assert "--omit=dev" in said[0][0].split()
    assert "--omit=dev" not in said[1][0].split()
    assert [lines[1] for lines in said] == ["run --silent build"] * 2


def test_every_requirement_is_pinned_and_the_build_agrees() -> None:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wanted = project["project"]["dependencies"]
    wanted = wanted + project["project"]["optional-dependencies"]["dev"]
    built = dict(pin.split("==") for pin in project["build-system"]["requires"])
    pins = _pins()
    assert {_name(requirement) for requirement in wanted} <= pins.keys()
    assert {name: pins[_name(name)] for name in built} == built
