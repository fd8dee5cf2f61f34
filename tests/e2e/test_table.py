"""Undo, refusals, a killed server, hidden counters and accessibility, all in the browser."""

from __future__ import annotations

import csv
import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, WebSocket, expect

from tests.e2e import hands
from tests.e2e.conftest import new_context, new_page
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import ROOT, TableServer

FIRST_BOARD = 600_000
"""Bytes."""
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
UNITS = ROOT / "src" / "campagna" / "games" / "panzergruppe_guderian" / "data" / "units.csv"
DIVISIONS = {
    row["id"]
    for row in csv.DictReader(UNITS.read_text().splitlines())
    if row["side"] == "soviet" and row["type"] != "leader"
}
"""The counters of Soviet divisions: nobody may know which one lies where."""


def test_undo_takes_the_last_order_back(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, soviet="human", german="human")
    waiting = page.locator(".panel .pick")
    before = waiting.count()
    hex_ = hands.deploy(page)
    expect(waiting).to_have_count(before - 1)
    page.keyboard.press("u")
    expect(waiting).to_have_count(before)
    expect(page.locator(f".unit[data-hex='{hex_}']")).to_have_count(0)


def test_a_refused_move_shows_its_rule(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, soviet="human", german="human")
    hands.set_up(page)
    hands.from_list(page, "[data-stack='4015']")
    # A hex at the other end of the map, by the keyboard: the judge says why not.
    page.keyboard.press("g")
    page.get_by_role("textbox", name="Go to hex").fill("0520")
    page.keyboard.press("Enter")
    page.locator(".canvas").press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Order not allowed")
    chip = alert.get_by_role("button", name=re.compile("paraphrase of rule"))
    expect(chip).to_be_visible()
    chip.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("blockquote")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_dragging_a_counter_moves_it(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, soviet="human", german="human")
    hands.set_up(page)
    hands.from_list(page, "[data-stack='4015']")
    hands.keep(page, 2)
    page.get_by_role("button", name="zoom in").click()
    box = page.locator(".unit[data-hex='4015']").bounding_box()
    scale = float(page.locator(".canvas").get_attribute("data-k") or 1)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = hands.version(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    page.mouse.move(x, y + 52 * scale, steps=4)
    page.mouse.up()
    expect(page.locator(hands.TABLE)).not_to_have_attribute("data-version", str(before))
    expect(page.locator(".unit[data-hex='4016']")).to_have_count(1)


def test_the_table_comes_back_after_the_server_is_killed(
    page: Page, own_server: TableServer
) -> None:
    hands.begin(page, own_server.address, soviet="human", german="human")
    placed = [hands.deploy(page), hands.deploy(page)]
    at = hands.version(page)
    own_server.kill()
    expect(page.locator(".link-bar")).to_be_visible()
    own_server.start()
    expect(page.locator(".link-bar")).to_have_count(0, timeout=30_000)
    assert hands.version(page) == at
    placed.append(hands.deploy(page))
    page.reload()
    page.locator(hands.TABLE).wait_for()
    assert hands.version(page) == at + 1
    for hex_ in placed:
        expect(page.locator(f".unit[data-hex='{hex_}']")).to_have_count(1)


def test_the_first_board_is_light(browser: Browser, server: TableServer) -> None:
    """What is transferred, compressed, from an empty cache to a board that can be played."""
    made = _new_match(server)
    context = new_context(browser)
    page = new_page(context)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{server.address}/#/join/{made['match']}/soviet/{made['tokens']['soviet']}")
    page.locator(".unit").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 100_000 < sum(sizes) <= FIRST_BOARD
    context.close()


def _new_match(server: TableServer) -> Any:
    """A match made beside the page."""
    body = {"game": "panzergruppe-guderian", "seats": {"german": "human", "soviet": "human"}}
    request = urllib.request.Request(
        f"{server.address}/api/matches",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Traffic:
    """Everything a browser is sent: answers and live messages."""

    def __init__(self, page: Page) -> None:
        self.bodies: list[str] = []
        page.on("websocket", self._follow)
        page.on("requestfinished", self._answer)

    def _answer(self, request: Request) -> None:
        response = request.response()
        if response is None or "/api/matches" not in response.url:
            return
        if "json" in response.headers.get("content-type", ""):
            self.bodies.append(response.text())

    def _follow(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.bodies.append(str(frame)))


def test_a_hidden_counter_is_nowhere_in_either_browser(
    browser: Browser, server: TableServer
) -> None:
    first, second = new_context(browser), new_context(browser)
    soviet, german = new_page(first), new_page(second)
    heard = [Traffic(soviet), Traffic(german)]
    hands.begin(soviet, server.address, soviet="human", german="friend")
    german.goto(_invitation(soviet))
    german.get_by_role("button", name="Sit down").click()
    german.locator(hands.TABLE).wait_for()
    assert hands.kind(german) == "wait"
    for _ in range(3):
        hex_ = hands.deploy(soviet)
        # The other browser sees the counter, and only what lies face up.
        expect(german.locator(f".unit[data-hex='{hex_}']")).to_have_count(1)
    hands.button(soviet, re.compile("^Set up the rest for me")).click()
    hands.button(soviet, "Finish the set-up").wait_for(timeout=60_000)
    hands.press(soviet, "Finish the set-up")
    expect(german.locator(hands.TABLE)).to_have_attribute("data-kind", "markers")
    hands.press(german, "No markers")
    expect(soviet.locator(hands.TABLE)).to_have_attribute("data-decision", "soviet-move")
    for traffic in heard:
        assert len(traffic.bodies) > 10
        words = {word for body in traffic.bodies for word in re.findall(r"[\w-]+", body)}
        assert "S-17" in words
        assert words.isdisjoint(DIVISIONS)
    first.close()
    second.close()


def _invitation(page: Page) -> str:
    hands.tab(page, "More")
    page.get_by_role("link", name="Invitations and other devices").click()
    address = page.get_by_role("textbox", name="Address for German").input_value()
    page.get_by_role("link", name="To the table").click()
    page.locator(hands.TABLE).wait_for()
    return address


WIDTHS = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize(
    ("theme", "width"), [("light", "desk"), ("dark", "desk"), ("light", "phone")]
)
def test_axe_finds_nothing_serious(
    context: BrowserContext, server: TableServer, theme: str, width: str
) -> None:
    page = new_page(context)
    page.set_viewport_size(WIDTHS[width])  # type: ignore[arg-type]
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(server.address)
    page.get_by_role("button", name="Play", exact=True).first.wait_for()
    assert serious(page) == []
    page.goto("about:blank")
    game = Rehearsal(server, hands.GUDERIAN, 11)
    game.until(lambda listing: bool(listing.get("attack")))
    game.take_up().sit(page)
    assert serious(page) == []
    if width == "phone":
        speech = page.locator(".top .language")
        speech.get_by_role("button", name=re.compile("^IT")).click()
        expect(page.locator(".prompt .kicker").last).to_contain_text("Tocca a te")
        speech.get_by_role("button", name=re.compile("^EN")).click()
        for name in ("Orders", "Forces", "More"):
            page.locator(".tab-bar").get_by_role("button", name=name, exact=True).click()
            assert serious(page) == [], name
        return
    page.locator(".todo").get_by_role("button", name=re.compile("^Attack · ")).first.click()
    expect(page.locator(".bars")).to_be_visible()
    for name in ("Orders", "Forces", "More"):
        hands.tab(page, name)
        assert serious(page) == [], name


def serious(page: Page) -> list[str]:
    # Not by a script tag: the page's policy forbids those that are not its own.
    page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
    found = page.evaluate("async () => JSON.stringify((await axe.run()).violations)")
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0]['failureSummary'][:200]}"
        for v in json.loads(found)
        if v["impact"] in ("serious", "critical")
    ]
