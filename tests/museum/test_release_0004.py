"""A database that the release before wrote (its tables as of 0004): its matches are found, and go on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, select, text

from campagna.club.desk import Desk
from campagna.club.invitations import Invitations
from campagna.club.my_games import MyGames
from campagna.club.users import Users
from campagna.core.chance import UnrecordedChance
from campagna.core.contract import SPECTATOR, digest
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.match.database import open_engine, sqlite_url
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.schema import matches
from campagna.match.storage import Store
from campagna.match.views import log
from campagna.match.visitors import VISITOR, Visitor
from tests.match.fixtures import raw, some_order

HOME = Path(__file__).parent
TOLD: dict[str, Any] = json.loads(gzip.decompress((HOME / "release_0004.json.gz").read_bytes()))
"""By name: what that release told of each match."""
RUNNING = [name for name in TOLD if name not in ("friend", "resigned", "imported", "fork")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    old = gzip.decompress((HOME / "release_0004.sqlite3.gz").read_bytes())
    (tmp_path / "campagna.sqlite3").write_bytes(old)
    with create_engine(sqlite_url(tmp_path)).connect() as connection:
        assert (
            connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0004"
        )
    return Store(open_engine(sqlite_url(tmp_path)))


def stands(store: Store, match: str) -> bool:
    """Whether the row says where the match stands."""
    with store.engine.connect() as connection:
        state = connection.execute(select(matches.c.state).where(matches.c.id == match)).scalar()
    return state is not None


def holds(now: Any, before: Any) -> bool:
    """Whether everything that was said before is still said; a field may have been added."""
    if isinstance(before, dict):
        return all(name in now and holds(now[name], old) for name, old in before.items())
    if isinstance(before, list):
        return len(now) == len(before) and all(map(holds, now, before))
    return bool(now == before)


@pytest.mark.parametrize("name", TOLD)
def test_every_match_is_what_it_was(store: Store, name: str) -> None:
    told = TOLD[name]
    assert not stands(store, told["match"])
    # The first look plays it again and fills the row, the second reads the row.
    for gate in (Gate(store), Gate(store)):
        live, viewer = gate.enter(told["match"], told["tokens"][SPECTATOR])
        assert viewer == SPECTATOR
        assert live.kept.version == told["version"]
        assert digest(live.match.state).hex() == told["digest"]
        assert live.match.undoable == told["undoable"]
        now = json.loads(msgspec.json.encode(log(live, SPECTATOR, 1)))
        assert holds(now, told["log"][SPECTATOR])
        assert stands(store, told["match"])


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_match_goes_on(store: Store, name: str) -> None:
    told = TOLD[name]
    match, tokens = told["match"], told["tokens"]
    gate, whim = Gate(store), UnrecordedChance(5)
    live = gate.live(match)
    step = live.match.step
    assert step is not None
    if told["undoable"]:
        gate.undo(match, tokens[step.side], live.kept.version)
    for _ in range(20):
        step = live.match.step
        assert step is not None
        gate.order(match, tokens[step.side], live.kept.version, raw(some_order(live, whim)))
    again = Gate(store).live(match)
    assert digest(again.match.state) == digest(live.match.state)
    seats = [token for side, token in tokens.items() if side != SPECTATOR]
    record = read_record(Gate(store).record(match, seats).splitlines())
    assert verify(again.game, record).orders == live.played


def test_an_invitation_of_before_is_still_good(store: Store) -> None:
    told = TOLD["friend"]
    gate = Gate(store)
    joined = gate.join(told["match"], told["invitations"]["allied"])
    assert gate.enter(told["match"], joined.token)[1] == "allied"
    with pytest.raises(Rejected, match="used-code"):
        gate.join(told["match"], told["invitations"]["allied"])


def test_its_tokens_and_its_invitation_become_a_persons(store: Store) -> None:
    gate = Gate(store)
    desk = Desk(store.engine)
    people, games = Users(desk), MyGames(desk, gate)
    olga = people.new_guest().id
    tokens = [token for told in TOLD.values() for token in told["tokens"].values()]
    assert set(games.adopt(olga, tokens)) == {told["match"] for told in TOLD.values()}
    page = games.page(olga, "", "")
    shown = {row.match: row for row in page.matches}
    for name, told in TOLD.items():
        row = shown[told["match"]]
        live = gate.live(told["match"])
        step = None if live.over else live.kept.status.step
        assert row.deciding == (step.side if step else "")
        if name in RUNNING:
            assert row.group == ("turn" if step and step.side in row.sides else "waiting")
        VISITOR.set(Visitor(lambda: olga))
        assert gate.enter(told["match"], "")[1] in row.sides
        VISITOR.set(None)
    piero = people.new_guest().id
    friend = TOLD["friend"]
    codes = Invitations(desk, people, gate)
    assert codes.seat(friend["invitations"]["allied"], piero).side == "allied"
    assert games.seats(piero, friend["match"]).sides == ["allied"]
