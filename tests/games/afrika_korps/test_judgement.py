"""How the computer plays: small problems with one best answer, and whole games without a refusal."""

from __future__ import annotations

import pytest

from campagna.bots.captain import Captain
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Order, Refusal
from campagna.games.afrika_korps.game import AfrikaKorps
from campagna.games.afrika_korps.opponent.battle_value import battle_worth
from campagna.games.afrika_korps.opponent.evaluator import Evaluator
from campagna.games.afrika_korps.opponent.odds_outlook import chances, dangers, levels
from campagna.games.afrika_korps.orders import Attack, Declare, Destroy, Done, Embark, Move
from campagna.games.afrika_korps.rules.combat.strength import attack_of
from campagna.games.afrika_korps.rules.supply import supply_denial
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import Phase, State
from campagna.games.afrika_korps.world import AXIS, load_world
from tests.games.afrika_korps.lay import GAME, begin, lay

JUDGEMENT = Evaluator(GAME)


def phase_orders(state: State) -> list[Order]:
    """The orders of the plan until the phase ends or dice are thrown; they are played on the state."""
    given: list[Order] = []
    while True:
        for order, _, reason, facts in JUDGEMENT.plan(state, {}, SeededChance(1)):
            assert GAME.refusal(state, order) is None, order
            for language in ("it", "en"):
                words = {k: ", ".join(v) if isinstance(v, tuple) else v for k, v in facts.items()}
                assert JUDGEMENT.reasons[reason][language].format_map(words)
            given.append(order)
            GAME.play(state, order, SeededChance(1))
            if isinstance(order, Done | Attack):
                return given
            if state.agenda:
                GAME.play(state, Done(), SeededChance(1))  # the waiting side keeps its supplies
                break


def ends(orders: list[Order]) -> dict[str, str]:
    """Where each unit of the moves ended."""
    return {u: o.path[-1] for o in orders if isinstance(o, Move) for u in o.units}


DEPOTS = "DE-SUP-1 DE-SUP-2 DE-SUP-3"


@pytest.mark.rule("8.4a", "11.6a")
def test_attacks_from_the_hex_that_needs_no_soak_off() -> None:
    state = lay(
        R36="DE-21-5 DE-21-104 DE-21-3",
        R35=DEPOTS,
        R40="UK-22GDS",
        R41="UK-1-22 AU-9-24",
        W3="IT-BOLOGNA",
        turn=20,
    )
    where = ends(phase_orders(state))
    assert where["DE-21-5"] in {"Q39", "R39", "S40"}
    assert not {"Q40", "S41"} & set(where.values())
    assert state.must_defend == [GAME.world.index["UK-22GDS"]]


@pytest.mark.rule("11.6a", "11.6b", "7.4c")
def test_soaks_off_with_a_unit_that_is_not_too_weak() -> None:
    state = lay(
        phase="movement",
        Q40="DE-21-5 DE-21-104 IT-SAVONA",
        Q37=DEPOTS,
        R40="UK-22GDS",
        R41="UK-1-22 UK-1-2",
        W3="IT-BOLOGNA",
        turn=20,
    )
    GAME.play(state, Done(), SeededChance(1))
    orders = [o for o in phase_orders(state) if isinstance(o, Attack)]
    assert orders[0].defenders == ("UK-22GDS",)
    assert set(orders[0].attackers) == {"DE-21-5", "DE-21-104"}


@pytest.mark.rule("24.5", "14.1b")
def test_the_last_supply_is_not_spent_on_a_brigade_in_summer() -> None:
    state = lay(R36="DE-21-104", R35="DE-SUP-1", R40="AU-7-1", W3="IT-BOLOGNA", turn=7)
    phase_orders(state)
    assert state.phase != Phase.COMBAT or not state.must_defend
    assert len(supplies_on_map(state, AXIS)) == 1


@pytest.mark.rule("9.1b", "15.2.1a")
def test_the_automatic_victory_comes_before_the_raid_it_opens() -> None:
    state = lay(
        R34="DE-21-5 DE-21-3",
        R35=DEPOTS,
        R40="AU-7-2",
        R46="AL-SUP-1",
        G25="UK-7-4 UK-2-3 UK-7-7 AL-SUP-2",
        W3="IT-BOLOGNA",
        turn=20,
    )
    orders = phase_orders(state)
    declared = next(i for i, o in enumerate(orders) if isinstance(o, Declare))
    raid = next(i for i, o in enumerate(orders) if isinstance(o, Move) and "DE-21-3" in o.units)
    assert declared < raid
    assert [GAME.world.names[s] for s in supplies_on_map(state, 1 - AXIS)] == ["AL-SUP-2"]


@pytest.mark.rule("23.6", "24.1")
def test_one_unit_seals_tobruch_where_its_zone_covers_both_ways_out() -> None:
    state = lay(I24="IT-ARIETE DE-SUP-1", G25="AU-9-20", W3="IT-BOLOGNA", turn=4)
    assert ends(phase_orders(state))["IT-ARIETE"] == "H25"


@pytest.mark.rule("12.2b", "4.3a")
def test_the_axis_garrisons_its_base_at_once() -> None:
    state = begin()
    where = ends(phase_orders(state))
    assert [u for u, h in where.items() if h == "W3"] == ["IT-BOLOGNA"]


OLD = {"edition": "3"}


@pytest.mark.rule("15.5")
def test_asked_beforehand_the_allies_burn_a_supply_but_never_their_last() -> None:
    for supplies, burnt in (("AL-SUP-1 AL-SUP-2", True), ("AL-SUP-1", False)):
        state = lay(R34="DE-21-5", R40=supplies, R35="DE-SUP-1", W3="IT-BOLOGNA", options=OLD)
        supply_denial.ask(state)
        order = next(JUDGEMENT.plan(state, {}, SeededChance(1)))[0]
        assert isinstance(order, Destroy) is burnt


@pytest.mark.rule("15.5")
@pytest.mark.parametrize(
    ("side", "raider", "supply"),
    [("axis", "DE-21-5", "AL-SUP-1"), ("allied", "UK-7-4", "DE-SUP-1")],
)
def test_what_is_about_to_be_taken_is_burnt(side: str, raider: str, supply: str) -> None:
    """To its owner it is lost either way."""
    state = lay(side, R40=raider, R44=supply)
    GAME.play(state, Move((raider,), ("R41", "R42", "R43")), SeededChance(1))
    assert next(JUDGEMENT.plan(state, {}, SeededChance(1)))[0] == Destroy(supply)


def test_the_chances_are_those_of_the_printed_table() -> None:
    assert chances(3, 1).attackers_lost == 0.0
    assert chances(3, 1).exchange == pytest.approx(2 / 6)
    assert chances(7, 1).defenders_lost == 1.0
    assert chances(1, 6).attackers_lost == pytest.approx(5 / 6)


@pytest.mark.rule("7.4a")
def test_whoever_is_not_needed_for_the_odds_stays_out_of_a_storm() -> None:
    state = lay(
        phase="combat",
        H25="DE-21-5 DE-21-3 DE-SUP-1",
        G24="DE-15-8 DE-21-104 DE-SUP-2 DE-SUP-3",
        G25="UK-2-3 AU-9-20",
        W3="IT-BOLOGNA",
        turn=20,
    )
    around = [u for h in ("H25", "G24") for u in state.fighters_at(GAME.world.hex_index[h], AXIS)]
    garrison = state.fighters_at(GAME.world.tobruch, 1 - AXIS)
    storm = phase_orders(state)[0]
    assert isinstance(storm, Attack)
    assert set(storm.attackers) < set(state.names(around))
    team = [GAME.world.index[u] for u in storm.attackers]
    defence = 2 * sum(GAME.world.defence[u] for u in garrison)
    assert attack_of(state, team) // defence == attack_of(state, around) // defence


@pytest.mark.rule("11.6a", "23.4")
def test_a_crowded_tobruch_is_left_by_sea_rather_than_into_an_enemy_zone() -> None:
    state = lay(
        side="allied",
        G25="UK-2-3 UK-7-4 UK-7-7 AU-9-20 UK-22GDS AL-SUP-1",
        H25="DE-21-5 DE-SUP-1",
        J62="AU-7-1 AU-7-2 IN-4-23",
        W3="IT-BOLOGNA",
        turn=5,
    )
    orders = phase_orders(state)
    assert sum(isinstance(o, Embark) for o in orders) == 2
    assert not {"G24", "H26"} & set(ends(orders).values())


@pytest.mark.rule("11.6a", "23.2b", "23.4")
def test_who_is_caught_beside_a_full_tobruch_comes_in_and_the_garrison_does_not_sally() -> None:
    state = lay(
        side="allied",
        G25="UK-2-3 AU-9-20 UK-22GDS AL-SUP-1",
        G24="IN-3M",
        H25="DE-21-5 DE-21-104",
        D16="DE-SUP-1",
        J62="AU-7-1 AU-7-2 IN-4-23 AL-SUP-2",
        W3="IT-BOLOGNA",
        turn=4,
    )
    orders = phase_orders(state)
    assert [o for o in orders if isinstance(o, Attack)] == []
    assert ends(orders)["IN-3M"] == "G25"
    assert sum(isinstance(o, Embark) for o in orders) == 1
    assert len(state.fighters_at(GAME.world.tobruch, 1 - AXIS)) == GAME.world.stack_limit


@pytest.mark.rule("23.2b")
def test_a_garrison_counts_for_more_than_its_factors_when_it_sallies() -> None:
    state = lay(
        side="allied", phase="combat", G25="UK-22GDS", K63="UK-2-3", H25="DE-21-104", far=False
    )
    index = GAME.world.index
    target = [index["DE-21-104"]]
    inside = battle_worth(state, [index["UK-22GDS"]], target)
    state.put(index["UK-22GDS"], GAME.world.hex_index["H26"])
    assert battle_worth(state, [index["UK-22GDS"]], target) > inside


def test_the_odds_to_gather_for_and_to_fear_are_read_from_the_table() -> None:
    certain, surrounded, safe, gamble = levels()
    book = GAME.world.tables["odds"]
    assert (certain, surrounded) == (book["automatic_from"], book["surrounded_from"])
    assert chances(safe, 1).attackers_lost == 0.0 < chances(gamble, 1).attackers_lost
    fear = dangers()
    assert len(fear) == certain + 1
    assert fear[-1] == 1.0
    assert list(fear) == sorted(fear)
    assert fear[2] == pytest.approx(3 / 6)  # one elimination and two exchanges on six faces


@pytest.mark.parametrize("edition", ["3", "4"])
def test_a_whole_game_without_a_refusal_and_with_reasons(edition: str) -> None:
    game = AfrikaKorps(load_world())
    state = game.start(game.new_setup("campaign", {"edition": edition}), SeededChance(3))
    seats = {
        side: Captain(game, JUDGEMENT, side, UnrecordedChance(5)) for side in ("axis", "allied")
    }
    dice = SeededChance(3)
    while (step := game.step(state)) is not None and state.turn < 8:
        seat = seats[step.side]
        view = game.view(state, step.side)
        order = seat.decide(game.offers(state), lambda v=view: v)  # type: ignore[misc]
        refusal = game.refusal(state, order)
        assert not isinstance(refusal, Refusal), (order, refusal)
        why = seat.explain()
        assert why is not None
        assert all(why[language] for language in ("it", "en"))
        game.play(state, order, dice)


def test_the_same_view_and_seed_give_the_same_orders() -> None:
    first, second = begin(), begin()
    assert phase_orders(first) == phase_orders(second)


@pytest.mark.rule("4.1b", "4.2c")
def test_the_value_is_the_outcome_when_the_game_is_over() -> None:
    state = begin()
    assert JUDGEMENT.value(state, "axis") == -JUDGEMENT.value(state, "allied")
    state.phase = Phase.OVER
    state.level = "allied_time"
    assert JUDGEMENT.value(state, "allied") > 200


def test_a_position_is_worth_more_with_more_men_with_tobruch_and_with_time() -> None:
    def axis(turn: int, brescia: str = "G25", spear: str = "DE-21-5 DE-21-104") -> float:
        army = {brescia: "IT-BRESCIA", "R36": spear, "R35": DEPOTS, "W3": "IT-BOLOGNA"}
        state = lay(**army, R45="UK-22GDS UK-1-22 AU-9-24", turn=turn)
        return JUDGEMENT.value(state, "axis")

    in_tobruch = axis(14)
    assert in_tobruch > axis(14, "R37")
    assert in_tobruch > axis(30)
    assert in_tobruch < axis(14, spear="DE-21-5 DE-21-104 DE-21-3")
