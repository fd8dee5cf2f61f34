"""The browser keeps to the policy of the server, and nothing of the table breaks by it."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage, Page
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.sync.client import connect

from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.rehearsal import played
from tests.e2e.table_server import TableServer

WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (e) =>
  window.violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));
"""


@pytest.fixture
def watched(page: Page) -> list[str]:
    """What the browser says against the page, as it says it."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.add_init_script(WATCH)
    return said


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_page_breaks_the_policy(
    page: Page, server: TableServer, watched: list[str], game: str
) -> None:
    sides = load_game(game).scenarios[0].sides
    table = played(server, game, 2, **dict.fromkeys(sides, "human"))
    page.goto(server.address)
    page.locator(f"[data-game='{game}']").wait_for()
    assert page.evaluate("window.violations") == []
    table.sit(page)
    for name in ("Log", "Forces", "More", "Orders"):
        hands.tab(page, name)
    assert page.evaluate("window.violations") == []
    page.goto(f"{server.address}/#/match/{table.match}/replay")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.violations") == []
    assert watched == []


def test_a_script_that_was_slipped_in_does_not_run(page: Page, server: TableServer) -> None:
    page.goto(server.address)
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'window.slipped = true';
          document.body.append(script);
        }"""
    )
    assert page.evaluate("window.slipped") is None


def test_messages_of_the_live_line_are_compressed(server: TableServer) -> None:
    table = played(server, "afrika-korps", 0, axis="human", allied="human")
    line = f"ws{server.address.removeprefix('http')}/api/matches/{table.match}/live"
    with connect(f"{line}?token={table.tokens['axis']}") as socket:
        assert [type(x) for x in socket.protocol.extensions] == [PerMessageDeflate]
