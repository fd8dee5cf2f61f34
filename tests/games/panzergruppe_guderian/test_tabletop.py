"""What the table shows: from the view alone, whole, and in step with the rules."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import LANGUAGES
from campagna.core.rulebook import load_rulebook
from campagna.core.tabletop import OnTable, Piece, Tabletop
from campagna.games.panzergruppe_guderian.orders import Deploy, Move
from campagna.games.panzergruppe_guderian.rules import victory
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import MOVEMENT_PHASES, State, acting_side
from campagna.games.panzergruppe_guderian.world import GERMAN, SIDES, SOVIET
from campagna.hexes.drawing import CounterFace, draw_counter, draw_marker
from campagna.hexes.drawing.counters import State as Mark
from tests.games.panzergruppe_guderian.lay import GAME, arrange, play
from tests.offered import by_order


def shown(state: State, viewer: str = "german") -> Tabletop:
    return GAME.tabletop(GAME.view(state, viewer))


@lru_cache
def walk() -> tuple[State, ...]:
    """Moments of one random game, from the set-up to the end."""
    chance, whim = SeededChance(11), UnrecordedChance(12)
    state = GAME.start(GAME.new_setup("campaign-1941"), chance)
    moments = [state.copy()]
    played = 0
    while GAME.step(state) is not None:
        GAME.play(state, GAME.offers(state).sample(whim), chance)
        played += 1
        if played % 97 == 0:
            moments.append(state.copy())
    return (*moments, state)


def piece(table: Tabletop, id_: str) -> Piece:
    return next(p for p in table.pieces if p.id == id_)


def test_the_game_can_be_laid_on_a_table() -> None:
    assert isinstance(GAME, OnTable)


def test_every_piece_lies_on_a_hex_or_in_a_box_and_can_be_drawn() -> None:
    for state in walk():
        table = shown(state)
        places = set(state.world.hex_ids) | {box.id for box in table.boxes}
        assert {p.at for p in table.pieces} <= places
        assert len({p.id for p in table.pieces}) == len(table.pieces)
        for p in table.pieces:
            marks = frozenset(Mark(s) for s in p.states)
            face = CounterFace(nation=p.nation, symbol=p.symbol, factors=p.factors, states=marks)
            assert draw_counter(face).startswith("<svg")
            assert 0 <= p.steps_left <= p.steps
    for marker in shown(walk()[-1]).markers:
        assert draw_marker(marker.kind, text=marker.text).startswith("<svg")


def test_all_viewers_see_the_same_table() -> None:
    for state in walk():
        tables = {msgspec.json.encode(shown(state, v)) for v in (*SIDES, "spectator")}
        assert len(tables) == 1


@pytest.mark.rule("12.1c")
def test_nothing_on_it_depends_on_a_counter_that_nobody_has_seen() -> None:
    for number, state in enumerate(walk()[:-1]):
        view = GAME.view(state, "german")
        other = GAME.imagine(view, SeededChance(500 + number))
        assert shown(other) == shown(state)


@pytest.mark.rule("12.1c", "S2-1")
def test_an_untried_division_shows_its_kind_and_movement_and_nothing_else() -> None:
    state = arrange({"S-1": "2015 SR17 untried", "S-2": "2016 SA01 untried"})
    table = shown(state)
    rifle, tank = piece(table, "S-1"), piece(table, "S-2")
    assert (rifle.factors, rifle.symbol, rifle.name, rifle.source) == ("?-6", "infantry", "", "")
    assert (tank.factors, tank.symbol) == ("?-10", "mechanised")
    assert "untried" in rifle.states
    text = msgspec.json.encode(table).decode()
    assert "SR17" not in text
    assert "SA01" not in text


@pytest.mark.rule("9.61", "3.4c")
def test_a_unit_that_lost_a_step_shows_what_is_left() -> None:
    table = shown(arrange({"G-7Pz-PzR25": "2411 step1", "G-263Inf": "2412"}))
    tank, foot = piece(table, "G-7Pz-PzR25"), piece(table, "G-263Inf")
    assert (tank.steps, tank.steps_left) == (2, 1)
    assert (foot.factors, foot.steps, foot.steps_left, foot.size) == ("9-9-7", 4, 4, "XX")
    assert tank.size == "III"
    assert tank.group
    assert tank.source


@pytest.mark.rule("8.11")
def test_layers_are_what_the_rules_say() -> None:
    for state in walk():
        layers = {layer.id: set(layer.hexes) for layer in shown(state).layers}
        ids = state.world.hex_ids
        for side in (SOVIET, GERMAN):
            mask = zone(state, side)
            assert layers[f"zones-{SIDES[side]}"] == {ids[h] for h in range(len(ids)) if mask[h]}
        for unit, u in enumerate(state.units):
            entered = GAME.describe(state).units[unit].state
            if u.place < 0 or "entered" in entered or state.is_leader(unit):
                continue
            layer = layers[f"supply-{SIDES[state.side(unit)]}"]
            if ids[u.place] in layer:
                assert in_supply(state, unit)
            elif state.side(unit) == SOVIET:
                assert not in_supply(state, unit)


@pytest.mark.rule("11.GEN-2")
def test_supply_is_the_one_found_at_the_start_of_the_phase_for_the_side_that_moves() -> None:
    for state in walk():
        table = shown(state)
        if state.phase not in MOVEMENT_PHASES:
            continue
        for unit in GAME.describe(state).units:
            number = state.find(unit.id)
            on_map = number >= 0 and state.units[number].place >= 0
            if on_map and state.side(number) == acting_side(state.phase):
                marked = "unsupplied" in piece(table, unit.id).states
                assert marked == ("unsupplied" in unit.state)


@pytest.mark.rule("15.11d", "15.12a", "14.23")
def test_the_lines_of_the_score_add_up_to_the_points() -> None:
    for state in walk():
        table = shown(state)
        soviet, german = table.scores
        assert german.points == victory.german_points(state)
        assert soviet.points == victory.soviet_points(state)
        for score in table.scores:
            assert sum(points for _, points, _ in score.lines) == score.points
    outcome = GAME.outcome(walk()[-1])
    assert outcome is not None
    assert shown(walk()[-1]).level == outcome.level


@pytest.mark.rule("13.1", "13.41", "6.37a")
def test_markers_lie_where_they_were_put() -> None:
    state = arrange(
        {"G-7Pz-PzR25": "2411"}, air=("2015", "2016"), soviet_marker="1510", cuts=("0412",)
    )
    found = {(m.kind, m.at, m.side) for m in shown(state).markers if m.kind != "victory"}
    assert found == {
        ("interdiction", "2015", "german"),
        ("interdiction", "2016", "german"),
        ("interdiction", "1510", "soviet"),
        ("rail_cut", "0412", "german"),
    }


@pytest.mark.rule("15.11b")
def test_prizes_show_their_points_and_who_passed_last() -> None:
    state = arrange({"G-7Pz-PzR25": "0412"}, german_hexes=("0412",))
    prizes = {m.at: (m.side, m.text) for m in shown(state).markers if m.kind == "victory"}
    assert prizes["0412"] == ("german", "10")
    assert prizes["0513"] == ("soviet", "10")
    assert prizes["2216"] == ("soviet", "25")


@pytest.mark.rule("5.0e")
def test_who_must_still_deploy_is_listed_until_all_have() -> None:
    state = GAME.start(GAME.new_setup("campaign-1941"), SeededChance(1))
    ((text, rule, units),) = shown(state).obligations
    assert rule == "5.0e"
    assert str(len(units)) in text["it"]
    offered = by_order(GAME.offers(state))["deploy"]
    assert set(offered) <= set(units)
    unit = units[0]
    play(state, Deploy(unit, offered[unit][0]))
    assert unit not in shown(state).obligations[0][2]
    assert piece(shown(state), unit).at == offered[unit][0]


@pytest.mark.rule("14.13")
def test_a_provisional_division_must_come_in() -> None:
    for state in walk():
        listed = [o for o in shown(state).obligations if o[1] == "14.13"]
        moving = state.phase == 3 and not state.agenda
        assert bool(listed) == (moving and state.provisional >= 0)


def test_reinforcements_wait_in_the_box_of_their_turn_and_entry() -> None:
    table = shown(GAME.start(GAME.new_setup("campaign-1941"), SeededChance(1)))
    boxes = {box.id: box for box in table.boxes}
    assert piece(table, "G-19Pz-PzR27").at == "german-turn-2-A"
    assert boxes["german-turn-2-A"].turn == 2
    assert piece(table, "SL-khomenko").at == "soviet-turn-2-W"
    note = boxes["soviet-turn-2-W"].note
    assert note is not None
    assert note["en"] == "rifle: 3, armour: 1"
    late = {box.id for box in shown(walk()[-1]).boxes}
    assert not [b for b in late if "-turn-" in b]


def test_rules_it_names_exist_and_texts_are_in_both_languages() -> None:
    book = load_rulebook(GAME.home)
    for state in walk():
        table = shown(state)
        named = {layer.rule for layer in table.layers} | {o[1] for o in table.obligations}
        named |= {line[2] for score in table.scores for line in score.lines}
        assert all(book.find(rule) is not None for rule in named)
        texts = [b.title for b in table.boxes] + [layer.title for layer in table.layers]
        texts += [*table.track.labels, *table.track.phases, *(o[0] for o in table.obligations)]
        assert all(set(t) == set(LANGUAGES) and all(t.values()) for t in texts)
        assert table.track.turn == state.turn


def test_moved_units_are_marked() -> None:
    state = arrange({"G-7Pz-PzR25": "1016"})
    play(state, Move(("G-7Pz-PzR25",), ("1116",)))
    assert "moved" in piece(shown(state), "G-7Pz-PzR25").states


@pytest.mark.parametrize("phase", ["setup", "setup-air", "soviet-start"])
def test_a_set_up_that_names_few_units_can_be_shown(phase: str) -> None:
    """A leader that the position does not name comes with no turn: nothing shows him."""
    state = arrange({"S-1": "4015"}, turn=0, phase=phase)
    assert [p.id for p in shown(state).pieces if p.id == "SL-rakutin"] == []
    assert piece(shown(state), "S-1").at == "4015"
