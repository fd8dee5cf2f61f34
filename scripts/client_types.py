"""The client's types, made from the description of the interface, and the parts of offers left out.

python scripts/client_types.py            writes web/src/api/schema.ts and offer-defaults.ts
python scripts/client_types.py --check    says whether they are current
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import get_args

import msgspec

from campagna.core.offers import Offer
from campagna.server.openapi import describe

WEB = Path(__file__).resolve().parents[1] / "web"
TYPES = WEB / "src" / "api" / "schema.ts"
DEFAULTS = WEB / "src" / "api" / "offer-defaults.ts"


def defaults() -> str:
    """What the fields of each shape are when the server leaves them out."""
    found: dict[str, dict[str, object]] = {}
    for kind in get_args(Offer):
        fields = [f for f in msgspec.structs.fields(kind) if not f.required]
        known = {
            f.encode_name: f.default_factory()
            if f.default is msgspec.NODEFAULT and callable(f.default_factory)
            else f.default
            for f in fields
        }
        found[str(kind.__struct_config__.tag)] = known
    text = msgspec.json.format(msgspec.json.encode(found)).decode()
    return (
        "/** Made by scripts/client_types.py: what the server leaves out of an offer. */\n"
        f"export const OFFER_DEFAULTS = {text} as const\n"
    )


def made() -> str:
    description = describe()
    # The client uses the types of what is asked and said, whatever the version.
    description["info"]["version"] = ""
    for path in description["paths"].values():
        for operation in path.values():
            said = operation["responses"]
            operation["responses"] = {status: said[status] for status in said if status < "3"}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        source.write_bytes(msgspec.json.encode(description))
        tool = WEB / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run(
            [tool, source, "-o", target, "--immutable", "--default-non-nullable=false"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return _with_json(target.read_text())


def _with_json(text: str) -> str:
    """TypeScript knows no type that names itself inside an interface: JSON has its own beside it."""
    found = re.search(r"readonly Json: (.*?\n? *\});\n", text, re.DOTALL)
    assert found is not None
    body = found[1].replace('components["schemas"]["Json"]', "Json")
    text = text.replace(found[0], "readonly Json: Json;\n")
    return f"{text}export type Json = {body};\n"


def main() -> int:
    files = {TYPES: made(), DEFAULTS: defaults()}
    if "--check" not in sys.argv:
        TYPES.parent.mkdir(exist_ok=True)
        for path, text in files.items():
            path.write_text(text)
        return 0
    old = [p.name for p, text in files.items() if not p.exists() or p.read_text() != text]
    for name in old:
        print(f"web/src/api/{name} is not current: run python scripts/client_types.py")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
