"""`campagna verify` on records of format 2: who signed them, and with which keys."""

from __future__ import annotations

from pathlib import Path

import msgspec

from campagna.core import seals
from campagna.core.chance import SealedChance, SeededChance
from campagna.core.record import Salted, Signed
from campagna.match.match import Match
from tests.cli.conftest import Campagna
from tests.cli.duel import Duel

SECRET = bytes(32)


def record(path: Path, seeds: tuple[bytes, ...]) -> Path:
    """A duel whose orders are signed by one seed after the other."""
    chance = SealedChance(SECRET, "noon")
    salted = Salted({}, {}, seals.public_key(SECRET))
    match = Match(Duel(), Duel().new_setup(None), chance, "noon", salted=salted)
    number, players = 0, SeededChance(1)
    while match.step is not None:
        order = match.game.offers(match.state).sample(players)
        raw, seed = msgspec.json.encode(order), seeds[number % len(seeds)]
        number += 1
        salt = number.to_bytes(32, "big").hex()
        key = seals.public_key(seed)
        digest = seals.order_digest(match.record.chain, match.step.side, key, salt, raw)
        match.play(order, Signed(raw, salt, seals.sign(seed, digest), key))
    match.record.sign(SECRET)
    match.record.save(path)
    return path


def test_salted_dice_are_proven(campagna: Campagna, tmp_path: Path) -> None:
    path = record(tmp_path / "game.jsonl", (bytes(32),))
    (proof,) = campagna("verify", path, "--json").json
    assert (proof["dice"], proof["finished"], [k["first"] for k in proof["new_keys"]]) == (
        "salted",
        True,
        [True, True],
    )
    assert proof["server"] == seals.public_key(SECRET)
    assert "from secret and players" in campagna("verify", path, "--lang", "en").out


def test_another_key_is_told(campagna: Campagna, tmp_path: Path) -> None:
    path = record(tmp_path / "game.jsonl", (bytes(32), bytes(32), bytes([1]) * 32))
    (proof,) = campagna("verify", path, "--json").json
    first = next(new for new in proof["new_keys"] if not new["first"])
    said = campagna("verify", path, "--lang", "it").out
    assert f"dall'ordine {first['order']} {first['side']} firma con un'altra chiave" in said


def test_a_forged_signature_is_an_error(campagna: Campagna, tmp_path: Path) -> None:
    path = record(tmp_path / "game.jsonl", (bytes(32),))
    lines = path.read_bytes().splitlines(keepends=True)
    entry = msgspec.json.decode(lines[1])
    other = "0" if entry["sig"][0] != "0" else "1"
    lines[1] = lines[1].replace(entry["sig"].encode(), (other + entry["sig"][1:]).encode())
    path.write_bytes(b"".join(lines))
    said = campagna("verify", path, "--lang", "en")
    assert said.code == 2
    assert "order 1 was not signed by" in said.err
