"""Writes docs/dice: examples of every formula of docs/dice.md, and two records to try a verifier on.

python scripts/dice_vectors.py           write them anew
python scripts/dice_vectors.py --check   exit 1 if they are not what this program computes
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from campagna.core import seals
from campagna.core.chance import SealedChance, SeededChance, commitment
from campagna.core.contract import Setup
from campagna.core.record import Salted, Signed
from campagna.match.match import Match
from two_fords.game import TwoFords

FOLDER = Path(__file__).parents[1] / "docs" / "dice"
MASTER = bytes(range(32))
MATCH = "example"
SEEDS = {"north": bytes([1]) * 32, "south": bytes([2]) * 32}
PLAYERS = 7
"""A seed of random players who fight."""


def salt_of(number: int) -> str:
    return number.to_bytes(32, "big").hex()


def formulas() -> dict[str, dict[str, str | int]]:
    """One example of each formula: what goes in, and what comes out."""
    chain, order = "ab" * 32, b'{"order":"end"}'
    secret = seals.match_secret(MASTER, MATCH)
    key = seals.public_key(SEEDS["north"])
    digest = seals.order_digest(chain, "north", key, salt_of(1), order)
    thrown = seals.throw_digest(digest)
    dice = SealedChance(secret, MATCH)
    dice.begin(thrown)
    seed = SEEDS["north"]
    return {
        "commitment": {"secret": secret.hex(), "commitment": commitment(secret)},
        "order digest": {
            "chain": chain,
            "side": "north",
            "key": key,
            "salt": salt_of(1),
            "order": order.decode(),
            "digest": digest.hex(),
        },
        "setup digest": {
            "match": MATCH,
            "salts": f"north={salt_of(1)};south={salt_of(2)};",
            "digest": seals.setup_digest(MATCH, {"south": salt_of(2), "north": salt_of(1)}).hex(),
        },
        "throw digest": {"digest": digest.hex(), "throw": thrown.hex()},
        "draws": {
            "secret": secret.hex(),
            "match": MATCH,
            "counter": 0,
            "throw": thrown.hex(),
            "sides": 6,
            "first": dice.pick(6, ""),
            "second": dice.pick(6, ""),
            "third": dice.pick(6, ""),
        },
        "blind": {
            "secret": secret.hex(),
            "match": MATCH,
            "number": 7,
            "blind": seals.blind(secret, MATCH, 7),
        },
        "link": {
            "previous": chain,
            "line": '{"chain":""}',
            "link": seals.link(chain, b'{"chain":""}'),
        },
        "end digest": {
            "first": chain,
            "last": "cd" * 32,
            "tail": "{}",
            "digest": seals.end_digest(chain, "cd" * 32, b"{}").hex(),
        },
        "signature": {
            "private": seed.hex(),
            "public": seals.public_key(seed),
            "digest": digest.hex(),
            "signature": seals.sign(seed, digest),
        },
    }


def salted_record() -> bytes:
    """A whole match between random players. The south brings its key with its first order."""
    server = seals.server_seed(MASTER)
    salted = Salted(
        {"north": seals.public_key(SEEDS["north"])},
        {"north": salt_of(0)},
        seals.public_key(server),
    )
    chance = SealedChance(seals.match_secret(MASTER, MATCH), MATCH)
    match = Match(TwoFords(), Setup("crossing"), chance, MATCH, salted=salted)
    players = SeededChance(PLAYERS)
    while match.step is not None:
        number = len(match.record.entries) + 1
        order = match.game.offers(match.state).sample(players)
        raw, seed = msgspec.json.encode(order), SEEDS[match.step.side]
        key, salt = seals.public_key(seed), salt_of(number)
        digest = seals.order_digest(match.record.chain, match.step.side, key, salt, raw)
        match.play(order, Signed(raw, salt, seals.sign(seed, digest), key))
    match.record.sign(server)
    return b"".join(line + b"\n" for line in match.record.lines())


def sealed_record() -> bytes:
    """Another one in format 1."""
    chance = SealedChance(seals.match_secret(MASTER, MATCH), MATCH)
    match = Match(TwoFords(), Setup("crossing"), chance, MATCH)
    players = SeededChance(PLAYERS)
    while match.step is not None:
        match.play(match.game.offers(match.state).sample(players))
    return b"".join(line + b"\n" for line in match.record.lines())


def files() -> dict[str, bytes]:
    examples = msgspec.json.format(msgspec.json.encode(formulas()), indent=2) + b"\n"
    return {
        "formulas.json": examples,
        "format-1.jsonl": sealed_record(),
        "format-2.jsonl": salted_record(),
    }


def main() -> int:
    stale = []
    FOLDER.mkdir(exist_ok=True)
    for name, content in files().items():
        path = FOLDER / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_bytes() != content:
                stale.append(name)
        else:
            path.write_bytes(content)
    if stale:
        print(f"not current: {', '.join(stale)}; run python scripts/dice_vectors.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
