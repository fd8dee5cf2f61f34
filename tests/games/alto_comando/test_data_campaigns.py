"""The nine campaigns of Alto Comando: cards, areas, defences and what is special in each."""

from __future__ import annotations

import pytest

from tests.games.alto_comando.data_files import (
    CAMPAIGN_FILE,
    CAMPAIGNS,
    CARD_BATTLE,
    DIVISIONS,
    OPTIONS,
    TABLES,
    bases,
    cards,
)

Works = dict[str, list[str]]
BOTH = ["axis", "allied"]
NOTHING = {"c1": 2, "c2": 2, "c3": 2, "c4": 1, "c5": 0, "c6": 1, "c7": 0, "c8": 1, "c9": 2}


def works(campaign: str, kind: str) -> Works:
    """Which side may lay minefields or trenches in which area, side areas included."""
    block = CAMPAIGNS[campaign]
    areas = [*block["areas"], *([block["side_area"]] if "side_area" in block else [])]
    return {area["id"]: area[kind] for area in areas if area[kind]}


def deck(campaign: str, side: str) -> dict[str, list[str]]:
    return {card["id"]: card["formations"] for card in CAMPAIGNS[campaign]["deck"][side]}


# --- what all campaigns share -------------------------------------------------------------------


@pytest.mark.rule(
    "C1-1", "C2-1", "C3-1", "C4-1", "C5-1", "C6-1", "C7-1", "C8-1", "C9-8", "CAM-1",
)  # fmt: skip
def test_one_card_is_chosen_and_the_rest_drawn() -> None:
    assert [c["id"] for c in CAMPAIGNS.values()] == [f"c{n}" for n in range(1, 10)]
    assert [c["number"] for c in CAMPAIGNS.values()] == list(range(1, 10))
    assert all(c["choose"] == 1 for c in CAMPAIGNS.values())
    assert [c["draw"] for c in CAMPAIGNS.values()] == [3, 4, 4, 4, 5, 6, 3, 3, 4]


@pytest.mark.rule(
    "C1-2", "C1-3", "C2-2", "C2-3", "C3-2", "C3-3", "C4-2", "C4-3", "C5-2", "C5-3", "C6-2",
    "C6-3", "C7-2", "C8-2", "C8-3", "C9-11", "C9-12",
)  # fmt: skip
@pytest.mark.parametrize(
    ("campaign", "axis", "allied"),
    [
        ("c1", 8, 5),
        ("c2", 8, 6),
        ("c3", 8, 6),
        ("c4", 12, 6),
        ("c5", 10, 10),
        ("c6", 15, 10),
        ("c7", 15, 0),
        ("c8", 8, 6),
        ("c9", 8, 8),
    ],
)
def test_sizes_of_the_decks(campaign: str, axis: int, allied: int) -> None:
    block = CAMPAIGNS[campaign]["deck"]
    assert len(block["axis"]) == axis
    assert len(block.get("allied", [])) == allied


@pytest.mark.rule("CAM-2")
def test_cards_that_bring_nothing() -> None:
    for campaign, wanted in NOTHING.items():
        empty = [card for card in cards(campaign) if not card["formations"]]
        assert len(empty) == wanted, campaign
        assert all(card["id"].endswith(".nothing") for card in empty)
        assert all(card["it"].startswith("Nulla!") for card in empty)
    assert CARD_BATTLE["decks"]["nothing_may_be_chosen"] is False


@pytest.mark.rule("C7-4", "C8-4")
def test_cards_name_templates_of_their_own_list_and_side() -> None:
    seen: set[str] = set()
    for campaign, block in CAMPAIGNS.items():
        for card in cards(campaign):
            assert card["id"] not in seen
            seen.add(card["id"])
            assert card["it"]
            assert card["en"]
            side = "axis" if ".axis." in card["id"] else "allied"
            for formation in card["formations"]:
                row = DIVISIONS[formation]
                assert row["list"] == block["list"]
                assert row["nationality"] in TABLES["sides"][side]["nationalities"]
    lists = {c["id"]: c["list"] for c in CAMPAIGNS.values() if c["list"] != "general"}
    assert lists == {"c7": "tunisia", "c8": "somaliland"}


@pytest.mark.rule("C8-3", "C9-12")
def test_two_cards_are_double() -> None:
    double = {
        card["id"]: card["formations"]
        for campaign in CAMPAIGNS
        for card in cards(campaign)
        if len(card["formations"]) > 1
    }
    assert double == {
        "c8.allied.two_fusilier_battalions": ["som.gb.fusilier"] * 2,
        "c9.allied.two_british_armoured_brigades": ["gen.gb.armoured_brigade"] * 2,
    }


@pytest.mark.rule(
    "CAM-3", "C1-4", "C2-4", "C3-4", "C4-5", "C5-4", "C6-4", "C7-5", "C8-5", "C9-1", "C9-2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("campaign", "row", "start", "home"),
    [
        (
            "c1",
            "tobruk marsa_lucch bardia sollum sidi_el_barrani marsa_matruh",
            "sollum",
            "first",
        ),
        (
            "c2",
            "beda_fomm bengasi derna tobruk bardia sidi_el_barrani marsa_matruh",
            "sidi_el_barrani",
            "first",
        ),
        (
            "c3",
            "marsa_el_brega agedabia bengasi derna el_aden bardia sollum",
            "agedabia",
            "first",
        ),
        (
            "c4",
            "el_agheila agedabia bir_hacheim bir_el_gobi bardia sollum sidi_el_barrani",
            "sollum",
            "first",
        ),
        ("c5", "ain_el_gazala bir_hacheim acroma tobruk marsa_matruh", "bir_hacheim", "first"),
        (
            "c6",
            "el_daba sidi_abdel_rahman kidney_ridge costone_ruweisat el_alamein",
            "kidney_ridge",
            "first",
        ),
        ("c7", "medenine el_kef kasserine mareth uadi_akarit enfidaville", "kasserine", "last"),
        (
            "c8",
            "etiopia hargheisa darboruk argan passo_jerass laterug berbera",
            "hargheisa",
            "first",
        ),
        (
            "c9",
            "tunisia el_aghelia benghazi gazala tobruk mersa_matruh el_alamein alexandria cairo",
            "tobruk",
            "first",
        ),
    ],
)
def test_rows_of_areas(campaign: str, row: str, start: str, home: str) -> None:
    block = CAMPAIGNS[campaign]
    assert [area["id"] for area in block["areas"]] == row.split()
    assert (block["start"], block["axis_end"]) == (start, home)


@pytest.mark.rule("CAM-7", "C1-5", "C2-5", "C3-6", "C4-7", "C5-5", "C7-9", "C8-6")
@pytest.mark.parametrize(
    ("campaign", "mines", "trenches"),
    [
        ("c1", {"tobruk": ["axis"], "marsa_matruh": ["allied"]}, {}),
        ("c2", {"tobruk": ["axis"], "marsa_matruh": ["allied"]}, None),
        ("c3", {"marsa_el_brega": ["axis"], "tobruk": ["allied"]}, None),
        (
            "c4",
            {"el_agheila": ["axis"], "tobruk": ["allied"], "sidi_el_barrani": ["allied"]},
            None,
        ),
        (
            "c5",
            {"ain_el_gazala": ["axis"], "tobruk": ["allied"], "marsa_matruh": ["allied"]},
            None,
        ),
        ("c7", {"enfidaville": ["axis"], "medenine": ["allied"]}, None),
        ("c8", {"etiopia": ["axis"], "berbera": ["allied"]}, {"argan": ["allied"]}),
    ],
)
def test_minefields_and_trenches(campaign: str, mines: Works, trenches: Works | None) -> None:
    assert works(campaign, "mines") == mines
    assert works(campaign, "trenches") == (mines if trenches is None else trenches)


@pytest.mark.rule("C6-6", "C9-6")
@pytest.mark.parametrize("campaign", ["c6", "c9"])
def test_two_campaigns_have_works_everywhere(campaign: str) -> None:
    for area in CAMPAIGNS[campaign]["areas"]:
        assert area["mines"] == area["trenches"] == BOTH


@pytest.mark.rule("CAM-7", "C6-6", "C7-9")
def test_air_attacks() -> None:
    air = {id_: (c["air"]["axis"], c["air"]["allied"]) for id_, c in CAMPAIGNS.items()}
    assert air.pop("c6") == (1, 3)
    assert set(air.values()) == {(3, 3)}
    first = {id_: c["air_first_battle"] for id_, c in CAMPAIGNS.items() if "air_first_battle" in c}
    assert first == {"c7": {"axis": 0, "allied": 0}}


@pytest.mark.rule("CAM-6", "C6-5", "C7-8", "C9-4")
def test_exclusion_of_shattered_divisions() -> None:
    usual = {
        "sides": BOTH,
        "destroyed": "more_than_half",
        "scattered_at_end_count": True,
        "battles": "all_later",
    }
    simple = {
        "sides": BOTH,
        "destroyed": "half_or_more",
        "scattered_at_end_count": False,
        "battles": "next",
    }
    special = {"c6": usual | {"sides": ["axis"]}, "c9": simple}
    for id_, block in CAMPAIGNS.items():
        assert block["exclusion"] == special.get(id_, usual)


@pytest.mark.rule("CAM-4")
def test_areas_by_result() -> None:
    common = CAMPAIGN_FILE["common"]
    wanted = [common["draw_areas"], common["victory_areas"], common["great_victory_areas"]]
    assert wanted == [level["areas"] for level in TABLES["level"]] == [0, 1, 2]


# --- what is special ----------------------------------------------------------------------------


@pytest.mark.rule("C3-4", "C3-5", "C4-6")
@pytest.mark.parametrize(("campaign", "beside"), [("c3", "el_aden"), ("c4", "bir_el_gobi")])
def test_tobruk_as_a_side_area(campaign: str, beside: str) -> None:
    block = CAMPAIGNS[campaign]
    side = block["side_area"]
    row = [area["id"] for area in block["areas"]]
    assert "tobruk" not in row
    assert side["attached_to"] == side["holder_needed"] == beside
    assert (side["owner"], side["attacker"], side["capture_wins"]) == ("allied", "axis", "axis")
    assert side["allied_victory_front"] == beside
    assert side["allied_great_victory_front"] == row[row.index(beside) - 1]


@pytest.mark.rule("C4-4")
def test_the_garrison_of_tobruk() -> None:
    garrison = CAMPAIGNS["c4"]["garrison"]["cards"]
    assert [card["formations"][0] for card in garrison] == [
        "gen.gb.group",
        "gen.gb.infantry",
        "gen.gb.armoured_brigade",
    ]
    block = CAMPAIGNS["c4"]
    assert len(garrison) < block["choose"] + block["draw"]
    assert block["side_area"]["defender_force"] == OPTIONS["options"]["tobruk_force"]["default"]


@pytest.mark.rule("C5-4")
def test_gazala_may_start_elsewhere() -> None:
    block = CAMPAIGNS["c5"]
    option = OPTIONS["options"][block["start_alternative"]["option"]]
    assert option["values"] == [block["start"], block["start_alternative"]["area"]]


@pytest.mark.rule("C7-3", "C7-6", "C7-7")
def test_the_armies_of_tunisia() -> None:
    block = CAMPAIGNS["c7"]
    armies = {army["id"]: army for army in block["army"]}
    assert {id_: (len(a["cards"]), a["initial_area"]) for id_, a in armies.items()} == {
        "c7.eighth_army": (6, "medenine"),
        "c7.first_army": (6, "el_kef"),
        "c7.us_french": (8, "kasserine"),
    }
    first = block["allied_selection"]["first_battle"]
    known = {card["id"]: card["formations"][0] for card in armies["c7.us_french"]["cards"]}
    assert sum(sum(bases(known[id_]).values()) for id_ in first) == 59
    assert {id_ for id_ in known if known[id_].startswith("tun.us.")} == set(first)
    assert block["allied_selection"]["later"]["choose"] == 4 == block["choose"] + block["draw"]


@pytest.mark.rule("DIV-21")
def test_the_tiger_joins_german_armour_in_tunisia_only() -> None:
    assert [id_ for id_, block in CAMPAIGNS.items() if "add_on" in block] == ["c7", "c9"]
    add_on = CAMPAIGNS["c7"]["add_on"]
    other = CAMPAIGNS["c9"]["add_on"]
    assert (other["template"], other["host"]) == (add_on["template"], add_on["host"])
    assert other["area"] in {area["id"] for area in CAMPAIGNS["c9"]["areas"]}
    assert bases(add_on["template"]) == {"tiger": 1}
    hosts = {c for c, f in deck("c7", "axis").items() if DIVISIONS[f[0]][add_on["host"]]}
    assert len(hosts) == 4
    assert all("panzer" in host for host in hosts)


@pytest.mark.rule("C8-6")
def test_argan_has_trenches_for_eight() -> None:
    limits = {
        area["id"]: area["trench_limit"]
        for block in CAMPAIGNS.values()
        for area in block["areas"]
        if "trench_limit" in area
    }
    assert limits == {"argan": {"allied": 8}}


@pytest.mark.rule("C9-5", "C9-6", "C9-9", "C9-10", "C9-3")
def test_the_simplified_campaign() -> None:
    block = CAMPAIGNS["c9"]
    row = [area["id"] for area in block["areas"]]
    options = block["options"]
    assert options["short_track"]["remove"] == ["el_aghelia", "alexandria"]
    assert set(options["short_track"]["remove"]) < set(row) - {block["start"], row[0], row[-1]}
    assert block["choose"] + options["four_cards"]["draw"] == 4
    assert (options["novice_draft"]["draw_first"], options["novice_draft"]["then_choose"]) == (2, 2)
    halved = block["after_great_victory"]
    assert halved["max_strips"] == TABLES["minefield"]["max_strips"] // 2
    assert halved["max_trench_segments"] == TABLES["trench"]["max_segments"] // 2
    assert len(block["commanders"]["allied"]) == 8
    assert set(options) <= set(OPTIONS["options"])


@pytest.mark.rule("C3-3", "C4-2", "C6-2")
def test_cards_without_a_row_of_their_own() -> None:
    assert deck("c3", "allied")["c3.allied.18th_australian_infantry_brigade"] == ["gen.gb.brigade"]
    assert deck("c6", "axis")["c6.axis.136th_giovani_fascisti"] == ["gen.it.infantry"]
    trento = {c: f for c, f in deck("c4", "axis").items() if "trento" in c}
    assert sorted(f[0] for f in trento.values()) == ["gen.it.infantry", "gen.it.motorised"]
