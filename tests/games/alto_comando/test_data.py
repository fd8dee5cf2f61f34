"""Divisions, characteristics and tables of Alto Comando: what the book says of them holds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.games.alto_comando.data_files import (
    BATTLEFIELDS,
    CAMPAIGNS,
    CHARACTERISTICS,
    DIVISIONS,
    FIELDS,
    SAMPLES,
    TABLES,
    bases,
    cards,
    inside,
    line,
    values,
)

# --- divisions ----------------------------------------------------------------------------------


def test_every_template_is_there_once() -> None:
    assert len(DIVISIONS) == 43
    lists = [row["list"] for row in DIVISIONS.values()]
    assert {name: lists.count(name) for name in lists} == {
        "general": 17, "tunisia": 16, "somaliland": 8, "beda_fomm": 2,
    }  # fmt: skip


@pytest.mark.rule(
    "DIV-1", "DIV-2", "DIV-3", "DIV-4", "DIV-5", "DIV-6", "DIV-7", "DIV-8", "DIV-9", "DIV-10",
    "DIV-11", "DIV-12", "DIV-13", "DIV-14", "DIV-15", "DIV-16", "DIV-20", "DIV-21", "DIV-23",
    "DIV-24", "DIV-25", "DIV-26", "DIV-27", "DIV-28", "DIV-29", "BF-7", "BF-8",
)  # fmt: skip
@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("gen.de.panzer", "hq1 recon2 tank3 motor4 art1 at88 1"),
        ("gen.de.light", "hq1 recon2 motor6 art1 at88 1"),
        ("gen.de.leichte5", "hq1 recon1 tank2 motor3 art1 at88 1"),
        ("gen.de.schutzen", "hq1 recon1 motor4 art1"),
        ("gen.de.fallschirm", "hq1 para2 art1"),
        ("gen.it.armoured", "hq1 tank2 light_tank2 motor2 art1 at88 1"),
        ("gen.it.motorised", "hq1 motor7 art1 at88 1"),
        ("gen.it.infantry", "hq1 foot6 art2"),
        ("gen.it.folgore", "hq1 para6 art2"),
        ("gen.it.blackshirt", "hq1 foot4 art1"),
        ("gen.it.raggruppamento", "hq1 recon1 light_tank1 foot3 art1"),
        ("gen.gb.armoured", "hq1 recon1 tank3 motor4 art2"),
        ("gen.gb.infantry", "hq1 recon1 motor9 art2"),
        ("gen.gb.brigade", "hq1 motor3 art1"),
        ("gen.gb.armoured_brigade", "tank3"),
        ("gen.gb.inf_command", "hq1 motor9"),
        ("gen.gb.group", "hq1 recon1 motor1 art1"),
        ("tun.de.panzer", "hq1 recon2 tank3 motor4 art1 at88 1"),
        ("tun.de.light", "hq1 recon2 motor6 art1 at88 1"),
        ("tun.de.infantry334", "hq1 recon2 motor6 art1 at88 1"),
        ("tun.de.goering", "hq1 recon1 tank2 motor4 at88 2"),
        ("tun.de.tiger501", "tiger1"),
        ("tun.it.centauro", "hq1 recon1 tank1 light_tank1 motor2 art2"),
        ("tun.it.special50", "hq1 tank1 foot6 art2"),
        ("tun.it.infantry", "hq1 foot6 art2"),
        ("tun.it.sahariano", "hq1 recon2 motor6"),
        ("tun.gb.armoured", "hq1 recon1 tank3 motor4 art3"),
        ("tun.gb.infantry", "hq1 recon1 motor9 art3"),
        ("tun.fr.infantry", "hq1 motor5 art1"),
        ("tun.fr.armoured", "hq1 tank2"),
        ("tun.us.infantry", "hq1 recon1 motor9 art4"),
        ("tun.us.armoured", "hq1 recon1 tank4 light_tank2 motor3 art3"),
        ("tun.gb.nz_corps", "hq1 recon1 tank3 motor9 art4"),
        ("som.it.blackshirt", "hq1 motor2 art1"),
        ("som.it.m11", "tank1"),
        ("som.it.l3", "light_tank1"),
        ("som.it.colonial", "hq1 foot4 art1"),
        ("som.gb.fusilier", "hq1 motor2 art1"),
        ("som.gb.scottish", "hq1 motor2 art1"),
        ("som.gb.punjab", "hq1 motor2"),
        ("som.gb.camel", "camel5"),
        ("bf.gb", "hq1 recon1 tank3 motor4 art2"),
        ("bf.it", "hq1 tank3 light_tank1 foot9"),
    ],
)
def test_compositions(template: str, wanted: str) -> None:
    parts = wanted.replace("at88 ", "at88").split()
    assert bases(template) == {part[:-1]: int(part[-1]) for part in parts}


@pytest.mark.rule("DIV-14", "DIV-17", "DIV-21", "DIV-24", "DIV-27")
def test_formations_without_hq_and_choices() -> None:
    assert {t for t in DIVISIONS if "hq" not in bases(t)} == {
        "gen.gb.armoured_brigade", "tun.de.tiger501", "som.it.m11", "som.it.l3", "som.gb.camel",
    }  # fmt: skip
    mixed = {t for t, row in DIVISIONS.items() if row["cruiser_choice"]}
    assert mixed == {
        t for t, row in DIVISIONS.items()
        if row["nationality"] == "gb" and "tank" in bases(t) and row["list"] != "beda_fomm"
    }  # fmt: skip
    armour = {t for t, row in DIVISIONS.items() if row["german_armour"]}
    assert armour == {"gen.de.panzer", "tun.de.panzer", "tun.de.goering"}


@pytest.mark.rule("BAS-1")
def test_every_base_of_every_template_has_characteristics() -> None:
    for template, row in DIVISIONS.items():
        for kind in bases(template):
            assert line(row["list"], kind, row["nationality"]), (template, kind)
        if row["cruiser_choice"]:
            assert line(row["list"], "cruiser", row["nationality"])


def test_every_roster_together_has_as_many_bases_as_the_lists_give() -> None:
    formations = [f for c in CAMPAIGNS for card in cards(c) for f in card["formations"]]
    formations += ["tun.de.tiger501", "bf.it", "bf.gb"]
    assert len(formations) == 166
    assert sum(sum(bases(f).values()) for f in formations) == 1570


# --- characteristics ----------------------------------------------------------------------------


@pytest.mark.rule(
    "CHR-1", "CHR-2", "CHR-3", "CHR-4", "CHR-5", "CHR-7", "CHR-8", "CHR-9", "DIV-18", "CHR-10",
    "CHR-11", "CHR-12", "CHR-13", "CHR-15", "CHR-16", "CHR-19", "CHR-20", "CHR-21", "BF-14",
    "BF-15", "BF-16", "BF-17", "BF-18", "BF-19", "BF-20", "BF-21",
)  # fmt: skip
@pytest.mark.parametrize(
    ("list_", "kind", "nation", "wanted"),
    [
        ("general", "hq", "it", (150, 150, 6, 150)),
        ("general", "recon", "de", (250, 150, 5, 250)),
        ("general", "foot", "it", (150, 150, 6, 100)),
        ("general", "motor", "gb", (150, 150, 6, 150)),
        ("general", "art", "gb", (150, 450, 6, 150)),
        ("general", "para", "de", (150, 150, 5, 100)),
        ("general", "tank", "de", (150, 150, 4, 150)),
        ("general", "at88", "de", (150, 300, 6, 150)),
        ("general", "at88", "it", (150, 300, 6, 150)),
        ("general", "tank", "it", (150, 150, 5, 150)),
        ("general", "light_tank", "it", (150, 150, 6, 150)),
        ("general", "tank", "gb", (150, 150, 4, 150)),
        ("general", "cruiser", "gb", (150, 150, 5, 250)),
        ("tunisia", "tiger", "de", (150, 200, 3, 100)),
        ("tunisia", "tank", "us", (150, 150, 4, 150)),
        ("tunisia", "light_tank", "us", (150, 150, 6, 150)),
        ("tunisia", "tank", "fr", (150, 150, 4, 150)),
        ("somaliland", "tank", "it", (150, 150, 5, 150)),
        ("somaliland", "light_tank", "it", (150, 150, 6, 150)),
        ("somaliland", "camel", "gb", (250, 150, 6, 250)),
        ("beda_fomm", "hq", "it", (150, 150, 6, 150)),
        ("beda_fomm", "tank", "it", (150, 150, 5, 150)),
        ("beda_fomm", "light_tank", "it", (150, 150, 6, 150)),
        ("beda_fomm", "foot", "it", (150, 150, 6, 80)),
        ("beda_fomm", "tank", "gb", (150, 150, 4, 150)),
        ("beda_fomm", "motor", "gb", (150, 150, 6, 150)),
        ("beda_fomm", "recon", "gb", (250, 150, 5, 250)),
        ("beda_fomm", "art", "gb", (150, 450, 6, 150)),
    ],
)
def test_values(list_: str, kind: str, nation: str, wanted: tuple[int, int, int, int]) -> None:
    assert values(list_, kind, nation) == wanted


@pytest.mark.rule("CHR-14", "CHR-18", "CHR-17")
def test_the_common_lines_of_the_other_lists_repeat_the_general_ones() -> None:
    common = ("hq", "foot", "motor", "art")
    for kind in (*common, "recon"):
        assert values("tunisia", kind, "de") == values("general", kind, "de")
    for kind in common:
        assert values("somaliland", kind, "it") == values("general", kind, "it")
    for kind, nation in (("tank", "de"), ("tank", "it"), ("tank", "gb"), ("cruiser", "gb")):
        assert values("tunisia", kind, nation) == values("general", kind, nation)
    assert line("tunisia", "para", "de") is None


@pytest.mark.rule("CHR-6", "SAV-5")
def test_a_supply_base_only_saves() -> None:
    for list_ in ("general", "tunisia", "somaliland"):
        row = line(list_, "supply", "gb")
        assert row is not None
        assert (row["spotting"], row["range"], row["save"], row["move"]) == ("", "", "6", "")
    assert line("beda_fomm", "supply", "gb") is None


@pytest.mark.rule("BF-10", "BF-11", "BF-13")
def test_only_beda_fomm_has_road_moves_and_hits_of_its_own() -> None:
    special = {
        (r["list"], r["kind"]): (r["road_move"], r["to_hit_tanks"])
        for r in CHARACTERISTICS
        if r["road_move"] or r["to_hit_tanks"]
    }
    assert special == {
        ("beda_fomm", "foot"): ("150", "6"),
        ("beda_fomm", "light_tank"): ("", "6"),
    }


def test_classes_of_the_lines_are_those_of_the_tables() -> None:
    for row in CHARACTERISTICS:
        assert row["kind"] in TABLES["classes"][row["class"]]
        assert row["kind"] in TABLES["kinds"]["order"]
    guesses = [r for r in CHARACTERISTICS if r["source"].startswith("reconstructed")]
    assert {r["nationality"] for r in guesses} == {"us", "fr"}


# --- the tables ---------------------------------------------------------------------------------


def zone(field: dict[str, Any], id_: str) -> dict[str, Any]:
    return next(z for z in field["zones"] if z["id"] == id_)


@pytest.mark.rule("TAB-1", "TAB-4", "TAB-7")
@pytest.mark.parametrize(("id_", "size", "north"), [("standard", 300, 100), ("reduced", 200, 0)])
def test_sixteen_zones_tile_the_field(id_: str, size: int, north: int) -> None:
    field = FIELDS[id_]
    for c, letter in enumerate("ABCD"):
        for r in range(4):
            x, y = c * size, north + r * size
            assert zone(field, f"{letter}{r + 1}")["rect"] == [x, y, x + size, y + size]
    assert len(field["zones"]) == 16
    assert field["desert"]["rect"] == [0, north + 4 * size, 4 * size, field["size"][1]]
    assert field["land"] == [0, north, *field["size"]]
    assert field["central_line_x"] * 2 == field["size"][0]


@pytest.mark.rule("TAB-2", "TAB-3", "TAB-4")
def test_sea_and_desert_complete_the_standard_table() -> None:
    assert FIELDS["standard"]["size"] == [1200, 1600]
    assert FIELDS["reduced"]["size"] == [800, 1000]
    assert FIELDS["standard"]["sea"]["rect"] == [0, 0, 1200, 100]
    assert FIELDS["standard"]["sea"]["passable"] is False
    assert "sea" not in FIELDS["reduced"]
    assert all(f["desert"]["passable"] and not f["desert"]["deploy"] for f in FIELDS.values())


@pytest.mark.rule("TAB-5", "TAB-6")
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_names_of_the_zones(field: dict[str, Any]) -> None:
    kinds = ["".join(zone(field, f"{c}{r}")["kind"][0] for c in "ABCD") for r in range(1, 5)]
    assert kinds == ["sdds", "sdds", "spps", "pppp"]
    for z in field["zones"]:
        assert z["side"] == ("axis" if z["id"][0] in "AB" else "allied")
        assert z["it"] != z["en"]
    assert field["own_edge"] == {"axis": "west", "allied": "east"}


@pytest.mark.rule("TAB-10", "SET-7")
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_a_supply_base_at_the_centre_of_every_supply_zone(field: dict[str, Any]) -> None:
    for side in ("axis", "allied"):
        centres = [
            [(z["rect"][0] + z["rect"][2]) // 2, (z["rect"][1] + z["rect"][3]) // 2]
            for z in field["zones"]
            if z["kind"] == "supply" and z["side"] == side
        ]
        assert field["supply_bases"][side] == centres
        assert len(centres) == 3


@pytest.mark.rule("SET-3", "SET-4", "SET-5", "G-17", "G-19")
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_areas_of_the_set_up(field: dict[str, Any]) -> None:
    middle = field["central_line_x"]
    assert field["defence_area"]["central_line_distance"] == 150
    for side, near, outer in (("axis", 2, 0), ("allied", 0, 2)):
        zones = [z["rect"] for z in field["zones"] if z["side"] == side]
        defence = [z["rect"] for z in field["zones"] if (z["side"], z["kind"]) == (side, "defence")]
        assert field["deployment"][side] == hull(zones)
        assert field["defence_area"][side] == field["trench_area"][side] == hull(defence)
        band = field["mine_band"][side]
        far = field["defence_area"]["designated_division"][side]
        assert band[near] == middle
        assert band[2] - band[0] == 150
        assert hull([band, far]) == hull(defence)
        assert band[outer] == far[near]


def hull(rects: list[list[int]]) -> list[int]:
    columns = list(zip(*rects, strict=True))
    return [min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])]


@pytest.mark.rule("TER-1", "TER-2", "TER-6", "G-8")
def test_terrain_layouts_fit_either_way_round() -> None:
    terrain = BATTLEFIELDS["terrain"]
    assert terrain["max_elements"] == 8
    assert terrain["orientation_die"].count("turned") == 3
    area = terrain["area"]
    assert area == hull([z["rect"] for z in FIELDS["standard"]["zones"]])
    for preset in terrain["preset"]:
        assert len(preset["elements"]) <= 8
        for element in preset["elements"]:
            assert element["kind"] in terrain["kinds"]
            assert convex(element["polygon"])
            assert all(
                area[0] <= x <= area[2] and area[1] <= y <= area[3] for x, y in element["polygon"]
            )
    assert terrain["preset"][0]["id"] == "open_desert"
    assert {"woods", "broken", "building", "river"} == {
        e["kind"] for e in terrain["preset"][-1]["elements"]
    }


def convex(polygon: list[list[int]]) -> bool:
    ring = [*polygon, polygon[0], polygon[1]]
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for (a, b), (_, c) in pairwise(pairwise(ring))
    ]
    return all(t > 0 for t in turns) or all(t < 0 for t in turns)


# --- sample set-ups -----------------------------------------------------------------------------


@pytest.mark.rule("SET-3", "SET-5", "G-11", "G-23")
def test_the_sample_set_ups_are_legal() -> None:
    battle, beda = SAMPLES["setup"]
    field = FIELDS["standard"]
    for formation in battle["formation"]:
        area = field["deployment"][formation["side"]]
        assert all(inside(p, area) for p in formation["bases"].values())
    for side in ("axis", "allied"):
        far = field["defence_area"]["designated_division"][side]
        assert any(
            all(inside(p, far) for p in f["bases"].values())
            for f in battle["formation"]
            if f["side"] == side
        )
    known = {card["id"]: card for card in cards(battle["campaign"])}
    for formation in battle["formation"]:
        template = known[formation["id"]]["formations"][0]
        assert len(formation["bases"]) == sum(bases(template).values())
    for setup in (battle, beda):
        standing = [(f["side"], *p) for f in setup["formation"] for p in f["bases"].values()]
        for i, (side, x, y) in enumerate(standing):
            for other, u, v in standing[:i]:
                dx, dy = max(0, abs(x - u) - 30), max(0, abs(y - v) - 30)
                assert abs(x - u) >= 30 or abs(y - v) >= 30
                assert side == other or dx * dx + dy * dy >= 2500
    for strip in battle["strips"]["axis"]:
        band = field["mine_band"]["axis"]
        assert hull([strip, band]) == band
        assert sorted((strip[2] - strip[0], strip[3] - strip[1])) == [30, 150]
    assert len(battle["strips"]["axis"]) <= TABLES["minefield"]["max_strips"]
