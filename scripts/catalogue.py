"""Brings the catalogue of the command line up to date: `python scripts/catalogue.py`.

Sentences marked in `campagna.cli` go into the .po file of every language, where a translator finds
those without a translation; the .mo file, which the program reads, is compiled from it.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "campagna" / "cli"
LOCALE = SOURCE / "locale"
KEYWORDS = {"translatable": None}


def po_files() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/campagna.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        found = read_po(file, locale=path.parts[-3], domain="campagna")
    found.project, found.version, found.msgid_bugs_address = "campagna", "", ""
    return found


def extracted() -> Catalog:
    """Every sentence that the source marks."""
    found = Catalog(project="campagna", domain="campagna", fuzzy=False)
    for path in sorted(SOURCE.rglob("*.py")):
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            found.add(message, locations=[(str(path.relative_to(ROOT)), 0)])
    return found


def as_po(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> None:
    for path in po_files():
        catalogue = read(path)
        catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
        path.write_bytes(as_po(catalogue))
        path.with_suffix(".mo").write_bytes(as_mo(catalogue))
        missing = [str(m.id) for m in catalogue if m.id and not m.string]
        print(
            f"{path.relative_to(ROOT)}: {len(catalogue)} sentences, {len(missing)} not translated"
        )


if __name__ == "__main__":
    main()
