"""4 Victory as the table shows it: who holds each fortress and base, which end threatens, and why no
supply comes."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.contract import LANGUAGES, Fact, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Aim, Threat
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.forces.arrivals import controls, refuse_supply
from campagna.games.afrika_korps.rules.sequence.victory import holds_everything
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import Phase, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, HOME, SIDES

FEW = 3
"""With so many combat units left a side can be wiped out in a turn."""
LAST_TURNS = 3
BEFORE_COMBAT = (Phase.SUPPLY, Phase.ARRIVAL, Phase.MOVEMENT)
"""In these a player looks for the supply of the turn."""


def _say(key: str, **facts: Fact) -> Text:
    messages = load_messages(HOME)
    return {lang: messages.text("warning", key, lang, facts) for lang in LANGUAGES}


@rule("4.3a", "4.3c")
def aims(state: State) -> tuple[Aim, ...]:
    return tuple(_aim(state, h) for h in state.world.objectives)


def _aim(state: State, hex_: int) -> Aim:
    board = state.world.board
    name = next((p.name for p in board.places if hex_ in p.hexes), state.hex_name(hex_))
    holder = next((SIDES[s] for s in (AXIS, ALLIED) if controls(state, s, hex_)), "")
    return Aim({"it": name, "en": name}, state.hex_name(hex_), holder, "4.3a")


@rule("4.1a", "4.1b", "4.2a", "4.2b", "4.2c", "24.5")
def warnings(state: State) -> Iterator[Threat]:
    """What would end the game soon, the most urgent first."""
    if state.phase == Phase.OVER:
        return
    needed = state.world.tables["victory"]["turns"]
    for side, rule_id in ((AXIS, "4.1b"), (ALLIED, "4.2b")):
        name, held = SIDES[side], state.held[side]
        if held:
            text = _say("holds-all-for", side=name, turns=held, needed=needed)
            yield Threat(text, rule_id, name)
        elif holds_everything(state, side):
            yield Threat(_say("holds-all", side=name, needed=needed), rule_id, name)
    for side, rule_id in ((AXIS, "4.2a"), (ALLIED, "4.1a")):
        left = len(fighters(state, side))
        if left <= FEW:
            text = _say("few-left", side=SIDES[side], count=left)
            yield Threat(text, rule_id, SIDES[1 - side])
    yield from _without_supply(state)
    if not captures.supplies_on_map(state, AXIS):
        limit = state.world.tables["isolation"]["axis_without_supply"]
        text = _say("no-supply", turns=state.bare_turns, needed=limit)
        yield Threat(text, "24.5", SIDES[ALLIED])
    left = len(state.world.scenario["turn_labels"]["en"]) - state.turn + 1
    if 0 < left <= LAST_TURNS:
        yield Threat(_say("time", count=left), "4.2c", SIDES[ALLIED])


@rule("12.1b", "12.2b", "12.2c")
def _without_supply(state: State) -> Iterator[Threat]:
    """Why no supply can come this turn: the phase is passed over, or asks with nothing to land."""
    refusal = refuse_supply(state) if state.phase in BEFORE_COMBAT else None
    if refusal is None or (state.ports and state.phase != Phase.SUPPLY):
        return
    text = _say(refusal.reason, side=SIDES[state.side])
    yield Threat(text, refusal.rule, SIDES[1 - state.side])
