"""Matches from the first order to the record, on both databases."""

from __future__ import annotations

import threading

import pytest

from campagna.core.chance import RecordedChance, UnrecordedChance, commitment
from campagna.core.contract import SPECTATOR, Order, digest
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import load_game
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.match import decode_order
from campagna.match.opening import Created, NewMatch
from campagna.match.session import HUMAN, Session
from campagna.match.storage import Store, StoreFailed
from campagna.match.views import snapshot
from tests.match.fixtures import FORDS, GUDERIAN, SIDES, hot_seat, play_on, raw, some_order

WHOLE = 10_000


def reopened(service: Gate, match: str) -> Session:
    """The match as another server would read it from the same store."""
    return Gate(service.store).live(match)


def rejected(problem: pytest.ExceptionInfo[Rejected]) -> tuple[str, int]:
    return problem.value.key, problem.value.status


def test_a_match_begins_with_tokens_for_people_and_spectators(service: Gate) -> None:
    wish = NewMatch(FORDS, {"north": HUMAN, "south": "recruit"}, title="Sera")
    created = service.create(wish, ("recruit",))
    assert set(created.tokens) == {"north", SPECTATOR}
    live, viewer = service.enter(created.match, created.tokens["north"])
    assert viewer == "north"
    assert live.kept.seats["south"].kind == "recruit"
    assert live.kept.version == 0


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        (NewMatch("chess", {}), "unknown-game"),
        (NewMatch(FORDS, {"north": HUMAN}), "bad-setup"),
        (NewMatch(FORDS, {"north": HUMAN, "south": "oracle"}), "bad-setup"),
        (NewMatch(FORDS, {"north": HUMAN, "south": HUMAN}, scenario="no"), "bad-setup"),
        (NewMatch(FORDS, {"north": HUMAN, "south": HUMAN}, options={"no": True}), "bad-setup"),
    ],
)
def test_a_match_that_makes_no_sense_is_not_begun(service: Gate, wish: NewMatch, key: str) -> None:
    with pytest.raises(Rejected) as problem:
        service.create(wish, ("recruit",))
    assert problem.value.key == key


@pytest.mark.parametrize("game", [FORDS, GUDERIAN])
def test_what_another_server_reads_is_the_same_match(service: Gate, game: str) -> None:
    created = service.create(hot_seat(game), ())
    live = play_on(service, created, 150)
    other = reopened(service, created.match)
    assert digest(other.match.state) == digest(live.match.state)
    assert other.kept == live.kept
    assert other.events == live.events
    assert other.versions == live.versions
    assert other.match.can_undo == live.match.can_undo
    for viewer in (*SIDES[game], SPECTATOR):
        assert snapshot(other, viewer) == snapshot(live, viewer)


def test_a_whole_match_proves_its_dice_in_the_end(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    before = snapshot(service.live(created.match), "north")
    assert before.dice.secret is None
    live = play_on(service, created, WHOLE)
    after = snapshot(live, "north")
    assert live.over
    assert after.outcome == live.game.outcome(live.match.state)
    assert after.dice.secret is not None
    assert commitment(bytes.fromhex(after.dice.secret)) == before.dice.commitment
    text = service.record(created.match, [created.tokens[SPECTATOR]])
    proof = verify(load_game(FORDS), read_record(text.splitlines()))
    assert (proof.dice, proof.finished, proof.orders) == ("sealed", True, len(live.events))


def test_every_match_has_a_secret_of_its_own(service: Gate) -> None:
    lives = [service.live(service.create(hot_seat(FORDS), ()).match) for _ in range(5)]
    assert len({live.kept.secret for live in lives}) == 5


# --- undo -------------------------------------------------------------------------------------------


def undoable(service: Gate, created: Created) -> Session:
    """Play until something can be taken back."""
    for seed in range(100):
        live = play_on(service, created, 1, seed)
        if live.match.can_undo:
            return live
    raise AssertionError("nothing harmless was ever played")


def test_undo_takes_back_one_order_for_good(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = undoable(service, created)
    step = live.match.step
    assert step is not None
    played, version = len(live.events), live.kept.version
    before = live.state_at(played - 1)
    service.undo(created.match, created.tokens[step.side], version)
    assert digest(live.match.state) == digest(before)
    assert live.kept.version == version + 1
    other = reopened(service, created.match)
    assert digest(other.match.state) == digest(before)
    assert len(other.events) == played - 1
    play_on(service, created, 5, seed=9)
    assert digest(reopened(service, created.match).match.state) == digest(live.match.state)


def test_undo_is_as_possible_after_a_restart_as_before(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = undoable(service, created)
    step = live.match.step
    assert step is not None
    other = Gate(service.store)
    other.undo(created.match, created.tokens[step.side], live.kept.version)
    assert len(other.live(created.match).events) == len(live.events) - 1


def test_undo_belongs_to_the_side_that_decides_and_stops_at_dice(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    with pytest.raises(Rejected) as problem:
        service.undo(created.match, created.tokens["north"], 0)
    assert rejected(problem) == ("cannot-undo", 409)
    live = undoable(service, created)
    step = live.match.step
    assert step is not None
    other = next(s for s in SIDES[FORDS] if s != step.side)
    with pytest.raises(Rejected) as problem:
        service.undo(created.match, created.tokens[other], live.kept.version)
    assert rejected(problem) == ("not-your-turn", 409)


# --- leaving ----------------------------------------------------------------------------------------


def test_who_resigns_loses_and_the_secret_is_told(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 4)
    service.resign(created.match, created.tokens["south"], live.kept.version)
    for seen in (live, reopened(service, created.match)):
        shot = snapshot(seen, "north")
        assert shot.outcome is not None
        assert (shot.outcome.winner, shot.outcome.level) == ("north", "resigned")
        assert shot.ended is not None
        assert (shot.ended.how, shot.ended.by) == ("resignation", "south")
        assert shot.step is None
        assert shot.offers is None
        assert shot.dice.secret == live.kept.secret.hex()
    with pytest.raises(Rejected) as problem:
        service.order(created.match, created.tokens["north"], live.kept.version, raw(some(live)))
    assert rejected(problem) == ("over", 410)


def some(live: Session) -> Order:
    return some_order(live, UnrecordedChance(0))


def test_an_offer_to_stop_is_answered_by_the_other_side(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    north, south = created.tokens["north"], created.tokens["south"]
    with pytest.raises(Rejected) as problem:
        service.accept_stop(created.match, south, 0)
    assert rejected(problem) == ("no-offer", 409)
    service.offer_stop(created.match, north, 0)
    with pytest.raises(Rejected) as problem:
        service.accept_stop(created.match, north, 1)
    assert rejected(problem) == ("own-offer", 409)
    assert snapshot(service.live(created.match), "south").stop_offered_by == "north"
    live, _ = service.accept_stop(created.match, south, 1)
    shot = snapshot(live, "north")
    assert shot.outcome is not None
    assert shot.outcome.winner is None
    assert shot.ended is not None
    assert shot.ended.how == "agreement"


def test_playing_on_declines_an_offer_to_stop(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = service.live(created.match)
    assert live.match.step is not None
    mover = live.match.step.side
    other = next(s for s in SIDES[FORDS] if s != mover)
    service.offer_stop(created.match, created.tokens[other], 0)
    play_on(service, created, 1)
    assert live.kept.status.stop_offered_by == ""


def test_a_computer_agrees_to_stop(service: Gate) -> None:
    created = service.create(NewMatch(FORDS, {"north": HUMAN, "south": "recruit"}), ("recruit",))
    live, _ = service.offer_stop(created.match, created.tokens["north"], 0)
    assert live.over


# --- records, forks ---------------------------------------------------------------------------------


def test_the_record_of_a_running_match_opens_to_the_holder_of_every_seat_only(
    service: Gate,
) -> None:
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 6)
    north, south = created.tokens["north"], created.tokens["south"]
    for tokens in ([north], [south, created.tokens[SPECTATOR]]):
        with pytest.raises(Rejected) as problem:
            service.record(created.match, tokens)
        assert rejected(problem) == ("not-over", 409)
    text = service.record(created.match, [north, south])
    assert len(text.splitlines()) == 7
    assert service.live(created.match).kept.secret.hex() not in text.decode()


def test_an_imported_record_can_be_read_and_not_played(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, WHOLE)
    text = service.record(created.match, [created.tokens["north"]])
    imported = service.import_record(text)
    assert set(imported.tokens) == {SPECTATOR}
    for copy in (service.live(imported.match), reopened(service, imported.match)):
        assert digest(copy.match.state) == digest(live.match.state)
        assert copy.events == live.events
        assert copy.over
    token = imported.tokens[SPECTATOR]
    assert service.record(imported.match, [token]) == text


def test_the_record_of_a_resigned_match_tells_who_resigned(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 6)
    service.resign(created.match, created.tokens["north"], live.kept.version)
    text = service.record(created.match, [created.tokens["south"]])
    assert reopened(service, created.match).match.record.tail == live.match.record.tail
    proof = verify(live.game, read_record(text.splitlines()))
    assert (proof.dice, proof.finished) == ("sealed", True)
    imported = service.import_record(text)
    for copy in (service.live(imported.match), reopened(service, imported.match)):
        ended = snapshot(copy, SPECTATOR).ended
        assert ended is not None
        assert (ended.how, ended.by) == ("resignation", "north")
    assert service.record(imported.match, [imported.tokens[SPECTATOR]]) == text


def test_a_record_cut_short_is_imported_as_far_as_it_goes(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 9)
    text = service.record(created.match, [created.tokens[s] for s in SIDES[FORDS]])
    copy = service.live(service.import_record(text).match)
    assert len(copy.events) == 9
    assert snapshot(copy, SPECTATOR).step is None


@pytest.mark.parametrize("damage", ["changed", "empty", "not json", "other game"])
def test_a_record_that_does_not_prove_itself_is_not_imported(service: Gate, damage: str) -> None:
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 6)
    lines = service.record(created.match, [created.tokens[s] for s in SIDES[FORDS]]).splitlines()
    texts = {
        "changed": b"\n".join([*lines[:3], lines[3].replace(b"[", b"[ ", 1), *lines[5:]]),
        "empty": b"",
        "not json": b"\xff\xfe{",
        "other game": lines[0].replace(FORDS.encode(), b"chess"),
    }
    with pytest.raises(Rejected) as problem:
        service.import_record(texts[damage])
    assert problem.value.key == ("unknown-game" if damage == "other game" else "bad-record")


def test_a_fork_begins_with_what_the_viewer_knew(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 12)
    game = live.game
    known = game.view(live.state_at(8), "south")
    fork = service.fork(created.match, created.tokens["south"], 8)
    assert set(fork.tokens) == {"north", "south", SPECTATOR}
    for copy in (service.live(fork.match), reopened(service, fork.match)):
        assert game.view(copy.match.state, "south") == known
    played = play_on(service, fork, 6)
    assert digest(reopened(service, fork.match).match.state) == digest(played.match.state)
    with pytest.raises(Rejected) as problem:
        service.record(fork.match, list(fork.tokens.values()))
    assert rejected(problem) == ("no-record", 409)


def test_a_fork_may_keep_its_computers(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 3)
    token = created.tokens["south"]
    kinds = {"north": "recruit", "south": "human"}
    fork = service.fork(created.match, token, 3, kinds, ("recruit",))
    assert set(fork.tokens) == {"south", SPECTATOR}
    assert {s: v.kind for s, v in service.live(fork.match).kept.seats.items()} == {
        **kinds,
        SPECTATOR: SPECTATOR,
    }
    for wrong in ({"north": "recruit"}, {**kinds, "north": "marshal"}, {**kinds, "east": "human"}):
        with pytest.raises(Rejected) as problem:
            service.fork(created.match, token, 3, wrong, ("recruit",))
        assert rejected(problem) == ("bad-setup", 422)


def test_a_fork_from_the_future_is_refused(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    play_on(service, created, 3)
    with pytest.raises(Rejected) as problem:
        service.fork(created.match, created.tokens["south"], 4)
    assert rejected(problem) == ("unknown-moment", 404)


# --- trouble ----------------------------------------------------------------------------------------


def test_an_order_that_is_not_stored_did_not_happen(
    service: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 3)
    before = digest(live.match.state)

    def fail(*_: object) -> None:
        raise StoreFailed("no room for the secret draws")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "keep", fail)
        with pytest.raises(Rejected) as problem:
            play_on(service, created, 1, seed=5)
        assert rejected(problem) == ("no-store", 503)
        assert "secret" not in str(problem.value.answer())
    again = service.live(created.match)
    assert again is not live
    assert digest(again.match.state) == before
    assert again.kept.version == 3
    # Whoever still holds the copy that ran ahead cannot build on it.
    with pytest.raises(Rejected):
        service._pass(live, step_side(live), 3, bytes(raw(some(again))))
    play_on(service, created, 1, seed=5)
    assert service.live(created.match).kept.version == 4


def step_side(live: Session) -> str:
    assert live.kept.status.step is not None
    return live.kept.status.step.side


def test_two_servers_on_one_store_do_not_fork_the_match(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    other = Gate(service.store)
    old = other.live(created.match)
    side, order = step_side(old), raw(some(old))
    play_on(service, created, 1)
    with pytest.raises(Rejected) as problem:
        other.order(created.match, created.tokens[side], 0, order)
    assert rejected(problem) == ("stale", 409)
    assert problem.value.more["version"] == 1
    assert len(other.live(created.match).events) == 1


def test_of_many_who_give_the_same_order_at_once_one_succeeds(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = service.live(created.match)
    side, order = step_side(live), raw(some(live))
    fates: list[str] = []

    def give() -> None:
        try:
            service.order(created.match, created.tokens[side], 0, order)
            fates.append("accepted")
        except Rejected as problem:
            fates.append(problem.key)

    threads = [threading.Thread(target=give) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fates.count("accepted") == 1
    assert set(fates) <= {"accepted", "stale", "not-your-turn"}
    assert len(reopened(service, created.match).events) == 1


def test_any_past_moment_can_be_visited(service: Gate) -> None:
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 60)
    game = live.game
    state = live.state_at(0)
    for n, entry in enumerate(live.match.record.entries, start=1):
        game.play(state, decode_order(game, bytes(entry.order)), RecordedChance(entry.draws))
        assert digest(live.state_at(n)) == digest(state)
