"""Wheels of this checkout, and the program installed from them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[2]
CLIENT = PROJECT / "web" / "dist" / "index.html"
PIP = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check")


def build(sources: Path, folder: Path) -> Path:
    """A wheel with the plain kernels: compiling them is not what is tested."""
    words = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(sources)]
    subprocess.run(words, check=True, env=os.environ | {"CAMPAGNA_KERNELS": "plain"})
    (made,) = folder.glob("*.whl")
    return made


def sources_of_campagna(folder: Path) -> Path:
    """What a wheel is made of, linked into a folder of its own: pip leaves its traces there."""
    (folder / "web").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "RIGHTS.md"):
        (folder / name).symlink_to(PROJECT / name)
    (folder / "web" / "dist").symlink_to(PROJECT / "web" / "dist")
    (folder / "examples").symlink_to(PROJECT / "examples")
    (folder / "docs").mkdir()
    (folder / "docs" / "examples").symlink_to(PROJECT / "docs" / "examples")
    (folder / "src").mkdir()
    (folder / "src" / "campagna").symlink_to(PROJECT / "src" / "campagna")
    return folder


@contextmanager
def served(python: Path, folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """The address of the installed program: no Node.js on its path, no checkout."""
    words = ["-m", "campagna.cli", "serve", "--no-browser", "--port", "0", "--json"]
    with subprocess.Popen(
        [str(python), *words, "--data", str(folder / "data")],
        cwd=folder,
        env={"PATH": "/nowhere", "HOME": str(folder), **environment},
        stdout=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()
