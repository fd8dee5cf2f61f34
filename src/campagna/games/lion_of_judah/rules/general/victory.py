"""4, PB 13.4, PB 14.3 Victory: points on the map, the ledger, levels and sudden death."""

from __future__ import annotations

from campagna.core.contract import Outcome
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.flags import DEAD, GONE
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import CAMPAIGN, S1935

Line = tuple[str, int, str]
"""A reason (a hex, or a word), its points, its rule."""


@rule("4.1", "PB 13.4.1", "PB 14.3.1")
def lines(state: State) -> list[Line]:
    """The points so far, for the Italian of 1935-36 or net for the Allies of 1940-41."""
    found = _lines_1935(state) if state.part == S1935 else _lines_1940(state)
    return found + [(entry.reason, entry.points, entry.rule) for entry in state.ledger]


def score(state: State) -> int:
    return sum(points for _, points, _ in lines(state))


@rule("PB 13.4.1", "PB 13.4.3", "PB 13.4.4")
def _lines_1935(state: State) -> list[Line]:
    """Hexes held, Italian cities lost, European steps lost."""
    victory = state.theatre.scenario["victory"]
    found: list[Line] = [
        (name, points, "PB 13.4.1")
        for name, points in victory["hexes"].items()
        if _holds(state, name, ITALIAN)
    ]
    lost = dict(victory["home_lost"])
    for h in state.world.regions(state.theatre.scenario["countries"]["home"]["italian"]):
        if state.world.settlement[h]:
            lost.setdefault(state.hex_name(h), victory["home_lost_other_city"])
    found += [
        (name, points, "PB 13.4.3") for name, points in lost.items() if _holds(state, name, OTHER)
    ]
    steps = state.steps_lost[ITALIAN] // victory["european_steps_per_vp"]
    return [*found, ("steps", -steps, "PB 13.4.4")] if steps else found


@rule("PB 14.3.1", "PB 14.3.2")
def _lines_1940(state: State) -> list[Line]:
    victory = state.theatre.scenario["victory"]
    found: list[Line] = [
        (name, _worth(state, name, points), "PB 14.3.1")
        for name, points in victory["hexes_allied"].items()
        if _holds(state, name, OTHER)
    ]
    found += [
        (name, -points, "PB 14.3.1")
        for name, points in victory["hexes_italian"].items()
        if _holds(state, name, ITALIAN)
    ]
    steps = state.steps_lost[OTHER] // victory["european_steps_per_vp"]
    return [*found, ("steps", -steps, "PB 14.3.2")] if steps else found


def _worth(state: State, name: str, points: int) -> int:
    """Massawa is worth less after event D6."""
    effect = state.world.events["D6"]["effect"]
    scuttled = state.event_in_force("D6") is not None and name == effect["hex"]
    return int(points + effect["vp_change"]) if scuttled else points


def _holds(state: State, name: str, side: int) -> bool:
    return state.control[state.world.hex_index[name]] == side


@rule("PB 13.4.5", "PB 14.3.3")
def level(state: State) -> str:
    """The level that the points give now, or that of the sudden death."""
    if state.sudden:
        return state.sudden
    points = score(state)
    for row in state.theatre.scenario["victory"]["levels"]:
        if points >= row.get("from", points):
            return str(row["id"])
    raise AssertionError("no level fits")


def collector(state: State) -> int:
    """The side that collects points: the Italian of 1935-36, the Allies of 1940-41."""
    return ITALIAN if state.part == S1935 else OTHER


def points_to_win(state: State) -> int:
    """The points with which the collector wins."""
    levels, side = state.theatre.scenario["victory"]["levels"], collector(state)
    return min(int(row["from"]) for row in levels if winner_of(state, row["id"]) == side)


def winner_of(state: State, level_: str) -> int:
    """The side whose level it is."""
    return ITALIAN if level_.startswith("italian") else OTHER


# --- sudden death -----------------------------------------------------------------------------------


@rule("PB 13.4.6", "PB 14.3.3")
def sudden_death(state: State) -> str:
    """The level of a war decided at once, '' if it goes on."""
    return _sudden_1935(state) if state.part == S1935 else _sudden_1940(state)


@rule("PB 13.4.6")
def _sudden_1935(state: State) -> str:
    victory = state.theatre.scenario["victory"]
    italian = victory["sudden_italian"]
    if is_eliminated(state, italian["eliminated"]) and all(
        _holds(state, h, ITALIAN) for h in italian["hexes"]
    ):
        return "italian_decisive"
    for h in state.world.hexes(victory["sudden_ethiopian"]["hexes"]):
        if state.maps.armed[OTHER][h]:
            return "ethiopian_decisive"
    return ""


@rule("PB 14.3.3")
def _sudden_1940(state: State) -> str:
    victory = state.theatre.scenario["victory"]
    allied = victory["sudden_allied"]
    if not headquarters(state) and all(_holds(state, h, OTHER) for h in allied["hexes"]):
        return "allied_decisive"
    # The first edition asked for both places.
    enough = any if state.options.fixed("khartoum-or-nairobi") else all
    if enough(_holds(state, h, ITALIAN) for h in victory["sudden_italian"]["hexes"]):
        return "italian_decisive"
    return ""


def is_eliminated(state: State, unit: str) -> bool:
    return state.units[state.world.slots[unit]].place in (DEAD, GONE)


def headquarters(state: State) -> list[int]:
    """The units on the map without which the Allies of 1940-41 win at once."""
    type_ = state.theatre.scenario["victory"]["sudden_allied"]["eliminated_type"]
    return [u for u in state.on_map(ITALIAN) if state.counter(u).type == type_]


def final_outcome(state: State) -> Outcome:
    """The end of a single war."""
    level_ = level(state)
    winner = state.side_name(winner_of(state, level_))
    return Outcome(winner, level_, {state.side_name(collector(state)): score(state)})


def is_campaign(state: State) -> bool:
    return state.setup.scenario == CAMPAIGN
