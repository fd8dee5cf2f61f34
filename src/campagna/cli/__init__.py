"""The command line. Nothing is imported here, so that `import campagna.cli` costs nothing."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `campagna` and leave with its exit code: 0 well, 1 found wanting, 2 bad input."""
    import sys

    from campagna.cli.app import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
