"""7.0 Stacking, and 7.3 the integrity of German divisions."""

from __future__ import annotations

import pytest

from campagna.core.contract import Note
from campagna.core.offers import Pick
from campagna.games.panzergruppe_guderian.events import BattleRolled, Eliminated
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    Move,
    Remove,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength, hex_defence
from campagna.games.panzergruppe_guderian.rules.victory import soviet_points
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decider,
    decision,
    flags,
    only,
    place,
    play,
    why,
)

LEADERS = ("SL-konev", "SL-lukin", "SL-remezov", "SL-rakutin")


def stack(rifles: int, leaders: int, at: str = "2410") -> dict[str, Words]:
    units: dict[str, Words] = {f"S-{i + 1}": f"{at} SR{i + 1:02d}" for i in range(rifles)}
    return units | dict.fromkeys(LEADERS[:leaders], at)


# --- 7.1: the Soviets -------------------------------------------------------------------------------


@pytest.mark.rule("7.1a", "7.1b", "10.25")
@pytest.mark.parametrize(
    ("rifles", "leaders", "excess"),
    [
        (3, 0, 0),
        (4, 0, 1),
        (3, 1, 0),
        (2, 2, 0),
        (1, 3, 0),
        (0, 4, 0),
        (3, 2, 1),
        (2, 3, 1),
        (4, 1, 1),
        (6, 1, 3),
    ],
)
def test_three_soviet_divisions_or_four_units_with_a_leader(
    rifles: int, leaders: int, excess: int
) -> None:
    """T45 and its neighbours: judged when the movement phase ends."""
    state = arrange(stack(rifles, leaders), phase="soviet-move")
    play(state, Done())
    removed = 0
    while decision(state) == "remove":
        assert decider(state) == "soviet"
        # Of too many divisions a division goes, of too many leaders a leader.
        names = [*(f"S-{i + 1}" for i in range(rifles)), *LEADERS[:leaders]]
        standing = [n for n in names if place(state, n) == "2410"]
        play(state, Remove(standing[0] if rifles > 3 else standing[-1]))
        removed += 1
    assert removed == excess


@pytest.mark.rule("7.1c")
def test_markers_do_not_count() -> None:
    """Three disrupted divisions and a leader under an air marker, on a cut rail hex."""
    units = {f"S-{i}": f"2015 SR0{i} disrupted" for i in (1, 2, 3)} | {"SL-konev": "2015"}
    state = arrange(units, phase="soviet-move", air=("2015",), cuts=("2015",))
    play(state, Done())
    assert decision(state) != "remove"


@pytest.mark.rule("7.1d")
def test_units_pass_through_a_full_hex_and_may_be_too_many_for_a_while() -> None:
    units = {**stack(3, 0), "S-4": "2409 SR04", "S-5": "2408 SR05", "SL-konev": "2407"}
    state = arrange(units, phase="soviet-move")
    play(state, Move(("S-4",), ("2410", "2411")))
    play(state, Move(("S-5",), ("2409", "2410")))
    assert len(state.stack(state.world.hex_index["2410"])) == 4
    play(state, Move(("S-1",), ("2311",)))
    play(state, Done())
    assert decision(state) != "remove"
    assert [place(state, f"S-{i}") for i in range(1, 6)] == ["2311", "2410", "2410", "2411", "2410"]


@pytest.mark.rule("7.1e")
def test_the_owner_chooses_what_is_removed_and_it_leaves_the_game() -> None:
    """Not even its counter comes back: only combat losses are drawn again (12.4)."""
    units = {**stack(4, 0), "S-5": "2420 SR05", "G-6Inf": "2425"}
    state = arrange(units, phase="soviet-move")
    pools = [sorted(p) for p in (*state.pools, *state.dead)]
    play(state, Done())
    assert (decision(state), decider(state)) == ("remove", "soviet")
    assert why(state, Remove("S-5")) == ("7.1e", "not-overstacked")
    assert why(state, Remove("G-6Inf")) == ("7.1e", "not-your-unit")
    assert why(state, Remove("S-99")) == ("7.1e", "not-your-unit")
    assert why(state, Done()) == ("7.1e", "not-now")
    events = play(state, Remove("S-3"))
    assert (only(events, Eliminated).rule, only(events, Eliminated).hex) == ("7.1e", "2410")
    assert place(state, "S-3") == "removed"
    assert [sorted(p) for p in (*state.pools, *state.dead)] == pools
    assert decision(state) != "remove"


@pytest.mark.rule("7.1a", "7.1e")
def test_two_full_hexes_are_cleared_one_unit_at_a_time() -> None:
    units = {**stack(4, 0), "S-5": "2412 SR05", "S-6": "2412 SR06", "S-7": "2412 SR07"}
    state = arrange({**units, "S-8": "2412 SR08"}, phase="soviet-move")
    play(state, Done())
    play(state, Remove("S-8"))
    assert decision(state) == "remove"
    assert why(state, Remove("S-5")) == ("7.1e", "not-overstacked")
    play(state, Remove("S-1"))
    assert decision(state) != "remove"


@pytest.mark.rule("7.1a")
def test_no_soviet_advance_overfills_a_hex_in_the_combat_phase() -> None:
    """Four divisions from two hexes destroy a regiment: only three find room in 2411."""
    units = {
        "S-1": "2410 SR31",
        "S-2": "2410 SR32",
        "S-3": "2311 SR33",
        "S-4": "2311 SR34",
        "SL-konev": "2408",
        "G-Lehr": "2411 step1",
    }
    state = arrange(units, phase="soviet-combat")
    names = ("S-1", "S-2", "S-3", "S-4")
    play(state, Attack(names, ("2411",)), dice=[1])
    for name in names[:3]:
        play(state, Advance(name, ("2411",)))
    assert why(state, Advance("S-4", ("2411",))) == ("7.1a", "no-room")
    assert allowed(state, Advance("S-4", ("2411", "2412")))


# --- 7.2: the Germans -------------------------------------------------------------------------------


FOUR = dict.fromkeys(("G-6Inf", "G-26Inf", "G-Lehr", "G-GD"), "2411")


@pytest.mark.rule("7.2a", "7.2b")
@pytest.mark.parametrize("phase", ["german-move", "german-mech-move"])
def test_three_german_units_at_the_end_of_both_movement_phases(phase: str) -> None:
    three = {k: v for k, v in FOUR.items() if k != "G-6Inf"}
    fine = arrange(three, phase=phase)
    play(fine, Done())
    assert decision(fine) != "remove"
    state = arrange(FOUR, phase=phase)
    play(state, Done())
    assert (decision(state), decider(state)) == ("remove", "german")
    step = GAME.step(state)
    assert step is not None
    assert step.rule == "7.2b"
    assert why(state, Remove("S-99")) == ("7.2b", "not-your-unit")
    assert GAME.forecast(state, Remove("G-26Inf")).rule == "7.2b"
    assert only(play(state, Remove("G-26Inf")), Eliminated).rule == "7.2b"
    assert decision(state) != "remove"
    assert place(state, "G-26Inf") == "removed"


@pytest.mark.rule("7.2a")
def test_germans_too_may_be_too_many_while_they_move() -> None:
    state = arrange({**FOUR, "G-6Inf": "2412"})
    play(state, Move(("G-6Inf",), ("2411",)), Move(("G-GD",), ("2412", "2413")), Done())
    assert decision(state) != "remove"


@pytest.mark.rule("7.2a", "9.83")
def test_no_german_advance_overfills_a_hex() -> None:
    units = {**dict.fromkeys(("G-6Inf", "G-26Inf"), "2411"), "G-Lehr": "2311", "G-GD": "2311"}
    state = arrange({**units, "S-1": "2410 SR64"}, phase="german-combat")
    play(state, Attack(tuple(units), ("2410",)), dice=[1])
    for name in ("G-6Inf", "G-26Inf", "G-Lehr"):
        play(state, Advance(name, ("2410",)))
    assert why(state, Advance("G-GD", ("2410",))) == ("7.2a", "no-room")


# --- 7.3: divisional integrity ----------------------------------------------------------------------

PANZER = ("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7")
MOTORISED = ("G-14Mot-IR11", "G-14Mot-IR53")
DAS_REICH = ("G-DasReich-2", "G-DasReich-3", "G-DasReich-4")


def both(units: tuple[str, ...], *others: str, at: str = "2411") -> tuple[int, int]:
    """Attack of these units and defence of their hex, with other units beside them."""
    state = arrange(dict.fromkeys((*units, *others), at), phase="german-combat")
    return strengths(state, units)


def strengths(state: State, units: tuple[str, ...], at: str = "2411") -> tuple[int, int]:
    attack = attack_strength(state, [state.find(n) for n in units])
    return attack, hex_defence(state, state.world.hex_index[at])


@pytest.mark.rule("7.3a", "7.3c")
@pytest.mark.parametrize(
    ("division", "printed"), [(PANZER, 4 + 2 + 2), (MOTORISED, 3 + 3), (DAS_REICH, 3 + 3 + 3)]
)
def test_a_whole_division_in_one_hex_is_doubled_in_attack_and_defence(
    division: tuple[str, ...], printed: int
) -> None:
    assert both(division) == (2 * printed, 2 * printed)


@pytest.mark.rule("7.3a", "7.3c")
def test_every_division_that_can_be_doubled_is() -> None:
    state = arrange()
    whole = [d for d in state.world.divisions.values() if d.integrity]
    assert len(whole) == 9 + 6
    for division in whole:
        names = state.names(division.members)
        panzer = division.id.endswith("Pz")
        printed = 8 if panzer else 3 * len(names)
        assert both(names) == (2 * printed, 2 * printed), division.id


@pytest.mark.rule("7.3a")
@pytest.mark.parametrize(
    ("part", "printed"),
    [(PANZER[:2], 6), (PANZER[1:], 4), (MOTORISED[:1], 3), (DAS_REICH[:2], 6), (DAS_REICH[1:], 6)],
)
def test_part_of_a_division_is_not_doubled(part: tuple[str, ...], printed: int) -> None:
    assert both(part) == (printed, printed)


@pytest.mark.rule("7.3b")
@pytest.mark.parametrize("stranger", ["G-Lehr", "G-GD", "G-20Mot-IR76", "G-6Inf"])
def test_a_foreign_unit_in_the_hex_takes_the_bonus_away(stranger: str) -> None:
    """An independent regiment is foreign too; it need not even take part in the attack."""
    extra = {"G-Lehr": 3, "G-GD": 4, "G-20Mot-IR76": 3, "G-6Inf": 9}[stranger]
    assert both(MOTORISED, stranger) == (6, 6 + extra)


@pytest.mark.rule("7.3b")
def test_the_regiments_must_stand_in_the_same_hex() -> None:
    apart = dict.fromkeys(PANZER[:2], "2411") | {PANZER[2]: "2412"}
    state = arrange(apart, phase="german-combat")
    assert strengths(state, PANZER) == (8, 6)


@pytest.mark.rule("7.3a")
def test_a_regiment_that_attacks_from_its_whole_division_is_doubled() -> None:
    """The ruling AMB-11: what stands in the hex counts, not who takes part."""
    state = arrange(dict.fromkeys(PANZER, "2411"), phase="german-combat")
    assert attack_strength(state, [state.find("G-7Pz-SR6")]) == 2 * 2


@pytest.mark.rule("7.3d")
@pytest.mark.parametrize(("name", "printed"), [("G-6Inf", 9), ("G-1Cav", 4), ("G-Lehr", 3)])
def test_infantry_cavalry_and_single_regiments_get_no_bonus(name: str, printed: int) -> None:
    assert both((name,)) == (printed, printed)


@pytest.mark.rule("7.3e")
def test_a_division_that_lost_a_regiment_is_never_doubled_again() -> None:
    units: dict[str, Words] = {
        **dict.fromkeys(PANZER[:2], "2411"),
        PANZER[2]: "dead",
        MOTORISED[0]: "2414",
        MOTORISED[1]: "removed",
    }
    state = arrange(units, phase="german-combat")
    assert strengths(state, PANZER[:2]) == (6, 6)
    assert strengths(state, MOTORISED[:1], "2414") == (3, 3)


@pytest.mark.rule("7.3e", "9.61")
def test_lost_steps_weaken_a_division_but_leave_it_whole() -> None:
    words = {PANZER[0]: "2411 step1", PANZER[1]: "2411 step1", PANZER[2]: "2411"}
    state = arrange(words, phase="german-combat")
    assert strengths(state, PANZER) == (2 * (2 + 1 + 2), 2 * (2 + 1 + 2))


@pytest.mark.rule("7.3a", "7.3e")
def test_the_doubling_is_rolled_with_and_ends_with_the_regiment() -> None:
    """14 against 8 is 1-1, on a 5 A1: the loss of a weakened regiment ends the bonus."""
    units = {PANZER[0]: "2411", PANZER[1]: "2411 step1", PANZER[2]: "2411"}
    state = arrange(units | {"S-1": "2410 SR34", "SL-konev": "2407"}, phase="german-combat")
    rolled = only(play(state, Attack(PANZER, ("2410",)), dice=[5]), BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.result) == (2 * (4 + 1 + 2), 8, "A1")
    play(state, TakeLosses((PANZER[1],)))
    assert place(state, PANZER[1]) == "dead"
    assert strengths(state, (PANZER[0], PANZER[2])) == (6, 6)


@pytest.mark.rule("7.3a", "9.75")
def test_a_regiment_that_retreated_onto_its_division_adds_nothing() -> None:
    """Whole again in the hex, but the newcomer of this phase does not count (9.75)."""
    units = {PANZER[0]: "2411", PANZER[1]: "2411", PANZER[2]: "2411 retreated"}
    state = arrange(units, phase="soviet-combat")
    assert flags(state, PANZER[2]) == {"retreated"}
    assert strengths(state, PANZER)[1] == 2 * (4 + 2)


def removal_notes(state: State, unit: str) -> dict[str, Note]:
    return {n.key: n for n in GAME.forecast(state, Remove(unit)).notes}


@pytest.mark.rule("7.1e")
def test_a_removal_tells_that_the_unit_leaves_the_game() -> None:
    units = {**stack(4, 0), "S-5": "2412 SR05", "S-6": "2412 SR06", "S-7": "2412 SR07"}
    state = arrange({**units, "S-8": "2412 SR08"}, phase="soviet-move")
    play(state, Done())
    notes = removal_notes(state, "S-2")
    assert notes["leaves-the-game"].grave
    assert notes["leaves-the-game"].facts == {"unit": "S-2"}
    assert notes["still-too-many"].facts == {"hexes": ("2412",)}
    play(state, Remove("S-2"))
    assert set(removal_notes(state, "S-8")) == {"leaves-the-game"}


@pytest.mark.rule("7.2b", "7.3e", "15.12a")
def test_a_removal_tells_what_the_division_loses() -> None:
    regiments = dict.fromkeys(("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7"), "2411")
    state = arrange({**regiments, "G-6Inf": "2411"}, phase="german-move")
    play(state, Done())
    assert decision(state) == "remove"
    broken = removal_notes(state, "G-7Pz-SR6")["division-broken"]
    assert broken.grave
    assert broken.facts == {"units": ("G-7Pz-PzR25", "G-7Pz-SR7")}
    given = removal_notes(state, "G-6Inf")["removal-gives-points"]
    before = soviet_points(state)
    play(state, Remove("G-6Inf"))
    assert given.facts == {"side": "soviet", "points": soviet_points(state) - before}


@pytest.mark.rule("7.1e", "7.3e", "15.12a")
def test_what_is_told_of_a_removal() -> None:
    """Points for cities taken back are no part of what the removal gives."""
    last = dict.fromkeys(("G-14Mot-IR11", "G-6Inf", "G-26Inf", "G-Lehr"), "2411")
    state = arrange({**last, "G-14Mot-IR53": "dead"}, recaptures=2)
    play(state, Done())
    notes = {n.key: n for n in GAME.forecast(state, Remove("G-14Mot-IR11")).notes}
    assert notes["removal-gives-points"].facts == {"side": "soviet", "points": 5}
    assert notes["removal-gives-points"].grave
    assert "division-broken" not in notes, "it was not whole before"
    assert [n.key for n in GAME.forecast(state, Remove("G-Lehr")).notes] == ["leaves-the-game"]
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Pick)
    assert set(offer.options) == set(last)
    whole = arrange({**last, "G-14Mot-IR53": "2410"})
    play(whole, Done())
    told = {n.key: n.facts for n in GAME.forecast(whole, Remove("G-14Mot-IR11")).notes}
    assert told["division-broken"] == {"units": ("G-14Mot-IR53",)}
    assert "removal-gives-points" not in told
