"""The chances that the page shows are those of `campagna forecast`, for sampled attacks of each game."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Locator, Page, Route, expect

from campagna.cli import main
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer

ATTACKS = 3
"""So many of each game, spread over what is offered."""
ROWS = """() => [...document.querySelectorAll('#orders .panel .bars .value')]
  .map((e) => Number(e.textContent.trim().replace('%', '').replace(',', '.')))"""

DECISIONS = {
    "afrika-korps": ("combat", "attack", 27),
    "panzergruppe-guderian": ("german-combat", "attack", 0),
    "kasserine": ("defend", "defend", 3),
    "lion-of-judah": ("combat", "attack", 3),
    "alto-comando": ("fire", "fire", 3),
}


def _asked(page: Page, press: Locator, tag: str) -> dict[str, Any]:
    """The order about which the page asks the judge when this is pressed: the last one it is content with."""
    orders: list[dict[str, Any]] = []

    def heard(route: Route) -> None:
        answer = route.fetch()
        asked = json.loads(route.request.post_data or "{}")["orders"]
        said = answer.json()
        orders.extend(o for o, j in zip(asked, said, strict=True) if j["refusal"] is None)
        route.fulfill(response=answer)

    page.route(re.compile("/check$"), heard)
    press.click()
    expect(page.locator("#orders .panel .bars .value").first).to_be_visible()
    page.unroute_all(behavior="wait")
    plain = [order for order in orders if order["order"] == tag]
    assert plain, "nothing was asked"
    return plain[0]


def _command(folder: Path, rehearsal: Rehearsal, order: dict[str, Any]) -> list[float]:
    """What `campagna forecast --json` says of the order in the same position."""
    game, state = rehearsal.game, rehearsal.match.state
    script = {
        "game": game.slug,
        "scenario": rehearsal.setup.scenario,
        "position": to_builtins(game.describe(state)),
        "orders": [order],
    }
    path = folder / "script.json"
    path.write_text(json.dumps(script), "utf8")
    said = io.StringIO()
    with pytest.raises(SystemExit) as left, contextlib.redirect_stdout(said):
        main(["forecast", str(path), "--json"])
    assert not left.value.code, said.getvalue()
    return [line["percent"] for line in json.loads(said.getvalue())["lines"]]


def _presses(page: Page, slug: str) -> list[Locator]:
    """What begins an attack in the panel."""
    match slug:
        case "alto-comando":
            units = page.locator("[data-unit-choice]")
            return [units.nth(i) for i in range(units.count())]
        case "kasserine":
            lines = page.locator(".choices[data-group=defend] [data-choice]")
            return [lines.nth(i) for i in range(lines.count())]
        case _:
            lines = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
            return [lines.nth(i) for i in range(lines.count())]


@pytest.mark.parametrize("slug", DECISIONS)
def test_the_page_shows_what_the_command_says(
    page: Page, server: TableServer, tmp_path: Path, slug: str
) -> None:
    decision, tag, seed = DECISIONS[slug]
    rehearsal = Rehearsal(server, slug, seed)
    rehearsal.until(lambda found: _is(rehearsal, decision) and len(found.get(tag, {})) > 0)
    # Laid as it is: a what-if would imagine what is hidden anew.
    layer = Layer(server)
    layer.lay_state(rehearsal.game, rehearsal.setup, rehearsal.match.state).sit(page)
    layer.close()
    presses = _presses(page, slug)
    assert presses
    for press in presses[:: max(1, len(presses) // ATTACKS)][:ATTACKS]:
        if slug == "alto-comando":
            # It may lie in a folded list: what is pressed here is the target.
            press.dispatch_event("click")
            press = page.locator("[data-target]").first
        order = _asked(page, press, tag)
        shown, said = page.evaluate(ROWS), _command(tmp_path, rehearsal, order)
        assert len(shown) == len(said), (order, shown, said)
        for here, there in zip(shown, said, strict=True):
            assert abs(here - there) <= 0.0501, (order, shown, said)
        assert abs(sum(said) - 100) < 0.01
        page.locator(".canvas").click(button="right", position={"x": 5, "y": 200})
        page.keyboard.press("Escape")


def _is(rehearsal: Rehearsal, decision: str) -> bool:
    step = rehearsal.match.step
    return step is not None and step.decision == decision
