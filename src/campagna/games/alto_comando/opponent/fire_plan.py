"""Opponent: at whom to fire and where to send aircraft, by exact chances of loss times worth.

Whoever has one target only fires first; those who have others behind it wait to see whether it falls,
and artillery, which may fire at anybody, comes last.
"""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.opponent.map_reading import Piece, Prices
from campagna.games.alto_comando.orders import AirAttack, Done, Fire
from campagna.games.alto_comando.rules import air, fire
from campagna.games.alto_comando.rules.losses import fate
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import HOME


class FireWeights(Weights, frozen=True):
    later_attack: float
    attack_lost: float
    lobbing_range: int


WEIGHTS = load_weights(HOME, "fire_plan", FireWeights)
DONE: Advice = (Done(), 0.0, "done", {})


def shots(state: State) -> Iterator[Advice]:
    """The next shot of the phase; its dice call for a new plan."""
    waiting: list[tuple[bool, int, int]] = []
    for base in fire.gunners(state):
        in_range = fire.in_range(state, base)
        if in_range:
            waiting.append(
                (state.unit(base).line.range_ > WEIGHTS.lobbing_range, len(in_range), base)
            )
    for _, _, base in sorted(waiting):
        targets = fire.targets(state, base)
        if targets:
            prices = Prices(state)
            yield _shot(state, base, [prices.piece(t) for t in targets])
            return
    yield DONE


def _shot(state: State, firer: int, targets: list[Piece]) -> Advice:
    exact = {t.base: _chance(state, firer, t) for t in targets}
    best = max(targets, key=lambda t: (exact[t.base] * t.worth, -t.base))
    gain = exact[best.base] * best.worth
    facts: dict[str, Fact] = {
        "target": state.name(best.base),
        "percent": round(100 * exact[best.base]),
        "gain": f"{gain:.2f}",
    }
    reason = "fire-destroys" if fate(state, best.base) == "destroyed" else "fire"
    return Fire(state.name(firer), state.name(best.base)), gain, reason, facts


def _chance(state: State, firer: int, target: Piece) -> float:
    """The chance that the target is lost: hit, and not saved."""
    hit = (7 - fire.to_hit(state, firer, target.base)) / 6
    unit = state.unit(firer)
    as_88 = unit.kind in state.world.tables["classes"]["fires_as_88"]
    # A piece's loss is reckoned for an ordinary hit; this firer's may be rarer (FIR-6).
    ordinary = (7 - int(state.world.tables["to_hit"]["value"])) / 6
    return hit / ordinary * (target.loss88 if as_88 else target.loss)


def strikes(state: State) -> Iterator[Advice]:
    """Air markers one after the other, each on the target that is then worth most."""
    targets = air.targets(state)
    prices = Prices(state)
    foes = {t: prices.piece(t) for t in targets}
    marked = dict.fromkeys(foes, 1.0)
    for target in state.markers:
        if target in marked:
            marked[target] *= 1 - foes[target].loss
    flak = {t: air.near_enemy_hq(state, t) for t in targets}
    faces = state.world.tables["air"]["die"]
    lost = faces.count("lost_near_hq") / len(faces)
    later = WEIGHTS.later_attack * prices.left * lost * WEIGHTS.attack_lost
    for _ in range(air.attacks_left(state)):
        if not targets:
            break
        gains = {
            t: marked[t] * foes[t].loss * foes[t].worth - (later if flak[t] else 0.0)
            for t in targets
        }
        best = max(targets, key=lambda t: (gains[t], -t))
        if gains[best] <= 0:
            break
        facts: dict[str, Fact] = {
            "target": state.name(best),
            "percent": round(100 * foes[best].loss),
            "gain": f"{gains[best]:.2f}",
        }
        yield AirAttack(state.name(best)), gains[best], "air", facts
        marked[best] *= 1 - foes[best].loss
    yield DONE
