"""Dice that can be proven, repeated or dictated."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.core.chance import (
    Chance,
    ChanceError,
    Draw,
    RecordedChance,
    ScriptedChance,
    SealedChance,
    SeededChance,
    UnrecordedChance,
    commitment,
)

SECRET = b"a secret nobody knows until later"


def by_hand(match: str, counter: int, order: bytes, sides: int) -> int:
    """The published formula, for draws that need no second try."""
    text = f"{match}:{counter}:".encode() + order
    return int.from_bytes(hmac.new(SECRET, text, hashlib.sha256).digest()[:8], "big") % sides


def test_a_sealed_roll_is_the_hmac_of_match_counter_and_order() -> None:
    chance = SealedChance(SECRET, "m1")
    rolled = []
    expected = []
    for number, order in enumerate([b"first order", b"first order", b"second order"]):
        chance.begin(order)
        rolled.append(chance.roll(6, "attack"))
        expected.append(by_hand("m1", number, order, 6) + 1)
    assert rolled == expected


@pytest.mark.parametrize(
    "other",
    [SealedChance(b"another secret", "m1"), SealedChance(SECRET, "m2")],
    ids=["secret", "match"],
)
def test_another_secret_or_match_rolls_other_dice(other: SealedChance) -> None:
    chance = SealedChance(SECRET, "m1")
    ours = [chance.pick(1000, "draw") for _ in range(5)]
    assert [other.pick(1000, "draw") for _ in range(5)] != ours


def test_the_order_that_causes_a_roll_decides_it() -> None:
    rolls = []
    for order in (b"attack from the left", b"attack from the right"):
        chance = SealedChance(SECRET, "m1")
        chance.begin(order)
        rolls.append([chance.pick(1000, "draw") for _ in range(3)])
    assert rolls[0] != rolls[1]


def test_numbers_that_would_favour_low_results_are_thrown_away() -> None:
    """With just over half of 2**64 sides nearly every other number is too high and drawn again."""
    sides = 2**63 + 1
    chance = SealedChance(SECRET, "m1")
    values = [chance.pick(sides, "draw") for _ in range(40)]
    assert all(0 <= value < sides for value in values)
    assert chance.counter > 55
    accepted = []
    for counter in range(chance.counter):
        mac = hmac.new(SECRET, f"m1:{counter}:".encode(), hashlib.sha256).digest()
        number = int.from_bytes(mac[:8], "big")
        if number < sides:
            accepted.append(number)
    assert values == accepted


def test_the_commitment_fixes_the_secret_without_telling_it() -> None:
    promised = commitment(SECRET)
    assert promised == hashlib.sha256(b"campagna-secret:" + SECRET).hexdigest()
    assert promised != commitment(SECRET + b".")
    assert SECRET.hex() not in promised


@pytest.mark.parametrize(
    "chance", [SealedChance(SECRET, "m1"), SeededChance(5), UnrecordedChance(5)]
)
def test_every_face_comes_up_about_equally_often(chance: Chance) -> None:
    """Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand fair dice."""
    count = 6000
    faces = Counter(chance.roll(6, "attack") for _ in range(count))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    expected = count / 6
    assert sum((n - expected) ** 2 / expected for n in faces.values()) < 20.5


@given(seed=st.integers(0, 2**64 - 1), sides=st.lists(st.integers(1, 10**6), max_size=20))
def test_a_seed_repeats_its_draws(seed: int, sides: list[int]) -> None:
    first, second = SeededChance(seed), SeededChance(seed)
    assert [first.pick(n, "draw") for n in sides] == [second.pick(n, "draw") for n in sides]
    assert all(0 <= draw.value < draw.sides for draw in first.log)


def test_a_copy_goes_on_from_where_the_original_stands() -> None:
    chance = SeededChance(5)
    chance.roll(6, "attack")
    twin = chance.copy()
    assert [twin.roll(6, "attack") for _ in range(9)] == [
        chance.roll(6, "attack") for _ in range(9)
    ]


def test_splitmix64_gives_its_published_numbers() -> None:
    """The high halves of the reference implementation's first outputs for the seed 1234567."""
    chance = SeededChance(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [chance.pick(2**32, "draw") for _ in published] == [number >> 32 for number in published]


def test_the_log_holds_every_draw_with_its_purpose_until_it_is_taken() -> None:
    chance = SeededChance(5)
    face = chance.roll(6, "attack")
    value = chance.pick(10, "which unit")
    assert chance.take_log() == [Draw(face - 1, 6, "attack"), Draw(value, 10, "which unit")]
    assert chance.take_log() == []


def test_scripted_dice_are_faces_in_the_order_given() -> None:
    chance = ScriptedChance([6, 1], picks=[4])
    assert [chance.roll(6, "attack"), chance.pick(5, "unit"), chance.roll(6, "attack")] == [6, 4, 1]
    assert chance.take_log() == [Draw(5, 6, "attack"), Draw(4, 5, "unit"), Draw(0, 6, "attack")]


def test_a_script_without_picks_still_draws_and_always_the_same() -> None:
    first, second = ScriptedChance([]), ScriptedChance([])
    assert [first.pick(9, "unit") for _ in range(5)] == [second.pick(9, "unit") for _ in range(5)]


@pytest.mark.parametrize(
    ("dice", "message"),
    [([], "no die left for 'attack'"), ([7], "from 1 to 6"), ([0], "from 1 to 6")],
)
def test_dice_that_do_not_fit_are_told_so(dice: list[int], message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        ScriptedChance(dice).roll(6, "attack")


def test_picks_that_do_not_fit_are_told_so() -> None:
    with pytest.raises(ChanceError, match="from 0 to 4"):
        ScriptedChance([], picks=[5]).pick(5, "unit")


def test_recorded_draws_play_again() -> None:
    chance = RecordedChance([Draw(3, 6, "attack"), Draw(2, 9, "unit")])
    assert (chance.roll(6, "attack"), chance.pick(9, "unit")) == (4, 2)


def test_recorded_draws_notice_another_game() -> None:
    with pytest.raises(ChanceError, match="no draw for 'attack'"):
        RecordedChance([]).roll(6, "attack")
    with pytest.raises(ChanceError, match="the game asks for 'retreat'"):
        RecordedChance([Draw(3, 6, "attack")]).roll(6, "retreat")
    with pytest.raises(ChanceError, match="out of 10"):
        RecordedChance([Draw(3, 6, "attack")]).roll(10, "attack")
    with pytest.raises(ChanceError, match="1 draws that were never asked for"):
        RecordedChance([Draw(3, 6, "attack")]).refill([])
