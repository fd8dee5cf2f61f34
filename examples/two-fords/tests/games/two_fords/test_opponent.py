"""The computer opponent: it plays by what its side knows, and better than at random."""

from __future__ import annotations

import pytest

from campagna.bots.bots import Bot, bot_maker
from campagna.core.chance import SeededChance
from campagna.core.contract import Outcome
from campagna.core.evaluator import reason_text
from campagna.core.weights import weight_tables
from two_fords.opponent.battle_value import battle_value
from two_fords.opponent.evaluator import Evaluator
from two_fords.opponent.position_value import hex_value
from two_fords.orders import Attack, Deploy, EndPhase, Look, Move, Retreat
from two_fords.state import State
from two_fords.world import BOARD, HOME, INDEX, SIDES
from two_fords_lay import GAME, SETUP, lay

GAMES = 100
WEIGHTS = weight_tables(HOME)
MODULES = {path.stem: path.read_text("utf-8") for path in (HOME / "opponent").glob("*.py")}


def played(names: tuple[str, str], seed: int) -> Outcome:
    """A whole game between two bots, North first."""
    dice = SeededChance(seed)
    state = GAME.start(SETUP, dice)
    bots: dict[str, Bot] = {
        side: bot_maker(name)(GAME, side, SeededChance(10_000 + seed * 2 + n))
        for n, (side, name) in enumerate(zip(SIDES, names, strict=True))
    }
    while (step := GAME.step(state)) is not None:
        view = GAME.view(state, step.side)
        order = bots[step.side].decide(GAME.offers(state), lambda view=view: view)  # type: ignore[misc]
        GAME.play(state, order, dice)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_a_captain_beats_the_recruit_in_four_games_of_five() -> None:
    won = 0
    for seed in range(GAMES):
        side = seed % 2
        names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
        won += played(names, seed).winner == SIDES[side]
    assert won >= 80 * GAMES // 100, won


def advice(state: State) -> tuple[object, str]:
    order, _, reason, facts = next(Evaluator().plan(state, {}, SeededChance(1)))
    for text in reason_text(Evaluator(), reason, facts).values():
        assert "{" not in text
    return order, reason


def test_a_certain_attack_is_made_and_a_hopeless_one_is_not() -> None:
    strong = lay("N1 0203 3 up", "S1 0204 1 up", phase="attack")
    assert advice(strong) == (Attack(("N1",), "0204"), "attack")
    weak = lay("N1 0203 1 up", "S1 0204 3 up", phase="attack")
    assert advice(weak) == (EndPhase(), "done")


def test_a_decoy_looks_before_anybody_attacks() -> None:
    state = lay("N1 0203 3", "N2 0303 0", "S1 0304 1", "S2 0204 2", phase="attack")
    river = lay("N2 0203 0", "N1 0603 3", "S2 0204 2", "S1 0604 1", phase="attack")
    assert advice(river) == (Look("N2", "0204"), "look")
    assert advice(state)[1] == "attack", "across the stream a decoy sees nobody"


def test_a_free_village_is_taken() -> None:
    order, reason = advice(lay("N1 0303 3", "S1 0706 1"))
    assert isinstance(order, Move)
    assert (order.path[-1], reason) == ("0302", "village")


def test_a_retreat_goes_where_it_may() -> None:
    order, reason = advice(lay("N1 0203 3", "S1 0204 1", phase="attack", retreat="S1"))
    assert isinstance(order, Retreat)
    assert reason == "retreat"


def test_the_value_is_the_negative_of_the_enemys() -> None:
    state = lay("N1 0302 3", "S1 0404 1", "S2 0505 2")
    values = [Evaluator().value(state, side) for side in SIDES]
    assert values[0] == pytest.approx(-values[1])
    assert values[0] != 0


@pytest.mark.rule("1.2")
def test_counters_are_put_down_by_number_whatever_their_strength() -> None:
    for seed in range(6):
        state = GAME.start(SETUP, SeededChance(seed))
        placed = []
        for order, *_ in Evaluator().plan(state, {}, SeededChance(1)):
            assert isinstance(order, Deploy)
            placed.append(order.unit)
            GAME.play(state, order, SeededChance(1))
        assert placed == ["N1", "N2", "N3", "N4"]


def test_a_style_says_who_holds_the_village() -> None:
    for style, strength in (({}, 2), ({"garrison": 0.5}, 1)):
        state = GAME.start(SETUP, SeededChance(3))
        for order, *_ in Evaluator().plan(state, style, SeededChance(1)):
            GAME.play(state, order, SeededChance(1))
        (holder,) = [u for u in state.units if u.place == BOARD.hex("0302")]
        assert holder.strength == strength


@pytest.mark.rule("1.2")
def test_plans_do_not_know_what_the_side_does_not() -> None:
    """The true strength of a face-down enemy changes nothing."""
    worlds = [
        lay("N1 0203 2", "N2 0303 1", f"S1 0204 {s}", f"S2 0605 {3 - s}", phase="attack")
        for s in (0, 3)
    ]
    attacks = [battle_value(world, (INDEX["N1"],), INDEX["S1"]) for world in worlds]
    assert attacks[0] == pytest.approx(attacks[1])
    places = [hex_value(world, INDEX["N1"]) for world in worlds]
    assert places[0] == pytest.approx(places[1])


@pytest.mark.parametrize("table", WEIGHTS)
def test_every_weight_has_a_source_and_is_used(table: str) -> None:
    assert f'HOME, "{table}", ' in MODULES[table]
    for name, weight in WEIGHTS[table].items():
        kind, _, reason = weight.source.partition(": ")
        assert kind in {"tuned", "guess"}, name
        assert len(reason) > 10, name
        assert f"W.{name}" in MODULES[table], name
