"""15.5 A supply that is about to be taken may be destroyed first, by the player whose turn it is not too."""

from __future__ import annotations

import pytest
from msgspec import structs

from campagna.core.chance import SeededChance
from campagna.core.contract import Order, digest
from campagna.games.afrika_korps.events import (
    BattleWon,
    Moved,
    SupplyCaptured,
    SupplyDestroyed,
    VictoryDeclared,
)
from campagna.games.afrika_korps.frames import Denial
from campagna.games.afrika_korps.orders import (
    Advance,
    Attack,
    Capture,
    Declare,
    Destroy,
    Done,
    Move,
    Retreat,
)
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    at,
    decider,
    decision,
    events_of,
    go,
    lay,
    marks,
    only,
    path,
    phase,
    place,
    play,
    unit,
    why,
)
from tests.offered import by_order

PANZER = ("DE-21-5",)
AXIS_SUPPLY = ("DE-SUP-1",)


def asked(state: State, side: str, *supplies: str) -> bool:
    """Whether this side must decide now about exactly these supplies."""
    step = GAME.step(state)
    assert step is not None
    told = (step.side, step.decision, step.rule, step.facts["units"])
    return told == (side, "respite", "15.5", supplies)


# --- moves ------------------------------------------------------------------------------------------


def raid(**places: str) -> State:
    """21/5 can ride past a lone supply."""
    return lay(**({"R40": "DE-21-5", "R46": "AL-SUP-1", "U48": "UK-7-4"} | places))


@pytest.mark.rule("15.5")
def test_nobody_is_asked_while_nothing_is_taken() -> None:
    state = lay("axis", "arrival", R40="DE-21-5", R46="AL-SUP-1", U48="UK-7-4")
    play(state, Done(), ask=True)
    assert (decision(state), decider(state)) == ("movement", "axis")
    play(state, go("DE-21-5", "R41 R42 R43 R44"), ask=True)
    assert (decision(state), decider(state)) == ("movement", "axis")
    assert place(state, "AL-SUP-1") == "R46"


@pytest.mark.rule("15.5", "15.2.1a")
def test_a_move_halts_before_it_takes_a_supply() -> None:
    state = raid()
    events = play(state, go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47"), ask=True)
    assert asked(state, "allied", "AL-SUP-1")
    assert only(events, Moved).path == path("R40 R41 R42 R43 R44")
    assert (place(state, "DE-21-5"), unit(state, "DE-21-5").spent) == ("R44", 4)
    assert by_order(GAME.offers(state)) == {"destroy": ["AL-SUP-1"], "done": True}


@pytest.mark.rule("15.5", "15.2.1a")
def test_kept_it_is_taken_and_the_move_goes_on() -> None:
    state = raid()
    events = play(state, go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47"), Done(), ask=True)
    assert [e.path[-1] for e in events_of(events, Moved)] == ["R44", "R47"]
    assert only(events, SupplyCaptured).rule == "15.2.1a"
    assert (decision(state), decider(state)) == ("movement", "axis")
    assert (place(state, "DE-21-5"), unit(state, "DE-21-5").spent) == ("R47", 7)
    assert at(state, "R46") == {"DE-CAP-1"}


@pytest.mark.rule("15.5")
def test_destroyed_it_is_gone_and_the_mover_decides_anew() -> None:
    state = raid()
    events = play(state, go("DE-21-5", "R41 R42 R43 R44 R45 R46"), Destroy("AL-SUP-1"), ask=True)
    assert only(events, SupplyDestroyed).hex == "R46"
    assert not events_of(events, SupplyCaptured)
    assert (decision(state), decider(state)) == ("movement", "axis")
    assert (place(state, "DE-21-5"), place(state, "AL-SUP-1")) == ("R44", "pool")
    play(state, go("DE-21-5", "R43 R42 R41 R40 R39 R38"), ask=True)
    assert place(state, "DE-21-5") == "R38"


@pytest.mark.rule("15.5")
def test_a_first_step_that_takes_one_waits_too() -> None:
    state = raid(R44="DE-21-5", R40="IT-SAVONA")
    assert play(state, go("DE-21-5", "R45"), ask=True) == []
    assert asked(state, "allied", "AL-SUP-1")
    assert (place(state, "DE-21-5"), unit(state, "DE-21-5").spent) == ("R44", 0)


@pytest.mark.rule("15.5")
def test_one_move_asks_once_about_all_that_it_takes() -> None:
    state = raid(R49="AL-SUP-2")
    ride = go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47 R48")
    play(state, ride, ask=True)
    assert asked(state, "allied", "AL-SUP-1", "AL-SUP-2")
    both = state.copy()
    play(both, Destroy("AL-SUP-2"), ask=True)
    assert asked(both, "allied", "AL-SUP-1")
    play(both, Done(), ask=True)
    assert (place(both, "DE-21-5"), at(both, "R46")) == ("R48", {"DE-CAP-1"})
    play(state, Destroy("AL-SUP-1"), Destroy("AL-SUP-2"), ask=True)
    assert (decision(state), place(state, "DE-21-5")) == ("movement", "R44")


@pytest.mark.rule("15.5", "6.1a", "9.1b")
@pytest.mark.parametrize(
    ("blocked", "stop"),
    [("", "R44"), ("IT-SAVONA IT-PAVIA", "R44"), ("IT-SAVONA IT-PAVIA IT-BOLOGNA", "R43")],
)
def test_the_halt_is_where_the_unit_could_also_stay(blocked: str, stop: str) -> None:
    state = raid(R44=blocked)
    play(state, go("DE-21-5", "R41 R42 R43 R44 R45"), ask=True)
    assert place(state, "DE-21-5") == stop
    play(state, Done(), ask=True)
    assert place(state, "DE-21-5") == "R45"


@pytest.mark.rule("15.5", "9.1b")
def test_nobody_halts_on_a_beaten_enemy() -> None:
    state = lay(
        R36="DE-15-8 DE-SUP-1", R39="DE-21-5:stopped", R40="AU-7-2", R42="AL-SUP-1", R47="AL-SUP-2"
    )
    play(state, Declare(PANZER, ("AU-7-2",), AXIS_SUPPLY), ask=True)
    play(state, go("DE-15-8", "R37 R38 R39 R40 R41"), ask=True)
    assert asked(state, "allied", "AL-SUP-1")
    assert place(state, "DE-15-8") == "R39"
    play(state, Done(), ask=True)
    assert (place(state, "DE-15-8"), at(state, "R42")) == ("R41", {"DE-CAP-1"})


@pytest.mark.rule("15.5", "15.1b")
def test_supplies_and_rommel_take_nothing_so_nobody_is_asked() -> None:
    state = lay("allied", R40="AL-SUP-1", R46="DE-SUP-1", U48="UK-7-4")
    play(state, go("AL-SUP-1", "R41 R42"), ask=True)
    assert decision(state) == "movement"


@pytest.mark.rule("15.5")
def test_the_answer_is_the_owners_and_about_his_supplies() -> None:
    state = raid(R39="DE-SUP-1")
    play(state, go("DE-21-5", "R41 R42 R43 R44 R45"), ask=True)
    assert why(state, Destroy("DE-SUP-1")) == ("15.5", "not-your-unit")
    assert why(state, go("DE-21-5", "R45")) == ("15.5", "not-now")
    keep, burn = GAME.offers(state)
    assert (keep.order, keep.tone, burn.order, burn.tone) == ("done", "main", "destroy", "grave")


@pytest.mark.rule("15.5", "17.1")
def test_road_and_factors_are_spent_once_over_both_parts_of_a_move() -> None:
    whole = lay(D16="DE-21-5")
    ride = go("DE-21-5", "E17 F18 F19 G20 G21 G22 H23 H24 H25")
    play(whole, ride)
    parts = lay(D16="DE-21-5", I25="AL-SUP-1")
    play(parts, ride, ask=True)
    assert place(parts, "DE-21-5") == "H23"
    play(parts, Done(), ask=True)
    assert unit(parts, "DE-21-5") == unit(whole, "DE-21-5")


# --- automatic victories ----------------------------------------------------------------------------


def beaten_escort(hex_: str = "R40") -> State:
    return lay(R39="DE-21-5", R36="DE-SUP-1", **{hex_: "AU-7-2 AL-SUP-1"})


DECLARE = Declare(PANZER, ("AU-7-2",), AXIS_SUPPLY)


@pytest.mark.rule("15.5", "15.3.1")
def test_a_victory_waits_for_the_owner_of_the_supply_it_takes() -> None:
    state = beaten_escort()
    assert play(state, DECLARE, ask=True) == []
    assert asked(state, "allied", "AL-SUP-1")
    events = play(state, Done(), ask=True)
    assert only(events, VictoryDeclared).odds == "7-1"
    assert only(events, SupplyCaptured).rule == "15.3.1"
    assert (decision(state), decider(state)) == ("movement", "axis")


@pytest.mark.rule("15.5", "15.3.1")
def test_a_victory_without_its_prize_may_be_declared_again() -> None:
    state = beaten_escort()
    play(state, DECLARE, Destroy("AL-SUP-1"), ask=True)
    assert state.victories == []
    play(state, DECLARE, ask=True)
    assert (decision(state), len(state.victories)) == ("movement", 1)


@pytest.mark.rule("15.2.3a", "15.3.1", "15.3.2.1a")
def test_a_victory_over_a_fortress_takes_its_supply_in_combat_only() -> None:
    state = lay(H25="DE-21-5 DE-15-8 DE-SUP-1", G25="AU-7-2 AL-SUP-1")
    over = Declare(("DE-21-5", "DE-15-8"), ("AU-7-2",), AXIS_SUPPLY)
    events = play(state, over, ask=True)
    assert not events_of(events, SupplyCaptured)
    assert decision(state) == "movement"
    assert place(state, "AL-SUP-1") == "G25"
    play(state, Done(), ask=True)
    assert phase(state) == "combat"
    events = play(state, Attack(("DE-21-5", "DE-15-8"), ("AU-7-2",), AXIS_SUPPLY), Done(), ask=True)
    assert only(events, BattleWon).rule == "9.1c"
    assert only(events, SupplyCaptured).rule == "15.3.2.1a"


@pytest.mark.rule("15.3.1")
def test_up_to_edition_3_the_supply_of_a_fortress_fell_with_the_victory() -> None:
    places = {"H25": "DE-21-5 DE-15-8 DE-SUP-1", "G25": "AU-7-2 AL-SUP-1"}
    state = lay(options={"edition": "3"}, **places)
    events = play(state, Declare(("DE-21-5", "DE-15-8"), ("AU-7-2",), AXIS_SUPPLY))
    assert only(events, SupplyCaptured).rule == "15.3.1"


# --- combat -----------------------------------------------------------------------------------------


def storm(die: int, escort: str = "UK-22GDS") -> State:
    """15/8 attacks a brigade with a supply."""
    state = lay(phase="combat", R41="DE-15-8", R43="DE-SUP-1", R40=f"{escort} AL-SUP-1")
    play(state, Attack(("DE-15-8",), (escort,), AXIS_SUPPLY), dice=[die], ask=True)
    return state


@pytest.mark.rule("15.5", "15.3.2.1a")
def test_after_a_battle_the_owner_may_destroy_what_is_left_behind() -> None:
    state = storm(1)
    assert asked(state, "allied", "AL-SUP-1")
    lost = state.copy()
    events = play(lost, Done(), ask=True)
    assert only(events, SupplyCaptured).rule == "15.3.2.1a"
    assert decision(lost) == "haul"
    assert lost.spared == []
    events = play(state, Destroy("AL-SUP-1"), ask=True)
    assert not events_of(events, SupplyCaptured)
    assert place(state, "AL-SUP-1") == "pool"


@pytest.mark.rule("15.5")
def test_after_a_battle_that_takes_nothing_nobody_is_asked() -> None:
    state = storm(6, "UK-7-4")
    assert decision(state) != "respite"
    assert place(state, "AL-SUP-1") == "R40"


TAKE = Capture("SA-2-4", "DE-SUP-1")


@pytest.mark.rule("15.5", "15.3.2.2a")
def test_a_capture_beside_a_battle_waits_for_the_owner() -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    play(state, TAKE, ask=True)
    assert asked(state, "axis", "DE-SUP-1")
    events = play(state, Done(), ask=True)
    assert only(events, SupplyCaptured).rule == "15.3.2.2a"
    assert decision(state) == "haul"


@pytest.mark.rule("15.5", "15.2.3a", "16.3")
def test_a_lone_supply_in_a_fortress_may_be_denied_too() -> None:
    state = lay(phase="combat", H25="DE-21-5", G25="AL-SUP-1")
    take = Capture("DE-21-5", "AL-SUP-1")
    kept = state.copy()
    events = play(kept, take, Done(), ask=True)
    assert only(events, SupplyCaptured).rule == "15.2.3a"
    assert decision(kept) == "advance"
    events = play(state, take, Destroy("AL-SUP-1"), ask=True)
    assert not events_of(events, SupplyCaptured)


@pytest.mark.rule("15.2.3b")
def test_entering_a_fortress_cites_the_rule_of_the_fortress() -> None:
    state = lay(H25="DE-21-5", G25="AL-SUP-1")
    assert only(play(state, go("DE-21-5", "G25")), SupplyCaptured).rule == "15.2.3b"


@pytest.mark.rule("15.5", "15.2.2a", "16.1")
def test_an_advance_that_takes_a_supply_waits_for_the_owner() -> None:
    """H23 is an escarpment; the supply in H22 stands next to it and not next to G23."""
    state, enter = advancing()
    play(state, enter, ask=True)
    assert asked(state, "allied", "AL-SUP-1")
    burnt = state.copy()
    events = play(state, Done(), ask=True)
    assert only(events, SupplyCaptured).rule == "15.2.2a"
    assert marks(state, "DE-CAP-1") == {"held"}
    assert place(state, "DE-15-8") == enter.hex
    play(burnt, Destroy("AL-SUP-1"), ask=True)
    assert decision(burnt) == "advance"
    play(burnt, enter, ask=True)
    assert place(burnt, "DE-15-8") == enter.hex


def advancing() -> tuple[State, Advance]:
    """15/8 has beaten a brigade on an escarpment, behind which lies a supply."""
    world = GAME.world
    ids, near = world.hex_ids, world.near
    for scarp in (h for h in range(world.size) if world.escarpment[h] and len(near[h]) == 6):
        for here in near[scarp]:
            beyond = [h for h in near[scarp] if h != here and h not in near[here]]
            back = [h for h in near[here] if h not in near[scarp] and h != scarp]
            free = [h for h in (here, *beyond, *back) if world.doubled[h]]
            if beyond and back and not free:
                state = lay(
                    phase="combat",
                    **{
                        ids[here]: "DE-15-8 DE-21-5",
                        ids[back[0]]: "DE-SUP-1",
                        ids[scarp]: "AU-7-1",
                        ids[beyond[0]]: "AL-SUP-1",
                    },
                )
                fighters = ("DE-15-8", "DE-21-5")
                play(state, Attack(fighters, ("AU-7-1",), AXIS_SUPPLY))
                return state, Advance(("DE-15-8",), ids[scarp])
    raise AssertionError("no such escarpment")


# --- retreats ---------------------------------------------------------------------------------------


def driven_back(**places: str) -> State:
    """15/8 has beaten the Guards in R40; whoever leads them over Q39 passes his own supply in P39."""
    state = lay(phase="combat", R41="DE-15-8 DE-SUP-1", R40="UK-22GDS", P39="DE-SUP-2", **places)
    play(state, Attack(("DE-15-8",), ("UK-22GDS",), AXIS_SUPPLY), dice=[3], ask=True)
    return state


@pytest.mark.rule("15.5", "15.2.2a")
def test_whoever_leads_a_retreat_past_his_supply_may_destroy_it_first() -> None:
    state = driven_back()
    assert (decision(state), decider(state)) == ("retreat", "axis")
    lead = Retreat("UK-22GDS", ("Q39", "P38"))
    assert play(state, lead, ask=True) == []
    assert asked(state, "axis", "DE-SUP-2")
    burnt = state.copy()
    events = play(state, Done(), ask=True)
    assert only(events, SupplyCaptured).side == "allied"
    play(burnt, Destroy("DE-SUP-2"), ask=True)
    assert decision(burnt) == "retreat"
    assert not events_of(play(burnt, lead, ask=True), SupplyCaptured)
    assert place(burnt, "UK-22GDS") == "P38"


@pytest.mark.rule("15.5", "15.2.2a", "15.2.2b")
def test_the_only_way_back_asks_as_well() -> None:
    """O38 and S39 shut every other way: nobody is asked for it."""
    state = driven_back(O38="IT-SAVONA", S39="IT-PAVIA")
    assert asked(state, "axis", "DE-SUP-2")
    assert place(state, "UK-22GDS") == "R40"
    events = play(state, Done(), ask=True)
    assert only(events, SupplyCaptured).supply == "DE-SUP-2"
    assert place(state, "UK-22GDS") == "Q38"


# --- whole games --------------------------------------------------------------------------------------


@pytest.mark.rule("15.5")
@pytest.mark.parametrize("seed", range(3))
def test_random_games_meet_it_and_end(seed: int) -> None:
    dice, seats = SeededChance(seed), SeededChance(seed + 50)
    state = GAME.start(GAME.new_setup(), dice)
    answers: list[type[Order]] = []
    while (step := GAME.step(state)) is not None and state.turn < 12:
        order: Order = GAME.offers(state).sample(seats)
        if step.decision == "respite":
            answers.append(type(order))
        GAME.play(state, order, dice)
        assert GAME.violations(state) == []
    assert answers


@pytest.mark.rule("15.5")
def test_an_order_that_waits_and_may_not_be_given_is_refused_by_its_rule() -> None:
    """Nobody can play to this: a position laid out by hand holds a move of three hexes at once."""
    state = raid()
    play(state, go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47"), ask=True)
    frame = state.agenda[-1]
    assert isinstance(frame, Denial)
    before = digest(state)
    assert allowed(state, Done())
    state.agenda[-1] = structs.replace(frame, then=Move(("DE-21-5",), ("R47",)))
    assert why(state, Done()) == why(free(state), Move(("DE-21-5",), ("R47",)))
    state.agenda[-1] = frame
    assert digest(state) == before


def free(state: State) -> State:
    """The same with nobody asked."""
    after = state.copy()
    after.agenda.pop()
    return after
