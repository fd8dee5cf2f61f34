"""Invitations and carried seats: each code gives one token to one person, and then nothing."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from campagna.core.chance import UnrecordedChance
from campagna.core.contract import SPECTATOR
from campagna.match.database import open_engine, sqlite_url
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.opening import Created, NewMatch
from campagna.match.seating import CARRY_SECONDS
from campagna.match.storage import Store
from campagna.match.views import seat_views
from tests.match.fixtures import FORDS, hot_seat, play_on, raw, some_order, with_a_friend


@pytest.fixture
def made(service: Gate) -> Created:
    return service.create(with_a_friend(FORDS), ())


def test_the_maker_gets_his_own_seat_and_a_code_for_the_other(service: Gate, made: Created) -> None:
    assert set(made.tokens) == {"north", SPECTATOR}
    assert set(made.invitations) == {"south"}
    live = service.live(made.match)
    assert {side: seat.kind for side, seat in live.kept.seats.items()} == {
        "north": "human",
        "south": "human",
        SPECTATOR: SPECTATOR,
    }
    with pytest.raises(Rejected, match="unknown-token"):
        service.enter(made.match, made.invitations["south"])


def test_a_code_seats_one_person_and_is_void_then(service: Gate, made: Created) -> None:
    code = made.invitations["south"]
    assert not seat_views(service.live(made.match), ())["south"].joined
    joined = service.join(made.match, code)
    assert joined.side == "south"
    assert service.enter(made.match, joined.token)[1] == "south"
    assert seat_views(service.live(made.match), ())["south"].joined
    for ask in (service.join, service.invitation):
        with pytest.raises(Rejected, match="used-code"):
            ask(made.match, code)


def test_looking_at_an_invitation_does_not_use_it(service: Gate, made: Created) -> None:
    code = made.invitations["south"]
    found = service.invitation(made.match, code)
    assert (found.game, found.side, found.kind) == (FORDS, "south", "invite")
    assert service.join(made.match, code).side == "south"


def test_of_many_who_come_at_once_exactly_one_sits_down(service: Gate, made: Created) -> None:
    start = threading.Barrier(6)
    answers: list[str] = []

    def claim() -> None:
        start.wait()
        try:
            answers.append(service.join(made.match, made.invitations["south"]).side)
        except Rejected as problem:
            answers.append(problem.key)

    claims = [threading.Thread(target=claim) for _ in range(6)]
    for thread in claims:
        thread.start()
    for thread in claims:
        thread.join()
    assert sorted(answers) == ["south", *["used-code"] * 5]
    assert len(service.store.seats(made.match)["south"].tokens) == 1


def test_a_code_is_for_its_own_match_only(service: Gate, made: Created) -> None:
    other = service.create(with_a_friend(FORDS), ())
    with pytest.raises(Rejected, match="unknown-code"):
        service.join(other.match, made.invitations["south"])
    assert service.join(made.match, made.invitations["south"]).side == "south"


def test_a_new_invitation_voids_the_old_one_until_somebody_sits(
    service: Gate, made: Created
) -> None:
    mine = made.tokens["north"]
    fresh = service.invite(made.match, mine, "south")
    with pytest.raises(Rejected, match="unknown-code"):
        service.join(made.match, made.invitations["south"])
    service.join(made.match, fresh.code)
    for side in ("south", "north", SPECTATOR, "nowhere"):
        with pytest.raises(Rejected, match="seat-taken"):
            service.invite(made.match, mine, side)


def test_only_the_maker_invites(service: Gate) -> None:
    wish = with_a_friend(FORDS)
    made = service.create(wish, ())
    with pytest.raises(Rejected, match="wrong-seat"):
        service.invite(made.match, made.tokens[SPECTATOR], "south")
    wish.seats.update(north="friend")
    for_two = service.create(wish, ())
    first = service.join(for_two.match, for_two.invitations["north"])
    with pytest.raises(Rejected, match="not-your-match"):
        service.invite(for_two.match, first.token, "south")


def test_a_seat_is_carried_to_another_device_and_kept_on_this_one(
    service: Gate, made: Created
) -> None:
    carried = service.carry(made.match, made.tokens["north"])
    assert carried.seconds == CARRY_SECONDS
    assert service.invitation(made.match, carried.code).kind == "carry"
    there = service.join(made.match, carried.code)
    assert there.side == "north"
    for token in (there.token, made.tokens["north"]):
        assert service.enter(made.match, token)[1] == "north"
    with pytest.raises(Rejected, match="used-code"):
        service.join(made.match, carried.code)
    assert [sides for _, sides in service.held([there.token])] == [["north"]]
    with pytest.raises(Rejected, match="wrong-seat"):
        service.carry(made.match, made.tokens[SPECTATOR])


def test_a_carried_seat_waits_ten_minutes(
    service: Gate, made: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = service.carry(made.match, made.tokens["north"])
    again = service.carry(made.match, made.tokens["north"])
    with pytest.raises(Rejected, match="unknown-code"):
        service.join(made.match, carried.code)
    later = time.time() + CARRY_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    with pytest.raises(Rejected, match="late-code"):
        service.join(made.match, again.code)


def test_a_seat_taken_through_another_server_is_known_here(service: Gate, made: Created) -> None:
    service.live(made.match)
    joined = Gate(service.store).join(made.match, made.invitations["south"])
    assert service.enter(made.match, joined.token)[1] == "south"


def test_codes_are_kept_as_hashes_only(service: Gate, made: Created) -> None:
    with service.store.engine.connect() as connection:
        rows = connection.execute(text("SELECT * FROM codes")).all()
    assert len(rows) == 1
    assert made.invitations["south"] not in str(rows)


def test_a_fork_gives_its_maker_every_seat(service: Gate, made: Created) -> None:
    friend = service.join(made.match, made.invitations["south"])
    fork = service.fork(made.match, friend.token, 0)
    assert set(fork.tokens) == {"north", "south", SPECTATOR}
    assert fork.invitations == {}


def test_tokens_given_out_before_there_were_codes_still_sit(tmp_path: Path) -> None:
    """A database of the edition before, with a match under way, opens and goes on."""
    store = Store(open_engine(sqlite_url(tmp_path)))
    service = Gate(store)
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 3)
    store.close()
    _go_back(sqlite_url(tmp_path), "0002")
    store = Store(open_engine(sqlite_url(tmp_path)))
    service = Gate(store)
    for side, token in created.tokens.items():
        assert service.enter(created.match, token)[1] == side
    live = play_on(service, created, 2)
    assert live.kept.version == 5
    assert all(seat.joined for seat in seat_views(live, ()).values())
    assert [sides for _, sides in service.held(list(created.tokens.values()))] == [
        ["north", "south", SPECTATOR]
    ]
    store.close()


def _go_back(url: str, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", "campagna.match:migrations")
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
        columns = {row[1] for row in connection.execute(text("PRAGMA table_info(seats)"))}
        assert "token" in columns
    engine.dispose()


def test_the_friend_plays_and_the_maker_cannot_play_for_him(service: Gate, made: Created) -> None:
    code = made.invitations["south"]
    tokens = {"north": made.tokens["north"], "south": service.join(made.match, code).token}
    live = service.live(made.match)
    for n in range(12):
        step = live.match.step
        assert step is not None
        order = raw(some_order(live, UnrecordedChance(n)))
        if step.side == "south":
            for known in (*made.tokens.values(), code):
                with pytest.raises(Rejected):
                    service.order(made.match, known, live.kept.version, order)
        service.order(made.match, tokens[step.side], live.kept.version, order)


def test_whoever_holds_two_seats_is_told_whether_they_know_different_things(
    service: Gate, made: Created
) -> None:
    both = service.create(hot_seat(FORDS), ())
    live = play_on(service, both, 3)
    position = {side: live.game.view(live.match.state, side).position for side in live.sides}
    assert position["north"] != position["south"]
    assert service.apart(both.match, [both.tokens["north"], both.tokens["south"]])
    assert not service.apart(both.match, [both.tokens["north"]])
    with pytest.raises(Rejected, match="unknown-token"):
        service.apart(made.match, [made.tokens["north"], made.invitations["south"]])
    korps = NewMatch("afrika-korps", {"axis": "human", "allied": "human"})
    open_ = service.create(korps, ())
    assert not service.apart(open_.match, [open_.tokens["axis"], open_.tokens["allied"]])
