"""10.2.2 Roads: begun by an HQ, finished in the next administrative phase."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note, Refusal
from campagna.core.decision import Decision
from campagna.core.offers import Offer
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.events import RoadAbandoned, RoadBegun, RoadFinished
from campagna.games.lion_of_judah.maps import ROADS
from campagna.games.lion_of_judah.orders import BuildRoad
from campagna.games.lion_of_judah.rules.general.forecast import priced
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_box, own_unit
from campagna.games.lion_of_judah.rules.general.offering import form
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.prices import points_note
from campagna.games.lion_of_judah.state import Site, State

Plan = tuple[int, int, int, int]
"""HQ, hex, box, points."""


@rule("10.2.2-a", "10.2.2-b", "11.4.2-c")
def refuse_site(state: State, side: int, hex_: int) -> Refusal | None:
    """Why no road can be begun in a hex."""
    facts = {"hex": state.hex_name(hex_)}
    if state.world.desert[hex_]:
        return Refusal("10.2.2-a", "no-road-in-desert", facts)
    if hex_ in state.roads or any(s.hex == hex_ for s in state.sites):
        return Refusal("10.2.2-a", "road-there", facts)
    if state.control[hex_] != side:
        return Refusal("10.2.2-a", "not-controlled", facts)
    if _exposed(state, side, hex_):
        return Refusal("10.2.2-b", "road-beside-enemy", facts)
    return None


def _exposed(state: State, side: int, hex_: int) -> bool:
    """Next to enemy units without a friendly unit in it."""
    if state.maps.held[side][hex_]:
        return False
    enemy = state.maps.held[1 - side]
    return any(enemy[h] for h in state.world.around(hex_, 1))


@rule("10.2.2.1-a", "11.4.2-c")
def price(state: State, hex_: int) -> int:
    """One point in a track hex, two elsewhere."""
    costs, net = state.world.tables["rp_costs"], state.theatre.net(state.roads)
    tracked = any(net.track[hex_ * 6 : hex_ * 6 + 6])
    return int(costs["road_on_track" if tracked else "road_elsewhere"])


@rule("10.2.2-a", "10.2.2.1-a", "10.2-a")
def judge_build_road(state: State, order: BuildRoad) -> Refusal | Plan:
    hq = own_unit(state, order.hq, state.side, "10.2.2-a")
    if isinstance(hq, Refusal):
        return hq
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    box = own_box(state, order.box, state.side)
    if isinstance(box, Refusal):
        return box
    place = state.units[hq].place
    if state.counter(hq).type != "hq" or place < 0:
        return Refusal("10.2.2-a", "not-an-hq", {"unit": order.hq})
    if state.world.board.grid.distance(place, hex_) > 1:
        return Refusal("10.2.2-a", "hq-too-far", {"unit": order.hq, "hex": order.hex})
    points = price(state, hex_)
    refusal = refuse_site(state, state.side, hex_)
    if refusal is None:
        refusal = resources.refuse_payment(state, box, hq, points)
    return (hq, hex_, box, points) if refusal is None else refusal


@rule("10.2.2.1-a", "5.2-A-VII")
def carry_out_build_road(state: State, plan: Plan, chance: Chance) -> list[Event]:
    hq, hex_, box, points = plan
    events = resources.spend(state, box, points, "road", "10.2.2.1-a")
    state.sites.append(Site(hex_, state.turn, state.side))
    begun = RoadBegun(rule="10.2.2.1-a", hq=state.name(hq), hex=state.hex_name(hex_), cost=points)
    return [*events, begun]


@rule("10.2.2.1-b", "5.2-A-VII")
def finish(state: State) -> list[Event]:
    """Roads begun in an earlier turn are finished before new ones are begun."""
    done = [s for s in state.sites if s.turn < state.turn]
    if not done:
        return []
    state.sites = [s for s in state.sites if s.turn >= state.turn]
    state.roads = sorted({*state.roads, *(s.hex for s in done)})
    state.maps.memos.touch(ROADS)
    return [RoadFinished(rule="10.2.2.1-b", hex=state.hex_name(s.hex)) for s in done]


@rule("10.2.2-b")
def check_sites(state: State) -> list[Event]:
    """Works left without friends beside the enemy, or lost to him, are abandoned."""
    lost = [
        s for s in state.sites if state.control[s.hex] != s.side or _exposed(state, s.side, s.hex)
    ]
    if not lost:
        return []
    state.sites = [s for s in state.sites if s not in lost]
    return [RoadAbandoned(rule="10.2.2-b", hex=state.hex_name(s.hex)) for s in lost]


@rule("10.2.2-b")
def lost_works(state: State) -> list[Event]:
    """The same after every order: works are lost at any moment."""
    return check_sites(state) if state.options.fixed("works-at-any-moment") else []


@rule("10.2.2-b")
def passed_by(state: State, hex_: int, side: int) -> list[Event]:
    """Works without friends are lost when the enemy comes beside them, though he goes on."""
    if not state.sites or not state.options.fixed("works-at-any-moment"):
        return []
    distance = state.world.board.grid.distance
    lost = [
        s
        for s in state.sites
        if s.side != side and not state.maps.held[s.side][s.hex] and distance(s.hex, hex_) <= 1
    ]
    state.sites = [s for s in state.sites if s not in lost]
    return [RoadAbandoned(rule="10.2.2-b", hex=state.hex_name(s.hex)) for s in lost]


def works(state: State) -> list[BuildRoad]:
    """Every road the acting side can begin."""
    found = []
    for hq in state.on_map(state.side):
        if state.counter(hq).type != "hq":
            continue
        for hex_ in state.world.around(state.units[hq].place, 1):
            if refuse_site(state, state.side, hex_) is None:
                for box in resources.payers(state, hq, price(state, hex_)):
                    name = state.theatre.boxes[box].id
                    found.append(BuildRoad(state.name(hq), state.hex_name(hex_), name))
    return found


def offer_build_road(state: State) -> tuple[Offer, ...]:
    rows = [(o.hq, o.hex, o.box) for o in works(state)]
    return form("build-road", ("hq", "hex", "box"), rows)


def forecast_build_road(state: State, plan: Plan) -> Forecast:
    _, _, box, points = plan
    return priced("10.2.2.1-a", [points_note(state, box, points), Note("road-next-turn")])


BUILD_ROAD = Decision(
    BuildRoad,
    "10.2.2.1-a",
    judge_build_road,
    carry_out_build_road,
    forecast_build_road,
    offer=offer_build_road,
)
