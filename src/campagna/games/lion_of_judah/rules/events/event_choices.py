"""The choices that events leave: A4 to A6, A8, C7, C9, D3.

The frame of A8 names the units still late, that of D3 the units that have already paid; an answer is
one word, or a unit and a box or hex.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.events import (
    Answered,
    Placed,
    PointsLost,
    Rebuilt,
    Removed,
    Strengthened,
)
from campagna.games.lion_of_judah.flags import ARRIVED, DEAD, GONE, NOT_DUE, NOWHERE
from campagna.games.lion_of_judah.frames import Choice
from campagna.games.lion_of_judah.orders import Answer
from campagna.games.lion_of_judah.rules.events.effects_in_force import effect
from campagna.games.lion_of_judah.rules.general import control, losses, stacking
from campagna.games.lion_of_judah.rules.general.names import own_box, own_unit
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.resources.replacements import remix
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import InForce, State

LEGIONS = "legions"
"""The campaign asks for Blackshirt groups as an event would (PB 14.3.4)."""
VOLUNTARY = ("A8", "C9")
"""Events whose choices may be left unused."""


@rule("6.2-a")
def judge_answer(state: State, frame: Choice, order: Answer) -> Refusal | str:
    refusal = _JUDGES.get(frame.event, _one_of)(state, frame, order.answer)
    return order.answer if refusal is None else refusal


def carry_out_answer(state: State, frame: Choice, plan: str, chance: Chance) -> list[Event]:
    """Carry out an answer; the frame goes when its count is used up."""
    state.agenda.pop()
    if frame.count > 1:
        left = _frame_after(frame, plan)
        if left is not None:
            state.agenda.append(msgspec.structs.replace(left, count=frame.count - 1))
    side = state.side_name(frame.side)
    event = Answered(rule="6.2-a", marker=frame.event, side=side, answer=_public(frame, plan))
    return [event, *_ACTS[frame.event](state, plan, chance)]


def _frame_after(frame: Choice, answer: str) -> Choice | None:
    """The frame after an answer: one point of sanctions, one late unit less; one unit more that paid."""
    answers = list(frame.answers)
    if frame.event == "D3":
        answers.append(answer)
    elif frame.event in ("A4", "A8"):
        answers.remove(answer.split(maxsplit=1)[0])
        if not answers:
            return None
    return msgspec.structs.replace(frame, answers=tuple(answers))


def _public(frame: Choice, answer: str) -> str:
    """The first word of an answer: the unit, the box, the hex."""
    return answer.split(maxsplit=1)[0]


def ask_answer(state: State, frame: Choice) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "count": frame.count}
    return Step(state.side_name(frame.side), f"choice-{frame.event}", "6.2-a", facts)


def settle_choice(state: State, frame: Choice, chance: Chance) -> Settled:
    """A single answer to a question that must be answered, or none at all, is no choice."""
    found = answers(state, frame)
    if not found:
        state.agenda.pop()
        return [], False
    if len(found) == 1 and not may_decline(frame):
        return carry_out_answer(state, frame, found[0], chance), False
    return [], True


def may_decline(frame: Choice) -> bool:
    return frame.event in VOLUNTARY


def offer_answer(state: State, frame: Choice) -> tuple[Offer, ...]:
    return (Pick("answer", "answer", tuple(answers(state, frame)), tone="main"),)


def answers(state: State, frame: Choice) -> list[str]:
    """Every answer the judge accepts."""
    if frame.event == "A8":
        boxes = [state.theatre.boxes[b].id for b in resources.side_boxes(state, ITALIAN)]
        words = [f"{unit} {box}" for unit in frame.answers for box in boxes]
    elif frame.event == "C9":
        hexes = effect(state, "C9")["hexes"]
        own = [u for u in state.theatre.units if state.own(u) == ITALIAN]
        words = [state.name(u) for u in own if state.counter(u).branch == "colonial_regular"]
        dead = [u for u in own if state.counter(u).branch == "colonial_irregular"]
        words += [f"{state.name(u)} {h}" for u in dead for h in hexes]
    elif frame.event == LEGIONS:
        words = list(state.names(legions(state)))
    elif frame.event == "D3":
        words = [state.name(u) for u in state.on_map(ITALIAN) if state.counter(u).colonial]
    else:
        words = list(dict.fromkeys(frame.answers))
    judge = _JUDGES.get(frame.event, _one_of)
    return [w for w in words if judge(state, frame, w) is None]


# --- judges -----------------------------------------------------------------------------------------


def _one_of(state: State, frame: Choice, answer: str) -> Refusal | None:
    """A4, A5, A6: one of the words of the frame."""
    if answer not in frame.answers:
        return Refusal("6.2-a", "no-such-answer", {"answers": frame.answers})
    return None


def _ransom(state: State, frame: Choice, answer: str) -> Refusal | None:
    """A8: a late unit and the box that pays."""
    name, _, account = answer.partition(" ")
    if name not in frame.answers:
        return Refusal("6.2-a", "no-such-answer", {"answers": frame.answers})
    box = own_box(state, account, ITALIAN)
    if isinstance(box, Refusal):
        return box
    if state.boxes[box] < effect(state, "A8")["ransom_rp"]:
        facts: dict[str, Fact] = {"box": account, "count": state.boxes[box]}
        return Refusal("7.3.1-a", "too-few-points", facts)
    return None


def _company(state: State, frame: Choice, answer: str) -> Refusal | None:
    """C7: an Italian hex of the frame with room."""
    if answer not in frame.answers:
        return Refusal("6.2-a", "no-such-answer", {"answers": frame.answers})
    hex_ = state.world.hex_index[answer]
    if state.control[hex_] != ITALIAN:
        return Refusal("6.2-a", "not-controlled", {"hex": answer})
    unit = state.world.slots[effect(state, "C7")["place"]]
    return stacking.refuse_stack(state, ITALIAN, hex_, [unit])


@rule("PB 14.6.3-b")
def _levy_step(state: State, frame: Choice, answer: str) -> Refusal | None:
    """C9: an eliminated irregular and a hex, or a reduced supplied colonial brigade."""
    name, _, where = answer.partition(" ")
    unit = own_unit(state, name, ITALIAN, "6.2-a")
    if isinstance(unit, Refusal):
        return unit
    counter = state.counter(unit)
    facts = {"unit": name}
    if where:
        dispersed = state.prestige <= state.theatre.scenario["prestige"]["irregulars_removed_at"]
        fallen = state.units[unit].place == DEAD and counter.branch == "colonial_irregular"
        if not fallen or dispersed:
            return Refusal("PB 14.6.3-b", "not-mobilised", facts)
        if where not in effect(state, "C9")["hexes"]:
            return Refusal("6.2-a", "wrong-entry", {"unit": name, "hex": where})
        hex_ = state.world.hex_index[where]
        if state.control[hex_] != ITALIAN:
            return Refusal("6.2-a", "not-controlled", {"hex": where})
        return stacking.refuse_stack(state, ITALIAN, hex_, [unit])
    reduced = 0 < state.units[unit].steps < counter.steps and state.units[unit].place >= 0
    if counter.branch != "colonial_regular" or not reduced:
        return Refusal("6.2-a", "not-mobilised", facts)
    return None if in_supply(state, unit) else Refusal("6.2-a", "out-of-supply", facts)


def _deserter(state: State, frame: Choice, answer: str) -> Refusal | None:
    """D3: a colonial unit on the map that is not Eritrean and has not paid yet."""
    unit = own_unit(state, answer, ITALIAN, "6.2-a")
    if isinstance(unit, Refusal):
        return unit
    counter = state.counter(unit)
    fit = counter.colonial and not counter.eritrean and state.units[unit].place >= 0
    if not fit or answer in frame.answers:
        return Refusal("6.2-a", "not-a-deserter", {"unit": answer})
    return None


@rule("PB 14.3.4")
def _legion(state: State, frame: Choice, answer: str) -> Refusal | None:
    """The campaign: a Blackshirt group that the first war has cost."""
    unit = own_unit(state, answer, ITALIAN, "PB 14.3.4")
    if isinstance(unit, Refusal):
        return unit
    if unit not in legions(state):
        return Refusal("PB 14.3.4", "not-a-legion", {"unit": answer})
    return None


@rule("PB 14.3.4")
def legions(state: State) -> list[int]:
    """Blackshirt groups of 1940 that may be given up."""
    branch = state.world.campaign["carry_over"]["legion_branch"]
    return [
        u
        for u in state.theatre.units
        if state.own(u) == ITALIAN
        and state.counter(u).branch == branch
        and not state.counter(u).breakdown
        and (state.units[u].place >= 0 or state.units[u].place == NOT_DUE)
    ]


_JUDGES: dict[str, Callable[[State, Choice, str], Refusal | None]] = {
    LEGIONS: _legion,
    "A8": _ransom,
    "C7": _company,
    "C9": _levy_step,
    "D3": _deserter,
}


# --- acts -------------------------------------------------------------------------------------------


def _sanction(state: State, answer: str, chance: Chance) -> list[Event]:
    state.boxes[state.theatre.box_index[answer]] -= 1
    return [PointsLost(rule="6.2-a", holder=answer, count=1)]


def _de_bono(state: State, answer: str, chance: Chance) -> list[Event]:
    if answer == "hq_mp":
        state.in_force.append(InForce("A5-hq", state.turn))
        return []
    points = effect(state, "A5")["rp_north"]
    return resources.receive(state, state.theatre.box_index["north"], points, "6.2-a")


def _rival(state: State, answer: str, chance: Chance) -> list[Event]:
    state.in_force.append(InForce("A6", state.turn, state.world.slots[answer]))
    return []


@rule("7.2-b")
def _pay_ransom(state: State, answer: str, chance: Chance) -> list[Event]:
    name, _, account = answer.partition(" ")
    unit, block = state.world.slots[name], effect(state, "A8")
    state.change(unit, due=state.units[unit].due - block["delay_next"])
    box = state.theatre.box_index[account]
    return resources.spend(state, box, block["ransom_rp"], "ransom", "7.2-b")


def _land_company(state: State, answer: str, chance: Chance) -> list[Event]:
    unit = state.world.slots[effect(state, "C7")["place"]]
    return _enter(state, unit, answer, state.counter(unit).steps)


def _enter(state: State, unit: int, hex_name: str, steps: int) -> list[Event]:
    hex_ = state.world.hex_index[hex_name]
    state.put(unit, hex_, steps=steps, due=0, entry=NOWHERE)
    state.flag(unit, ARRIVED)
    placed = Placed(rule="6.2-a", unit=state.name(unit), hex=hex_name)
    return [placed, *control.enter(state, hex_, ITALIAN)]


def _mobilise(state: State, answer: str, chance: Chance) -> list[Event]:
    name, _, where = answer.partition(" ")
    unit = state.world.slots[name]
    if where:
        remix(state, unit, chance)
        _enter(state, unit, where, 1)
        return [Rebuilt(rule="6.2-a", unit=name, hex=where, steps=1)]
    steps = state.units[unit].steps + 1
    state.change(unit, steps=steps)
    return [Strengthened(rule="6.2-a", unit=name, steps=steps)]


def _lose(state: State, answer: str, chance: Chance) -> list[Event]:
    return losses.lose_step(state, state.world.slots[answer], "desertion", "6.2-a")


def _disband(state: State, answer: str, chance: Chance) -> list[Event]:
    unit = state.world.slots[answer]
    state.put(unit, GONE, steps=0, due=0)
    state.change(unit, flags=0)
    return [Removed(rule="PB 14.3.4", units=(answer,), cause=LEGIONS)]


_ACTS: dict[str, Callable[[State, str, Chance], list[Event]]] = {
    LEGIONS: _disband,
    "A4": _sanction,
    "A5": _de_bono,
    "A6": _rival,
    "A8": _pay_ransom,
    "C7": _land_company,
    "C9": _mobilise,
    "D3": _lose,
}


ANSWER = Reply(Answer, "6.2-a", judge_answer, carry_out_answer, offer=offer_answer)
ASKED = tuple(f"choice-{event}" for event in _ACTS)
"""The decisions that choices of events may ask for."""
