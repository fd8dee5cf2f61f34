"""Games and bots from other packages, found by their entry points.

A package declares them in its pyproject.toml:

    [project.entry-points."campagna.games"]
    two-fords = "two_fords.game:TwoFords"

Reading the entry points of every installed package takes time, so it is done only when a name is
not one of Campagna's own, or when all names are listed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = "campagna.games"
BOTS = "campagna.bots"
OURS = "campagna"


class PluginError(ImportError):
    """A plug-in that cannot be used; the message names its package and says why."""


@lru_cache
def found(group: str) -> dict[str, EntryPoint]:
    """The plug-ins of other packages by name. Raises `PluginError` where two claim one name."""
    from importlib.metadata import entry_points  # slow to load, and most commands need none

    named: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        if _package(point) == OURS:
            continue
        other = named.get(point.name)
        if other is not None and other.value != point.value:
            raise PluginError(
                f"two packages provide '{point.name}': {_package(other)} and {_package(point)}; "
                "uninstall one of them"
            )
        named[point.name] = point
    return named


def load(group: str, name: str) -> object:
    """What a plug-in provides. Raises `PluginError` if its package cannot be imported."""
    point = found(group)[name]
    try:
        loaded: object = point.load()
    except (ImportError, AttributeError) as problem:
        raise PluginError(f"'{name}' of {_package(point)} cannot be loaded: {problem}") from problem
    return loaded


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unknown package"
