"""Matches with salted dice pass the gate, come back from the store and prove themselves."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campagna.core import seals
from campagna.core.chance import SeededChance
from campagna.core.contract import SPECTATOR
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.opening import Created, NewMatch
from campagna.match.salted import NewSalts, Seal
from campagna.match.views import snapshot
from campagna.server.serve import open_service
from two_fords.game import TwoFords

NORTH, SOUTH = bytes([1]) * 32, bytes([2]) * 32
SEEDS = {"north": NORTH, "south": SOUTH}


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return open_service(str(tmp_path))


def begun(gate: Gate, seats: dict[str, str], **changes: Any) -> Created:
    own = [side for side, kind in seats.items() if kind == "human"]
    wish = NewSalts(
        gate.promise().match,
        {side: seals.public_key(SEEDS[side]) for side in own},
        {side: secrets.token_hex(32) for side in own},
    )
    salted = msgspec.structs.replace(wish, **changes)
    return gate.create(NewMatch("two-fords", seats, salted=salted), ("recruit",))


def sealed(gate: Gate, match: str, side: str, raw: bytes, seed: bytes | None = None) -> Seal:
    seed = seed or SEEDS[side]
    chain = gate.live(match).match.record.chain
    salt, key = secrets.token_hex(32), seals.public_key(seed)
    digest = seals.order_digest(chain, side, key, salt, raw)
    return Seal(salt, seals.sign(seed, digest), key)


def an_order(gate: Gate, match: str, whim: int = 1) -> tuple[str, bytes]:
    live = gate.live(match)
    step = live.match.step
    assert step is not None
    order = live.game.offers(live.match.state).sample(SeededChance(whim))
    return step.side, msgspec.json.encode(order)


def give(gate: Gate, made: Created, whim: int = 1, seed: bytes | None = None) -> None:
    side, raw = an_order(gate, made.match, whim)
    version = gate.live(made.match).kept.version
    seal = sealed(gate, made.match, side, raw, seed)
    gate.order(made.match, made.tokens[side], version, msgspec.Raw(raw), seal)


def both(gate: Gate) -> Created:
    return begun(gate, {"north": "human", "south": "human"})


def proof_of(gate: Gate, made: Created) -> Any:
    tokens = [made.tokens["north"], made.tokens["south"]]
    text = gate.record(made.match, tokens)
    return verify(TwoFords(), read_record(text.removesuffix(b"\n").split(b"\n")))


def test_a_promise_is_kept(gate: Gate) -> None:
    promise = gate.promise()
    keys = {"north": seals.public_key(NORTH), "south": seals.public_key(SOUTH)}
    salts = dict.fromkeys(keys, "ab" * 32)
    wish = NewMatch(
        "two-fords", dict.fromkeys(keys, "human"), salted=NewSalts(promise.match, keys, salts)
    )
    made = gate.create(wish, ())
    head = gate.live(made.match).kept.head
    assert made.match == promise.match
    assert (head.commitment, head.server) == (promise.commitment, promise.server)
    assert (head.keys, head.salts) == (keys, salts)
    with pytest.raises(Rejected) as used:
        gate.create(wish, ())
    assert used.value.key == "used-promise"


def test_a_whole_match_proves_itself_after_coming_back_from_the_store(
    gate: Gate, tmp_path: Path
) -> None:
    made = both(gate)
    whim = 0
    while gate.live(made.match).kept.status.step is not None:
        give(gate, made, whim)
        whim += 1
        if whim % 10 == 0:
            # Another process, which knows nothing but the store.
            gate = open_service(str(tmp_path))
    proof = proof_of(gate, made)
    assert (proof.dice, proof.finished, proof.orders) == ("salted", True, whim)
    assert (proof.server, proof.new_keys) == (gate.promises.server, ())


def test_a_computer_signs_with_the_key_of_the_server(gate: Gate) -> None:
    made = begun(gate, {"north": "recruit", "south": "human"})
    for whim in range(4):
        side, raw = an_order(gate, made.match, whim)
        if side == "north":
            gate.computer_order(made.match, side, gate.live(made.match).kept.version, raw)
        else:
            give(gate, made, whim)
    record = gate.live(made.match).match.record
    assert record.keys == {"north": gate.promises.server, "south": seals.public_key(SOUTH)}
    verify(TwoFords(), record)


def test_a_friend_brings_his_key_with_his_first_order(gate: Gate, tmp_path: Path) -> None:
    made = begun(gate, {"north": "friend", "south": "human"})
    token = gate.join(made.match, made.invitations["north"]).token
    made.tokens["north"] = token
    give(gate, made)
    give(gate, made, 2)
    gate = open_service(str(tmp_path))
    give(gate, made, 3)
    entries = gate.live(made.match).match.record.entries
    assert [isinstance(e.key, str) for e in entries] == [True, False, False]
    verify(TwoFords(), gate.live(made.match).match.record)


def test_an_order_taken_back_takes_its_new_key_with_it(gate: Gate) -> None:
    made = both(gate)
    give(gate, made, 1)
    give(gate, made, 2, seed=bytes([7]) * 32)
    live = gate.live(made.match)
    assert live.match.record.keys["north"] == seals.public_key(bytes([7]) * 32)
    gate.undo(made.match, made.tokens["north"], live.kept.version)
    assert gate.live(made.match).kept.status.keys["north"] == seals.public_key(NORTH)
    give(gate, made, 3)
    verify(TwoFords(), gate.live(made.match).match.record)


def refused(gate: Gate, made: Created, raw: bytes, seal: Seal | None) -> str:
    side, _ = an_order(gate, made.match)
    before = gate.live(made.match).kept.version
    with pytest.raises(Rejected) as rejected:
        gate.order(made.match, made.tokens[side], before, msgspec.Raw(raw), seal)
    assert gate.live(made.match).kept.version == before
    return rejected.value.key


def test_what_is_not_signed_for_this_moment_is_refused(gate: Gate) -> None:
    made = both(gate)
    side, raw = an_order(gate, made.match)
    good = sealed(gate, made.match, side, raw)
    change = msgspec.structs.replace
    assert refused(gate, made, raw, None) == "bad-salt"
    assert refused(gate, made, raw, change(good, salt="ab")) == "bad-salt"
    assert refused(gate, made, raw, change(good, key="01" + "00" * 31)) == "bad-salt"
    assert refused(gate, made, raw, change(good, salt="ab" * 32)) == "bad-signature"
    assert refused(gate, made, raw, change(good, sig="")) == "bad-signature"
    assert refused(gate, made, raw, change(good, key=seals.public_key(SOUTH))) == "bad-signature"
    spaced = json.dumps(json.loads(raw)).encode()
    assert refused(gate, made, spaced, sealed(gate, made.match, side, spaced)) == "malformed"
    give(gate, made)
    _, again = an_order(gate, made.match)
    assert refused(gate, made, again, good) == "bad-signature", "signed for an earlier moment"


def test_sealed_dice_take_no_salt(gate: Gate) -> None:
    made = gate.create(NewMatch("two-fords", {"north": "human", "south": "human"}), ())
    side, raw = an_order(gate, made.match)
    assert refused(gate, made, raw, sealed(gate, made.match, side, raw)) == "bad-salt"


@pytest.mark.parametrize(
    "wrong",
    [
        {"match": "x"},
        {"match": "0123456789abcdef"},
        {"keys": {}},
        {"salts": {"north": "ab" * 32}},
        {"keys": {"north": "x", "south": "y"}},
        {"salts": {"north": "ab" * 32, "south": "AB" * 32}},
    ],
)
def test_a_new_match_wants_a_key_and_a_salt_for_each_own_side(
    gate: Gate, wrong: dict[str, Any]
) -> None:
    with pytest.raises(Rejected) as rejected:
        begun(gate, {"north": "human", "south": "human"}, **wrong)
    assert rejected.value.key == "bad-salt"


def test_links_are_told_to_whoever_must_sign_the_next_order(gate: Gate) -> None:
    made = both(gate)
    give(gate, made)
    live = gate.live(made.match)
    for viewer in ("north", "south", SPECTATOR):
        dice = snapshot(live, viewer, frozenset()).dice
        assert (dice.tier, dice.secret) == ("salted", None)
        assert (dice.first, dice.chain) == (live.kept.head.chain, live.match.record.chain)


def test_a_finished_record_becomes_a_match_to_read(gate: Gate) -> None:
    made = both(gate)
    for whim in range(12):
        give(gate, made, whim)
    live = gate.live(made.match)
    gate.resign(made.match, made.tokens["north"], live.kept.version)
    text = gate.record(made.match, [made.tokens["north"]])
    read = gate.import_record(text)
    again = gate.record(read.match, [read.tokens[SPECTATOR]])
    assert again == text


def test_a_match_may_begin_before_anybody_has_given_a_key(gate: Gate) -> None:
    """As a rematch does, which the server begins when all have asked for it."""
    salted = NewSalts(gate.promise().match, {}, {})
    wish = NewMatch("two-fords", {"north": "human", "south": "human"}, salted=salted)
    made = gate.create(wish, (), is_keyless=True)
    for whim in range(12):
        give(gate, made, whim)
    live = gate.live(made.match)
    gate.resign(made.match, made.tokens["north"], live.kept.version)
    proof = proof_of(gate, made)
    assert (proof.dice, proof.finished) == ("salted", True)
    assert {new.first for new in proof.new_keys} == {True}
