"""A position is laid out if play can reach it, and refused with a reason if not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from campagna.cli.problems import translated
from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Game, Setup, digest
from campagna.core.editions import PIN
from campagna.core.numbered import named, numbered
from campagna.core.position_check import laid_out
from campagna.games.registry import BUILT_IN, load_game
from campagna.match.whatif import ScriptError, WhatIf, read_script
from tests.golden.games import HOME, read

STATES = 5
"""Of each golden game that is looked at."""


def states(slug: str) -> Iterator[tuple[Game[Any], Setup, Any]]:
    """States of a captain's game and of a random one, frames that wait among them."""
    game = load_game(slug)
    files = sorted((HOME / slug).glob("*.xz"))
    for golden in [read(files[0])[0], read(files[-1])[-1]]:
        chance = SeededChance(golden.seed)
        state = game.start(golden.setup, chance)
        every = max(1, len(golden.orders) // STATES)
        waiting = 0
        for number, text in enumerate(golden.orders):
            asked = bool(state.agenda) and waiting < STATES
            waiting += asked
            if asked or number % every == 0:
                yield game, golden.setup, state
            game.play(state, msgspec.json.decode(text, type=game.order_type), chance)
        yield game, golden.setup, state


def written(game: Game[Any], setup: Setup, state: Any, *, names: bool) -> bytes:
    """The position of a state as JSON: with names, or with numbers as files had them before."""
    plain = msgspec.to_builtins(game.describe(state))
    if names:
        plain = named(plain, game.position_type, game.names(setup, plain))
    options = {**setup.options, PIN: game.edition(setup)}
    script = {"game": game.slug, "scenario": setup.scenario, "options": options}
    return msgspec.json.encode({**script, "position": plain})


@pytest.mark.parametrize("slug", BUILT_IN)
def test_every_position_of_play_is_accepted_and_is_the_same_again(slug: str) -> None:
    for game, setup, state in states(slug):
        for names in (True, False):
            whatif = WhatIf(read_script(written(game, setup, state, names=names)))
            laid: Any = whatif.state
            laid.setup = setup  # which of the two says the edition makes no difference
            assert digest(laid) == digest(state)
            assert whatif.corrections == ()


@pytest.mark.parametrize(
    "slug", ["afrika-korps", "kasserine", "lion-of-judah", "panzergruppe-guderian"]
)
def test_what_waits_is_written_in_names(slug: str) -> None:
    """No number of a unit or a hex is left in the frames of the agenda, nor in the markers."""
    seen = 0
    for game, setup, state in states(slug):
        if not state.agenda:
            continue
        plain = msgspec.to_builtins(game.describe(state))
        shown = named(plain, game.position_type, game.names(setup, plain))
        for before, after in zip(plain["agenda"], shown["agenda"], strict=True):
            seen += 1
            assert isinstance(after["side"], str)
            for field in ("units", "attackers", "defenders", "hexes", "origins", "posts"):
                assert all(isinstance(x, str) for x in after.get(field, ())), (field, before)
        again = numbered(shown, game.position_type, game.names(setup, plain))
        assert msgspec.convert(again, game.position_type) == game.describe(state)
    assert seen


G, A, K, L, C = (
    "panzergruppe-guderian",
    "afrika-korps",
    "kasserine",
    "lion-of-judah",
    "alto-comando",
)
LAKE, SEA = "1921", "A1"
BROKEN: list[tuple[str, dict[str, Any], str]] = [
    (G, {"turn": 0, "phase": "german-move"}, "turn 0 is the set-up"),
    (G, {"turn": 13}, "turns 1 to 12"),
    (G, {"turn": -1}, ">= 0"),
    (
        G,
        {"units": [{"id": "G-10Pz-PzR7", "at": "1012", "spent": 99}], "opened": True},
        "half points",
    ),
    (G, {"units": [{"id": "G-10Pz-PzR7", "at": "1012", "step": 9}]}, "steps"),
    (G, {"units": [{"id": "G-10Pz-PzR7", "at": "1012", "step": -1}]}, ">= 0"),
    (G, {"units": [{"id": "G-10Pz-PzR7", "at": "1012"}] * 2}, "named twice"),
    (
        G,
        {
            "turn": 2,
            "phase": "soviet-move",
            "units": [{"id": "S-1", "at": "waiting", "counter": "SR01", "entry": "20th Army"}],
            "opened": True,
        },
        "the set-up is over",
    ),
    (G, {"rail_used": 99}, "by rail"),
    (G, {"recaptures": 10**6}, "<="),
    (A, {"side": "german"}, "no side 'german'"),
    (A, {"turn": 99}, "turns 1 to 38"),
    (A, {"units": [{"id": "DE-21-5", "at": "R40"}] * 2}, "named twice"),
    (A, {"units": [{"id": "DE-21-5", "at": "R40", "spent": 77}], "opened": True}, "too far"),
    (A, {"units": [{"id": "DE-21-5", "at": "R40", "road": 50}], "opened": True}, "road bonus"),
    (A, {"opened": True, "pool": [-1, 0]}, ">= 0"),
    (
        A,
        {"opened": True, "agenda": [{"type": "retreating", "side": "axis", "units": ["nobody"]}]},
        "nothing is",
    ),
    (K, {"side": "allied", "phase": "axis-setup", "move": 0, "opened": True}, "belongs to axis"),
    (K, {"move": 3, "side": "allied", "phase": "allied-setup", "opened": True}, "before move 1"),
    (K, {"move": 99}, "moves 1 to"),
    (K, {"units": [{"id": "A10-II7", "at": "2420"}] * 2}, "named twice"),
    (L, {"side": "roman"}, "no side 'roman'"),
    (L, {"side": "ethiopian", "phase": "bombing"}, "belongs to italian"),
    (L, {"units": [{"id": "it_Sb", "at": "1306"}] * 2}, "named twice"),
    (L, {"units": [{"id": "it_Sb", "at": "1306", "steps": 9}]}, "steps"),
    (L, {"units": [{"id": "it_Sb", "at": "1306", "steps": -1}]}, ">= 0"),
    (L, {"boxes": {"north": -3}}, ">= 0"),
    (C, {"side": "allied"}, "change side or active"),
    (C, {"turn": 0}, "turn 0 is the placement"),
    (C, {"turn": 99}, "turns 1 to"),
    (C, {"phase": "deploy"}, "before turn 1"),
    (C, {"bases": [{"id": "A1.hq", "at": [400, 500]}] * 2}, "named twice"),
    (C, {"bases": [{"id": "A1.hq", "at": [400, 500]}, {"id": "G1.hq", "at": [405, 500]}]}, "G-23"),
]
"""A position, each with one fault, and a part of the sentence that says so."""

BATTLE = {"formations": [["A1", "A1", "gen.de.panzer", "axis"], ["G1", "G1", "gen.gb.armoured", 1]]}


@pytest.mark.parametrize(("slug", "position", "says"), BROKEN)
def test_what_play_cannot_reach_is_refused_in_both_languages(
    slug: str, position: dict[str, Any], says: str
) -> None:
    if slug == C:
        position = {**BATTLE, **position}
    script = {"game": slug, "position": position}
    if slug == C:
        script["scenario"] = "battle"
    with pytest.raises(ScriptError) as caught:
        WhatIf(read_script(msgspec.json.encode(script)))
    english = str(caught.value)
    assert says in english
    assert english.startswith("position")
    assert translated(english, "it") != english


@pytest.mark.parametrize("slug", BUILT_IN)
def test_no_number_of_play_can_be_made_negative(slug: str) -> None:
    """Each number of each unit, taken below nothing, is refused and nothing crashes."""
    tried = 0
    for game, setup, state in states(slug):
        plain = msgspec.to_builtins(game.describe(state))
        numbers = [
            (unit, field)
            for unit in plain.get("units", ())[:40]
            for field, value in unit.items()
            if isinstance(value, int) and not isinstance(value, bool) and value > 0
        ]
        for unit, field in numbers[:3]:
            kept, unit[field] = unit[field], -7
            with pytest.raises((BadPosition, msgspec.ValidationError)):
                lay(game, setup, plain)
            unit[field] = kept
            tried += 1
    assert tried or slug in (C, K)


def lay(game: Game[Any], setup: Setup, plain: dict[str, Any]) -> None:
    laid_out(game, setup, msgspec.convert(plain, game.position_type), SeededChance(1))


def test_a_hex_overstacked_in_the_middle_of_a_phase_is_allowed() -> None:
    units = [
        {"id": name, "at": "1014"}
        for name in ("G-10Pz-PzR7", "G-10Pz-SR69", "G-10Pz-SR86", "G-7Pz-PzR25")
    ]
    script = {"game": G, "position": {"turn": 3, "phase": "german-move", "units": units}}
    laid: Any = WhatIf(read_script(msgspec.json.encode(script))).state
    assert max(map(len, laid.maps.stacks.values())) == len(units)


def test_faults_that_are_not_listed_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setup, state = next(iter(states(K)))
    plain = msgspec.to_builtins(game.describe(state))
    faults = [f"fault {n}" for n in range(8)]
    monkeypatch.setattr(type(game), "violations", lambda _game, _state: faults)
    with pytest.raises(BadPosition) as caught:
        lay(game, setup, plain)
    *listed, rest = str(caught.value).split("\n")
    assert listed == faults[:5]
    assert rest == "faults that are not listed: 3"
    assert translated(rest, "it") == "errori non elencati: 3"
