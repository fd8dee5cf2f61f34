"""The pages keep to their own content policy, and the policy holds against a script of somebody else."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from tests.e2e.conftest import new_page
from tests.e2e.table_server import TableServer

LISTEN = """
window.broken = [];
document.addEventListener('securitypolicyviolation', (e) =>
  window.broken.push(`${e.effectiveDirective} ${e.blockedURI}`));
"""
PLACES = ("#/", "#/learn/kasserine", "#/rules/lion-of-judah", "#/new", "#/nowhere", "docs/")


def test_no_page_asks_for_what_the_policy_forbids(
    context: BrowserContext, server: TableServer
) -> None:
    context.add_init_script(LISTEN)
    page = new_page(context)
    seats = {"axis": "human", "allied": "human"}
    made = context.request.post(
        f"{server.address}/api/matches", data={"game": "kasserine", "seats": seats}
    ).json()
    match = f"#/join/{made['match']}/axis/{made['tokens']['axis']}"
    for place in (*PLACES, match):
        page.goto(f"{server.address}/{place}")
        page.wait_for_load_state("networkidle") if place != match else page.wait_for_timeout(2000)
        assert page.evaluate("window.broken") == [], place
        page.goto("about:blank")


def test_a_script_that_got_into_a_page_does_not_run(
    context: BrowserContext, server: TableServer
) -> None:
    context.add_init_script(LISTEN)
    page = new_page(context)
    page.goto(server.address)
    page.wait_for_load_state("networkidle")
    page.evaluate("""() => {
      const script = document.createElement('script');
      script.textContent = 'window.taken = 1';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://evil.example/x.png';
      document.body.append(image);
    }""")
    page.wait_for_timeout(300)
    assert page.evaluate("window.taken") is None
    kinds = sorted(what.split()[0] for what in page.evaluate("window.broken"))
    assert kinds == ["img-src", "script-src-elem"]
