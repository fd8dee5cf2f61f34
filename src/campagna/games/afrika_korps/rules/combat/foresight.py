"""7.5, 7.6 What the results of a battle will cost, for forecasts."""

from __future__ import annotations

from collections.abc import Sequence

from campagna.core.contract import Fact
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.frames import Exchange, Retreating
from campagna.games.afrika_korps.rules.combat import retreat
from campagna.games.afrika_korps.rules.combat.results import payments, worth
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_sum
from campagna.games.afrika_korps.state import State


@rule("11.7d")
def foreseen(
    state: State,
    attackers: Sequence[int],
    defenders: Sequence[int],
    result: str,
    fled: Sequence[int] = (),
) -> dict[str, Fact]:
    """What a result costs; `fled` are lost whatever it is."""
    outcome = _costs(state, attackers, defenders, result)
    if fled:
        lost = outcome.get("defenders_lost", ())
        assert isinstance(lost, tuple)
        outcome["defenders_lost"] = (*state.names(fled), *lost)
    return outcome


@rule("7.5c", "7.5d", "7.6.2")
def _costs(
    state: State, attackers: Sequence[int], defenders: Sequence[int], result: str
) -> dict[str, Fact]:
    """Who is lost for certain, who goes back, and what an exchange costs the stronger side."""
    match result:
        case "AE":
            return {"attackers_lost": state.names(attackers)}
        case "DE":
            return {"defenders_lost": state.names(defenders)}
        case "AR":
            return _going_back(state, state.side, attackers, "attackers")
        case "DR":
            return _going_back(state, 1 - state.side, defenders, "defenders")
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    outcome: dict[str, Fact] = {}
    if attack <= defence:
        outcome["attackers_lost"] = state.names(attackers)
    if defence <= attack:
        outcome["defenders_lost"] = state.names(defenders)
    if defence < attack:
        frame = Exchange(state.side, tuple(attackers), defence, True)
        outcome |= _price(state, frame, "attackers")
    elif attack < defence:
        frame = Exchange(1 - state.side, tuple(defenders), attack, False)
        outcome |= _price(state, frame, "defenders")
    return outcome


def _price(state: State, frame: Exchange, who: str) -> dict[str, Fact]:
    """The least that pays, in how many ways, and who is in all of them."""
    ways = payments(state, frame)
    forced = set.intersection(*(set(w) for w in ways))
    return {
        f"{who}_pay": min(sum(worth(state, frame, u) for u in w) for w in ways),
        f"{who}_ways_to_pay": len(ways),
        f"{who}_lost": state.names(sorted(forced)),
    }


def _going_back(state: State, side: int, units: Sequence[int], who: str) -> dict[str, Fact]:
    """As the board stands now: those without a way back are lost, the others go two hexes."""
    frame = Retreating(side, tuple(units))
    trapped = [u for u in units if not retreat.safe_paths(state, state.place(u), side)]
    free = [u for u in units if u not in trapped]
    seated = retreat.seat(state, frame, free)
    return {
        f"{who}_lost": state.names(trapped),
        f"{who}_back": state.names(free),
        f"{who}_without_room": len(free) - len(seated),
    }
