"""Everything that is installed is pinned, and the build uses the same pins."""

from __future__ import annotations

import re
import tomllib
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


def test_every_requirement_is_pinned_and_the_build_agrees() -> None:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wanted = project["project"]["dependencies"]
    wanted = wanted + project["project"]["optional-dependencies"]["dev"]
    built = dict(pin.split("==") for pin in project["build-system"]["requires"])
    pins = _pins()
    assert {_name(requirement) for requirement in wanted} <= pins.keys()
    assert {name: pins[_name(name)] for name in built} == built
