"""The scenarios of Lion of Judah: set-up, arrivals, boxes and victory agree with map and counters."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.games.lion_of_judah.naive_map import (
    AIR,
    CAMPAIGN,
    COAST,
    PLACES,
    REGION,
    S1935,
    S1940,
    SCENARIOS,
    SETTLEMENTS,
    TABLES,
    TERRAIN,
    UNITS,
    around,
    distance,
    network,
    of_scenario,
    railway,
    sides,
    spread,
)

BOTH = pytest.mark.parametrize("scenario", ["s1935", "s1940"])


def stacks(scenario: str) -> dict[str, list[str]]:
    found = defaultdict(list)
    for id_, unit in of_scenario(scenario).items():
        if unit["hex"]:
            found[unit["hex"]].append(id_)
    return found


def half_divisions(units: list[str]) -> int:
    weight = {"division": 2, "nondivision": 1}
    return sum(weight.get(UNITS[id_]["size"], 0) for id_ in units)


def lines_to(scenario: str, side: str) -> set[str]:
    """Hexes from which a unit of this side traces supply to a source, at the start (9.4, 9.5.1)."""
    data, where = SCENARIOS[scenario], stacks(scenario)
    friends = {h for h, ids in where.items() if UNITS[ids[0]]["side"] == side}
    enemies = set(where) - friends
    threatened = {n for h in enemies for n in around(h)} - friends
    closed = set(data["countries"]["neutral"])
    barred = sides("impassable") | sides("barred")
    lines = set().union(*network(scenario).values())
    sources = [s["hex"] for s in data["supply_source"] if s["side"] == side]

    def open_(h: str) -> bool:
        safe = h not in enemies and h not in threatened and TERRAIN[h] != "desert"
        return safe and REGION[h] not in closed

    def along(here: str, there: str) -> int | None:
        return 0 if frozenset((here, there)) in lines and open_(there) else None

    def across(here: str, there: str) -> int | None:
        # Walked from the line to the unit: the hex left behind must be open, the last need not be.
        return 1 if open_(here) and frozenset((here, there)) not in barred else None

    reach = spread(spread(sources, along), across)
    direct = {h for h, n in reach.items() if n <= TABLES["supply"]["to_line"]}
    hqs = {h for h, ids in where.items() for i in ids if UNITS[i]["type"] == "hq"}
    by_hq = spread(hqs & friends & direct, across)
    return direct | {h for h, n in by_hq.items() if n <= TABLES["supply"]["to_hq"]}


# --- set-up -----------------------------------------------------------


@BOTH
def test_every_counter_has_one_place(scenario: str) -> None:
    boxes = {"breakdown", "tribal_levies", "guerrillas", "event", *SCENARIOS[scenario]["boxes"]}
    for id_, unit in of_scenario(scenario).items():
        assert sum(map(bool, (unit["hex"], unit["box"], unit["turn"]))) == 1, id_
        assert bool(unit["turn"]) == bool(unit["entry"])
        assert unit["hex"] in TERRAIN or not unit["hex"]
        assert unit["box"] in boxes or not unit["box"]
    for id_, marker in AIR.items():
        assert (marker["box"] == "ready") != bool(marker["turn"]), id_


@BOTH
@pytest.mark.rule("8.2-a", "8.2-b", "8.2-c")
def test_the_set_up_keeps_the_stacking_limit(scenario: str) -> None:
    limits = TABLES["stacking"]
    for h, units in stacks(scenario).items():
        assert len({UNITS[id_]["side"] for id_ in units}) == 1, h
        assert sum(UNITS[id_]["type"] == "hq" for id_ in units) <= limits["hq_per_hex"], h
        if UNITS[units[0]]["side"] == "ethiopian":
            assert len(units) <= limits["ethiopian_1935"], h
            assert len({UNITS[id_]["faction"] for id_ in units}) == 1, h
        else:
            roomy = TABLES["terrain"][TERRAIN[h]].get("extra_division") or h in SETTLEMENTS
            assert half_divisions(units) <= limits["limit"] + (limits["extra"] if roomy else 0), h


@BOTH
@pytest.mark.rule("9.4-1", "9.4-2", "9.4-3", "9.5-b")
def test_the_set_up_is_in_supply(scenario: str) -> None:
    always = {"warrior", "leader", "irregular", "guerrilla"}
    for side in ("italian", "allied"):
        supplied = lines_to(scenario, side) if of_scenario(scenario, side=side) else set()
        for id_, unit in of_scenario(scenario, side=side).items():
            free = unit["type"] in always and REGION.get(unit["hex"]) == "ethiopia"
            minor = unit["hex"] == SCENARIOS[scenario]["minor_source"]["hex"]
            assert not unit["hex"] or free or minor or unit["hex"] in supplied, id_


@pytest.mark.rule("PB 13.2.2")
def test_coded_units_start_in_their_zone() -> None:
    for id_, unit in of_scenario("s1935").items():
        if unit["zone"]:
            zone = S1935["setup"]["zones"][unit["zone"]]
            assert REGION[unit["hex"]] in zone["regions"] or unit["hex"] in zone["hexes"], id_


@BOTH
def test_everyone_starts_on_open_ground(scenario: str) -> None:
    opened = S1940 if scenario == "s1940" else S1935
    for h in stacks(scenario):
        assert REGION[h] in opened["countries"]["open"]
        assert TERRAIN[h] != "desert"
    regions = opened["countries"]["open"] + opened["countries"]["neutral"]
    assert sorted(regions) == sorted(set(REGION.values()))


@pytest.mark.rule("PB 14.6.4.1-b")
def test_the_first_guerrillas_have_legal_hexes() -> None:
    hexes = [h for block in S1940["initial_guerrillas"] for h in block["hexes"]]
    assert all(REGION[h] == "ethiopia" and h not in SETTLEMENTS for h in hexes)
    assert all(TERRAIN[h] not in ("desert", "amba") for h in hexes)
    assert sum(block["count"] for block in S1940["initial_guerrillas"]) == 3


# --- arrivals -----------------------------------------------------------


@BOTH
@pytest.mark.rule("7.2-a", "7.2-b")
def test_arrivals_come_in_time_at_open_hexes(scenario: str) -> None:
    data = SCENARIOS[scenario]
    arriving = {i: u for i, u in of_scenario(scenario).items() if u["turn"]}
    assert len(arriving) == {"s1935": 23, "s1940": 28}[scenario]
    for id_, unit in arriving.items():
        assert 2 <= int(unit["turn"]) <= data["turns"], id_
        assert REGION[unit["entry"]] in data["countries"]["open"], id_
    if scenario == "s1935":
        italians = {u["entry"] for u in arriving.values() if u["side"] == "italian"}
        assert italians == set(data["reinforcements"]["italian_hexes"])


@pytest.mark.rule("PB 13.3.2")
def test_a_leader_arrives_with_his_warriors() -> None:
    for leader, faction, turn in (("et_MAK", "makonnen", "2"), ("et_GET", "getachew", "3")):
        band = of_scenario("s1935", faction=faction)
        assert {u["turn"] for u in band.values()} == {turn}
        assert {u["entry"] for u in band.values()} == {UNITS[leader]["entry"]}


@pytest.mark.rule("PB 13.6.1-a")
def test_every_faction_has_one_leader() -> None:
    leaders = of_scenario("s1935", type="leader")
    factions = {u["faction"] for u in of_scenario("s1935", side="ethiopian").values()}
    assert sorted(u["faction"] for u in leaders.values()) == sorted(factions)
    assert all(u["rating"] and u["radius"] for u in leaders.values())


# --- boxes, sources and transport -----------------------------------------------------------


@BOTH
@pytest.mark.rule("7.3.2-a")
def test_boxes_belong_to_sources(scenario: str) -> None:
    data = SCENARIOS[scenario]
    assert {s["box"] for s in data["supply_source"]} == set(data["boxes"])
    assert len(data["boxes"]) == (2 if scenario == "s1935" else 5)
    for box in data["boxes"].values():
        assert len(box["per_turn"]) == data["turns"]
    for source in data["supply_source"]:
        assert source["hex"] in SETTLEMENTS
        assert source["side"] == data["boxes"][source["box"]]["side"]


@pytest.mark.rule("PB 13.5.1", "PB 13.5.2", "PB 14.5.1", "PB 14.5.2")
def test_lines_and_ports_exist() -> None:
    for data in (S1935, S1940):
        for side in ("italian", "ethiopian", "allied"):
            for line in data["rail"].get(side, []):
                assert railway(line), line
            for port in data["naval"].get(side, []):
                assert port in COAST & set(SETTLEMENTS)
    assert all(p in COAST for p in S1940["naval"]["allied_from_turn"]["ports"])


@pytest.mark.rule("PB 14.6.7")
def test_the_offensive_limit_parts_the_towns() -> None:
    limit = S1940["italian_offensive_limit"]
    near = distance(h for h, region in REGION.items() if region in limit["hexes_from"])
    inside = {n for n, h in PLACES.items() if near[h] <= limit["distance"]}
    assert {"Kassala", "Gedaref", "Haiya", "Garissa", "Wajir"} <= inside
    assert not {"Khartoum", "Atbara", "Nairobi"} & inside


@pytest.mark.rule("PB 13.6.9-a")
def test_levies_have_room_around_their_anchors() -> None:
    for region in S1935["levies"]["regions"]:
        hexes = (region["anchor"], *around(region["anchor"]))
        assert any(REGION[h] == "ethiopia" and TERRAIN[h] != "desert" for h in hexes)


# --- victory -----------------------------------------------------------


@pytest.mark.rule("4.1", "PB 13.4.1", "PB 14.3.1")
def test_victory_hexes() -> None:
    assert sum(S1935["victory"]["hexes"].values()) == 41
    assert sum(S1940["victory"]["hexes_allied"].values()) == 62
    for hexes in (S1935["victory"]["hexes"], S1940["victory"]["hexes_allied"]):
        assert set(hexes) <= set(TERRAIN)
        ambas = {h for h, kind in TERRAIN.items() if kind == "amba" and REGION[h] == "ethiopia"}
        assert ambas <= set(hexes)
    assert all(
        REGION[h] in S1940["countries"]["home"]["allied"] for h in S1940["victory"]["hexes_italian"]
    )


@pytest.mark.rule("PB 13.4.5", "PB 14.3.3", "PB 14.3.4")
def test_levels_fall_and_the_campaign_knows_them() -> None:
    for data in (S1935["victory"], S1940["victory"], CAMPAIGN["score"]):
        floors = [level["from"] for level in data["levels"][:-1]]
        assert floors == sorted(floors, reverse=True)
        assert "from" not in data["levels"][-1]
    levels = {level["id"] for level in S1935["victory"]["levels"]}
    assert {link["level"] for link in CAMPAIGN["link"]} == levels
    assert CAMPAIGN["sequence"] == ["s1935", "s1940"]


@pytest.mark.rule("PB 14.6.3-a", "PB 14.6.1.1")
def test_tracks_start_inside_their_bounds() -> None:
    prestige, fuel = S1940["prestige"], S1940["fuel"]
    assert prestige["minimum"] <= prestige["start"] <= prestige["maximum"] == 10
    assert fuel["start"] <= fuel["maximum"]
    for link in CAMPAIGN["link"]:
        if not link.get("ends"):
            assert prestige["minimum"] <= link["prestige"] <= prestige["maximum"]
            assert link["fuel"] <= fuel["maximum"]
    assert set(prestige["first_loss"]) <= set(S1940["victory"]["hexes_allied"])


@pytest.mark.rule("1-b", "PB 13.1", "PB 14.1")
def test_turn_labels() -> None:
    for data, turns in ((S1935, 8), (S1940, 18)):
        assert data["turns"] == turns
        assert len(data["turn_labels"]["it"]) == len(data["turn_labels"]["en"]) == turns
