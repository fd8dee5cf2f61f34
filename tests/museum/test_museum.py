"""Everything in the museum replays and verifies; the running matches go on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from campagna.core.chance import UnrecordedChance
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import BUILT_IN, load_game
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from tests.match.fixtures import raw, some_order
from tests.museum.make import HOME, RECORDS

FILES = sorted(HOME.glob("*/*/*.campagna.gz"))
TOKENS: dict[str, dict[str, str]] = json.loads((HOME / "matches.json").read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda p: "/".join(p.parts[-3:]))
def test_a_record_of_the_museum_verifies(path: Path) -> None:
    record = read_record(gzip.decompress(path.read_bytes()).splitlines())
    proof = verify(load_game(record.head.game), record)
    assert record.tail is not None
    assert proof.orders == record.tail.orders > 0
    assert [record.head.game, record.head.rules] == list(path.parts[-3:-1])


@pytest.mark.parametrize("slug", BUILT_IN)
def test_every_edition_is_in_the_museum(slug: str) -> None:
    """A new edition: `python -m tests.museum.make SLUG`."""
    for edition in load_game(slug).editions.edition:
        assert len(list((HOME / slug / edition.number).glob("*.campagna.gz"))) >= RECORDS


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    (tmp_path / "campagna.sqlite3").write_bytes(
        gzip.decompress((HOME / "matches.sqlite3.gz").read_bytes())
    )
    return Gate(Store(open_engine(sqlite_url(tmp_path))))


@pytest.mark.parametrize("match", sorted(TOKENS))
def test_a_running_match_of_the_release_before_goes_on(gate: Gate, match: str) -> None:
    live = gate.live(match)
    assert (live.played, live.match.record.head.setup.options) == (60, {})
    players = UnrecordedChance(2)
    for _ in range(40):
        step = live.match.step
        assert step is not None
        token = TOKENS[match][step.side]
        gate.order(match, token, live.kept.version, raw(some_order(live, players)))
    stored = Gate(gate.store).live(match)
    assert stored.played == 100
    record = read_record(list(stored.match.record.lines()))
    assert verify(live.game, record).orders == 100
    gate.store.close()
