"""PB 14.3.4 The campaign: both wars in a row with the same Italian player, and its score."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import PartBegan
from campagna.games.lion_of_judah.flags import DEAD, GONE
from campagna.games.lion_of_judah.frames import Choice
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.rules.events.event_choices import LEGIONS, legions
from campagna.games.lion_of_judah.rules.general import setup, stacking, victory
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.supply import in_supply_at
from campagna.games.lion_of_judah.state import PartResult, Phase, State
from campagna.games.lion_of_judah.world import CAMPAIGN_SIDES, S1935, S1940, Block


@rule("PB 14.3.4", "3.1-b", "1-a")
def link(state: State, chance: Chance) -> list[Event]:
    """From the end of the first war to the set-up of the second, or to the end of the campaign."""
    first = state.first_part = result(state)
    block = _link(state, first.level)
    if block.get("ends"):
        state.phase = Phase.OVER
        return []
    setup.begin_part(state, S1940, chance)
    state.prestige, state.fuel = block["prestige"], block["fuel"]
    events: list[Event] = [PartBegan(rule="PB 14.3.4", scenario="s1940", level=first.level)]
    if first.negus_eliminated:
        name = state.world.campaign["carry_over"]["negus_eliminated"]["never_arrives"]
        state.put(state.world.slots[name], GONE, steps=0, due=0)
    if block.get("free_hexes_allied"):
        for hex_ in first.free_hexes:
            events += _free(state, hex_, first.free_hexes, chance)
    _ask_carry_over(state, first, block["more_guerrillas"])
    return events


@rule("PB 14.3.4")
def result(state: State) -> PartResult:
    """How the first war ended, as the second and the score need it."""
    negus = state.world.slots[state.theatre.scenario["negus"]["unit"]]
    points, least = victory.score(state), _sudden(state)["italian_1935_at_least"]
    if state.sudden.startswith("italian"):
        points = max(points, least)
    valued = state.world.hexes(state.theatre.scenario["victory"]["hexes"])
    free = tuple(h for h in valued if state.control[h] != ITALIAN and state.world.ethiopia[h])
    return PartResult(
        level=victory.level(state),
        points=points,
        european_steps=state.steps_lost[ITALIAN],
        negus_eliminated=state.units[negus].place == DEAD,
        free_hexes=free,
    )


def _link(state: State, level: str) -> Block:
    blocks: list[Block] = state.world.campaign["link"]
    return next(b for b in blocks if b["level"] == level)


def _sudden(state: State) -> dict[str, int]:
    found: dict[str, int] = state.world.campaign["score"]["sudden_death"]
    return found


# --- what the first war leaves ----------------------------------------------------------------------


@rule("PB 14.3.4")
def _free(state: State, hex_: int, free: tuple[int, ...], chance: Chance) -> list[Event]:
    """A place Italy never took: Allied, with guerrillas; its garrison sets up elsewhere."""
    for unit in state.stack(hex_):
        _move_garrison(state, unit, hex_, free)
    state.take_control(hex_, OTHER)
    setup.place_guerrilla(state, hex_, chance)
    return resources.source_entered(state, hex_, OTHER)


def _move_garrison(state: State, unit: int, hex_: int, free: tuple[int, ...]) -> None:
    """The nearest Italian hex with room, in supply; without one the unit does not begin."""
    measure = state.world.board.grid.distance
    near = sorted(
        (h for h in range(state.world.size) if state.control[h] == ITALIAN and h not in free),
        key=lambda h: (measure(h, hex_), h),
    )
    for h in near:
        room = not state.maps.held[OTHER][h] and stacking.fits(state, ITALIAN, h, [unit])
        if room and in_supply_at(state, unit, h):
            state.put(unit, h)
            return
    state.put(unit, DEAD, steps=0)


@rule("PB 14.3.4")
def _ask_carry_over(state: State, first: PartResult, guerrillas: int) -> None:
    """The Italian gives up Blackshirt groups; then the Allied player places more guerrillas."""
    if guerrillas:
        hexes = placement.guerrilla_hexes(state)
        placement.lay(state, placement.GUERRILLA, guerrillas, hexes, "campaign")
    per_group = state.world.campaign["carry_over"]["steps_per_legion"]
    count = min(first.european_steps // per_group, len(legions(state)))
    if count:
        state.agenda.append(Choice(ITALIAN, LEGIONS, (), count))


# --- the score --------------------------------------------------------------------------------------


@rule("PB 14.3.4")
def score(state: State) -> int:
    """Italian points of the first war less half of the Allied net of the second, rounded up."""
    first = state.first_part
    assert first is not None
    net, ends = victory.score(state), _sudden(state)
    if state.sudden.startswith("allied"):
        net = max(net, ends["allied_1940_at_least"])
    elif state.sudden:
        net = min(net, ends["italian_1940_at_most"])
    return first.points - -(-net // int(state.world.campaign["score"]["net_divisor"]))


@rule("PB 14.3.4")
def outcome(state: State) -> Outcome:
    """The end of the campaign, after the first war if Ethiopia won it decisively."""
    levels = state.world.campaign["score"]["levels"]
    italian, opponent = CAMPAIGN_SIDES
    first = state.first_part
    assert first is not None
    if state.part == S1935:
        return Outcome(opponent, levels[-1]["id"], {italian: first.points})
    points = score(state)
    level = next(row["id"] for row in levels if points >= row.get("from", points))
    winner = {levels[0]["id"]: italian, levels[-1]["id"]: opponent}.get(level)
    return Outcome(winner, level, {italian: points})


def final_outcome(state: State) -> Outcome:
    """The end of the game, be it one war or the campaign."""
    return outcome(state) if victory.is_campaign(state) else victory.final_outcome(state)
