"""Debian's Chromium at our own server. Without a browser or a built client these tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.table_server import ROOT, TableServer

playwright_api = pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402

SHELL, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = SHELL if SHELL.exists() else WHOLE
"""The shell is the same engine without a browser window, which costs time for every context."""
CLIENT = ROOT / "web" / "dist" / "index.html"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BEGIN_TURN = "[data-act=begin-turn]"
PATIENCE = 15_000
"""Milliseconds that a page may take for one step; the machine is shared."""


LONGEST = (
    "test_whole_game",
    "test_turn",
    "test_lion_of_judah",
    "test_every_choice",
    "test_panel_in_sight",
    "test_alto_comando",
)
"""These begin first, so that no worker is left alone with one of them at the end."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in LONGEST)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists() or not CLIENT.exists():
        pytest.skip("needs Debian's chromium and a built client (npm run build in web/)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """One server for all: matches do not meet, and its maps are drawn once."""
    table = TableServer(tmp_path_factory.mktemp("table"))
    table.start()
    yield table
    table.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[TableServer]:
    """A server that may be killed."""
    table = TableServer(tmp_path / "data")
    table.start()
    yield table
    table.kill()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = new_context(browser)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return new_page(context)


STOPS = """
try {
    const kept = JSON.parse(localStorage.getItem('campagna.settings') ?? '{}')
    const stops = kept.stops ?? true
    localStorage.setItem('campagna.settings', JSON.stringify({...kept, stops}))
} catch {}
"""
"""Tests look at one phase after the other: none passes by itself, unless a test wants it."""


def new_context(browser: Browser) -> BrowserContext:
    made = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce"
    )
    made.add_init_script(STOPS)
    return made


def new_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    # What the enemy did is told before anything is asked: the tests about it take the handler away.
    begin = page.locator(BEGIN_TURN)
    page.add_locator_handler(begin, lambda found: found.click(), no_wait_after=True)
    return page
