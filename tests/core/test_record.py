"""Records of The Two Fords: the chain, its proofs and every way to break them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from campagna.core.chance import Chance, SealedChance, SeededChance, commitment
from campagna.core.contract import Game, Setup, digest
from campagna.core.proof import Replay, verify
from campagna.core.record import RecordError, order_digest
from campagna.core.record_file import load_record, read_record
from campagna.match.match import Match
from two_fords.game import TwoFords
from two_fords.orders import Deploy

GAME: Game[Any] = TwoFords()
SECRET = bytes(range(100, 132))


def played(chance: Chance, orders: int | None = None) -> Match:
    """A random game, whole or its first orders."""
    match = Match(GAME, Setup("crossing"), chance, "evening game")
    players = SeededChance(77)
    for _ in itertools.count() if orders is None else range(orders):
        if match.step is None:
            break
        match.play(GAME.offers(match.state).sample(players))
    return match


@pytest.fixture(scope="module")
def sealed() -> list[bytes]:
    return list(played(SealedChance(SECRET, "evening game")).record.lines())


@pytest.fixture(scope="module")
def seeded() -> list[bytes]:
    return list(played(SeededChance(3)).record.lines())


def changed(lines: list[bytes], number: int, **fields: Any) -> list[bytes]:
    """The lines with some fields of one of them replaced."""
    content = {**json.loads(lines[number]), **fields}
    line = json.dumps(content, separators=(",", ":")).encode()
    return [*lines[:number], line, *lines[number:][1:]]


def test_a_record_on_disk_is_the_record(tmp_path: Path) -> None:
    match = played(SeededChance(3))
    path = tmp_path / "game.campagna"
    match.record.save(path)
    assert list(load_record(path).lines()) == list(match.record.lines())
    assert [p.name for p in tmp_path.iterdir()] == ["game.campagna"]


def test_a_record_without_a_seal_is_proven_by_its_seed(seeded: list[bytes]) -> None:
    proof = verify(GAME, read_record(seeded))
    assert (proof.dice, proof.finished, proof.orders) == ("seed", True, len(seeded) - 2)


def test_a_sealed_record_is_proven_once_the_secret_is_told(sealed: list[bytes]) -> None:
    head, tail = json.loads(sealed[0]), json.loads(sealed[-1])
    assert head["commitment"] == commitment(SECRET)
    assert SECRET.hex() not in b"".join(sealed[:-1]).decode()
    assert tail["secret"] == SECRET.hex()
    assert verify(GAME, read_record(sealed)).dice == "sealed"


def test_a_sealed_record_still_going_on_replays_its_recorded_dice(sealed: list[bytes]) -> None:
    proof = verify(GAME, read_record(sealed[:-5]))
    assert (proof.dice, proof.finished, proof.outcome) == ("recorded", False, None)


@pytest.mark.parametrize(("ended", "winner"), [("resignation", "south"), ("agreement", None)])
def test_a_game_that_its_players_end_is_proven_too(ended: Any, winner: str | None) -> None:
    chance = SealedChance(SECRET, "evening game")
    record = played(chance, 7).record
    record.break_off(("north", "south"), ended, "north", chance)
    proof = verify(GAME, read_record(list(record.lines())))
    assert (proof.dice, proof.finished, proof.orders) == ("sealed", True, 7)
    assert proof.outcome is not None
    assert proof.outcome.winner == winner


@pytest.mark.parametrize(
    "lie",
    [
        {"by": "nobody"},
        {"by": "south"},
        {"ended": "rules"},
        {"ended": "agreement"},
        {"outcome": {"winner": "north", "level": "resigned", "points": {}}},
    ],
)
def test_a_record_does_not_lie_about_who_resigned(lie: dict[str, Any]) -> None:
    chance = SealedChance(SECRET, "evening game")
    record = played(chance, 7).record
    record.break_off(("north", "south"), "resignation", "north", chance)
    with pytest.raises(RecordError):
        verify(GAME, read_record(changed(list(record.lines()), 8, **lie)))


def test_a_finished_game_was_not_resigned(sealed: list[bytes]) -> None:
    lines = changed(sealed, len(sealed) - 1, ended="resignation", by="north")
    with pytest.raises(RecordError, match="end the game by the rules"):
        verify(GAME, read_record(lines))


def test_dice_other_than_those_of_the_secret_are_noticed() -> None:
    """A cheat that plays with loaded dice under an honest promise keeps everything but the proof."""
    loaded = SealedChance(SECRET, "another match")
    match = played(loaded)
    loaded_lines = list(match.record.lines())
    assert verify(GAME, read_record(loaded_lines[:-1])).dice == "recorded"
    with pytest.raises(RecordError, match="set-up: the dice of the record"):
        verify(GAME, read_record(loaded_lines))


@pytest.mark.parametrize("kind", ["sealed", "seeded"])
def test_a_changed_byte_in_any_line_is_noticed(kind: str, request: pytest.FixtureRequest) -> None:
    lines: list[bytes] = request.getfixturevalue(kind)
    chance = SeededChance(1)
    for number, line in enumerate(lines):
        for bit in (0x01, 0x20, 0x80):
            damaged = bytearray(line)
            place = chance.pick(len(line), "byte")
            damaged[place] ^= bit
            text = [*lines[:number], bytes(damaged), *lines[number + 1 :]]
            try:
                verify(GAME, read_record(text))
            except RecordError:
                continue
            pytest.fail(f"line {number + 1}, byte {place} changed unnoticed: {bytes(damaged)!r}")


def test_a_missing_doubled_or_swapped_line_is_noticed(seeded: list[bytes]) -> None:
    last = len(seeded) - 1
    for number in range(last):
        with pytest.raises(RecordError):
            verify(GAME, read_record(seeded[:number] + seeded[number + 1 :]))
    for number in range(1, last - 1):
        swapped = seeded.copy()
        swapped[number : number + 2] = reversed(swapped[number : number + 2])
        doubled = seeded[: number + 1] + seeded[number:]
        for text in (swapped, doubled):
            with pytest.raises(RecordError):
                verify(GAME, read_record(text))


@pytest.mark.parametrize(
    ("number", "fields", "message"),
    [
        (0, {"campagna": 99}, "record format 99"),
        (0, {"game": "chess"}, "a record of chess, not of two-fords"),
        (0, {"rules": "0"}, "played by edition 0 of the rules, which this program does not know"),
        (0, {"match": "another game"}, "set-up does not lead to the state"),
        (0, {"setup": {"scenario": "siege"}}, "siege"),
        (0, {"setup": {"scenario": "crossing", "options": {"fog": True}}}, "fog"),
        (0, {"seed": 4}, "dice"),
        (0, {"extra": 1}, "line 1 is damaged"),
        (1, {"side": "south"}, "order 1 is given by south, but north decides"),
        (1, {"order": {"order": "dance"}}, "order 1 is damaged"),
        (1, {"order": {"order": "end-phase"}}, "order 1 is not allowed by rule 2.1"),
        (1, {"draws": [[0, 6, "attack"]]}, "dice"),
        (2, {"chain": "0" * 64}, "order 2 does not lead to the state"),
        (-1, {"orders": 1}, "the end counts 1 orders"),
        (-1, {"outcome": {"winner": "west", "level": "clear", "points": {}}}, "another outcome"),
    ],
)
def test_what_is_wrong_is_said(
    seeded: list[bytes], number: int, fields: dict[str, Any], message: str
) -> None:
    text = changed(seeded, number % len(seeded), **fields)
    with pytest.raises(RecordError, match=message):
        verify(GAME, read_record(text))


@pytest.mark.parametrize(
    ("secret", "message"),
    [
        ("00" * 32, "not the one promised"),
        ("hush", "secret at the end is damaged"),
        (SECRET.hex().upper(), "secret"),
        ("", "not the one promised"),
    ],
)
def test_a_wrong_secret_is_noticed(sealed: list[bytes], secret: str, message: str) -> None:
    text = changed(sealed, len(sealed) - 1, secret=secret)
    with pytest.raises(RecordError, match=message):
        verify(GAME, read_record(text))


def test_nothing_may_follow_the_end(seeded: list[bytes]) -> None:
    with pytest.raises(RecordError, match="nothing may follow"):
        read_record([*seeded, seeded[1]])


def test_an_empty_missing_or_foreign_file_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="empty"):
        read_record([])
    with pytest.raises(RecordError, match="cannot read"):
        load_record(tmp_path / "nowhere.campagna")
    foreign = tmp_path / "picture.png"
    foreign.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(RecordError, match="line 1 is damaged"):
        load_record(foreign)


def test_an_order_after_the_end_is_noticed(seeded: list[bytes]) -> None:
    record = read_record(seeded[:-1])
    record.entries.append(record.entries[-1])
    with pytest.raises(RecordError, match="after the end of the game"):
        verify(GAME, record)


def test_a_replay_stops_where_it_is_told() -> None:
    match = played(SeededChance(3), orders=20)
    states = []
    replay = Replay(GAME, match.record)
    for number in range(1, 21):
        replay.run(number)
        states.append(digest(replay.state))
    assert replay.played == 20
    assert len(set(states)) == 20
    assert states[-1] == digest(match.state)


def test_a_sealed_die_depends_on_everything_before_it() -> None:
    order, other = Deploy("N1", "0302"), Deploy("N1", "0303")
    digests = {
        order_digest("chain", "north", order),
        order_digest("another chain", "north", order),
        order_digest("chain", "south", order),
        order_digest("chain", "north", other),
    }
    assert len(digests) == 4
