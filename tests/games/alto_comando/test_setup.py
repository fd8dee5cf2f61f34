"""The set-up: works, the order of placement, own zones, the designated division, supply bases."""

from __future__ import annotations

from itertools import product

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import TerrainTurned
from campagna.games.alto_comando.orders import Deploy, Done, Fortify, StartOver
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start, deployment, fieldworks
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS
from campagna.plane.bases import Point
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    at,
    decision,
    only,
    play,
    where,
    why,
)

ITALIANS, GERMANS, BRITISH = "gen.it.infantry", "gen.de.panzer", "gen.gb.infantry"


def setting_up(
    *templates: str, dice: tuple[int, ...] = (), **options: bool | str
) -> tuple[State, list[object]]:
    """A battle whose forces are these divisions, at the beginning of its set-up."""
    given: dict[str, bool | str] = {"mines": "none", "trenches": "none"}
    setup = Setup("battle", given | options)
    state = battle_start.empty_state(GAME.world, setup, GAME.options(setup))
    sides = [ALLIED if ".gb." in t else AXIS for t in templates]
    names = [f"{'AG'[side]}{n}" for n, side in enumerate(sides, 1)]
    state.formations = tuple(
        Formation(name, name, template, side)
        for name, template, side in zip(names, templates, sides, strict=True)
    )
    state.campaign = CampaignState(0, area_chosen=True, revealed=True)
    return state, list(battle_start.begin_setup(state, ScriptedChance(dice)))


def block(state: State, formation: str, corner: Point, columns: int = 4) -> Deploy:
    """All bases of a formation, side by side from a corner."""
    number = [f.id for f in state.formations].index(formation)
    names = [u.id for u in state.roster.units if u.formation == number]
    x, y = corner
    cells = product(range(len(names)), range(columns))
    places = [(x + 30 * column, y + 30 * row) for row, column in cells][: len(names)]
    return Deploy(tuple(names), tuple(places))


def line_down(state: State, formation: str, x: int, first: int, step: int) -> Deploy:
    number = [f.id for f in state.formations].index(formation)
    names = [u.id for u in state.roster.units if u.formation == number]
    return Deploy(tuple(names), tuple((x, first + step * n) for n in range(len(names))))


# --- the order ----------------------------------------------------------------------------------


@pytest.mark.rule("SET-2", "SET-3")
def test_british_works_axis_works_italians_allies_germans() -> None:
    state, _ = setting_up(ITALIANS, GERMANS, BRITISH, mines="full", trenches="full")
    seen = [decision(state)]
    play(state, Done())
    seen.append(decision(state))
    play(state, Done())
    seen.append(decision(state))
    play(state, block(state, "A1", (330, 1100)), Done())
    seen.append(decision(state))
    play(state, line_down(state, "G3", 800, 120, 45), Done())
    seen.append(decision(state))
    play(state, line_down(state, "A2", 400, 120, 50), Done())
    assert seen == [
        ("allied", "works"),
        ("axis", "works"),
        ("axis", "deploy"),
        ("allied", "deploy"),
        ("axis", "deploy"),
    ]
    assert (state.turn, state.phase, state.active) == (1, Phase.MOVE, AXIS)


@pytest.mark.rule("SET-2", "SET-3")
def test_steps_without_anything_are_passed_over() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    assert decision(state) == ("allied", "deploy")
    state, _ = setting_up(ITALIANS, BRITISH)
    assert decision(state) == ("axis", "deploy")


@pytest.mark.rule("SET-3", "TAB-3")
def test_everybody_stands_in_the_own_zones() -> None:
    state, _ = setting_up(ITALIANS, GERMANS, BRITISH)
    assert allowed(state, Deploy(("A1.hq",), ((585, 115),)))
    for place in ((586, 115), (585, 114), (14, 200), (300, 1286), (700, 500)):
        assert why(state, Deploy(("A1.hq",), (place,))) == ("SET-3", "outside-own-zones")
    assert why(state, Deploy(("A2.hq",), ((300, 300),))) == ("SET-3", "not-in-this-step")
    assert why(state, Deploy(("G3.hq",), ((900, 300),)))[1] == "not-your-unit"
    assert why(state, Deploy(("A1.hq", "A1.hq"), ((300, 300), (400, 300))))[1] == "named-twice"
    assert why(state, Deploy(("A1.hq",), ()))[1] == "no-places"


@pytest.mark.rule("SET-3", "G-11")
def test_nobody_stands_on_anybody_or_within_5_cm_of_an_enemy() -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    play(state, Deploy(("A1.hq",), ((585, 900),)))
    assert why(state, Deploy(("A1.foot1",), ((560, 900),))) == ("G-11", "place-taken")
    assert why(state, Deploy(("A1.foot1",), ((150, 250),))) == ("G-11", "place-taken")
    state.side, state.placing = ALLIED, 1
    assert why(state, Deploy(("G2.hq",), ((664, 900),))) == ("G-11", "too-near-enemy-to-place")
    assert allowed(state, Deploy(("G2.hq",), ((665, 900),)))


@pytest.mark.rule("SET-3")
def test_a_step_ends_when_all_are_placed_and_may_be_started_over() -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    play(state, Deploy(("A1.hq",), ((400, 300),)))
    assert why(state, Done()) == ("SET-3", "not-all-placed")
    play(state, Deploy(("A1.hq",), ((430, 300),)))
    assert at(state, "A1.hq") == (430, 300)
    play(state, StartOver())
    assert where(state, "A1.hq") == "reserve"


# --- the designated division --------------------------------------------------------------------


@pytest.mark.rule("SET-5", "G-13")
def test_one_division_occupies_both_defence_zones_15_cm_from_the_line() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    north = block(state, "G2", (770, 120))
    play(state, north)
    assert why(state, Done()) == ("SET-5", "defences-not-occupied")
    play(state, StartOver(), line_down(state, "G2", 764, 120, 42))
    assert why(state, Done()) == ("SET-5", "defences-not-occupied")
    play(state, StartOver(), line_down(state, "G2", 765, 120, 42))
    assert deployment.is_met(state, ALLIED)
    play(state, Done())
    assert decision(state) == ("axis", "deploy")


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize(("x", "met"), [(435, True), (436, False)])
def test_t28_the_15_cm_are_measured_from_the_edge_of_the_base(x: int, met: bool) -> None:
    state, _ = setting_up(ITALIANS, BRITISH)
    play(state, line_down(state, "A1", x, 130, 60))
    assert deployment.is_met(state, AXIS) == met
    assert allowed(state, Done()) == met


@pytest.mark.rule("SET-5")
def test_the_axis_is_judged_after_its_last_step() -> None:
    state, _ = setting_up(ITALIANS, GERMANS, BRITISH)
    play(state, block(state, "A1", (330, 1100)))
    assert allowed(state, Done())


@pytest.mark.rule("SET-5", "DIV-14")
def test_a_side_that_cannot_do_it_is_excused() -> None:
    state, _ = setting_up("som.it.m11", "som.gb.fusilier")
    play(state, Deploy(("A1.tank",), ((100, 1000),)))
    assert allowed(state, Done())


@pytest.mark.rule("SET-5")
def test_with_the_option_all_units_keep_off_the_line() -> None:
    state, _ = setting_up(ITALIANS, BRITISH, setup_15cm="all_units")
    assert allowed(state, Deploy(("A1.hq",), ((435, 1000),)))
    assert why(state, Deploy(("A1.hq",), ((436, 1000),))) == ("SET-5", "too-near-central-line")


# --- works --------------------------------------------------------------------------------------


def working() -> State:
    state, _ = setting_up(GERMANS, BRITISH, mines="full", trenches="full")
    assert decision(state) == ("allied", "works")
    return state


@pytest.mark.rule("SET-4", "MIN-1", "G-17")
@pytest.mark.parametrize(
    ("rect", "fits"),
    [
        ((600, 100, 630, 250), True),
        ((720, 550, 750, 700), True),
        ((600, 100, 750, 130), True),
        ((599, 100, 629, 250), False),
        ((721, 100, 751, 250), False),
        ((600, 551, 630, 701), False),
        ((600, 100, 630, 249), False),
        ((630, 250, 600, 100), False),
    ],
)
def test_strips_lie_in_the_half_next_to_the_line(
    rect: tuple[int, int, int, int], fits: bool
) -> None:
    state = working()
    assert allowed(state, Fortify(strips=(rect,))) == fits


@pytest.mark.rule("MIN-1", "G-17")
def test_five_strips_in_line_or_a_base_apart() -> None:
    state = working()
    play(state, Fortify(strips=((600, 100, 630, 250),)))
    assert allowed(state, Fortify(strips=((600, 250, 630, 400),)))
    assert allowed(state, Fortify(strips=((660, 100, 690, 250),)))
    assert not allowed(state, Fortify(strips=((659, 100, 689, 250),)))
    more = tuple((720, 100 + 150 * n, 750, 250 + 150 * n) for n in range(4))
    assert allowed(state, Fortify(strips=more))
    too_many = (*more, (660, 400, 690, 550))
    assert why(state, Fortify(strips=too_many)) == ("MIN-1", "too-many-strips")
    assert why(state, Fortify()) == ("SET-2", "nothing-laid")


@pytest.mark.rule("SET-4", "TRE-1", "G-19")
def test_t5_sixteen_segments_in_the_defence_zones() -> None:
    state = working()
    cells = tuple((615 + 30 * n, 115) for n in range(9)) + tuple(
        (615 + 30 * n, 685) for n in range(8)
    )
    assert why(state, Fortify(segments=cells)) == ("TRE-1", "too-many-segments")
    assert allowed(state, Fortify(segments=cells[:16]))
    assert not allowed(state, Fortify(segments=((614, 115),)))
    assert not allowed(state, Fortify(segments=((900, 115),)))
    assert not allowed(state, Fortify(segments=((615, 115), (640, 115))))
    assert not allowed(state, Fortify(((600, 100, 630, 250),), ((615, 115),)))


@pytest.mark.rule("SET-2")
def test_what_was_laid_may_be_taken_back_and_the_axis_follows() -> None:
    state = working()
    play(state, Fortify(((600, 100, 630, 250),), ((800, 400),)))
    assert (len(state.strips), len(state.segments)) == (1, 1)
    assert fieldworks.left_to_lay(state) == (4, 15)
    play(state, StartOver())
    assert (state.strips, state.segments) == ([], [])
    play(state, Fortify(((600, 100, 630, 250),)), Done())
    assert decision(state) == ("axis", "works")
    assert why(state, Fortify(((571, 100, 601, 250),))) == ("SET-4", "strip-misplaced")
    assert why(state, Fortify(((570, 110, 600, 260),))) == ("G-17", "strips-crowded")
    assert allowed(state, Fortify(((540, 110, 570, 260),)))


# --- the table ----------------------------------------------------------------------------------


@pytest.mark.rule("TAB-10", "SET-7", "G-21")
def test_three_supply_bases_a_side_stand_at_their_posts() -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    posts = [(150, 250), (150, 550), (150, 850)]
    assert [at(state, f"supply.axis.{n}") for n in (1, 2, 3)] == posts
    assert [at(state, f"supply.allied.{n}") for n in (1, 2, 3)] == [(1200 - x, y) for x, y in posts]
    assert state.unit(state.find("supply.axis.1")).formation == -1


@pytest.mark.rule("TAB-8", "TAB-11")
def test_added_rows_may_bring_supply_bases() -> None:
    plain, _ = setting_up(GERMANS, BRITISH, table="two_extra_rows")
    assert plain.field.land == (0, 100, 1200, 2200)
    assert plain.find("supply.axis.4") == -1
    state, _ = setting_up(GERMANS, BRITISH, table="two_extra_rows", extra_supply=True)
    assert [at(state, f"supply.axis.{n}") for n in (4, 5)] == [(150, 1450), (150, 1750)]
    assert [at(state, f"supply.allied.{n}") for n in (4, 5)] == [(1050, 1450), (1050, 1750)]


@pytest.mark.rule("TAB-7")
def test_the_reduced_table() -> None:
    state, _ = setting_up(GERMANS, BRITISH, table="reduced")
    assert state.field.land == (0, 0, 800, 1000)
    assert at(state, "supply.axis.1") == (100, 100)
    assert why(state, Deploy(("G2.hq",), ((414, 300),)))[1] == "outside-own-zones"


@pytest.mark.rule("TER-2")
@pytest.mark.parametrize(("die", "turned"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_die_turns_the_terrain(die: int, turned: bool) -> None:
    state, told = setting_up(GERMANS, BRITISH, dice=(die,), terrain="central_ridge")
    events = [e for e in told if isinstance(e, TerrainTurned)]
    assert only(events, TerrainTurned).turned == turned
    first = state.derived.elements[0].polygon[0]
    assert first == ((1200 - 520, 1400 - 760) if turned else (520, 760))


@pytest.mark.rule("TER-1")
def test_every_layout_has_eight_elements_at_most() -> None:
    assert all(len(layout) <= 8 for layout in GAME.world.layouts.values())


@pytest.mark.rule("SET-1")
def test_the_forces_come_before_the_table() -> None:
    state = GAME.start(Setup("battle"), SeededChance(1))
    assert state.phase == Phase.FORCES
    assert state.bases == []
