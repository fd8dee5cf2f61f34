"""Records of format 2: orders signed by their movers, dice that depend on a salt of theirs."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any, TypeVar

import msgspec
import pytest

from campagna.core import seals
from campagna.core.chance import SealedChance, SeededChance
from campagna.core.contract import Game, Setup, digest
from campagna.core.proof import Replay, verify
from campagna.core.record import (
    Entry,
    Head,
    Record,
    RecordError,
    Salted,
    Signed,
    order_digest,
)
from campagna.core.record_file import read_record
from campagna.match.match import Match
from two_fords.game import TwoFords

GAME: Game[Any] = TwoFords()
SECRET = bytes(range(100, 132))
MATCH = "evening game"
SERVER = bytes(range(32))
SEEDS = {"north": bytes([1]) * 32, "south": bytes([2]) * 32}
KEYS = {side: seals.public_key(seed) for side, seed in SEEDS.items()}
SALTS = {side: (side.encode() * 8)[:32].hex() for side in KEYS}


def salted(keys: dict[str, str] | None = None) -> Salted:
    return Salted(KEYS if keys is None else keys, SALTS, seals.public_key(SERVER))


def begun(keys: dict[str, str] | None = None, secret: bytes = SECRET) -> Match:
    return Match(GAME, Setup("crossing"), SealedChance(secret, MATCH), MATCH, salted=salted(keys))


def signed(match: Match, order: Any, salt: str, seed: bytes | None = None) -> Signed:
    step = match.step
    assert step is not None
    seed = SEEDS[step.side] if seed is None else seed
    raw = msgspec.json.encode(order)
    key = seals.public_key(seed)
    given = seals.order_digest(match.record.chain, step.side, key, salt, raw)
    return Signed(raw, salt, seals.sign(seed, given), key)


def salt_of(number: int) -> str:
    return number.to_bytes(32, "big").hex()


def played(match: Match, orders: int | None = None) -> Match:
    players = SeededChance(77)
    for number in itertools.count() if orders is None else range(orders):
        if match.step is None:
            break
        order = GAME.offers(match.state).sample(players)
        match.play(order, signed(match, order, salt_of(number)))
    match.record.sign(SERVER)
    return match


@pytest.fixture(scope="module")
def whole() -> list[bytes]:
    return list(played(begun()).record.lines())


def test_a_whole_match_is_proven(whole: list[bytes]) -> None:
    proof = verify(GAME, read_record(whole))
    assert (proof.dice, proof.finished, proof.orders) == ("salted", True, len(whole) - 2)
    assert (proof.new_keys, proof.server) == ((), seals.public_key(SERVER))
    assert proof.draws > 5
    assert list(read_record(whole).lines()) == whole


def test_a_match_under_way_shows_who_gave_its_orders() -> None:
    lines = list(played(begun(), 20).record.lines())
    proof = verify(GAME, read_record(lines))
    assert (proof.dice, proof.finished, proof.server) == ("recorded", False, "")


# --- forging ----------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every value in a JSON line that is no list or object."""
    if isinstance(value, dict):
        return [p for k, v in value.items() for p in places(v, (*path, k))]
    if isinstance(value, list):
        return [p for i, v in enumerate(value) for p in places(v, (*path, i))]
    return [path]


def forged(line: bytes, path: tuple[Any, ...]) -> bytes:
    content = json.loads(line)
    inside = content
    for step in path[:-1]:
        inside = inside[step]
    old = inside[path[-1]]
    if isinstance(old, bool):
        inside[path[-1]] = not old
    elif isinstance(old, int):
        inside[path[-1]] = old + 1
    elif old is None:
        inside[path[-1]] = 1
    else:
        inside[path[-1]] = old[:-1] + ("0" if old[-1:] != "0" else "1")
    return json.dumps(content, separators=(",", ":")).encode()


def relinked(lines: list[bytes], number: int) -> list[bytes]:
    """What a forger who knows the secret, but no private key, can do: mend every later link."""
    record = read_record(lines[:-1])
    if number == 0:
        record.head = mended(record.head, "")
    for n in range(max(number, 1), len(record.entries) + 1):
        record.entries[n - 1] = mended(record.entries[n - 1], record.chain_before(n))
    return [*record.lines(), lines[-1]]


L = TypeVar("L", Head, Entry)


def mended(line: L, previous: str) -> L:
    body = msgspec.json.encode(msgspec.structs.replace(line, chain=""))
    return msgspec.structs.replace(line, chain=seals.link(previous, body))


def test_no_field_of_a_line_can_be_changed(whole: list[bytes]) -> None:
    tried = 0
    for number in (0, 1, 2, len(whole) // 2, len(whole) - 2, len(whole) - 1):
        for path in places(json.loads(whole[number])):
            lines = [*whole[:number], forged(whole[number], path), *whole[number + 1 :]]
            with pytest.raises((RecordError, ValueError)):
                verify(GAME, read_record(lines))
            tried += 1
    assert tried > 60


def test_mending_the_chain_does_not_help_without_the_keys(whole: list[bytes]) -> None:
    tried = 0
    for number in (0, 1, len(whole) // 2, len(whole) - 2):
        for path in places(json.loads(whole[number])):
            if path[0] in ("chain", "campagna"):
                continue
            lines = [*whole[:number], forged(whole[number], path), *whole[number + 1 :]]
            try:
                lines = relinked(lines, number)
            except RecordError:
                continue
            with pytest.raises((RecordError, ValueError)):
                verify(GAME, read_record(lines))
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("field", ["salt", "sig", "blind", "state"])
def test_a_field_cannot_be_left_out(whole: list[bytes], field: str) -> None:
    content = json.loads(whole[5])
    del content[field]
    line = json.dumps(content, separators=(",", ":")).encode()
    with pytest.raises(RecordError, match=f"line 6 lacks '{field}'"):
        read_record([*whole[:5], line, *whole[6:]])


def test_a_record_of_format_1_has_no_such_fields(whole: list[bytes]) -> None:
    head = whole[0].replace(b'"campagna":2', b'"campagna":1')
    with pytest.raises(RecordError, match="may not have 'keys' in format 1"):
        read_record([head, *whole[1:]])


def test_another_may_not_sign() -> None:
    match = begun()
    order = GAME.offers(match.state).sample(SeededChance(1))
    false = signed(match, order, salt_of(1), SEEDS["south"])
    match.play(order, msgspec.structs.replace(false, key=KEYS["north"]))
    with pytest.raises(RecordError, match="order 1 was not signed by north"):
        verify(GAME, match.record)


def test_a_new_key_is_told() -> None:
    """Somebody goes on at another device, or in the seat of another."""
    match = begun({"north": KEYS["north"]})
    players = SeededChance(77)
    other = bytes([9]) * 32
    changed = 0
    for number in range(40):
        step = match.step
        assert step is not None
        order = GAME.offers(match.state).sample(players)
        seed = other if step.side == "north" and number > 20 else SEEDS[step.side]
        match.play(order, signed(match, order, salt_of(number), seed))
        if seed == other and not changed:
            changed = number + 1
    assert changed
    proof = verify(GAME, match.record)
    told = [(new.order, new.side) for new in proof.new_keys if not new.first]
    assert told == [(changed, "north")]
    assert [new.side for new in proof.new_keys if new.first] == ["south"]


def test_a_side_without_a_key_must_bring_one() -> None:
    match = played(begun({}), 3)
    content = json.loads(list(match.record.lines())[1])
    assert content.pop("key") == KEYS[content["side"]]
    line = json.dumps(content, separators=(",", ":")).encode()
    lines = [next(iter(match.record.lines())), line]
    with pytest.raises(RecordError, match="has no key to sign with"):
        verify(GAME, read_record(lines))


# --- dice -------------------------------------------------------------------------------------------


def test_an_order_taken_back_is_forgotten() -> None:
    match = begun()
    before, chain = digest(match.state), match.record.chain
    order = GAME.offers(match.state).sample(SeededChance(1))
    match.play(order, signed(match, order, salt_of(1)))
    match.undo()
    assert (digest(match.state), match.record.chain) == (before, chain)
    match.play(order, signed(match, order, salt_of(2)))
    verify(GAME, match.record)


def first_throw(match: Match, secret: bytes, salt: str | None, order: bytes) -> int:
    """The die that this order would throw now, as far as somebody knows who has no salt."""
    assert match.step is not None
    chance = SealedChance(secret, MATCH)
    chance.counter = counted(match)
    if salt is None:
        chance.begin(order_digest(match.record.chain, match.step.side, read(order)))
    else:
        side = match.step.side
        given = seals.order_digest(match.record.chain, side, KEYS[side], salt, order)
        chance.begin(seals.throw_digest(given))
    return chance.roll(6, "die")


def read(order: bytes) -> Any:
    return msgspec.json.decode(order, type=GAME.order_type)


def counted(match: Match) -> int:
    assert isinstance(match.chance, SealedChance)
    return match.chance.counter


class Attacks:
    """Many orders that throw a die, as an operator with the whole database meets them: he knows the
    secret, the chain and every order that could be given, but not the salt of the player."""

    def __init__(self, is_salted: bool) -> None:
        self.is_salted = is_salted
        self.match = begun() if is_salted else self._plain()

    def _plain(self) -> Match:
        return Match(GAME, Setup("crossing"), SealedChance(SECRET, MATCH), MATCH)

    def throws(self, salts: SeededChance, count: int) -> list[tuple[int, int]]:
        """What he foresees for the order that will be given, and the die that falls."""
        found = []
        order = msgspec.json.encode(GAME.offers(self.match.state).sample(SeededChance(1)))
        for number in range(count):
            assert isinstance(self.match.chance, SealedChance)
            self.match.chance.counter = number
            guess = b"".join(salts.pick(256, "guess").to_bytes(1, "big") for _ in range(32)).hex()
            salt = b"".join(salts.pick(256, "salt").to_bytes(1, "big") for _ in range(32)).hex()
            foreseen = first_throw(self.match, SECRET, guess if self.is_salted else None, order)
            fallen = first_throw(self.match, SECRET, salt if self.is_salted else None, order)
            found.append((foreseen, fallen))
        return found


def test_who_knows_the_secret_foresees_sealed_dice() -> None:
    """The old format, and the measure of the next test: it would find what can be foreseen."""
    throws = Attacks(is_salted=False).throws(SeededChance(5), 600)
    assert all(foreseen == fallen for foreseen, fallen in throws)


def test_who_knows_the_secret_does_not_foresee_salted_dice() -> None:
    throws = Attacks(is_salted=True).throws(SeededChance(5), 6000)
    right = sum(foreseen == fallen for foreseen, fallen in throws)
    assert abs(right - 1000) < 130, (
        "a guess is right once in six, four and a half deviations at most"
    )
    fallen = Counter(fallen for _, fallen in throws)
    assert all(abs(fallen[face] - 1000) < 130 for face in range(1, 7))


def test_who_knows_the_secret_cannot_choose_a_throw_of_another() -> None:
    """Whatever he could change to get a better die, the proof notices: he tries other salts, other
    orders, other blinds and another secret, and keeps what would be a six."""
    match = played(begun(), 30)
    order = GAME.offers(match.state).sample(SeededChance(3))
    step = match.step
    assert step is not None
    honest = signed(match, order, salt_of(99))
    noticed = 0
    for number in range(60):
        cheat = begun()
        for entry in match.record.entries:
            cheat.play(
                read(bytes(entry.order)),
                Signed(
                    bytes(entry.order),
                    str(entry.salt),
                    str(entry.sig),
                    KEYS[entry.side],
                ),
            )
        other = msgspec.structs.replace(honest, salt=salt_of(1000 + number))
        if first_throw(cheat, SECRET, other.salt, other.order) != 6:
            continue
        cheat.play(order, other)
        with pytest.raises(RecordError, match="order 31 was not signed"):
            Replay(GAME, cheat.record).run()
        noticed += 1
    assert noticed > 3


def test_a_server_that_promised_one_secret_cannot_use_another() -> None:
    match = played(begun())
    loaded = played(begun(secret=bytes(32)))
    lines = list(loaded.record.lines())
    head = json.loads(lines[0])
    promised = json.loads(next(iter(match.record.lines())))["commitment"]
    lines[0] = json.dumps({**head, "commitment": promised}, separators=(",", ":")).encode()
    with pytest.raises(RecordError, match="not the one promised"):
        verify(GAME, read_record(lines))


def test_the_secret_of_a_match_follows_from_its_name() -> None:
    """So the server can promise it before it has heard any salt, and keeps nothing meanwhile."""
    assert seals.match_secret(SERVER, "a") == seals.match_secret(SERVER, "a")
    assert seals.match_secret(SERVER, "a") != seals.match_secret(SERVER, "b")
    assert seals.match_secret(SERVER, "a") != seals.server_seed(SERVER)


def test_records_of_both_formats_are_read() -> None:
    plain = Match(GAME, Setup("crossing"), SealedChance(SECRET, MATCH), MATCH)
    assert not Record(plain.record.head).salted
    order = GAME.offers(plain.state).sample(SeededChance(1))
    with pytest.raises(RuntimeError, match="only there"):
        plain.play(order, Signed(b"{}", salt_of(1), "", ""))
