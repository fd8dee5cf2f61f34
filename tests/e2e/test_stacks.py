"""Lion of Judah: a press on a stack takes those who can move together, and each has a hex to go to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Offers, Setup
from campagna.core.offers import Group, Reach, ends_of
from campagna.games.lion_of_judah.state import Phase
from campagna.games.registry import load_game
from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.table_server import TableServer
from tests.games.lion_of_judah import lay as lion

MOST_ORDERS = 500
Stack = tuple[str, list[str]]
"""A hex, and the units in it that can move."""


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


def _find(page: Page, layer: Layer, scenario: str, wanted: Callable[..., bool]) -> Stack:
    """Open the table where a random game first has such a stack."""
    game: Game[Any] = load_game("lion-of-judah")
    setup = Setup(scenario)
    state, whim, chance = game.start(setup, SeededChance(1)), UnrecordedChance(1), SeededChance(1)
    for _ in range(MOST_ORDERS):
        step = game.step(state)
        assert step is not None
        offers = game.offers(state)
        moves = _groups(offers) if step.decision == "movement" else {}
        pieces = game.tabletop(game.view(state, step.side)).pieces  # type: ignore[attr-defined]
        for hex_ in dict.fromkeys(group.origin for group in moves.values()):
            here = [p for p in pieces if str(p.at) == hex_]
            able = [p.id for p in here if p.id in moves]
            if len(able) <= 4 and wanted(here, {u: moves[u] for u in able}):
                layer.lay_state(game, setup, state).sit(page)
                return hex_, able
        game.play(state, offers.sample(whim), chance)
    raise AssertionError("the moment does not come")


def _groups(offers: Offers) -> dict[str, Group]:
    moves = [o for o in offers if isinstance(o, Reach) and o.order == "move" and not o.fixed]
    return {unit: group for offer in moves for group in offer.groups for unit in group.units}


def _click(page: Page, hex_: str) -> None:
    """A click of the mouse, with the whole map in sight."""
    page.locator(".zoom button").nth(2).click()
    hands.click_hex(page, hex_)


def _chosen(page: Page) -> set[str]:
    pressed = page.locator(".panel .pick[aria-pressed=true]")
    return set(pressed.evaluate_all("all => all.map(e => e.dataset.unit)"))


def test_a_headquarters_is_left_where_it_is(page: Page, layer: Layer) -> None:
    hex_, able = _find(
        page,
        layer,
        "s1935",
        lambda here, moves: bool(moves) and any(p.symbol == "headquarters" for p in here),
    )
    _click(page, hex_)
    assert _chosen(page) == set(able)
    assert page.locator(".offer-list [data-to]").count()


def test_who_is_done_is_left_where_it_is(page: Page, layer: Layer) -> None:
    hex_, able = _find(
        page, layer, "s1940", lambda here, moves: 0 < len(moves) < len(here) and _some_done(here)
    )
    _click(page, hex_)
    assert _chosen(page)
    assert _chosen(page) <= set(able)
    assert page.locator(".offer-list [data-to]").count()


def _some_done(here: list[Any]) -> bool:
    return any("moved" in (p.states or ()) for p in here)


def test_the_guaranteed_hex_can_be_pressed(page: Page, layer: Layer) -> None:
    """Units without fuel have nothing else."""

    def guaranteed(_: object, moves: dict[str, Group]) -> bool:
        return len(moves) == 1 and all(
            cost == g.left for g in moves.values() for h, cost, _ in g.steps if h in ends_of(g)
        )

    hex_, _ = _find(page, layer, "s1940", guaranteed)
    _click(page, hex_)
    hands.from_list(page, "[data-to]")
    hands.press(page, "Move here")
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "1")


def test_breaking_down_is_undone_and_an_uncovered_unit_says_why_not(
    page: Page, layer: Layer
) -> None:
    units = {"it_PL": "2320", "it_bd_regular_1": "breakdown", "it_bd_regular_2": "breakdown"}
    state = lion.arrange(units, phase=Phase.BREAKDOWN)
    layer.lay_state(lion.GAME, Setup("s1935"), state).sit(page)
    hands.choose(page, "break-down")
    page.keyboard.press("u")
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "2")
    expect(page.locator("[data-undo-barred]")).to_have_count(0)
    expect(page.locator(".choices[data-group=break-down]")).to_have_count(1)
    state = lion.arrange({"it_Sb": "1305", "it_GS": "1305"})
    layer.lay_state(lion.GAME, Setup("s1935"), state).sit(page)
    hands.from_list(page, "[data-stack='1305']")
    hands.only(page, ["it_Sb"])
    hands.from_list(page, "[data-to='1306']")
    hands.press(page, "Move here")
    why = page.locator("[data-undo-barred=shown]")
    expect(why).to_have_text("No undo: something was revealed")
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(why).to_have_text("Senza annullo: qualcosa è stato scoperto")
