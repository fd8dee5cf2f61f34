"""What is lit as a destination is one, whoever stands there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer


def test_a_press_on_ones_own_stack_within_reach_goes_there(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, hands.GUDERIAN, seed=3)
    while game.match.step is None or game.match.step.decision != "german-mech-move":
        game.match.play(game.game.offers(game.match.state).sample(game.whim))
    game.take_up().sit(page)
    page.locator(".zoom button").nth(2).click()
    own = page.locator(".unit[data-side=german]").evaluate_all("all => all.map(e => e.dataset.hex)")
    stacks = page.locator(".offer-list [data-stack]")
    for i in range(stacks.count()):
        here = stacks.nth(i).get_attribute("data-stack") or ""
        stacks.nth(i).evaluate("e => e.click()")
        ends = page.locator(".offer-list [data-to]").evaluate_all(
            "all => all.map(e => e.dataset.to)"
        )
        mates = [hex_ for hex_ in ends if hex_ in own and hex_ != here]
        able = [m for m in mates if page.locator(f".offer-list [data-stack='{m}']").count()]
        if able:
            break
    else:
        raise AssertionError("no stack can join another")
    page.locator(".zoom button").nth(2).click()
    chosen = page.locator(".panel .pick[aria-pressed=true]").count()
    hands.click_hex(page, able[0])
    expect(page.locator(".panel .card.tint")).to_contain_text(able[0])
    assert page.locator(".panel .pick[aria-pressed=true]").count() == chosen
    page.locator("[data-act=select-there]").click()
    expect(page.locator(".panel .card.tint")).to_have_count(0)
    expect(page.locator(".panel .label").first).to_contain_text(able[0])
