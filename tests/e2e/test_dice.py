"""Dice and forecasts at the table: no result before its die, the column used, nobody blamed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Order
from campagna.games.lion_of_judah import orders as lion
from campagna.games.lion_of_judah.field_events import AttackDeclared, BattleRolled
from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal, Seats, ask
from tests.e2e.table_server import TableServer

MOST_ORDERS = 4000
Wish = Callable[[Order, list[Event]], bool]


def moment(server: TableServer, game: str, seed: int, wish: Wish) -> tuple[Rehearsal, Order]:
    """A random game just before an order that leads to what we look for."""
    found = Rehearsal(server, game, seed)
    for _ in range(MOST_ORDERS):
        state = found.match.state
        order = found.game.offers(state).sample(found.whim)
        if wish(order, found.game.play(state.copy(), order, SeededChance(seed))):
            return found, order
        found.match.play(order)
    raise AssertionError("the moment does not come")


def give(seats: Seats, order: Order) -> Any:
    """An order over HTTP by whoever is to decide; the page hears of it."""
    any_seat = next(iter(seats.tokens.values()))
    now = ask(seats.server, f"/matches/{seats.match}?token={any_seat}")
    token = seats.tokens[now["step"]["side"]]
    body = {"token": token, "version": now["version"], "order": msgspec.to_builtins(order)}
    ask(seats.server, f"/matches/{seats.match}/orders", json.dumps(body).encode())
    return ask(seats.server, f"/matches/{seats.match}?token={any_seat}")


def last_roll(seats: Seats) -> dict[str, Any]:
    token = next(iter(seats.tokens.values()))
    events = ask(seats.server, f"/matches/{seats.match}/log?token={token}&from=1")[-1]["events"]
    return next(e for e in reversed(events) if e["event"] == "battle-rolled")


def speak(page: Page, language: str) -> None:
    page.evaluate(
        """language => {
          const kept = JSON.parse(localStorage.getItem('campagna.settings') ?? '{}')
          localStorage.setItem('campagna.settings', JSON.stringify({ ...kept, language }))
        }""",
        language,
    )
    page.reload()
    page.locator(hands.TABLE).wait_for()


def waits_for_support(order: Order, events: list[Event]) -> bool:
    declared = [e for e in events if isinstance(e, AttackDeclared)]
    rolled = any(isinstance(e, BattleRolled) for e in events)
    return bool(declared and declared[0].defenders) and not rolled


def test_no_result_before_its_die_and_the_column_is_the_one_used(
    page: Page, server: TableServer
) -> None:
    game, attack = moment(server, "lion-of-judah", 4, waits_for_support)
    seats = game.take_up()
    seats.sit(page)
    roll = page.locator(".roll")
    now = give(seats, attack)
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", str(now["version"]))
    expect(roll).to_have_count(0)
    expect(page.locator(".roll-chip")).to_have_count(0)
    while now["step"]["decision"] in ("attacker-air", "defender-air", "attacker-hq", "defender-hq"):
        side = "air" if now["step"]["decision"].endswith("air") else "hq"
        expect(roll).to_have_count(0)
        now = give(seats, lion.CommitAir() if side == "air" else lion.CommitHq())
    fell = last_roll(seats)
    expect(roll.get_by_role("heading")).to_have_text(f"{fell['column']} → {fell['result']}")
    expect(roll).to_contain_text(f"{fell['attack']} against {fell['defence']}")
    expect(roll).to_contain_text("the attacker loses")
    hands.speak(page, "it")
    expect(roll).to_contain_text("l'attaccante perde")
    expect(roll).to_contain_text(f"{fell['attack']} contro {fell['defence']}")
    expect(page.locator(".rolled .terms tr")).to_have_count(len(fell["terms"]))


def test_an_attack_of_lion_of_judah_lists_results_with_words(
    page: Page, server: TableServer
) -> None:
    game, order = moment(server, "lion-of-judah", 4, waits_for_support)
    assert isinstance(order, lion.Attack)
    game.take_up().sit(page)
    forecast = page.locator("#orders")
    for language, word, unseen in (
        ("en", "the attacker loses", "the value cannot be seen"),
        ("it", "l'attaccante perde", "il valore non si vede"),
    ):
        speak(page, language)
        hands.from_list(page, f"button:has-text('{order.target}')")
        results = forecast.locator(".results .means")
        expect(results.first).to_contain_text(word)
        assert all(re.match(r"\d/\d", line) for line in results.all_inner_texts())
        expect(forecast.locator("[data-part=pays]")).to_be_visible()
        # Some of the defenders lie below a '?'.
        expect(forecast.locator(".account td.amount").get_by_text("?")).not_to_have_count(0)
        expect(forecast.locator("[data-part=unseen]")).to_contain_text(unseen)


@pytest.mark.parametrize(
    ("kind", "results", "price"),
    [
        (
            lion.Bribe,
            ("tribal levies", "leve tribali"),
            ("Resource points", "Punti risorsa"),
        ),
        (
            lion.ForcedMarch,
            (r"\d movement points", r"\d punti movimento"),
            ("The hex costs", "L'esagono costa"),
        ),
    ],
)
def test_nobody_pays_for_other_dice_and_their_numbers_have_a_unit(
    page: Page,
    server: TableServer,
    kind: type[Order],
    results: tuple[str, str],
    price: tuple[str, str],
) -> None:
    game, _ = moment(server, "lion-of-judah", 4, lambda order, _: isinstance(order, kind))
    layer = Layer(server)
    layer.lay_state(game.game, game.setup, game.match.state).sit(page)
    layer.close()
    group = page.locator(f".choices[data-group={kind.__struct_config__.tag}]")
    panel = page.locator("#orders")
    for i, language in enumerate(("en", "it")):
        speak(page, language)
        if not group.locator("[data-choice], .pick").first.is_visible():
            group.locator("summary").click()
        if group.locator(".pick").count():
            group.locator(".pick").first.click()
        group.locator("[data-choice]").first.click()
        expect(panel.locator(".results").first).to_contain_text(re.compile(results[i]))
        expect(panel).to_contain_text(price[i])
        expect(panel.locator("[data-part=pays]")).to_have_count(0)
