"""Builds the documentation site into build/site: the pages of docs, the rules and tables of every game.

python scripts/site.py            builds it if something it is made of is newer; every warning is an error
python scripts/site.py --always   builds it anew

A link to a page, a heading or a rule that is not there is a warning, so a site that was built has no dead
link of its own. The folder can be published as it is; `campagna serve` shows it at /docs.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from site_games import WORDS, rules_page, tables_page

from campagna.games.registry import load_game, slugs

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "site"
POLICY = "inline-scripts.txt"
"""The hashes of the scripts that stand in the pages; a browser runs no others."""
LANGUAGES = {"en": "English", "it": "italiano"}
TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "RIGHTS.md")
"""Documents of the project's own folder."""


def sources() -> Iterator[Path]:
    """What the site is made of: a change of any of them makes it old."""
    yield from (
        ROOT / name for name in (*TOP, "LICENSE", "scripts/site.py", "scripts/site_games.py")
    )
    yield from (path for path in DOCS.rglob("*") if path.is_file() and path.suffix != ".jsonl")
    yield from (ROOT / "src").rglob("data/*.*")
    yield from (ROOT / "src" / "campagna").glob("*.py")
    yield from (ROOT / "src" / "campagna" / "core").rglob("*.py")


def is_current() -> bool:
    built = SITE / POLICY
    if not built.is_file():
        return False
    age = built.stat().st_mtime
    return all(path.stat().st_mtime <= age for path in sources())


def lay_out(pages: Path) -> None:
    """All pages in one folder, as Sphinx wants them."""
    shutil.copytree(DOCS / "site", pages, dirs_exist_ok=True)
    for path in DOCS.glob("*.md"):
        shutil.copy(path, pages / path.name)
    shutil.copytree(DOCS / "screenshots", pages / "screenshots")
    shutil.copytree(DOCS / "examples", pages / "examples")
    shutil.copytree(DOCS / "dice", pages / "dice")
    shutil.copy(ROOT / "LICENSE", pages / "LICENSE")
    for name in TOP:
        # Their links begin at the project's folder.
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (pages / name.lower()).write_text(text, encoding="utf-8")
    (pages / "python.md").write_text(python_page(), encoding="utf-8")
    _lay_out_games(pages)


def _lay_out_games(pages: Path) -> None:
    folders = {"rules": rules_page, "tables": tables_page}
    index, contents = ["# Rules and tables", ""], []
    ours = [slug for slug in slugs() if _is_ours(slug)]
    for slug in ours:
        links = []
        for kind, page in folders.items():
            for language, name in LANGUAGES.items():
                path = pages / kind / f"{slug}.{language}.md"
                path.parent.mkdir(exist_ok=True)
                path.write_text(page(slug, language), encoding="utf-8")
                links.append(f"[{WORDS[kind][language]} ({name})]({kind}/{path.name})")
                contents.append(f"{kind}/{path.stem}")
        index.append(f"* **{load_game(slug).title['en']}**: {', '.join(links)}")
    index += ["", "```{toctree}", ":hidden:", "", *contents, "```", ""]
    (pages / "games.md").write_text("\n".join(index), encoding="utf-8")


def _is_ours(slug: str) -> bool:
    """Not a plug-in that happens to be installed."""
    return load_game(slug).home.is_relative_to(ROOT / "src")


def python_page() -> str:
    """The reference of all public names, from their docstrings."""
    import campagna

    lines = [
        "# Python reference",
        "",
        "Every name of `import campagna`. [How they are used](library.md).",
        "",
    ]
    for name in sorted(set(campagna.__all__) - {"offers"}, key=str.lower):
        thing = getattr(campagna, name)
        where = f"{thing.__module__}.{thing.__qualname__}"
        lines += [f"## {name}", "", "```{eval-rst}"]
        if isinstance(thing, type):
            lines += [f".. autoclass:: {where}", "   :members:"]
        else:
            lines.append(f".. autofunction:: {where}")
        lines += ["```", ""]
    return "\n".join(lines)


def build() -> int:
    with tempfile.TemporaryDirectory() as folder:
        pages, made = Path(folder, "pages"), Path(folder, "site")
        lay_out(pages)
        words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"]
        ended = subprocess.run(
            [*words, "-d", str(Path(folder, "read")), str(pages), str(made)], check=False
        )
        if ended.returncode:
            return ended.returncode
        (made / POLICY).write_text("\n".join(inline_scripts(made)) + "\n", encoding="utf-8")
        shutil.rmtree(SITE, ignore_errors=True)
        SITE.parent.mkdir(exist_ok=True)
        shutil.move(made, SITE)
    return 0


def inline_scripts(site: Path) -> list[str]:
    found = set()
    for page in site.rglob("*.html"):
        for script in re.findall(
            r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL
        ):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            found.add(f"sha256-{digest}")
    return sorted(found)


if __name__ == "__main__":
    sys.exit(0 if "--always" not in sys.argv and is_current() else build())
