"""The documentation at /docs: served where it was built, with no script that the build did not name."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from starlette.testclient import TestClient

from campagna.match.gate import Gate
from campagna.server.app import make_app
from campagna.server.documentation import HASHES
from tests.server.fixtures import think_here

HERE = "http://127.0.0.1"


def _build(folder: Path, text: str, *hashes: str) -> None:
    (folder / "rules").mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(f"<h1>{text}</h1>")
    (folder / "rules" / "kasserine.en.html").write_text("<p id=r-mov-3>MOV-3</p>" * 200)
    (folder / HASHES).write_text("\n".join(hashes))


def test_the_documentation_is_served_where_it_was_built(service: Gate, tmp_path: Path) -> None:
    digest = base64.b64encode(hashlib.sha256(b"let x").digest()).decode()
    _build(tmp_path, "Campagna", f"sha256-{digest}")
    app = make_app(service, think_here, documents=tmp_path)
    with TestClient(app, base_url=HERE) as client:
        first = client.get("/docs")
        assert first.url.path == "/docs/"
        assert "Campagna" in first.text
        rules = client.get("/docs/rules/kasserine.en.html", headers={"accept-encoding": "gzip"})
        assert "MOV-3" in rules.text
        assert rules.headers["content-encoding"] == "gzip"
        assert rules.headers.get_list("content-security-policy") == [
            first.headers["content-security-policy"]
        ], "two policies forbid what either forbids"
        assert f"script-src 'self' 'sha256-{digest}';" in first.headers["content-security-policy"]
        assert first.headers["x-frame-options"] == "DENY"
        assert client.get("/docs/gone.html").status_code == 404
        assert client.get("/docs/../../pyproject.toml").status_code == 404
        assert client.get("/docs/%2e%2e/%2e%2e/pyproject.toml").status_code == 404
        assert digest not in client.get("/").headers["content-security-policy"]


def test_what_is_not_built_yet_says_how_and_appears_when_it_is(
    service: Gate, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    with TestClient(make_app(service, think_here, documents=folder), base_url=HERE) as client:
        early = client.get("/docs/")
        assert early.status_code == 404
        assert "./play" in early.text
        assert len(early.text.splitlines()) == 2
        _build(folder, "first")
        assert "first" in client.get("/docs/").text
    with TestClient(make_app(service, think_here), base_url=HERE) as client:
        assert client.get("/docs/").status_code == 404
