"""PB 13.4, PB 14.3 Victory as the table shows it: the places that decide a war, and ends that threaten.

Asked of a state imagined from a view: who controls a hex, which hexes hold combat units, who is off the
map and where headquarters are is open to everybody (3.2, 12.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.contract import LANGUAGES, Fact, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Aim, Threat
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.rules.general import victory
from campagna.games.lion_of_judah.rules.movement.movement import ends_well
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground
from campagna.games.lion_of_judah.state import Phase, State
from campagna.games.lion_of_judah.world import HOME, S1935

RAID = 6
"""Hexes within which warriors are asked whether they can walk into a town."""
LAST_TURNS = 3
NEGUS, HEADQUARTERS = "negus-eliminated", "headquarters-eliminated"
RULES = {True: "PB 13.4.6", False: "PB 14.3.3"}
LEVELS = {True: "PB 13.4.5", False: "PB 14.3.3"}
"""By whether it is the war of 1935-36."""


def _say(key: str, **facts: Fact) -> Text:
    messages = load_messages(HOME)
    return {lang: messages.text("warning", key, lang, facts) for lang in LANGUAGES}


def _name(state: State, hex_: str) -> str:
    """The place at a hex as the board calls it; messages say its name in their language."""
    index = state.world.hex_index[hex_]
    return next((p.name for p in state.world.board.places if index in p.hexes), hex_)


def _people(state: State, side: int) -> str:
    """A side as this war calls it; in a campaign the opponent has one name for both wars."""
    key = "first_side" if side == ITALIAN else "second_side"
    return str(state.theatre.scenario[key])


# --- places -------------------------------------------------------------------------------------------


@rule("PB 13.4.6", "PB 14.3.3")
def aims(state: State) -> tuple[Aim, ...]:
    """The places of a sudden end, with who controls them now."""
    keys = ("sudden_italian", "sudden_ethiopian", "sudden_allied")
    block = state.theatre.scenario["victory"]
    return tuple(_aim(state, h) for key in keys if key in block for h in block[key]["hexes"])


def _aim(state: State, hex_: str) -> Aim:
    name, owner = _name(state, hex_), state.control[state.world.hex_index[hex_]]
    side = state.side_name(owner) if owner in (ITALIAN, OTHER) else ""
    return Aim(dict(load_messages(HOME).place(name)), hex_, side, RULES[state.part == S1935])


# --- what threatens -----------------------------------------------------------------------------------


def warnings(state: State) -> Iterator[Threat]:
    """What would end a war soon, the most sudden first."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return
    if state.part == S1935:
        yield from _sudden_1935(state)
    else:
        yield from _sudden_1940(state)
    yield from _time(state)


@rule("PB 13.4.6")
def _sudden_1935(state: State) -> Iterator[Threat]:
    block = state.theatre.scenario["victory"]
    negus = () if victory.is_eliminated(state, block["sudden_italian"]["eliminated"]) else (NEGUS,)
    yield from _nearly(state, ITALIAN, block["sudden_italian"]["hexes"], negus)
    for name in block["sudden_ethiopian"]["hexes"]:
        key = _raid(state, state.world.hex_index[name])
        if key:
            text = _say(key, place=_name(state, name), hex=name)
            yield Threat(text, "PB 13.4.6", state.side_name(OTHER))


@rule("PB 14.3.3")
def _sudden_1940(state: State) -> Iterator[Threat]:
    block = state.theatre.scenario["victory"]
    left = len(victory.headquarters(state))
    more = (HEADQUARTERS,) if left else ()
    yield from _nearly(state, OTHER, block["sudden_allied"]["hexes"], more, left)
    if not state.options.fixed("khartoum-or-nairobi"):
        yield from _nearly(state, ITALIAN, block["sudden_italian"]["hexes"], ())
        return
    for name in block["sudden_italian"]["hexes"]:
        town = state.world.hex_index[name]
        if any(state.maps.armed[ITALIAN][h] for h in state.world.around(town, 1)):
            text = _say("italians-beside", place=_name(state, name), hex=name)
            yield Threat(text, "PB 14.3.3", state.side_name(ITALIAN))


def _nearly(
    state: State, side: int, hexes: list[str], more: tuple[str, ...], count: int = 0
) -> Iterator[Threat]:
    """A side holds all the places but one, or all of them."""
    open_ = [h for h in hexes if state.control[state.world.hex_index[h]] != side]
    if len(open_) > 1:
        return
    missing = (*(_name(state, h) for h in open_), *more)
    key = "sudden-missing-headquarters" if count else "sudden-missing"
    text = _say(key, side=_people(state, side), missing=missing, count=count)
    yield Threat(text, RULES[state.part == S1935], state.side_name(side))


@rule("PB 13.4.6", "11.2-d", "9.1-b")
def _raid(state: State, town: int) -> str:
    """Whether warriors stand beside a town, or can walk into it with a whole move."""
    armed, around = state.maps.armed[OTHER], state.world.around
    if any(armed[h] for h in around(town, 1)):
        return "warriors-beside"
    raiders = (u for h in around(town, RAID) if armed[h] for u in state.stack(h))
    return "warriors-near" if any(_walks(state, u, town) for u in raiders) else ""


def _walks(state: State, unit: int, town: int) -> bool:
    if not state.world.combat[unit]:
        return False
    field, way = state.world.field, ground(state, (unit,))
    start, points = state.units[unit].place, 2 * state.counter(unit).movement
    field.reach(way.costs, way.closed, way.stop, start, points)
    # Asked second: the kernels of supply use the same field.
    return field.cost(town) >= 0 and ends_well(state, (unit,), town)


@rule("PB 13.4.5", "PB 14.3.3", "PB 14.3.4")
def _time(state: State) -> Iterator[Threat]:
    """In the last turns: what the points say now. In a campaign both wars count together."""
    left = state.theatre.turns - state.turn + 1
    if left > LAST_TURNS:
        return
    first = state.part == S1935
    level = victory.level(state)
    facts: dict[str, Fact] = {"count": left, "points": victory.score(state)}
    facts["side"] = _people(state, victory.collector(state))
    if victory.is_campaign(state):
        yield Threat(_say("time-campaign", **facts), LEVELS[first], "")
        return
    facts |= {"needed": victory.points_to_win(state), "level": level}
    winner = state.side_name(victory.winner_of(state, level))
    yield Threat(_say("time", **facts), LEVELS[first], winner)
