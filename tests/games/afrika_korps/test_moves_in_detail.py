"""5, 6.3, 13.2, 22.1, 22.4 Moves: what they cost, what they mark, whom they disturb, who can leave."""

from __future__ import annotations

import random

import pytest

from campagna.games.afrika_korps.events import Moved, RommelDisplaced, SupplyCaptured
from campagna.games.afrika_korps.orders import Move
from campagna.games.afrika_korps.rules.forces import rommel
from campagna.games.afrika_korps.rules.movement import movement
from campagna.games.afrika_korps.state import NOWHERE, State
from campagna.games.afrika_korps.world import AXIS
from tests.games.afrika_korps.lay import (
    GAME,
    events_of,
    go,
    lay,
    marks,
    only,
    path,
    place,
    play,
    refused,
    unit,
    why,
)

AROUND = ("R39", "R41", "Q39", "Q40", "S40", "S41")


@pytest.mark.rule("5.2", "17.1")
def test_a_group_is_told_with_its_highest_costs() -> None:
    """21/5 has used its road; 15/8 has not."""
    state = lay(W6="DE-21-5:road=10 DE-15-8")
    event = only(play(state, Move(("DE-21-5", "DE-15-8"), path("W7 W8"))), Moved)
    assert (event.cost, event.road) == (2, 2)
    assert (unit(state, "DE-21-5").spent, unit(state, "DE-21-5").road) == (2, 10)
    assert (unit(state, "DE-15-8").spent, unit(state, "DE-15-8").road) == (0, 2)


@pytest.mark.rule("5.2", "5.5")
def test_too_far_tells_what_is_left() -> None:
    state = lay(R40="DE-21-5:spent=3")
    far = go("DE-21-5", "R41 R42 R43 R44 R45 R46 R47 R48")
    assert refused(state, far).facts == {"unit": "DE-21-5", "cost": 8, "left": 7}


@pytest.mark.rule("13.2")
def test_only_a_supply_in_a_zone_is_marked_for_it() -> None:
    state = lay(R38="DE-21-5 DE-SUP-1 DE-SUP-2", R41="UK-7-4")
    play(state, Move(("DE-21-5", "DE-SUP-1"), path("R39 R40")), go("DE-SUP-2", "R39"))
    assert marks(state, "DE-21-5") == {"stopped"}
    assert marks(state, "DE-SUP-1") == {"stopped", "into-zone"}
    assert marks(state, "DE-SUP-2") == set()


@pytest.mark.rule("15.2.1a", "15.5")
def test_in_mixed_company_the_combat_unit_takes_supplies() -> None:
    state = lay(R40="DE-21-5 DE-ROMMEL DE-SUP-1", R44="AL-SUP-1")
    order = Move(("DE-21-5", "DE-ROMMEL", "DE-SUP-1"), path("R41 R42 R43"))
    events = play(state, order, ask=True)
    assert not events_of(events, SupplyCaptured)
    assert place(state, "DE-ROMMEL") == "R42"
    events = play(lay(R40="DE-21-5 DE-ROMMEL", R44="AL-SUP-1"), Move(order.units[:2], order.path))
    assert only(events, SupplyCaptured).supply == "AL-SUP-1"


@pytest.mark.rule("22.1a", "22.1b")
def test_rommels_way_begins_where_he_stood() -> None:
    state = lay(R40="DE-ROMMEL IT-SAVONA")
    both = Move(("IT-SAVONA", "DE-ROMMEL"), path("R41 R42 R43 R44 R45 R46"))
    play(state, both)
    hexes = [state.world.hex_ids[h] for h in state.rommel_path]
    assert hexes == ["R40", *both.path]
    assert why(state, go("DE-ROMMEL", "R47 R48 R49 R50 R51 R52 R53")) == ("5.2", "too-far")
    play(state, go("DE-ROMMEL", "R47"))
    assert state.world.hex_ids[state.rommel_path[-1]] == "R47"
    assert len(state.rommel_path) == 8


# --- Rommel disturbed -------------------------------------------------------------------------------------


@pytest.mark.rule("22.4b", "22.3")
@pytest.mark.parametrize(
    ("way", "driven"),
    [
        ("R30 R31 R32", False),
        ("R39 R40", False),
        ("R39 R40 Q40", True),
        ("R40 Q40 P40 O40", True),
        ("Q42 P41 P40", True),
    ],
)
def test_he_leaves_only_if_somebody_passes_him(way: str, driven: bool) -> None:
    first, *rest = way.split()
    state = lay("allied", **{first: "UK-7-4"}, P40="DE-ROMMEL", M41="IT-SAVONA")
    events = play(state, Move(("UK-7-4",), tuple(rest)))
    assert bool(events_of(events, RommelDisplaced)) is driven


@pytest.mark.rule("22.4b")
def test_supplies_do_not_drive_him_off() -> None:
    state = lay("allied", R42="AL-SUP-1", R40="DE-ROMMEL", M41="IT-SAVONA")
    play(state, go("AL-SUP-1", "R41"))
    assert place(state, "DE-ROMMEL") == "R40"


# --- the bonus, a second time -------------------------------------------------------------------------------


def longest_run(trail: list[int], led: list[int]) -> int:
    """The most steps in a row that both went, by comparing every part with every part."""
    best = 0
    for size in range(1, len(trail)):
        for i in range(len(trail) - size):
            part = trail[i : i + size + 1]
            if any(led[j : j + size + 1] == part for j in range(len(led) - size)):
                best = max(best, size)
    return best


@pytest.mark.rule("22.1a", "22.1b")
@pytest.mark.parametrize("seed", range(20))
def test_the_bonus_is_the_longest_run_of_shared_steps(seed: int) -> None:
    dice = random.Random(seed)
    state = lay()
    for _ in range(50):
        trail = [dice.randrange(3) for _ in range(dice.randrange(6))]
        led = [dice.choice((0, 1, 2, NOWHERE)) for _ in range(dice.randrange(7))]
        assert rommel.bonus(state, trail, led) == min(2, longest_run(trail, led)), (trail, led)


# --- leaving a full hex -----------------------------------------------------------------------------------


def packed(room: str = "", enemy: str = "") -> State:
    """Savona with one factor left in R40, three comrades in every hex around but one."""
    names = iter(
        c.id
        for i, c in enumerate(GAME.world.counters)
        if c.side == AXIS and GAME.world.army_of[i] == AXIS and c.id != "IT-SAVONA"
    )
    places = {"R40": "IT-SAVONA:spent=3"}
    for hex_ in AROUND:
        if hex_ == enemy:
            continue
        count = 2 if hex_ == room else 3
        places[hex_] = " ".join(next(names) for _ in range(count))
    return lay(far=False, K63="UK-51-2", **places)


@pytest.mark.rule("6.3", "6.1a")
def test_a_unit_gets_out_only_to_where_there_is_room() -> None:
    savona = GAME.world.index["IT-SAVONA"]
    assert not movement.exits(packed(), savona)
    assert movement.exits(packed(room="Q39"), savona)
    assert movement.exits(packed(enemy="Q39"), savona), "nobody is there at all"
