"""The examples of the rulebook and the cases of the digest on the reconstructed map: 12, combat."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.field_events import (
    BattleRolled,
    FactorsRevealed,
    FollowUpOffered,
    Overrun,
)
from campagna.games.lion_of_judah.flags import GASSED, HIDDEN
from campagna.games.lion_of_judah.frames import FollowUp, Suffer
from campagna.games.lion_of_judah.orders import (
    Advance,
    Attack,
    CommitAir,
    CommitHq,
    Done,
    TakeLosses,
)
from campagna.games.lion_of_judah.rules.combat import combat, odds
from campagna.games.lion_of_judah.rules.general import strength
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.hexes.grid import DIRECTIONS
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    only,
    place,
    play,
    slot,
    unit,
    why,
)


def grounded(state: State) -> State:
    """Nobody flies in these combats."""
    for marker in state.theatre.air:
        state.change_air(marker, status=AirStatus.COMMITTED)
    return state


@pytest.mark.rule("12.5")
@pytest.mark.parametrize(
    ("attack", "defence", "name"), [(15, 4, "3:1"), (3, 4, "1:2"), (4, 4, "1:1"), (1, 5, "1:5")]
)
def test_odds_are_rounded_down(attack: int, defence: int, name: str) -> None:
    assert odds.odds_name(attack, defence) == name


@pytest.mark.rule("12.4-6", "12.8")
def test_shifts_run_beyond_the_table_and_are_cut_at_its_end() -> None:
    state = arrange()
    columns = state.theatre.crt[ITALIAN].columns
    six_to_one = 6
    assert columns[odds.column(state, ITALIAN, six_to_one, 1, 2 - 1)] == "7:1"
    assert columns[odds.column(state, ITALIAN, 10, 1, -1)] == "7:1"
    assert columns[odds.column(state, ITALIAN, six_to_one, 1, 2)] == "7:1"
    assert columns[odds.column(state, ITALIAN, 10, 1, -5)] == "5:1"
    assert columns[odds.column(state, ITALIAN, 1, 9, 1)] == "1:3"
    assert odds.terrain_shift(state, at("1307")) == -1


@pytest.mark.rule("12.4-1", "12.4-3", "12.4-5", "12.4-6", "10.1.3-b", "10.2.3-b", "12.8")
def test_six_to_one_into_a_mountain_with_one_aircraft_and_one_hq_is_seven_to_one() -> None:
    grid = WORLD.board.grid
    reach = resources.path_reach(arrange(), 0)
    here, there = next(
        (a, b)
        for a in WORLD.regions(["eritrea"])
        if reach[a] and not WORLD.desert[a]
        for b in grid.around(a)
        if WORLD.board.terrain_name(b) == "mountain"
        and not WORLD.river[a * DIRECTIONS + grid.direction(a, b)]
        and WORLD.ethiopia[b]
    )
    at_, target = WORLD.hex_ids[here], WORLD.hex_ids[there]
    state = arrange(
        {"it_PS": at_, "it_hq_1CA": at_, "et_seyoum_1": f"{target} =1"},
        phase=Phase.COMBAT,
        boxes={"north": 1},
    )
    play(state, Attack(("it_PS",), target))
    play(state, CommitAir(("it_air1",)), dice=[5])
    events = play(state, CommitHq((("it_hq_1CA", "north"),)), dice=[3, 1])
    rolled = only(events, BattleRolled)
    assert (rolled.odds, rolled.shift, rolled.column) == ("6:1", 2 - 1, "7:1")


@pytest.mark.rule("12.4-6")
def test_totals_of_zero_use_the_ends_of_the_table() -> None:
    state = arrange()
    assert odds.column(state, ITALIAN, 0, 3, 5) == 0
    assert state.theatre.crt[ITALIAN].columns[odds.column(state, ITALIAN, 3, 0, -5)] == "7:1"


@pytest.mark.rule("12.6-a", "12.6-b", "9.3-b", "2.7", "PB 13.6.5.1-b")
def test_a_gassed_unit_out_of_supply_is_halved_once() -> None:
    state = arrange({"et_guard_1": "1306 =4"}, italian=["1306"])
    guard = slot("et_guard_1")
    state.put(guard, next(h for h in range(WORLD.size) if WORLD.desert[h]))
    assert strength.is_halved(state, guard)
    state.flag(guard, GASSED)
    assert strength.total(state, [guard], attacking=False) == 2


@pytest.mark.rule("12.8.1")
def test_the_river_counts_only_for_more_than_half_of_the_factors() -> None:
    def shift(west: int, south: int) -> int:
        state = arrange({"it_Sb": "1313", "it_Gv": "1314", "et_NEG": "1214"})
        factors = {"it_Sb": west, "it_Gv": south}
        attackers = [slot(n) for n in factors]
        state.change(attackers[0], steps=4)
        values = {slot(n): v for n, v in factors.items()}

        def total(_: State, units: list[int], *, attacking: bool) -> int:
            return sum(values[u] for u in units)

        original = strength.total
        strength.total = total  # type: ignore[assignment]
        try:
            return odds.river_shift(state, attackers, at("1214"))
        finally:
            strength.total = original

    assert odds.crosses_river(arrange(), at("1314"), at("1214"))
    assert not odds.crosses_river(arrange(), at("1313"), at("1214"))
    assert shift(14, 14) == 0
    assert shift(13, 14) == -1


@pytest.mark.rule("12.9-a", "12.9-b")
def test_attacks_from_opposite_sides_add_one_but_not_against_an_amba() -> None:
    state = arrange()

    def drm(hex_: str, directions: tuple[int, ...]) -> int:
        grid = WORLD.board.grid
        return odds.concentric(state, [grid.neighbour(at(hex_), d) for d in directions], at(hex_))

    assert drm("1112", (0, 3)) == 1
    assert drm("1112", (0, 2, 4)) == 1
    assert drm("1112", (0, 1, 2)) == 0
    assert drm("1112", (0, 1)) == 0
    assert drm("1112", (0, 1, 2, 3)) == 1
    assert drm("1308", (0, 3)) == 0


@pytest.mark.rule("12.7-b")
def test_even_odds_with_a_five_cost_two_steps_and_one() -> None:
    state = arrange()
    table = state.theatre.crt[ITALIAN]
    column = odds.column(state, ITALIAN, 5, 5, 0)
    assert table.result(column, odds.row(5, 0)) == "2/1"
    assert combat.read_result("2/1") == ((2, 1), False)
    assert combat.read_result("1/3R") == ((1, 3), True)
    assert [odds.row(die, drm) for die, drm in ((6, 3), (1, -2), (4, 1))] == [7, 1, 5]


@pytest.mark.rule("12.11-b", "12.11-c", "12.11-d", "2.3.7-c")
def test_the_first_loss_never_falls_on_a_unit_without_attack() -> None:
    units = {"cw_5IND": "0905", "cw_M101": "0905", "it40_c2": "1005"}
    state = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
    both = (slot("cw_5IND"), slot("cw_M101"))
    state.show(both)
    state.agenda.append(Suffer(OTHER, both, 2, "combat", attacking=True))
    assert why(state, TakeLosses(("cw_M101", "cw_5IND")))[1] == "zero-attack-first"
    assert why(state, TakeLosses(("cw_5IND", "cw_5IND")))[1] == "losses-not-shared"
    assert why(state, TakeLosses(("cw_5IND",)))[1] == "wrong-number-of-losses"
    play(state, TakeLosses(("cw_5IND", "cw_M101")))
    assert (unit(state, "cw_5IND").steps, place(state, "cw_M101")) == (3, "dead")


@pytest.mark.rule("12.11-b", "12.11-c", "12.11-d")
def test_the_second_loss_falls_on_either_of_two_units_without_attack() -> None:
    units = {"cw_5IND": "0905", "et40_g1": "1007 =0", "et40_g2": "1007 =0"}
    for second in ("et40_g1", "et40_g2"):
        state = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
        three = tuple(slot(n) for n in units)
        state.show(three)
        state.agenda.append(Suffer(OTHER, three, 2, "combat", attacking=True))
        assert why(state, TakeLosses(("et40_g1", "et40_g2")))[1] == "zero-attack-first"
        play(state, TakeLosses(("cw_5IND", second)))
        assert place(state, second) == "held"


def recon() -> State:
    units = {
        "it_1E": "1306",
        "it_2E": "1306",
        "it_GS": "1207",
        "it_Sb": "1408",
        "et_kassa_1": "1307 =1",
        "et_kassa_2": "1308 =1",
        "et_kassa_3": "1308 =1",
    }
    return grounded(arrange(units, phase=Phase.COMBAT, boxes={"north": 0, "south": 0}))


@pytest.mark.rule("12.11.1-a", "12.11.1-b", "12.11.1-c", "12.12", "12.2-b", "12.3-b", "12.4-8")
def test_the_reconnaissance_attack_of_the_book() -> None:
    state = recon()
    events = play(state, Attack(("it_1E", "it_2E", "it_GS"), "1307"), dice=[6])
    assert only(events, BattleRolled).result.endswith("R")
    while decision(state)[1] == "losses":
        play(state, TakeLosses(("it_GS",)))
    assert decision(state) == ("italian", "advance")
    assert why(state, Done())[1] == "must-decide"
    events = play(state, Advance(("it_1E", "it_2E")))
    assert set(only(events, FollowUpOffered).units) == {"it_1E", "it_2E"}
    assert isinstance(state.agenda[-1], FollowUp)
    assert why(state, Attack(("it_GS",), "1308"))[1] in ("has-attacked", "not-adjacent-to-target")
    assert why(state, Attack(("it_Sb",), "1308"))[1] == "none-advanced"
    assert allowed(state, Attack(("it_1E", "it_2E", "it_Sb"), "1308"))
    play(state, Attack(("it_1E", "it_2E", "it_Sb"), "1308"), dice=[1])
    while decision(state)[1] == "losses":
        frame = state.agenda[-1]
        assert isinstance(frame, Suffer)
        victims = [state.name(u) for u in frame.units for _ in range(1)]
        play(state, TakeLosses(tuple(victims[: frame.count])))
    for name in ("it_1E", "it_2E"):
        if place(state, name) != "dead":
            assert combat.refuse_attacker(state, slot(name), at("1308"), [slot(name)]) is not None


@pytest.mark.rule("12.13", "2.3.7-d", "11.6", "7.3.1-c", "12.12")
def test_an_hq_and_a_truck_alone_are_eliminated_and_give_an_r() -> None:
    units = {"cw_5IND": "0905", "cw_21B": "0905", "it40_trk1": "1005", "it40_c2": "1006"}
    hq = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq")
    units[hq] = "1005"
    state = grounded(arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9))
    events = play(state, Attack(("cw_5IND",), "1005"))
    assert not events_of(events, BattleRolled)
    assert set(only(events, Overrun).units) == {hq, "it40_trk1"}
    assert place(state, "cw_5IND") == "1005"
    assert only(events, FollowUpOffered).units == ("cw_5IND",)


@pytest.mark.rule("12.13", "PB 14.6.5")
def test_with_a_dummy_in_the_hex_there_is_no_r() -> None:
    units = {"it40_GdS": "0905", "it40_CdA": "0905", "cw_dummy1": "0805", "cw_trk1": "0805"}
    state = grounded(arrange(units, scenario="s1940", phase=Phase.COMBAT, turn=5))
    events = play(state, Attack(("it40_GdS",), "0805"))
    assert not events_of(events, FollowUpOffered)
    assert place(state, "it40_GdS") == "0805"
    assert place(state, "cw_dummy1") == "gone"


@pytest.mark.rule("12.1-a", "12.2-a", "12.2-c", "12.4-1", "12.4-2", "12.3-c")
def test_a_declared_attack_turns_the_hidden_factors_over() -> None:
    state = grounded(
        arrange(
            {"it_Sb": "1306", "it_irr1": "1306", "et_kassa_1": "1307", "et_kassa_2": "1407"},
            phase=Phase.COMBAT,
            boxes={"north": 0, "south": 0},
        )
    )
    hidden = [slot("it_irr1"), slot("et_kassa_1")]
    events = play(state, Attack(("it_Sb", "it_irr1"), "1307"), dice=[3])
    assert set(only(events, FactorsRevealed).units) == {state.name(u) for u in hidden}
    assert state.has(slot("et_kassa_2"), HIDDEN)
