"""Positions for the decisions that random games hardly ever reach; Afrika Korps has a module of its own."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.chance import ScriptedChance, SeededChance, UnrecordedChance
from campagna.core.contract import Setup, State
from campagna.games.alto_comando.state import Phase
from campagna.games.alto_comando.state import State as BaseState
from campagna.games.kasserine.orders import Retreat
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.rules.ethiopia import leader_escape
from tests.e2e import afrika_korps_moments
from tests.games.alto_comando import lay as alto
from tests.games.kasserine.lay import path, play
from tests.games.kasserine.test_artillery import battery
from tests.games.kasserine.test_retreat import beaten
from tests.games.lion_of_judah.lay import WORLD, at
from tests.games.lion_of_judah.test_arrivals import arriving, opened
from tests.games.lion_of_judah.test_ethiopia import council
from tests.offered import by_order


def rare_moments(slug: str) -> Iterator[tuple[Setup, State]]:
    match slug:
        case "afrika-korps":
            for state in afrika_korps_moments.rare_moments():
                yield Setup("campaign"), state
        case "kasserine":
            yield Setup("campaign"), _raid()
            yield Setup("campaign"), _accompany()
        case "lion-of-judah":
            yield Setup("s1935"), _gain()
            yield Setup("s1935"), _refuge()
        case "alto-comando":
            for table in (_leave(), _bridge()):
                yield table.setup, table


def _raid() -> State:
    """The strategic bombers may strike any hex."""
    return battery({"2420": "A21-I5 A21-I104 CD-21 S-M01", "0911": "L34-1-133"}, "allied", move=25)


def _accompany() -> State:
    """A command may go along with those who retreat."""
    state = beaten(extra={"2320": "CD-34 S-M07 S-F-1918"})
    play(state, Retreat("L34-1-133", path("2219 2119")))
    return state


def _gain() -> State:
    """A leader receives the arms that came by rail."""
    leaders = {"et_NEG": "1215", "et_NAS": "1713", "et_IMR": "1112"}
    state = arriving(leaders, 3, side=OTHER)
    opened(state)
    return state


def _refuge() -> State:
    """A leader who is left alone flees to one of two hexes."""
    one, two = (WORLD.hex_ids[h] for h in WORLD.board.grid.around(at("1308"))[:2])
    state = council({"et_SEY": "1308", "et_seyoum_1": one, "et_seyoum_2": two})
    leader_escape.alone(state, at("1308"), ScriptedChance([5]))
    return state


def _leave() -> BaseState:
    """A base beside the edge may leave the table."""
    return alto.table({"A1.hq": "30 600", "A1.tank1": "30 500", "G1.hq": "1100 600"}, phase="move")


def _bridge() -> BaseState:
    """Pontoniers beside a river."""
    setup = Setup("battle", {"western_front": True, "terrain": "western_sample"})
    state, whim, chance = (
        alto.GAME.start(setup, SeededChance(0)),
        UnrecordedChance(0),
        SeededChance(0),
    )
    while True:
        offers = alto.GAME.offers(state)
        if state.phase == Phase.CLEAR and "bridge" in by_order(offers):
            return state
        alto.GAME.play(state, offers.sample(whim), chance)
