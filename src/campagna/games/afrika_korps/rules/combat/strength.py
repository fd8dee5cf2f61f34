"""7.3, 10.2, 11.1, 11.2 Factors and odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campagna.core.account import Account, share, total
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.state import SHELTERED, State
from campagna.tables.odds import odds


@rule("8.7", "11.1", "1.3.1")
def attack_of(state: State, units: Iterable[int]) -> int:
    """Attack factors are never changed by terrain."""
    values = state.world.attack
    return sum(values[u] for u in units)


@rule("11.7d")
def fled_alone(state: State, unit: int) -> bool:
    """It fled this turn into a fortress that nobody held: whoever attacks it there eliminates it."""
    u = state.units[unit]
    if not u.flags & SHELTERED or not state.options.fixed("fled-alone"):
        return False
    return all(state.flagged(o, SHELTERED) for o in state.fighters_at(u.place, state.owner(unit)))


@rule("10.2", "14.7", "1.3.2", "11.7b")
def defence_of(state: State, unit: int) -> int:
    """Doubled in a fortress or on an escarpment; nothing for a unit that fled to other defenders."""
    u = state.units[unit]
    if u.flags & SHELTERED and not fled_alone(state, unit):
        return 0
    value = state.world.defence[unit]
    if state.world.doubled[u.place]:
        value *= state.world.tables["terrain"]["defence_factor"]
    return value


@rule("11.2")
def defence_sum(state: State, units: Iterable[int]) -> int:
    """The defence factors of all the defenders together, terrain included."""
    return sum(defence_of(state, u) for u in units)


@rule("7.3", "7.4a")
def odds_name(state: State, attack: int, defence: int) -> str:
    """As players say it; 7-1 stands for everything above 6-1."""
    if defence == 0:
        return "7-1"
    a, d = odds(attack, defence)
    return f"{min(a, state.world.tables['odds']['automatic_from'])}-{d}"


@rule("7.4b", "11.6a")
def too_weak(state: State, attack: int, defence: int) -> bool:
    """Worse than 1-6."""
    return bool(defence > state.world.tables["odds"]["worst"] * attack)


@rule("7.4a")
def overwhelming(state: State, attack: int, defence: int) -> bool:
    """Above 6-1: no die is rolled."""
    return bool(attack >= state.world.tables["odds"]["automatic_from"] * defence)


@rule("8.7", "10.2")
def account(state: State, attackers: Sequence[int], defenders: Sequence[int]) -> Account:
    """The same as lines that every table shows."""
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    factors, printed = state.world.attack, state.world.defence
    mine = [share("attack", state.name(a), factors[a], factors[a], "8.7") for a in attackers]
    theirs = [
        share("defence", state.name(d), printed[d], defence_of(state, d), "10.2") for d in defenders
    ]
    return Account(
        lines=(*mine, total("attack", attack), *theirs, total("defence", defence)),
        columns={odds_name(state, attack, defence): 1.0},
    )


@rule("8.7", "10.2")
def sums(state: State, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, object]:
    """Each unit's share of a battle as players check it."""
    attack, defence = attack_of(state, attackers), defence_sum(state, defenders)
    return {
        "attack": [
            {"unit": state.name(a), "factor": state.world.attack[a], "rule": "8.7"}
            for a in attackers
        ],
        "defence": [
            {
                "unit": state.name(d),
                "printed": state.world.defence[d],
                "factor": defence_of(state, d),
                "rule": "10.2",
            }
            for d in defenders
        ],
        "odds": odds_name(state, attack, defence),
        "totals": [attack, defence],
    }
