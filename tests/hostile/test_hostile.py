"""A short attack on a real server; `python -m tests.hostile --count 100000` is the long one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.hostile.bodies import TEXTS, VALUES, change_value
from tests.hostile.campaign import Campaign
from tests.hostile.house import House
from tests.hostile.matches import Changed
from tests.hostile.reopen import damaged
from tests.hostile.wires import once

GAMES = ("panzergruppe-guderian", "alto-comando")


def test_nothing_falls_over(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        report = Campaign(house, GAMES, seed=26).run(2_500, seconds=20, every=400)
    told = "\n".join(report.lines())
    assert not report.faults, told
    assert report.sent > 300, told
    # It is no attack if nothing gets past the door.
    reached = {status for counts in report.statuses.values() for status in counts}
    assert {200, 400, 403, 404, 409, 415} <= reached, told
    assert not damaged(tmp_path)


def test_every_change_of_a_body_changes_it_and_is_repeatable() -> None:
    body = {"token": "t", "version": 3, "order": {"order": "move", "path": [[1, 2], [3, 4]]}}
    for kind in VALUES:
        made = {change_value(kind, body, random.Random(n)) for n in range(40)}
        assert made == {change_value(kind, body, random.Random(n)) for n in range(40)}
        assert len(made) > 1, kind
    text = b'{"token":"t","version":3}'
    for kind, change in TEXTS.items():
        assert any(change(text, random.Random(n)) != text for n in range(20)), kind


def test_a_change_behind_its_back_and_a_dead_server_are_seen(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        campaign = Campaign(house, GAMES[:1], seed=1)
        match = campaign.tables.guarded[0]
        body = {"token": match.tokens["german"], "version": match.version}
        answer = campaign.tables.client.post(f"/api/matches/{match.id}/resign", json=body)
        assert answer.status_code == 200
        with pytest.raises(Changed, match=match.id):
            campaign.tables.check()
        house.log.write_text(f"{house.log.read_text()}Traceback (most recent call last):\n")
        assert house.faults().startswith("Traceback")
        assert house.faults() == ""
        house.process.kill()
        house.process.wait()
        with pytest.raises(OSError, match="refused"):
            once(house.port, b"GET / HTTP/1.1\r\n\r\n", 1)
        report = campaign.run(50, seconds=10)
    assert report.faults
