"""Pictures of the table for docs/screenshots/: home, board, attack, replay, victory, phone.

    .venv/bin/python scripts/screenshots.py [--only GAME] [--maps]

Starts a server of its own and takes up positions of random games as private matches. `--maps`
renews the pictures of the maps on the home page (web/public/maps) instead.
Needs Debian's chromium, the `playwright` package and a built client.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from tests.e2e.rehearsal import Rehearsal, ask  # noqa: E402
from tests.e2e.table_server import TableServer  # noqa: E402
from tests.offered import suggested  # noqa: E402

PICTURES = ROOT / "docs" / "screenshots"
MAPS = ROOT / "web" / "public" / "maps"
GAME = "panzergruppe-guderian"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SIZES = ((DESK, "1440"), (PHONE, "390"))
THEMES = ("light", "dark")


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


class Show:
    """A random game of which the table takes up positions, and the whole of it as a record."""

    def __init__(self, server: TableServer, game: str, seed: int = 8) -> None:
        self.server = server
        self.game = Rehearsal(server, game, seed)

    def until(
        self, decision: str, turn: int, *needs: str, proposed: str = ""
    ) -> tuple[str, dict[str, str]]:
        """A private match from the first such decision that offers what is needed, and proposes whole
        orders of the kind `proposed`."""
        game = self.game

        def ready(found: dict[str, Any]) -> bool:
            step = game.match.step
            assert step is not None
            now = int(str(step.facts.get("turn", step.facts.get("move", 0))))
            asked = step.decision == decision and now >= turn
            if not (asked and all(found.get(name) for name in needs)):
                return False
            offers = game.game.offers(game.match.state)
            return not proposed or bool(suggested(offers, proposed))

        game.until(ready)
        seats = game.take_up()
        return seats.match, {s: t for s, t in seats.tokens.items() if s != "spectator"}

    def record(self) -> tuple[str, str]:
        """The game played to its end, as a match to read, and the token to read it with."""
        match = self.game.match
        while match.step is not None:
            match.play(self.game.game.offers(match.state).sample(self.game.whim))
        read = ask(self.server, "/records", b"\n".join(match.record.lines()))
        return read["match"], read["tokens"]["spectator"]

    def battle(self, turn: int) -> int:
        """The number of an order of this turn whose die was rolled."""
        api = Api(self.server.address)
        match, token = self.record()
        now = 0
        for line in api.get(f"/matches/{match}/log?token={token}&from=1"):
            for event in line["events"]:
                if event["event"] == "turn-began":
                    now = event["turn"]
                if now >= turn and "odds" in event and "die" in event:
                    return int(line["n"])
        raise LookupError(f"turn {turn} has no battle")


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
    curtain = page.locator("main.curtain[data-ready=true] button")
    shown = page.locator("main.table, main.victory")
    shown.or_(curtain).first.wait_for()
    if curtain.count():  # two at one screen, who know different things
        curtain.click()
        shown.wait_for()
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
    options = page.locator(".todo .button:not([data-proposal])")
    strong = options.evaluate_all("all => all.map(e => parseInt(e.textContent.split('·')[1]) || 0)")
    options.nth(strong.index(max(strong))).click()
    page.locator(".account, .bars, .cases").first.wait_for()
    page.wait_for_timeout(400)


def choose_proposal(page: Page) -> None:
    """The first attack that the engine proposes."""
    page.locator("[data-proposal]").first.click()
    page.locator(".account, .bars, .cases").first.wait_for()
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
    words.add_argument("--maps", action="store_true", help="only renew web/public/maps")
    words.add_argument("--only", default="", help="home, or the slug of a game")
    wishes = words.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = TableServer(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        try:
            if wishes.maps:
                renew_maps(browser, Api(server.address))
                return
            for name, take in SERIES.items():
                if wishes.only in ("", name):
                    take(browser, server)
        finally:
            browser.close()
            server.kill()


def take_home(browser: Browser, server: TableServer) -> None:
    for theme in THEMES:
        for size, wide in SIZES:
            page = open_page(browser, size, theme, "it")
            page.goto(server.address)
            page.locator(".game").first.wait_for()
            page.wait_for_timeout(800)
            shoot(page, f"home-{wide}-{theme}")


def take_start(browser: Browser, server: TableServer, game: str, **seats: str) -> None:
    """The board as a new match shows it."""
    fresh = Api(server.address).post("/matches", {"game": game, "seats": seats})
    page = open_page(browser, DESK, "light", "en")
    tokens = {side: token for side, token in fresh["tokens"].items() if side != "spectator"}
    sit(page, server.address, fresh["match"], tokens)
    shoot(page, f"{game}-start-1440-light-en")


Scene = tuple[str, tuple[str, dict[str, str]], Callable[[Page], None]]


def take_scenes(browser: Browser, server: TableServer, game: str, scenes: list[Scene]) -> None:
    """Each scene on a desk in the light, on a phone at night."""
    for name, seats, act in scenes:
        for size, wide, theme in ((DESK, "1440", "light"), (PHONE, "390", "dark")):
            page = open_page(browser, size, theme, "it")
            sit(page, server.address, *seats)
            act(page)
            shoot(page, f"{game}-{name}-{wide}-{theme}")


def take_guderian(browser: Browser, server: TableServer) -> None:
    take_start(browser, server, GAME, german="human", soviet="human")
    show = Show(server, GAME)
    moving = show.until("german-move", 4, "move")
    fighting = show.until("german-combat", 5, "attack")
    retreating = show.until("retreat", 5, "retreat")
    battle = show.battle(6)
    match, token = show.record()
    for theme in THEMES:
        for size, wide in SIZES:
            page = open_page(browser, size, theme, "it")
            sit(page, server.address, *moving)
            choose_stack(page)
            shoot(page, f"movement-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, server.address, *fighting)
            choose_attack(page)
            shoot(page, f"attack-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, server.address, match, {"spectator": token}, "/replay")
            page.locator(".rail input").fill(str(battle))
            page.wait_for_timeout(1500)
            shoot(page, f"replay-{wide}-{theme}")
            page = open_page(browser, size, theme, "it")
            sit(page, server.address, match, {"spectator": token})
            page.wait_for_timeout(800)
            shoot(page, f"victory-{wide}-{theme}")
    take_scenes(browser, server, GAME, [("retreat", retreating, lambda _: None)])


def take_korps(browser: Browser, server: TableServer) -> None:
    game = "afrika-korps"
    take_start(browser, server, game, axis="human", allied="human")
    show = Show(server, game, 4)
    moving = show.until("movement", 4, "move")
    fighting = show.until("combat", 4, "attack")
    take_scenes(
        browser,
        server,
        game,
        [("movement", moving, choose_stack), ("attack", fighting, choose_proposal)],
    )
    page = open_page(browser, DESK, "light", "it")
    page.goto(server.address)
    card = page.locator(f"[data-game='{game}']")
    card.get_by_role("button", name="Primo turno guidato").click()
    page.locator(".guide-card").wait_for()
    page.get_by_role("button", name="Avanti").click()
    page.wait_for_timeout(900)
    shoot(page, f"{game}-guide-1440-light")


def take_kasserine(browser: Browser, server: TableServer) -> None:
    game = "kasserine"
    take_start(browser, server, game, axis="human", allied="human")
    show = Show(server, game)
    moving = show.until("movement", 2, "move")
    fighting = show.until("plan", 2, "attack", proposed="attack")
    take_scenes(
        browser,
        server,
        game,
        [("movement", moving, choose_stack), ("attack", fighting, choose_proposal)],
    )


def take_judah(browser: Browser, server: TableServer) -> None:
    game = "lion-of-judah"
    take_start(browser, server, game, italian="human", ethiopian="human")
    show = Show(server, game)
    moving = show.until("movement", 1, "move")
    fighting = show.until("combat", 1, "attack")
    take_scenes(
        browser,
        server,
        game,
        [("movement", moving, choose_stack), ("attack", fighting, choose_attack)],
    )


def take_comando(browser: Browser, server: TableServer) -> None:
    game = "alto-comando"
    take_start(browser, server, game, axis="human", allied="human")
    show = Show(server, game)
    moving = show.until("move", 3, "move")
    firing = show.until("fire", 3, "fire")
    take_scenes(
        browser, server, game, [("movement", moving, choose_base), ("fire", firing, choose_shot)]
    )


def choose_base(page: Page) -> None:
    """A base in the middle of the list, with its region and its ranges."""
    page.locator("[data-unit-choice]").nth(4).evaluate("e => e.click()")
    page.locator(".reach-region").wait_for(state="attached")


def choose_shot(page: Page) -> None:
    page.locator("[data-unit-choice]").first.evaluate("e => e.click()")
    page.locator("[data-target]").first.evaluate("e => e.click()")
    page.locator(".measure .bars").wait_for(state="attached")


SERIES: dict[str, Callable[[Browser, TableServer], None]] = {
    "home": take_home,
    GAME: take_guderian,
    "afrika-korps": take_korps,
    "kasserine": take_kasserine,
    "lion-of-judah": take_judah,
    "alto-comando": take_comando,
}


if __name__ == "__main__":
    main()
