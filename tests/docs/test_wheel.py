"""A wheel shows the table on a machine without Node.js and without this checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
CLIENT = PROJECT / "web" / "dist" / "index.html"

pytestmark = pytest.mark.skipif(not CLIENT.exists(), reason="needs a built client (.ci/client)")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout with the plain kernels: compiling them is not what is tested."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    environment = os.environ | {"CAMPAGNA_KERNELS": "plain"}
    subprocess.run([*words, "-w", str(folder), _sources(folder)], check=True, env=environment)
    (made,) = folder.glob("*.whl")
    return made


def _sources(folder: Path) -> str:
    """What a wheel is made of, linked into a folder of its own: pip leaves its traces there."""
    sources = folder / "sources"
    (sources / "web").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "RIGHTS.md"):
        (sources / name).symlink_to(PROJECT / name)
    (sources / "web" / "dist").symlink_to(PROJECT / "web" / "dist")
    (sources / "src").mkdir()
    (sources / "src" / "campagna").symlink_to(PROJECT / "src" / "campagna")
    return str(sources)


def test_the_wheel_contains_the_client_and_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        page = archive.read("campagna/client/index.html").decode()
    assert "campagna/py.typed" in names
    assert any(n.startswith("campagna/client/assets/") and n.endswith(".js") for n in names)
    assert any(n.endswith("afrika_korps/data/map.toml") for n in names)
    assert any(n.startswith("campagna/match/migrations/versions/") for n in names)
    assert page == CLIENT.read_text(encoding="utf-8")


@contextmanager
def _served(site: Path, folder: Path) -> Iterator[str]:
    """The installed program, with nothing on its path but Python: no Node.js, no checkout."""
    words = ["-m", "campagna.cli", "serve", "--no-browser", "--port", "0", "--json"]
    environment = {"PYTHONPATH": str(site), "PATH": "/nowhere", "HOME": str(folder)}
    with subprocess.Popen(
        [sys.executable, *words, "--data", str(folder / "data")],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()


def test_the_installed_wheel_serves_the_table(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    with _served(site, tmp_path) as address:
        with urllib.request.urlopen(address, timeout=20) as answer:
            page = answer.read().decode()
        script = page.split('src="')[1].split('"')[0]
        with urllib.request.urlopen(f"{address}{script}", timeout=20) as answer:
            assert answer.headers["content-type"].startswith("text/javascript")
        with urllib.request.urlopen(f"{address}/api/games", timeout=60) as answer:
            assert len(json.loads(answer.read())) == 5
