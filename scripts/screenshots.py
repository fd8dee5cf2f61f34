"""Pictures of the table for docs/screenshots/: home, board, attack, replay, victory, phone.

    .venv/bin/python scripts/screenshots.py [--maps]

Starts a server of its own, lets two computer seats play a game, and takes up positions of it as
private matches. `--maps` also renews the pictures of the maps on the home page (web/public/maps).
Needs Debian's chromium, the `playwright` package and a built client.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from tests.e2e.table_server import TableServer  # noqa: E402

PICTURES = ROOT / "docs" / "screenshots"
MAPS = ROOT / "web" / "public" / "maps"
GAME = "panzergruppe-guderian"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
GAME_SECONDS = 240


class Api:
    def __init__(self, address: str) -> None:
        self.address = address

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}/api{path}") as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"{self.address}/api{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


class Game:
    """A game between two computer seats, and positions of it to play on from."""

    def __init__(self, api: Api) -> None:
        self.api = api
        made = api.post(
            "/matches", {"game": GAME, "seats": {"german": "recruit", "soviet": "recruit"}}
        )
        self.id, self.token = made["match"], made["tokens"]["spectator"]

    def play_out(self) -> None:
        deadline = time.monotonic() + GAME_SECONDS
        while self.api.get(f"/matches/{self.id}?token={self.token}")["outcome"] is None:
            if time.monotonic() > deadline:
                raise TimeoutError("the computer seats have not finished their game")
            time.sleep(1)

    def find(self, turn: int, phase: str) -> int:
        """The number of the order with which this phase of this turn began."""
        now = 0
        for line in self.api.get(f"/matches/{self.id}/log?token={self.token}&from=1"):
            for event in line["events"]:
                if event["event"] == "turn-began":
                    now = event["turn"]
                if event["event"] == "phase-began" and (now, event["phase"]) == (turn, phase):
                    return int(line["n"])
        raise LookupError(f"turn {turn} has no {phase}")

    def battle(self, turn: int) -> int:
        """The number of an order of this turn whose die was rolled."""
        first = self.find(turn, "german-combat")
        for line in self.api.get(f"/matches/{self.id}/log?token={self.token}&from={first}"):
            if any(e["event"] == "battle-rolled" for e in line["events"]):
                return int(line["n"])
        raise LookupError(f"turn {turn} has no battle")

    def fork(self, at: int) -> tuple[str, dict[str, str]]:
        made = self.api.post(f"/matches/{self.id}/fork", {"token": self.token, "at": at})
        return made["match"], made["tokens"]


def open_page(browser: Browser, size: dict[str, int], theme: str, language: str) -> Page:
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if theme == "dark" else "light",
        locale="it-IT" if language == "it" else "en-GB",
        has_touch=size is PHONE,
        device_scale_factor=1,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    return page


def sit(page: Page, address: str, match: str, tokens: dict[str, str], rest: str = "") -> None:
    """Hold these seats and open the match."""
    page.goto(address)
    page.evaluate(
        "([m, t]) => localStorage.setItem('campagna.seats', JSON.stringify({[m]: t}))",
        [match, tokens],
    )
    page.goto(f"{address}/#/match/{match}{rest}")
    page.locator("main.table, main.victory").wait_for()
    page.wait_for_timeout(900)


def choose_stack(page: Page) -> None:
    """A stack of several units that can go far, and a way of middle length."""
    stacks = page.locator(".offer-list [data-stack]:not([data-stack*=entry])")
    names = stacks.evaluate_all("all => all.map(e => e.textContent.split(',').length)")
    best = names.index(max(names))
    stacks.nth(best).evaluate("e => e.click()")
    page.wait_for_timeout(300)
    ways = page.locator(".offer-list [data-to]")
    if ways.count():
        ways.nth(ways.count() * 2 // 3).evaluate("e => e.click()")
    page.wait_for_timeout(400)


def choose_attack(page: Page) -> None:
    """The target with the most attackers."""
    options = page.locator(".todo .btn")
    strong = options.evaluate_all("all => all.map(e => parseInt(e.textContent.split('·')[1]))")
    options.nth(strong.index(max(strong))).click()
    page.locator(".bars").wait_for()
    page.wait_for_timeout(400)


def shoot(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=86)
    page.context.close()
    print(name)


CROPS = {
    "afrika-korps": (0.12, 0.03, 0.5),
    "kasserine": (0.16, 0.3, 0.62),
    "lion-of-judah": (0.2, 0.22, 0.62),
    "panzergruppe-guderian": (0.07, 0.31, 0.62),
}
"""The part of each map that its card shows: left, top and width, as shares of the sheet."""


def renew_maps(browser: Browser, api: Api) -> None:
    """A part of each map without counters, small enough for the first page."""
    MAPS.mkdir(parents=True, exist_ok=True)
    for game in api.get("/games"):
        if not game["map"]:
            continue
        page = open_page(browser, {"width": 1240, "height": 420}, "light", "it")
        page.goto(api.address)
        page.wait_for_timeout(500)
        page.evaluate(
            """async ([slug, left, top, wide]) => {
                const svg = await (await fetch(`/api/games/${slug}/map.svg`)).text()
                document.body.innerHTML = `<div class="sheet">${svg}</div>`
                const map = document.querySelector('svg.map')
                const [x, y, w, h] = map.getAttribute('viewBox').split(' ').map(Number)
                const part = [x + w * left, y + h * top, w * wide, w * wide * 420 / 1240]
                map.setAttribute('viewBox', part.join(' '))
                Object.assign(map.style, {position: 'fixed', inset: 0, width: '1240px', height: '420px'})
            }""",
            [game["slug"], *CROPS.get(game["slug"], (0.1, 0.2, 0.7))],
        )
        page.wait_for_timeout(700)
        page.screenshot(path=MAPS / f"{game['slug']}.jpg", type="jpeg", quality=82)
        page.context.close()


def main() -> None:
    words = argparse.ArgumentParser(description="Pictures of the table for docs/screenshots/.")
    words.add_argument("--maps", action="store_true", help="also renew web/public/maps")
    wishes = words.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = TableServer(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        try:
            if wishes.maps:
                renew_maps(browser, Api(server.address))
            take_all(browser, Api(server.address))
        finally:
            browser.close()
            server.kill()


def take_all(browser: Browser, api: Api) -> None:
    address = api.address
    game = Game(api)
    for theme in ("light", "dark"):
        for size, wide in ((DESK, "1440"), (PHONE, "390")):
            page = open_page(browser, size, theme, "it")
            page.goto(address)
            page.locator(".game").first.wait_for()
            page.wait_for_timeout(600)
            shoot(page, f"home-{wide}-{theme}")
    fresh = api.post("/matches", {"game": GAME, "seats": {"german": "human", "soviet": "human"}})
    page = open_page(browser, DESK, "light", "en")
    sit(page, address, fresh["match"], fresh["tokens"])
    shoot(page, "board-start-1440-light-en")
    game.play_out()
    moving = game.fork(game.find(4, "german-move"))
    fighting = game.fork(game.find(5, "german-combat"))
    for theme in ("light", "dark"):
        for size, wide in ((DESK, "1440"), (PHONE, "390")):
            page = open_page(browser, size, theme, "it")
            sit(page, address, *moving)
            choose_stack(page)
            shoot(page, f"movement-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, address, *fighting)
            choose_attack(page)
            shoot(page, f"attack-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, address, game.id, {"spectator": game.token}, "/replay")
            page.locator(".rail input").fill(str(game.battle(6)))
            page.wait_for_timeout(1500)
            shoot(page, f"replay-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, address, game.id, {"spectator": game.token})
            page.wait_for_timeout(800)
            shoot(page, f"victory-{wide}-{theme}")


if __name__ == "__main__":
    main()
