"""Every kind of choice that the five games offer is pressed: the page stays whole, and each can be given."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.moments import Layer, Moment, Search
from tests.e2e.rare_moments import rare_moments
from tests.e2e.table_server import TableServer
from tests.offered import by_order

HERE = Path(__file__).parent
PRESS = (HERE / "pressing.js").read_text("utf8")
COVERED: dict[str, dict[str, list[str]]] = json.loads((HERE / "pressed.json").read_text("utf8"))
"""By game and decision what must have been pressed. `pytest -s` prints what is pressed now."""
MOST = 5
"""So many of each list: the first, the last, and some between them."""

GAMES = {
    "afrika-korps": [("campaign", 27, 400), ("campaign", 28, 400)],
    "panzergruppe-guderian": [("campaign-1941", 0, 1150)],
    "kasserine": [("campaign", 3, 350)],
    "lion-of-judah": [
        ("s1935", 0, 390),
        ("s1935", 2, 130),
        ("s1935", 8, 110),
        ("s1940", 0, 290),
        ("s1940", 6, 110),
    ],
    "alto-comando": [("battle", 0, 80), ("c1", 0, 700), ("beda_fomm", 0, 9), ("c4", 0, 1)],
}

SIT = """async ([match, seats]) => {
  const before = document.querySelector('main.table')
  localStorage.setItem('campagna.seats', JSON.stringify({[match]: seats}))
  location.hash = `#/match/${match}`
  for (const end = Date.now() + 15000; Date.now() < end; ) {
    const now = document.querySelector('main.table')
    if (now && now !== before) return
    await new Promise((go) => setTimeout(go, 10))
  }
  throw new Error('the table does not open')
}"""


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_choice_can_be_pressed(page: Page, layer: Layer, slug: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(layer.server.address)
    pressed: dict[str, Counter[str]] = {}
    for moment in _moments(slug):
        found, wrong = _press(page, layer, moment)
        pressed.setdefault(moment.decision, Counter()).update(found)
        errors += [f"{moment.decision}: {w}" for w in wrong]
    print(slug, json.dumps({d: sorted(kinds) for d, kinds in pressed.items()}))
    assert not errors, "\n".join(errors)
    for decision, kinds in COVERED[slug].items():
        assert set(kinds) <= set(pressed.get(decision, {})), f"no longer pressed: {decision}"


def _moments(slug: str) -> list[Moment]:
    search = Search(slug)
    for scenario, seed, most in GAMES[slug]:
        search.play(scenario, seed, most)
    for setup, state in rare_moments(slug):
        search.add(setup, state)
    return search.moments()


MOVES = ("move", "movement", "soviet-move", "german-move", "german-mech-move")
ATTACKS = ("combat", "plan", "fire", "soviet-combat", "german-combat")


def _leaves_something(moment: Moment) -> bool:
    """Whether ending the phase now would leave out somebody who has not moved, or an attack."""
    game, step = moment.game, moment.game.step(moment.state)
    assert step is not None
    offered = by_order(game.offers(moment.state))
    if "done" not in offered:
        return False
    if moment.decision in ATTACKS:
        return any(offered.get(tag) for tag in ("attack", "fire"))
    if moment.decision not in MOVES:
        return False
    pieces = game.tabletop(game.view(moment.state, step.side)).pieces  # type: ignore[attr-defined]
    fresh = {p.id for p in pieces if not p.states}
    return any(unit in fresh for unit in offered.get("move", {}))


def _press(page: Page, layer: Layer, moment: Moment) -> tuple[Counter[str], list[str]]:
    """Open the table at this moment and press what it offers."""
    seats = layer.lay(moment)
    page.evaluate(SIT, [seats.match, seats.tokens])
    said = page.evaluate(PRESS, [MOST, _leaves_something(moment)])
    found = Counter[str](said["pressed"])
    for way in ("[data-unit-choice]", "[data-tool]:enabled"):
        if moment.decision in ("deploy", "replace", "works") and page.locator(way).count():
            page.locator(way).first.click()
            page.locator(".measured .canvas").click()
            expect(
                page.locator("#orders .foot .button:has(kbd), #orders .card b").first
            ).to_be_visible()
            found[f"place {way}"] += 1
    assert hands.version(page) == 0, f"ordered in {moment.decision}: {said['wrong']}"
    return found, said["wrong"]
