"""Every scenario of every game begins from the page, with every kind of seat."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.rehearsal import ask
from tests.e2e.table_server import TableServer


@pytest.mark.parametrize("slug", BUILT_IN)
def test_every_scenario_begins_with_every_kind_of_seat(
    page: Page, server: TableServer, slug: str
) -> None:
    (info,) = [g for g in ask(server, "/games") if g["slug"] == slug]
    kinds = [k for k in info["seats"] if k != "human"]
    page.goto(server.address)
    for scenario, seats in _starts(slug, kinds):
        dialog = _dialog(page, slug)
        if len(info["scenarios"]) > 1:
            dialog.locator("[name=scenario]").select_option(scenario)
        for side, kind in seats.items():
            dialog.locator(f"[name=seat-{side}]").select_option(kind)
        with page.expect_response("**/api/matches") as made:
            dialog.get_by_role("button", name="Begin").click()
        assert made.value.status == 201, f"{scenario}, {seats}: {made.value.text()}"
        if "friend" in seats.values():
            page.locator("[data-invites]").first.wait_for()
        else:
            hands.arrived(page)
        page.evaluate("location.hash = ''")


def test_another_scenario_keeps_what_was_chosen(page: Page, server: TableServer) -> None:
    page.goto(server.address)
    dialog = _dialog(page, "lion-of-judah")
    dialog.locator("[name=seat-italian]").select_option("friend")
    dialog.locator("[name=scenario]").select_option("s1940")
    expect(dialog.locator("[name=seat-ethiopian]")).to_have_count(0)
    expect(dialog.locator("[name=seat-italian]")).to_have_value("friend")
    expect(dialog.locator("[name=seat-allied]")).not_to_have_value("human")


@pytest.mark.parametrize(
    ("language", "play", "name", "areas"),
    [
        ("en", "Play", "Operation Crusader, 1941-42", ("Marsa el-Brega", "Tobruk, beside the row")),
        ("it", "Gioca", "Operazione Crusader, 1941-42", ("Marsa el-Brega", "Tobruk, a lato")),
    ],
)
def test_campaigns_and_areas_of_a_battle_have_names(
    page: Page, server: TableServer, language: str, play: str, name: str, areas: tuple[str, str]
) -> None:
    """Which areas there are depends on the campaign."""
    page.goto(f"{server.address}/?lang={language}")
    card = page.locator("[data-game='alto-comando']")
    card.get_by_role("button", name=play, exact=True).click()
    page.locator("dialog[open] details summary").click()
    deck, area = page.locator("[name=option-deck]"), page.locator("[name=option-area]")
    expect(deck.locator("option[value=c4]")).to_have_text(name)
    expect(deck).to_be_visible()
    for option in page.locator("dialog[open] option").all_text_contents():
        assert re.search(r"[^\W\d]{2}", option), option
    expect(area.locator("option[value='1']")).to_have_text(areas[0])
    expect(area.locator("option")).to_have_count(9)
    area.select_option(label=areas[1])
    deck.select_option("c6")
    # Five areas and none beside them: what was chosen there is gone.
    expect(area.locator("option")).to_have_count(6)
    expect(area).to_have_value("start")


def _dialog(page: Page, slug: str) -> Locator:
    card = page.locator(f"[data-game='{slug}']")
    card.get_by_role("button", name="Play", exact=True).click()
    return page.locator("dialog[open]")


def _starts(slug: str, kinds: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Each scenario with each kind of seat; computers sit where they need not think yet.

    Where many scenarios have the same sides, they take the kinds in turn. In the first one a friend
    and the quickest computer also have the side that begins.
    """
    game = load_game(slug)
    alike = {spec.sides for spec in game.scenarios[1:]} == {game.scenarios[0].sides}
    every = ("human", "friend", *kinds)
    for n, spec in enumerate(game.scenarios):
        step = game.step(game.start(Setup(spec.id), SeededChance(1)))
        assert step is not None
        for kind in (every[n % len(every)],) if alike else every:
            yield spec.id, {s: "human" if s == step.side else kind for s in spec.sides}
        for kind in ("friend", "recruit") if n == 0 else ():
            yield spec.id, {s: kind if s == step.side else "human" for s in spec.sides}
