"""The map of Afrika Korps: counts of the reading, named hexes, the road, barred hexsides, areas."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import campagna.games.afrika_korps as game
from campagna.hexes.board import load_board

DATA = Path(game.__path__[0]) / "data"
BOARD = load_board(DATA / "map.toml")
CLOSED = ("sea", "qattara")


def hexsides(kind: str) -> set[frozenset[str]]:
    return {
        frozenset((BOARD.name(a), BOARD.name(b)))
        for f in BOARD.features
        if f.kind == kind
        for a, b in f.sides
    }


def side(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def terrain(id_: str) -> str:
    return BOARD.terrain_name(BOARD.hex(id_))


def around(id_: str) -> set[str]:
    return {BOARD.name(n) for n in BOARD.grid.around(BOARD.hex(id_))}


def open_ground(id_: str) -> bool:
    return id_ in BOARD.grid.index and terrain(id_) not in CLOSED


def area(kind: str, id_: str) -> list[str]:
    return [BOARD.name(h) for h in BOARD.area(kind, id_).hexes]


def joined(steps: set[frozenset[str]], start: str) -> set[str]:
    """Every hex that chains of these hexsides join to the start."""
    beside: dict[str, set[str]] = {}
    for step in steps:
        for here in step:
            beside.setdefault(here, set()).update(step)
    found, frontier = {start}, [start]
    while frontier:
        fresh = beside.get(frontier.pop(), set()) - found
        found |= fresh
        frontier += fresh
    return found


# --- the grid and the terrain -------------------------------------------------------------------


def test_terrain_counts() -> None:
    assert len(BOARD) == 1542
    assert Counter(BOARD.terrain_name(h) for h in range(len(BOARD))) == {
        "clear": 913, "sea": 423, "escarpment": 137, "qattara": 33, "qattara_partial": 32,
        "fortress": 2, "home_base": 2,
    }  # fmt: skip


@pytest.mark.rule("1.1a")
def test_letters_run_east_west_and_numbers_south_west_to_north_east() -> None:
    assert around("K18") == {"K17", "K19", "J17", "J18", "L18", "L19"}
    names = BOARD.grid.direction_names
    here = BOARD.hex("K18")
    ways = {names[d]: BOARD.name(BOARD.grid.neighbour(here, d)) for d in range(6)}
    assert ways == {"ne": "J18", "e": "K19", "se": "L19", "sw": "L18", "w": "K17", "nw": "J17"}


@pytest.mark.rule("1.1a", "1.1b", "1.1c", "1.1d", "1.1f", "5.6")
@pytest.mark.parametrize(
    ("id_", "kind"),
    [
        ("W6", "clear"),
        ("L59", "clear"),
        ("G24", "escarpment"),
        ("T29", "escarpment"),
        ("H23", "escarpment"),
        ("I26", "escarpment"),
        ("I27", "escarpment"),
        ("I30", "escarpment"),
        ("K18", "escarpment"),
        ("N61", "escarpment"),
        ("H29", "clear"),
        ("H26", "clear"),
        ("R60", "qattara"),
        ("T61", "qattara"),
        ("Q60", "qattara_partial"),
        ("S65", "qattara_partial"),
        ("H2", "fortress"),
        ("G25", "fortress"),
        ("W3", "home_base"),
        ("J62", "home_base"),
        ("G26", "sea"),
        ("A30", "sea"),
    ],
)
def test_named_hexes(id_: str, kind: str) -> None:
    assert terrain(id_) == kind


@pytest.mark.rule("5.6")
def test_partial_hexes_of_the_depression() -> None:
    wanted = """
    Q59 Q60 Q61 Q62 Q63 Q64 R58 R59 R65 S57 S58 S61 S62 S63 S64 S65 T56 T57 T62 U55 U56 U62
    V55 V61 V62 W54 W55 W61 W62 X54 X62 X63
    """
    mask = BOARD.terrain_mask("qattara_partial")
    assert sorted(wanted.split()) == sorted(BOARD.name(h) for h in range(len(BOARD)) if mask[h])


@pytest.mark.rule("5.8a", "5.8b")
def test_edges_of_the_map() -> None:
    outside = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))["outside"]["hexes"]
    assert len(outside.split()) == 17
    assert {"R68", "X70"} < set(outside.split())
    assert not any(id_ in BOARD.grid.index for id_ in (*outside.split(), "Y70"))
    playable = area("edge", "playable")
    assert playable == ["I63", "K64", "M65", "O66", "Q67", "S68", "U69"]
    assert all(open_ground(id_) and len(around(id_)) < 6 for id_ in playable)


@pytest.mark.rule("5.7a", "5.7b")
def test_barred_hexsides() -> None:
    wanted = {side("E18", "F19"), side("W62", "X62"), side("R65", "S65"), side("W61", "X62")}
    assert hexsides("barred") == wanted
    assert all(open_ground(id_) for pair in wanted for id_ in pair)


def test_every_hex_on_land_can_be_reached_from_el_agheila() -> None:
    land = {h for h in BOARD.grid.ids if open_ground(h)}
    assert len(land) == 1086
    steps = {side(h, n) for h in land for n in around(h) & land} - hexsides("barred")
    assert joined(steps, "W6") == land


def test_land_around_the_fortresses() -> None:
    assert {h for h in around("G25") if open_ground(h)} == {"G24", "H25", "H26"}
    assert {h for h in around("H2") if open_ground(h)} == {"G2", "H3", "I2", "I3"}


# --- the coast road -----------------------------------------------------------------------------


@pytest.mark.rule("1.1e", "17.2")
def test_road_counts() -> None:
    drawn = [pair for f in BOARD.features if f.kind == "road" for pair in f.sides]
    assert len(hexsides("road")) == 106
    assert len(drawn) == 107, "only the hexside I26/J27 carries two roads"
    assert BOARD.hex("K61") in BOARD.hexes_on("road")


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(
    "chain",
    ["G22 H23 H24 H25", "H24 I25 I26 J27 I27 I28 H28 H29", "H26 I26 J27", "H25 G25 H26 H27"],
)
def test_road_where_the_book_walks(chain: str) -> None:
    assert all(side(a, b) in hexsides("road") for a, b in pairwise(chain.split()))


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("H25", "H26"),
        ("H26", "I27"),
        ("I27", "J28"),
        ("G24", "H24"),
        ("I24", "H24"),
        ("H29", "I30"),
        ("W3", "W4"),
        ("W4", "W5"),
    ],
)
def test_no_road_where_the_book_leaves_it(a: str, b: str) -> None:
    assert b in around(a)
    assert side(a, b) not in hexsides("road")


@pytest.mark.rule("17.3")
def test_two_roads_share_one_hexside_of_i26() -> None:
    through = {
        f.name: {
            frozenset(
                (BOARD.name(a), BOARD.name(b)) for a, b in f.sides if BOARD.hex("I26") in (a, b)
            )
        }
        for f in BOARD.features
        if f.kind == "road" and any(BOARD.hex("I26") in pair for pair in f.sides)
    }
    assert through == {
        "I25-I26-J27": {frozenset({("I25", "I26"), ("I26", "J27")})},
        "H26-I26-J27": {frozenset({("H26", "I26"), ("I26", "J27")})},
    }


def test_road_net_is_one_piece() -> None:
    net = joined(hexsides("road"), "W5")
    assert net == {BOARD.name(h) for h in BOARD.hexes_on("road")}
    assert {"H2", "G25", "J62", "I63", "F2", "K61"} <= net
    assert not {"W3", "W4"} & net


def test_the_road_keeps_to_the_land() -> None:
    assert all(open_ground(id_) for pair in hexsides("road") for id_ in pair)
    assert not hexsides("road") & hexsides("barred")


# --- places and areas ---------------------------------------------------------------------------


@pytest.mark.rule("1.1d", "1.1f", "4.3d", "19.7", "23.3")
def test_ports_bases_and_fortresses() -> None:
    assert area("port", "axis") == ["W3", "G25"]
    assert area("port", "allied") == ["J62", "G25"]
    assert (area("base", "axis"), area("base", "allied")) == (["W3"], ["J62"])
    assert (area("fortress", "bengasi"), area("fortress", "tobruch")) == (["H2"], ["G25"])
    for kind in ("port", "base"):
        assert {BOARD.area(kind, s).side for s in ("axis", "allied")} == {"axis", "allied"}


@pytest.mark.rule("4.1b", "4.2b")
def test_objectives_are_both_fortresses_and_both_bases() -> None:
    built = {"fortress", "home_base"}
    wanted = {h for h in BOARD.grid.ids if terrain(h) in built}
    assert set(area("objective", "control")) == wanted == {"H2", "G25", "W3", "J62"}


def test_places() -> None:
    assert Counter(p.kind for p in BOARD.places) == {
        "town": 15, "village": 9, "fortress": 2, "base": 2,
    }  # fmt: skip
    named = {p.name: BOARD.name(p.hexes[0]) for p in BOARD.places}
    assert len(named) == len({h for p in BOARD.places for h in p.hexes}) == 28
    assert (named["Bengasi"], named["Tobruch"]) == ("H2", "G25")
    assert (named["El Agheila"], named["El Alamein"]) == ("W6", "L59")
    assert all(open_ground(h) for h in named.values())


# --- provenance ---------------------------------------------------------------------------------


def test_every_block_of_the_map_names_its_source() -> None:
    sources = [BOARD.terrain_source]
    sources += [f.source for f in BOARD.features]
    sources += [p.source for p in BOARD.places]
    sources += [a.source for a in BOARD.areas.values()]
    sources += [label.source for label in BOARD.labels]
    assert all("public: " in s or "rulebook " in s or "reconstructed: " in s for s in sources)


@pytest.mark.parametrize(
    ("a", "b"), [("H2", "G2"), ("G2", "F2"), ("G25", "H26"), ("J62", "J63"), ("I2", "H2")]
)
def test_reconstructed_road_says_so(a: str, b: str) -> None:
    pair = {BOARD.hex(a), BOARD.hex(b)}
    sources = [f.source for f in BOARD.features if any(set(s) == pair for s in f.sides)]
    assert sources
    assert all(s.startswith("reconstructed: ") for s in sources)


def test_marks_tell_which_terrain_is_not_from_the_general_reading() -> None:
    kinds = {m.kind for m in BOARD.marks}
    assert kinds == {"certain", "reconstructed", "uncertain"}
    reconstructed = [
        BOARD.name(h) for m in BOARD.marks if m.kind == "reconstructed" for h in m.hexes
    ]
    ridges = {"N61", "N62", "O61", "O62"}
    assert len(reconstructed) == 161
    assert ridges < set(reconstructed)
    assert {terrain(h) for h in set(reconstructed) - ridges} == {"sea"}
