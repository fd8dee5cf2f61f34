"""How people come to a table: invitations, another device, two at one screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import hands
from tests.e2e.conftest import new_context, new_page
from tests.e2e.rehearsal import ask, played
from tests.e2e.table_server import TableServer

KORPS, LION = "afrika-korps", "lion-of-judah"
EARLY_PRESS = """() => {
  const curtain = document.querySelector('main.curtain')
  if (curtain.dataset.ready === 'true') return false
  curtain.querySelector('button.primary').click()
  return true
}"""
"""Whether the curtain was pressed while it was not ready; a slow machine may be too late for it."""
LEVELS = (
    (
        "it",
        "Gioca",
        {
            "recruit": "dà un ordine qualsiasi",
            "general": "confronta più modi",
            "captain": "con le probabilità esatte",
        },
    ),
    (
        "en",
        "Play",
        {
            "recruit": "at random",
            "general": "compares several ways",
            "captain": "exact odds",
        },
    ),
)


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    """Three people, each with a browser of their own."""
    contexts = [new_context(browser) for _ in range(3)]
    yield [new_page(context) for context in contexts]
    for context in contexts:
        context.close()


def test_a_friend_is_invited_and_nobody_else_can_use_the_link(
    pages: list[Page], server: TableServer
) -> None:
    maker, friend, third = pages
    maker.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    maker.goto(server.address)
    card = maker.locator(f"[data-game='{KORPS}']")
    card.get_by_role("button", name="Play", exact=True).click()
    maker.locator("[name=seat-allied]").select_option("friend")
    maker.get_by_role("button", name="Begin").click()
    # The invitation is the next screen, and it says that only this computer can be reached by it.
    expect(maker.get_by_role("heading", name="Waiting for your opponent")).to_be_visible()
    expect(maker.get_by_role("note")).to_contain_text("./play --host 0.0.0.0")
    expect(maker.get_by_role("note")).to_contain_text("works on this computer only")
    hands.speak(maker, "it")
    expect(maker.get_by_role("heading", name="Aspettiamo il tuo avversario")).to_be_visible()
    expect(maker.get_by_role("note")).to_contain_text("vale solo su questo computer")
    invitation = maker.locator("[data-invites]")
    expect(invitation).to_contain_text("Manda questo indirizzo a chi gioca: Alleati")
    expect(invitation.get_by_role("button", name="Copia")).to_be_visible()
    hands.speak(maker, "en")
    maker.get_by_role("button", name="Copy").first.click()
    link = maker.evaluate("navigator.clipboard.readText()")
    assert link == maker.get_by_role("textbox", name="Address for Allied").input_value()

    friend.goto(link)
    expect(friend.get_by_text("You play: Allied")).to_be_visible()
    expect(friend.get_by_text("both fortresses and both bases")).to_be_visible()
    friend.get_by_role("button", name="Sit down").click()
    friend.locator(hands.TABLE).wait_for()
    code = link.rsplit("/", 1)[1]
    assert code not in friend.url
    expect(friend.locator(".seat")).to_contain_text("You: Allied")
    # The maker hears of it at once.
    expect(maker.get_by_role("heading", name=re.compile(r"^Guest \d+ has joined"))).to_be_visible()
    expect(maker.get_by_text("Allied: has joined")).to_be_visible()
    hands.speak(maker, "it")
    expect(
        maker.get_by_role("heading", name=re.compile(r"^Ospite \d+ si è seduto"))
    ).to_be_visible()
    hands.speak(maker, "en")
    expect(maker.locator("[data-invites]")).to_have_count(0)

    # A third person is told that it is worth nothing, the maker that the seat is taken.
    third.goto(link)
    expect(third.get_by_role("alert")).to_contain_text(
        "This code is not valid, or somebody has used it"
    )
    maker.goto("about:blank")
    maker.goto(link)
    expect(maker.get_by_role("alert")).to_contain_text("This invitation has been used")
    for page in (third, maker):
        expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    hands.speak(third, "it")
    expect(third.get_by_role("alert")).to_contain_text("già usato")
    # The friend may open the link again: the seat is in that browser.
    friend.goto("about:blank")
    friend.goto(link)
    friend.locator(hands.TABLE).wait_for()


def test_the_maker_has_nothing_that_opens_the_other_side(
    pages: list[Page], server: TableServer
) -> None:
    maker, friend, _ = pages
    hands.begin(maker, server.address, KORPS, axis="human", allied="friend")
    expect(maker.locator(".seat")).to_contain_text("Allied: not joined yet")
    kept = maker.evaluate("JSON.stringify(localStorage)")
    match = maker.url.split("/match/")[1]
    codes = json.loads(json.loads(kept)["campagna.codes"])[match]
    # Links of the edition before lead to the same page.
    friend.goto(f"{server.address}/#/join/{match}/{codes['allied']}")
    friend.get_by_role("button", name="Sit down").click()
    friend.locator(hands.TABLE).wait_for()
    # What opens a seat is in no storage that a page can read, here or there.
    assert "campagna.seats" not in kept
    assert "campagna" not in maker.evaluate("document.cookie")
    look = f"fetch('/api/matches/{match}?token=@allied').then(answer => answer.status)"
    assert (maker.evaluate(look), friend.evaluate(look)) == (403, 200)
    expect(maker.locator(".seat")).to_contain_text("Allied: Guest")
    # Nor does the code open anything as a token, the way links of earlier editions did.
    maker.goto(f"{server.address}/#/join/{match}/allied/{codes['allied']}")
    maker.locator(hands.TABLE).wait_for()
    expect(maker.locator(".seat")).to_contain_text("You: Axis")


def test_a_seat_of_before_is_carried_to_another_device(
    pages: list[Page], server: TableServer
) -> None:
    """A link that was made at the table of the edition before, or by a program."""
    here, there, _ = pages
    match = played(server, KORPS, 1, axis="human", allied="human")
    match.sit(here, "axis")
    body = json.dumps({"token": match.tokens["axis"]}).encode()
    code = ask(server, f"/matches/{match.match}/carry", body)["code"]
    there.goto(f"{server.address}/#/join/{match.match}/{code}")
    there.get_by_role("button", name="Continue here").click()
    there.locator(hands.TABLE).wait_for()
    for page in (here, there):
        expect(page.locator(".seat")).to_contain_text("You: Axis")
    hands.tab(here, "More")
    here.get_by_role("link", name="Invitations and other devices").click()
    here.get_by_role("link", name="Continue on another device").click()
    expect(here.get_by_role("button", name="Show the code")).to_be_visible()


def test_the_usual_opponent_is_the_captain_and_the_table_names_everything(
    page: Page, server: TableServer
) -> None:
    for language, play, levels in LEVELS:
        page.goto(f"{server.address}/?lang={language}")
        card = page.locator(f"[data-game='{KORPS}']")
        card.get_by_role("button", name=play, exact=True).click()
        opponent = page.locator("[name=seat-allied]")
        expect(opponent).to_have_value("captain")
        for kind, says in levels.items():
            opponent.select_option(kind)
            expect(page.locator(".seat-row .about").last).to_contain_text(says)
    page.get_by_role("button", name="Begin").click()
    page.locator(hands.TABLE).wait_for()
    expect(page.locator(".seat")).to_contain_text("Allied: Computer, captain")
    hands.tab(page, "More")
    about = page.locator(".about-match")
    for words in ("The Desert Campaign", "Aim.", "both fortresses", "You: Axis", "captain"):
        expect(about).to_contain_text(words)
    hands.speak(page, "it")
    for words in ("Scopo.", "Tu: Asse", "Avversario: Alleati, Computer, capitano"):
        expect(about).to_contain_text(words)


def test_two_at_one_screen_pass_it_on(page: Page, server: TableServer) -> None:
    """Lion of Judah hides units from both: nothing of the table is there until it was passed."""
    table = played(server, LION, 0, italian="human", ethiopian="human")
    page.goto(server.address)
    page.evaluate(
        "([m, t]) => localStorage.setItem('campagna.seats', JSON.stringify({[m]: t}))",
        [table.match, table.tokens],
    )
    page.goto(f"{server.address}/#/match/{table.match}")
    first = _called(page)
    assert page.locator(".unit").count() == 0
    # A press that comes too early, as of the Enter for the last order, does not lift it.
    if page.evaluate(EARLY_PRESS):
        expect(page.locator(hands.CURTAIN)).to_be_visible()
    hands.arrived(page)
    version = 0
    while ask(server, _now(table, first))["yours"]:
        order = ask(server, f"/matches/{table.match}/ideas?token={table.tokens[first]}")
        body = {"token": table.tokens[first], "version": version, "order": order[0]}
        ask(server, f"/matches/{table.match}/orders", json.dumps(body).encode())
        version += 1
    second = _called(page)
    assert {first, second} == {"italian", "ethiopian"}
    expect(page.locator(".unit")).to_have_count(0)
    hands.speak(page, "it")
    expect(page.get_by_role("heading", name=re.compile("^Passa lo schermo"))).to_be_visible()
    page.locator(f"{hands.CURTAIN}[data-ready=true]").wait_for()
    page.locator(f"{hands.CURTAIN} .sheet-card button").focus()
    page.keyboard.press("Enter")
    page.locator(hands.TABLE).wait_for()
    shown = {e["viewer"] for e in [ask(server, _now(table, second))]}
    assert shown == {second}


def test_two_at_one_screen_who_see_the_same_are_not_bothered(
    page: Page, server: TableServer
) -> None:
    hands.begin(page, server.address, KORPS, axis="human", allied="human")
    expect(page.locator(hands.CURTAIN)).to_have_count(0)


def _called(page: Page) -> str:
    curtain, over = page.locator(hands.CURTAIN), page.locator("[data-act=end-turn]")
    curtain.or_(over).first.wait_for()
    if over.count():
        over.click()
    curtain.wait_for()
    return curtain.get_attribute("data-curtain") or ""


def _now(table: object, side: str) -> str:
    return f"/matches/{table.match}?token={table.tokens[side]}"  # type: ignore[attr-defined]
