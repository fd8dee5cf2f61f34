"""The client's types, made from the description of the interface.

python scripts/client_types.py            writes web/src/api/schema.ts
python scripts/client_types.py --check    says whether it is current
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from campagna.server.openapi import describe

WEB = Path(__file__).resolve().parents[1] / "web"
TYPES = WEB / "src" / "api" / "schema.ts"


def made() -> str:
    description = describe()
    # The client uses the types of what is said, whatever the address and the version.
    description["info"]["version"], description["paths"] = "", {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        source.write_bytes(msgspec.json.encode(description))
        tool = WEB / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run(
            [tool, source, "-o", target, "--immutable", "--default-non-nullable=false"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return target.read_text()


def main() -> int:
    text = made()
    if "--check" not in sys.argv:
        TYPES.parent.mkdir(exist_ok=True)
        TYPES.write_text(text)
        return 0
    if TYPES.exists() and TYPES.read_text() == text:
        return 0
    print("web/src/api/schema.ts is not current: run python scripts/client_types.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
