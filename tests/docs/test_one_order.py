"""docs/architecture.md follows orders through the house; what it names is called, in that order."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from campagna.core.contract import Game
from campagna.match.database import open_engine
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.games.kasserine import lay as kasserine
from tests.games.kasserine.test_combat import READY, fight
from tests.games.panzergruppe_guderian import lay as guderian
from tests.match.databases import fresh_database
from tests.server.fixtures import Table, new_client

ROOT = Path(__file__).resolve().parents[2]
HOUSE = str(ROOT / "src" / "campagna")
LISTS = re.compile(r"^1\. .*?(?=\n\n)", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`(\w+)\(\)`")
TRIES = 24
"""The dice are sealed: until the result that the page tells of has fallen."""


def lists() -> list[list[str]]:
    """The functions that each list of the section names."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = page.partition("### One order, file by file")[2].partition("\n## ")[0]
    return [NAMED.findall(found) for found in LISTS.findall(section)]


@contextmanager
def watched(called: list[str]) -> Iterator[None]:
    """The names of our functions as they are called, in any thread that begins meanwhile."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOUSE):
            called.append(frame.f_code.co_name)

    before = sys.getprofile(), threading.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])


def given(game: Game[Any], state: Any, orders: list[Any], folder: Path) -> list[list[str]] | None:
    """What each order calls; None if the dice allow no such order any more."""
    found: list[list[str]] = []
    with fresh_database("sqlite", folder) as url:
        store = Store(open_engine(url))
        gate = Gate(store)
        made = gate.from_state(game, state.setup, state)
        for order in orders:
            found.append([])
            # A client of its own for each order: its threads begin while we watch.
            with watched(found[-1]), new_client(gate) as client:
                seats = {"match": made.match, "tokens": dict(made.tokens)}
                answer = Table(client, gate, seats).order(order)
            if answer.status_code != 200:
                store.close()
                return None
        store.close()
    return found


def until_it_falls(
    game: Game[Any], state: Any, orders: list[Any], wanted: set[str], folder: Path
) -> list[list[str]]:
    for n in range(TRIES):
        (folder / str(n)).mkdir()
        found = given(game, state.copy(), orders, folder / str(n))
        if found is not None and wanted <= {name for names in found for name in names}:
            return found
    raise AssertionError(f"no result calls {wanted}")


def assert_in_order(named: list[str], called: list[str]) -> None:
    first = {name: called.index(name) for name in dict.fromkeys(called)}
    missing = [name for name in named if name not in first]
    assert not missing, f"not called: {missing}"
    assert sorted(named, key=first.__getitem__) == named


def test_an_attack_of_guderian_goes_as_the_page_says(tmp_path: Path) -> None:
    attack_list, ground_list, _ = lists()
    units: dict[str, guderian.Words] = {
        "G-6Inf": "2411",
        "G-31Inf": "2511",
        "S-1": "2410 SR32",
        "SL-konev": "2409",
    }
    state = guderian.arrange(units, phase="german-combat")
    orders = [
        {"order": "attack", "units": ["G-6Inf", "G-31Inf"], "targets": ["2410"]},
        {"order": "give-ground"},
    ]
    attack, ground = until_it_falls(guderian.GAME, state, orders, set(ground_list), tmp_path)
    assert_in_order(attack_list, attack)
    assert_in_order(ground_list, ground)


def test_an_assault_of_kasserine_goes_as_the_page_says(tmp_path: Path) -> None:
    *_, assault_list = lists()
    state = fight(f"A21-I5{READY}@CA-ROMMEL", "L34-1-133@CL-II")
    orders = [
        {"order": "assault", "hex": "2320", "kind": "violent"},
        {"order": "defend", "kind": "disengage"},
    ]
    assault, defend = until_it_falls(kasserine.GAME, state, orders, set(), tmp_path)
    assert_in_order(assault_list[:-1], assault)
    assert_in_order(assault_list[-1:], defend)
