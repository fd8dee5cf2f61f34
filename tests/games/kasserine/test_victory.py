"""Object of the game: exits, losses, the railway (VIC-1 to VIC-7)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.kasserine.events import GameEnded
from campagna.games.kasserine.orders import Leave
from campagna.games.kasserine.rules.victory import axis_losses, beyond_the_railway, exit_points
from tests.games.kasserine.lay import (
    GAME,
    decision,
    end_turn,
    lay,
    only,
    play,
)

LAST = 33


def counted(places: dict[str, str], **given: Any) -> set[str]:
    """The Allied units that count at the end."""
    state = lay(places, "allied", move=given.pop("move", LAST), **given)
    return set(state.names(beyond_the_railway(state)))


@pytest.mark.rule("VIC-1")
def test_nineteen_points_are_not_enough() -> None:
    state = lay(
        {"0116": "A21-I5:supplied A10-I7:supplied", "0119": "A21-I104:supplied"}, opened=True
    )
    play(state, Leave("A21-I5"), Leave("A10-I7"), Leave("A21-I104"))
    assert exit_points(state) == 19
    assert decision(state) == "movement"


@pytest.mark.rule("VIC-1")
def test_total_victory_ends_the_game_at_once_whatever_the_losses() -> None:
    dead = "A10-I90 A21-II5 ADK-I8 A10-II7 A10-501 A21-I104 A21-II104 A10-II69 A10-II86 A21-580 A10-K10"
    state = lay(
        {"0116": "A21-I5:supplied", "exited": "A10-I7 ADK-I-Afr A21-I155", "dead": dead},
        opened=True,
    )
    assert axis_losses(state) > 35
    assert exit_points(state) == 12
    ended = only(play(state, Leave("A21-I5")), GameEnded)
    assert ended.level == "german_total"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == "axis"
    assert outcome.points["exited"] == 20


@pytest.mark.rule("VIC-2", "VIC-3", "VIC-4", "VIC-5")
@pytest.mark.parametrize(
    ("south", "heavy_losses", "level", "winner"),
    [
        (1, False, "german_partial", "axis"),
        (2, False, "draw", None),
        (1, True, "allied_partial", "allied"),
        (2, True, "allied_partial", "allied"),
        (3, True, "allied_total", "allied"),
    ],
)
def test_levels_at_the_end_of_the_last_move(
    south: int, heavy_losses: bool, level: str, winner: str | None
) -> None:
    units = ["L34-1-133", "L34-3-133", "L34-1-135"][:south]
    hexes = ["2423", "2424", "2323"]
    dead = "A21-I5 A10-I7 ADK-I8 A21-II5 A10-II7 A10-501 A10-II69" if heavy_losses else "CD-34"
    board = {"2422": "S-M05", "dead": dead} | dict(zip(hexes, units, strict=False))
    state = lay(board, "allied", move=LAST)
    assert (axis_losses(state) > 35) == heavy_losses
    ended = only(end_turn(state), GameEnded)
    assert ended.level == level
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.rule("VIC-2", "VIC-4")
def test_reconnaissance_and_the_line_itself_do_not_count() -> None:
    """1520 lies on the railway, 1519 north of it, 1521 south."""
    supply = {"1421": "S-M07"}
    assert counted({"1521": "L34-1-133", **supply}) == {"L34-1-133"}
    assert counted({"1520": "L34-1-133", **supply}) == set()
    assert counted({"1519": "L34-1-133", **supply}) == set()
    assert counted({"1521": "LUK-DY L34-1-133", **supply}) == {"L34-1-133"}


@pytest.mark.rule("VIC-6")
def test_losses_are_full_less_present_value() -> None:
    """A reduced 5-3 has lost 3, a dead one 8; who never came has lost nothing."""
    state = lay(
        {"2420": "A21-I5:reduced", "dead": "A10-I7 A10-I90", "exited": "A21-II5:reduced"},
        opened=True,
    )
    assert axis_losses(state) == 3 + 8 + 1 + 2
    never = lay({"cancelled": "ADK-I8", "tray": "ADK-71W", "blocking": "A21-I5"}, opened=True)
    assert axis_losses(never) == 0


@pytest.mark.rule("VIC-7", "WX-5")
def test_supplied_at_the_end_needs_a_real_line() -> None:
    assert counted({"1521": "L34-1-133"}) == set()
    assert counted({"1521": "L34-1-133:reduced"}) == set()
    assert counted({"1521": "L34-1-133:reduced", "1421": "S-M07"}) == {"L34-1-133"}
    assert counted({"1918": "S-M07", "2024": "L34-1-133"}) == {"L34-1-133"}
    assert counted({"1918": "S-M07", "2024": "L34-1-133"}, weather="storm") == set()


@pytest.mark.rule("VIC-7")
def test_a_supply_that_moved_counts_and_zones_hold_although_it_is_night() -> None:
    assert counted({"1521": "L34-1-133", "1421": "S-M07:marching"}) == {"L34-1-133"}
    cut = {"2219": "S-M07", "2121": "L34-1-133", "2319": "A21-I5", "2120": "CD-34"}
    open_ = counted({h: u for h, u in cut.items() if h != "2319"}, weather="storm")
    assert open_ == {"L34-1-133"}
    ring = {"2321": "A21-I5", "2119": "A10-I7"}
    shut = {"2219": "S-M07", "2222": "L34-1-133", **ring}
    assert counted(shut, weather="storm") == set()
