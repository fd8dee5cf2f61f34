"""The guided first turns: the guide waits for the player, can be closed, and comes back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

CARD = ".guide-card"


def _begin(page: Page, server: TableServer, game: str) -> None:
    page.goto(server.address)
    card = page.locator(f"[data-game='{game}']")
    card.get_by_role("button", name="Guided first turn").click()
    page.locator(CARD).wait_for()


def _at(page: Page, step: str, *, patience: int = 15_000) -> None:
    expect(page.locator(CARD)).to_have_attribute("data-step", step, timeout=patience)


def _go_on(page: Page) -> None:
    page.locator(CARD).get_by_role("button", name="Go on").click()


def _way(page: Page, to: str = "") -> None:
    way = page.locator(f".offer-list [data-to='{to}']" if to else ".offer-list [data-to]").last
    way.focus()
    way.press("Enter")


def _choose(page: Page, *units: str) -> None:
    hands.from_list(page, "[data-stack='W6']")
    for pick in page.locator(".panel .pick").all():
        if pick.get_attribute("data-unit") not in units:
            pick.click()


def test_the_first_axis_turn_of_afrika_korps(page: Page, server: TableServer) -> None:
    _begin(page, server, "afrika-korps")
    _at(page, "welcome")
    _go_on(page)
    _at(page, "stack")
    expect(page.locator(".guided")).to_have_count(1)
    hands.click_hex(page, "W6")
    _at(page, "group")
    expect(page.locator(".guide-frame")).to_be_visible()
    _choose(page, "DE-ROMMEL", "DE-21-5", "DE-21-104")
    _at(page, "aim")
    _way(page, "R9")
    _at(page, "move")
    # Closed and opened again the guide is where it was; a new visit begins with nothing chosen.
    page.locator(CARD).get_by_role("button", name="close the guide").click()
    expect(page.locator(CARD)).to_have_count(0)
    hands.tab(page, "More")
    hands.button(page, "Guide").click()
    _at(page, "move")
    page.reload()
    _at(page, "stack")
    hands.click_hex(page, "W6")
    _choose(page, "DE-ROMMEL", "DE-21-5", "DE-21-104")
    _at(page, "aim")
    _way(page, "R9")
    _at(page, "move")
    hands.press(page, "Move here")
    _at(page, "base")
    _choose(page, "IT-BOLOGNA")
    _way(page, "W3")
    hands.press(page, "Move here")
    _at(page, "spread")
    _choose(page, "IT-ARIETE", "IT-BRESCIA", "IT-PAVIA")
    _way(page, "W9")
    hands.press(page, "Move here")
    _at(page, "supply")
    page.locator(".layers").get_by_role("button", name="Supply").click()
    _at(page, "end")
    hands.end_phase(page)
    _at(page, "done")
    page.locator(CARD).get_by_role("button", name="Close").last.click()
    expect(page.locator(CARD)).to_have_count(0)


def test_the_first_german_turn_of_guderian(page: Page, server: TableServer) -> None:
    """The computer sets up and plays the Soviet turn; then the guide leads through ours."""
    _begin(page, server, "panzergruppe-guderian")
    _at(page, "welcome")
    _go_on(page)
    expect(page.locator(CARD)).to_have_attribute(
        "data-step", re.compile("air|pick"), timeout=60_000
    )
    if page.locator(CARD).get_attribute("data-step") == "air":
        hands.press(page, "No markers")
    _at(page, "pick", patience=60_000)
    target = hands.beside_the_enemy(page)[0]
    _at(page, "aim")
    _way(page, target)
    _at(page, "move")
    hands.press(page, "Enter here")
    _at(page, "zones")
    page.locator(".layers").get_by_role("button", name="Enemy zones").click()
    _at(page, "end-move")
    hands.end_phase(page)
    _at(page, "target")
    assert page.locator(".guided").count()
    page.locator(".todo").get_by_role("button", name=re.compile("^Attack · ")).first.click()
    _at(page, "roll")
    hands.press(page, re.compile("^Attack ?⏎?$"))
    _finish_battle(page)
    _at(page, "end-combat")
    hands.end_phase(page)
    _at(page, "mech")
    hands.end_phase(page)
    _at(page, "markers")
    hands.press(page, "No markers")
    _at(page, "end")


def _is(page: Page, *steps: str, patience: int = 60_000) -> str:
    """Wait until the guide is at one of these steps; which one it is."""
    named = re.compile("^(" + "|".join(steps) + ")$")
    expect(page.locator(CARD)).to_have_attribute("data-step", named, timeout=patience)
    return page.locator(CARD).get_attribute("data-step") or ""


def test_the_first_axis_move_of_kasserine(page: Page, server: TableServer) -> None:
    """The Allies are the computer: they set up, answer our fire and defend."""
    _begin(page, server, "kasserine")
    _go_on(page)
    _is(page, "setup")
    hands.button(page, re.compile("^Set up the rest for me")).click()
    _is(page, "end-setup")
    hands.end_phase(page)
    _is(page, "logistics")
    hands.end_phase(page)
    _is(page, "pick")
    hands.from_list(page, "[data-stack]")
    hands.keep(page, 1)
    _is(page, "aim")
    _way(page)
    _is(page, "move")
    hands.press(page, "Move here")
    _is(page, "zones")
    page.locator(".layers").get_by_role("button", name="Enemy zones").click()
    _is(page, "end-move")
    hands.end_phase(page)
    for _ in range(40):
        if _is(page, "target", "attack", "end-plan", "fire", "combat", "end") == "end":
            return
        page.locator(hands.OURS).wait_for()
        # Who stands in enemy zones must attack (ATT-2), so nothing is ended before it is planned.
        if not hands.decide(page):
            hands.end_phase(page)
    raise AssertionError("the guide does not come to its end")


def test_the_first_italian_turn_of_lion_of_judah(page: Page, server: TableServer) -> None:
    """Each step of the administrative phase is named; then movement, bombs and combat."""
    _begin(page, server, "lion-of-judah")
    _go_on(page)
    seen: list[str] = []
    early = ("setup", "refit", "trucks", "boxes", "roads", "special")
    while (now := _is(page, *early, "pick")) != "pick":
        seen.append(now)
        page.locator(hands.OURS).wait_for()
        if page.locator("[data-act=end]").count():
            hands.end_phase(page)
        else:
            hands.decide(page)
    assert list(dict.fromkeys(seen)) == list(early)
    hands.from_list(page, "[data-stack]")
    _is(page, "aim")
    _way(page)
    _is(page, "move")
    hands.press(page, "Move here")
    _is(page, "supply")
    page.locator(".layers").get_by_role("button", name="Supply").click()
    _is(page, "end-move")
    hands.end_phase(page)
    for _ in range(12):
        if _is(page, "bomb", "target", "roll", "battle", "end-combat", "end") == "end":
            return
        hands.end_phase(page)
    raise AssertionError("the guide does not come to its end")


def test_the_first_axis_turn_of_alto_comando(page: Page, server: TableServer) -> None:
    """Without hexes: cards, bases placed by the table, a base that moves, the fire phase."""
    _begin(page, server, "alto-comando")
    _go_on(page)
    _is(page, "cards")
    page.locator("[data-card]").first.click()
    before = hands.version(page)
    page.locator("[data-act=choose]").click()
    hands.moved_on(page, before)
    _is(page, "deploy")
    # The Italians set up first, the Germans after the British.
    while _is(page, "deploy", "turn", "pick") != "pick":
        # While the bases are placed one by one the button waits.
        act = page.locator("[data-act=end], [data-act=place-deploy]:enabled").first
        act.or_(page.locator(f"{CARD}[data-step=pick]")).first.wait_for(timeout=60_000)
        before = hands.version(page)
        if hands.decision(page) == "move":
            continue  # the guide is about to say so
        if page.locator("[data-act=end]").count():
            hands.end_phase(page)
        elif page.locator("[data-act=place-deploy]:enabled").count():
            page.locator("[data-act=place-deploy]:enabled").click()
            hands.moved_on(page, before)
    bases = page.locator("[data-unit-choice]")
    _card_steps_aside(page, bases)
    for i in range(bases.count()):
        if not bases.first.is_visible():
            page.locator("summary", has_text="Bases that can act").click()
        bases.nth(i).click()
        _is(page, "aim")
        table = page.locator(".measured .canvas")
        table.press("ArrowRight")
        _is(page, "move")
        # Who thinks again is told again to point at a place; so is who takes another base.
        hands.button(page, re.compile("^Cancel")).click()
        _is(page, "aim")
        table.press("ArrowRight")
        page.locator("[data-act=give]:enabled, .measure .card .rule").first.wait_for()
        if page.locator("[data-act=give]:enabled").count():
            break
    _is(page, "move")
    before = hands.version(page)
    page.locator("[data-act=give]").click()
    hands.moved_on(page, before)
    _is(page, "end-move")
    hands.end_phase(page)
    # The enemy's turn may be over before we look.
    over = ("enemy", "replace", "clear", "block")
    while _is(page, "air", "fire", "end-fire", *over) not in over:
        hands.end_phase(page)
    # It goes on after the enemy's turn: a division as a block, command, fire, the score.
    while _is(page, "replace", "clear", "block") != "block":
        hands.end_phase(page)
    if not bases.first.is_visible():
        page.locator("summary", has_text="Bases that can act").click()
    bases.first.click()
    page.locator("[data-how=shape]").click()
    page.locator(".measured .canvas").press("ArrowLeft")
    before = hands.version(page)
    page.locator("[data-act=give]:enabled").click()
    hands.moved_on(page, before)
    _is(page, "command")
    hands.end_phase(page)
    while _is(page, "strike", "assault", "score") != "score":
        hands.end_phase(page)
    _go_on(page)
    _is(page, "end")


def _wait_until_beside(page: Page, base: str) -> None:
    """Wait until the card does not lie over the base. The page forbids to wait for a script."""
    for _ in range(100):
        beside = page.evaluate(
            """([card, base]) => {
                const a = document.querySelector(card).getBoundingClientRect()
                const b = document.querySelector(base).getBoundingClientRect()
                const middle = (b.top + b.bottom) / 2
                return middle <= a.top || middle >= a.bottom
            }""",
            [CARD, base],
        )
        if beside:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the card stays over {base}")


def _card_steps_aside(page: Page, bases: Locator) -> None:
    """On a phone the card lies over half of the table, but never over the base that is chosen."""
    desk = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    for i in range(0, bases.count(), 5):
        if not bases.first.is_visible():
            page.locator("summary", has_text="Bases that can act").click()
        bases.nth(i).click()
        unit = bases.nth(i).get_attribute("data-unit-choice")
        _wait_until_beside(page, f'[data-base="{unit}"]')
    assert desk is not None
    page.set_viewport_size(desk)


def _finish_battle(page: Page) -> None:
    """What the result asks of us; the computer decides for itself."""
    again = page.locator(f"{hands.TABLE}[data-decision='german-combat']")
    ours = page.locator(hands.OURS)
    for _ in range(20):
        ours.wait_for()
        if again.count():
            return
        hands.decide(page)
    raise AssertionError("the battle does not come to an end")
