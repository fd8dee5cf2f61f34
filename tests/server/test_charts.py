"""The charts over the wire, and what is live on them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from campagna.core.chance import SealedChance
from campagna.games.registry import BUILT_IN
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.server.fixtures import new_client, new_table


@pytest.fixture
def service(tmp_path: Path) -> Gate:
    store = Store(open_engine(sqlite_url(tmp_path)))
    return Gate(store, dice=lambda match: SealedChance(b"c" * 32, match))


@pytest.mark.parametrize("slug", BUILT_IN)
def test_the_charts_of_a_game_are_served_small_and_once(slug: str, service: Gate) -> None:
    with new_client(service) as client:
        first = client.get(f"/api/games/{slug}/charts")
        again = client.get(
            f"/api/games/{slug}/charts", headers={"if-none-match": first.headers["etag"]}
        )
    assert first.status_code == 200
    assert again.status_code == 304
    sheet = first.json()
    assert (sheet["game"], bool(sheet["charts"])) == (slug, True)
    drawn = {row["swatch"] for c in sheet["charts"] for row in c["rows"] if "swatch" in row}
    assert drawn == set(sheet["swatches"])
    assert len(gzip.compress(first.content)) < 60_000


def test_the_charts_follow_the_options(service: Gate) -> None:
    with new_client(service) as client:
        address = "/api/games/kasserine/charts"
        plain = client.get(address, params={"scenario": "campaign"}).json()
        options = json.dumps({"command_radius_weather": True})
        other = client.get(address, params={"options": options}).json()
    changed = [a["id"] for a, b in zip(plain["charts"], other["charts"], strict=True) if a != b]
    assert changed == ["limits"]


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ({"scenario": "nowhere"}, 422, "no scenario 'nowhere'"),
        ({"options": "{"}, 400, "options:"),
        ({"options": '{"no-such": true}'}, 422, "no option 'no-such'"),
    ],
)
def test_a_bad_question_is_told_what_is_wrong(
    query: dict[str, str], status: int, says: str, service: Gate
) -> None:
    with new_client(service) as client:
        answer = client.get("/api/games/kasserine/charts", params=query)
    assert answer.status_code == status
    assert says in answer.text


@pytest.mark.parametrize("slug", [g for g in BUILT_IN if g != "alto-comando"])
def test_a_check_and_a_roll_name_places_that_exist(slug: str, service: Gate) -> None:
    with new_client(service) as client:
        table = new_table(client, service, slug)
        sheet = client.get(f"/api/games/{slug}/charts").json()
        columns = {c["id"]: {x["id"] for x in c.get("columns", ())} for c in sheet["charts"]}
        rows = {c["id"]: {x["id"] for x in c["rows"]} for c in sheet["charts"]}
        cells: list[dict[str, Any]] = []
        for n in range(120):
            if table.live.over:
                break
            table.play(1, seed=n)
        for line in table.get("/log", table.side).json():
            cells += [event["cell"] for event in line["events"] if "cell" in event]
    for cell in cells:
        assert cell["chart"] in rows, cell
        assert cell.get("column", "") in columns[cell["chart"]] | {""}, cell
        assert cell.get("row", "") in rows[cell["chart"]] | {""}, cell
