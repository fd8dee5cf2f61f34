"""People at tables, each with a browser of their own: codes, who joins, other devices, one's own games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import hands
from tests.e2e.conftest import new_context, new_page
from tests.e2e.table_server import TableServer
from tests.match.databases import fresh_database

KORPS = "afrika-korps"


@pytest.fixture(params=[1, 2], ids=["one-process", "two-processes"])
def club(
    request: pytest.FixtureRequest, server: TableServer, tmp_path: Path
) -> Iterator[TableServer]:
    """The same people, whether they reach one process or another."""
    if request.param == 1:
        yield server
        return
    with fresh_database("postgresql", tmp_path) as url:
        table = TableServer(url, request.param)
        table.start()
        yield table
        table.end()


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    contexts = [new_context(browser) for _ in range(3)]
    yield [new_page(context) for context in contexts]
    for context in contexts:
        context.close()


def begin_with_a_friend(page: Page, address: str) -> str:
    """The code to read aloud."""
    page.goto(address)
    card = page.locator(f"[data-game='{KORPS}']")
    card.get_by_role("button", name="Play", exact=True).click()
    page.locator("[name=seat-allied]").select_option("friend")
    page.get_by_role("button", name="Begin").click()
    return page.locator("[data-invites] [data-code]").inner_text()


def write_code(page: Page, code: str) -> None:
    page.locator("[name=code]").fill(code)
    page.get_by_role("button", name="Continue").click()


def call_oneself(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/#/me")
    page.locator("[name=name]").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def row_of(page: Page, match: str) -> Locator:
    return page.locator(f"[data-match='{match}']")


def test_two_people_from_a_code_read_aloud_to_a_rematch(
    pages: list[Page], club: TableServer
) -> None:
    server = club
    marta, olga, third = pages
    call_oneself(marta, server.address, "Marta")
    code = begin_with_a_friend(marta, server.address)
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}", code)
    match = marta.url.split("/match/")[1].split("/")[0]
    link = marta.get_by_role("textbox", name="Address for Allied").input_value()
    assert link == f"{server.address}/i/{code}"
    expect(marta.locator(f"[data-qr='{link}']")).to_be_visible()
    # Nothing in this browser opens a seat by itself.
    kept = marta.evaluate("JSON.stringify(localStorage)")
    assert "campagna.seats" not in kept

    call_oneself(olga, server.address, "Olga")
    olga.goto(server.address)
    olga.get_by_role("link", name="I have a code").click()
    write_code(olga, code.lower().replace("-", " "))
    expect(olga.get_by_role("heading", name="Marta invites you to play")).to_be_visible()
    expect(olga.get_by_text("You play: Allied")).to_be_visible()
    olga.get_by_role("button", name="Sit down").click()
    olga.locator(hands.TABLE).wait_for()
    assert code not in olga.url
    expect(olga.locator(".seat")).to_contain_text("Axis: Marta")

    # She hears of it at once, with the name, wherever she is.
    expect(marta.get_by_role("heading", name="Olga has joined")).to_be_visible()
    expect(marta.locator(".toast")).to_contain_text("Olga has joined: Allied")
    expect(marta.locator("[data-invites]")).to_have_count(0)

    # A third person is told no more than of a code that never was.
    third.goto(link)
    used = third.get_by_role("alert").inner_text()
    expect(third.get_by_role("button", name="Sit down")).to_have_count(0)
    third.goto(f"{server.address}/i/ZZZZ-ZZZY")
    expect(third.get_by_role("alert")).to_have_text(used)
    third.goto(f"{server.address}/#/match/{match}")
    expect(third.locator(hands.TABLE)).to_have_count(0)
    # Olga may open it again: the seat is hers.
    olga.goto(link)
    olga.locator(hands.TABLE).wait_for()

    # Whose turn it is stands in the lists and in the title, and changes by itself.
    for page in (marta, olga):
        page.goto(f"{server.address}/#/matches")
    turn, wait = (
        (marta, olga)
        if marta.locator(f"[data-list=turn] [data-match='{match}']").count()
        or _waits(marta, match, "turn")
        else (olga, marta)
    )
    expect(wait.locator(f"[data-list=waiting] [data-match='{match}']")).to_be_visible()
    expect(turn).to_have_title("(1) Campagna")
    expect(wait).to_have_title("Campagna")
    expect(row_of(marta, match)).to_contain_text("Olga")
    expect(row_of(olga, match)).to_contain_text("Marta")

    # The end, and once more with the sides exchanged.
    give_up(olga, match)
    expect(marta.locator(f"[data-list=finished] [data-match='{match}']")).to_be_visible()
    for page in (marta, olga):
        page.goto(f"{server.address}/#/match/{match}")
    marta.locator("[data-act=rematch]").click()
    expect(marta.get_by_text("Rematch asked for: waiting for Olga")).to_be_visible()
    expect(olga.get_by_text("Marta asks for a rematch").first).to_be_visible()
    olga.get_by_role("button", name="Accept the rematch").click()
    for page, side in ((olga, "Axis"), (marta, "Allied")):
        page.locator(hands.TABLE).wait_for()
        assert match not in page.url
        expect(page.locator(".seat")).to_contain_text(f"You: {side}")


def _waits(page: Page, match: str, group: str) -> bool:
    page.locator(f"[data-match='{match}']").wait_for()
    return bool(page.locator(f"[data-list={group}] [data-match='{match}']").count())


def give_up(page: Page, match: str) -> None:
    """As the page does it: with the session alone."""
    done = page.evaluate(
        """async (match) => {
          const { version } = await (await fetch(`/api/matches/${match}`)).json()
          const said = await fetch(`/api/matches/${match}/resign`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ version }),
          })
          return said.status
        }""",
        match,
    )
    assert done == 200


def test_the_same_person_on_another_device(pages: list[Page], club: TableServer) -> None:
    server = club
    desk, phone, third = pages
    call_oneself(desk, server.address, "Ginevra")
    hands.begin(desk, server.address, KORPS, axis="human", allied="human")
    match = desk.url.split("/match/")[1]
    desk.goto(f"{server.address}/#/me")
    desk.get_by_role("button", name="Show the code").click()
    code = desk.locator("[data-device-code]").inner_text()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(f"{server.address}/i/{code}")
    expect(phone.get_by_role("heading", name="Continue as Ginevra")).to_be_visible()
    phone.get_by_role("button", name="It is me, continue here").click()
    expect(row_of(phone, match)).to_be_visible()
    phone.goto(f"{server.address}/#/match/{match}")
    phone.locator(hands.TABLE).or_(phone.locator(hands.CURTAIN)).first.wait_for()
    # Once only.
    third.goto(f"{server.address}/i/{code}")
    expect(third.get_by_role("alert")).to_be_visible()
    # The other sessions are ended from here.
    desk.reload()
    expect(desk.locator("[data-sessions] li")).to_have_count(2)
    desk.get_by_role("button", name="End other sessions").click()
    expect(desk.locator("[data-sessions] li")).to_have_count(1)
    phone.goto(f"{server.address}/#/matches")
    phone.reload()
    expect(phone.get_by_text("You have no matches yet.")).to_be_visible()


def test_my_games_are_called_archived_and_deleted(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, KORPS, axis="human", allied="recruit")
    match = page.url.split("/match/")[1]
    page.goto(f"{server.address}/#/matches")
    expect(row_of(page, match)).to_contain_text("Turn 1 of")
    expect(row_of(page, match)).to_contain_text("recruit")
    menu = row_of(page, match).get_by_role("button", name=re.compile("^More about"))
    menu.click()
    page.get_by_role("button", name="Rename").click()
    page.locator("[name=title]").fill("Evening in the desert")
    page.get_by_role("button", name="Save").click()
    expect(row_of(page, match)).to_contain_text("Evening in the desert")
    menu.click()
    page.get_by_role("button", name="Archive", exact=True).click()
    expect(row_of(page, match)).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row_of(page, match)).to_be_visible()
    menu.click()
    expect(page.get_by_role("button", name="Delete…")).to_have_count(0)
    page.get_by_role("button", name="Archive", exact=True).click()
    page.locator("[data-group=archive]").click()
    menu.click()
    page.get_by_role("button", name="Delete…").click()
    page.locator("dialog [data-act=delete]").click()
    expect(row_of(page, match)).to_have_count(0)
    page.reload()
    expect(page.get_by_text("You have no matches yet.")).to_be_visible()


def test_the_computer_takes_a_seat_that_nobody_took(page: Page, server: TableServer) -> None:
    code = begin_with_a_friend(page, server.address)
    hands.speak(page, "it")
    page.get_by_role("button", name="Metti il computer").click()
    page.locator("[name=computer]").select_option("recruit")
    page.get_by_role("button", name="Metti il computer").click()
    expect(page.locator("[data-seat=allied]")).to_contain_text("Computer, recluta")
    expect(page.locator("[data-invites]")).to_have_count(0)
    page.goto(f"{server.address}/i/{code}")
    expect(page.get_by_role("alert")).to_be_visible()


def test_tokens_of_before_open_their_match_and_are_adopted(page: Page, server: TableServer) -> None:
    wish = json.dumps({"game": KORPS, "seats": {"axis": "human", "allied": "recruit"}})
    page.goto(f"{server.address}/api/health")
    made = page.evaluate(
        """async (wish) => (await fetch('/api/matches', {
          method: 'POST', headers: { 'content-type': 'application/json' }, body: wish,
        })).json()""",
        wish,
    )
    page.evaluate(
        "([m, t]) => localStorage.setItem('campagna.seats', JSON.stringify({[m]: t}))",
        [made["match"], made["tokens"]],
    )
    page.goto(f"{server.address}/#/match/{made['match']}")
    page.locator(hands.TABLE).wait_for()
    expect(page.locator(".seat")).to_contain_text("You: Axis")
    assert page.evaluate("localStorage.getItem('campagna.seats')") == "{}"
    page.reload()
    page.locator(hands.TABLE).wait_for()
