"""The pause: limits under Rommel and von Arnim, for the Allies, for artillery (CAL-5 to CAL-15)."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.orders import Done, Fire
from tests.games.kasserine.lay import (
    allowed,
    attack,
    lay,
    marks,
    move,
    place,
    play,
    until,
    why,
)

DAY, NIGHT = 13, 15
"""Moves of the pause."""


def under(army: str, **more: str) -> dict[str, str]:
    other = "CA-ROMMEL" if army == "CA-ARNIM" else "CA-ARNIM"
    found = {"2420": f"A21-I5 S-M01 CD-21 {army}", "2217": "L34-3-133", "dead": other}
    return found | {name.removeprefix("h"): units for name, units in more.items()}


INTO_CONTACT = move("A21-I5", "2320 2319 2318")


@pytest.mark.rule("CAL-7 (a)", "CAL-8 (b)")
def test_only_under_rommel_zones_may_be_entered() -> None:
    free = lay(under("CA-ROMMEL"), move=DAY)
    assert "bound" not in marks(free, "A21-I5")
    assert allowed(free, INTO_CONTACT)
    bound = lay(under("CA-ARNIM"), move=DAY)
    assert "bound" in marks(bound, "A21-I5")
    assert why(bound, INTO_CONTACT) == ("CAL-8 (b)", "pause-contact")


@pytest.mark.rule("CAL-5")
@pytest.mark.parametrize(("when", "free"), [(11, True), (13, False), (14, False), (16, True)])
def test_the_limits_hold_in_the_pause_only(when: int, free: bool) -> None:
    assert allowed(lay(under("CA-ARNIM"), move=when), INTO_CONTACT) == free


@pytest.mark.rule("CAL-7 (a)", "CMD-3")
def test_rommel_controls_through_the_division_too() -> None:
    """Rommel is 11 points and more from the tank, but 8.5 from its divisional command."""
    board = {
        "2420": "A21-I5 S-M01",
        "3022": "CD-21",
        "3132": "CA-ROMMEL",
        "2217": "L34-3-133",
    }
    assert "bound" not in marks(lay(board, move=DAY), "A21-I5")
    alone = {h: u for h, u in board.items() if h != "3022"} | {"dead": "CD-21"}
    assert "bound" in marks(lay(alone, move=DAY), "A21-I5")


@pytest.mark.rule("CAL-8 (b)")
def test_contact_of_the_start_may_be_attacked_new_contact_not() -> None:
    board = under("CA-ARNIM", h2521="L34-1-133", h2520="A21-I104", h2418="L1A-91")
    state = lay(board, move=DAY)
    # 2419 is next to the artillery in 2418, which has no zone: it may be entered.
    play(state, move("A21-I5", "2419"), Done())
    assert why(state, attack("A21-I5", "2418")) == ("CAL-8 (b)", "pause-target")
    state = lay(board, move=DAY, phase="plan")
    assert allowed(state, attack("A21-I5", "2521"))


@pytest.mark.rule("CAL-8 (b)", "NGT-2", "NGT-4")
def test_at_night_too_only_contacts_of_the_start_are_attacked() -> None:
    board = under("CA-ARNIM", h2521="L34-1-133", h2520="A21-I104")
    state = lay(board, move=NIGHT)
    play(state, move("A21-I5", "2320 2319 2318"), Done())
    assert why(state, attack("A21-I5", "2217")) == ("CAL-8 (b)", "pause-target")


@pytest.mark.rule("CAL-14")
def test_the_limits_outlive_arnim_and_rommels_freedom_dies_with_him() -> None:
    gone = {h: u for h, u in under("CA-ARNIM").items() if h != "dead"}
    board = gone | {"2420": "A21-I5 S-M01 CD-21", "dead": "CA-ARNIM CA-ROMMEL"}
    state = lay(board, move=DAY)
    assert why(state, INTO_CONTACT) == ("CAL-8 (b)", "pause-contact")
    contact = lay(board | {"2521": "L34-1-133"}, move=DAY, phase="plan")
    assert allowed(contact, attack("A21-I5", "2521"))


@pytest.mark.rule("CAL-13 (d)")
def test_reconnaissance_does_not_attack_except_under_rommel() -> None:
    for army, free in (("CA-ARNIM", False), ("CA-ROMMEL", True)):
        board = under(army, h2421="A21-580", h2521="L34-1-133")
        state = lay(board, move=DAY, phase="plan")
        assert allowed(state, attack("A21-580", "2521")) == free


@pytest.mark.rule("CAL-13 (d)", "CAL-15")
@pytest.mark.parametrize(("ban", "free"), [("axis", True), ("both", False)])
def test_allied_reconnaissance_is_free_unless_the_option_says_otherwise(
    ban: str, free: bool
) -> None:
    board = {"1718": "LUK-DY", "1618": "A21-I5"}
    options = {"pause_recon_ban": ban}
    state = lay(board, "allied", "plan", move=DAY, options=options)
    assert allowed(state, attack("LUK-DY", "1618")) == free


@pytest.mark.rule("CAL-10 (c)")
@pytest.mark.parametrize("piece", ["L34-1-133", "CD-34", "S-M07:marching", "LUK-DY"])
def test_no_allied_piece_crosses_the_railway_southwards(piece: str) -> None:
    name = piece.split(":", maxsplit=1)[0]
    board = {"1419": f"{piece} S-F-1320"}
    state = lay(board, "allied", move=DAY)
    assert why(state, move(name, "1420")) == ("CAL-10 (c)", "pause-railway")
    assert allowed(state, move(name, "1418"))
    assert allowed(lay(board, "allied", move=11), move(name, "1420"))


@pytest.mark.rule("CAL-10 (c)")
def test_who_is_south_may_move_there_and_come_back() -> None:
    state = lay({"1420": "L34-1-133 S-M07"}, "allied", move=DAY)
    assert allowed(state, move("L34-1-133", "1421"))
    assert allowed(state, move("L34-1-133", "1419"))
    axis = lay({"1419": "A21-I5 S-M01 CD-21 CA-ROMMEL"}, move=DAY)
    assert allowed(axis, move("A21-I5", "1420"))


@pytest.mark.rule("CAL-11 (c)", "CAL-15")
def test_allied_units_south_of_the_railway_are_bound_those_north_are_not() -> None:
    south = {"1522": "L34-1-133 S-M07 CD-34", "1524": "A21-I5"}
    state = lay(south, "allied", move=DAY)
    assert why(state, move("L34-1-133", "1523")) == ("CAL-8 (b)", "pause-contact")
    north = {"1618": "L34-1-133 S-M07 CD-34", "1616": "A21-I5"}
    state = lay(north, "allied", move=DAY)
    assert allowed(state, move("L34-1-133", "1617"))


@pytest.mark.rule("CAL-9 (b)")
def test_bound_artillery_fires_on_contacts_only() -> None:
    board = {
        "2420": "A21-I155 S-M01 CD-21 CA-ARNIM",
        "2418": "L34-3-133",
        "2521": "L34-1-133",
        "dead": "CA-ROMMEL",
    }
    state = lay(board, move=DAY, phase="fire")
    assert why(state, Fire("A21-I155", "L34-3-133")) == ("CAL-9 (b)", "pause-fire")
    # 2521 is next to the gun itself, which is a friendly unit like any other.
    assert allowed(state, Fire("A21-I155", "L34-1-133"))
    contact = lay(board | {"2318": "A21-I5"}, move=DAY, phase="fire")
    assert allowed(contact, Fire("A21-I155", "L34-3-133"))
    assert allowed(lay(board, move=11, phase="fire"), Fire("A21-I155", "L34-3-133"))


@pytest.mark.rule("CAL-9 (b)", "ART-3")
def test_bound_artillery_answers_artillery_that_fires_in_the_same_turn() -> None:
    board = {
        "1615": "A21-I155 A21-I5 S-M01 CD-21 CA-ARNIM",
        "1617": "L34-185 S-M07 CL-II",
        "dead": "CA-ROMMEL",
    }
    state = lay(board, "allied", "fire", move=DAY)
    play(state, Fire("L34-185", "A21-I5"), dice=[1])
    until(state, "defensive-fire")
    assert allowed(state, Fire("A21-I155", "L34-185"))


@pytest.mark.rule("CAL-12 (d)")
def test_supply_and_command_hold_in_the_pause() -> None:
    no_supply = {"2420": "A21-I5 CD-21 CA-ROMMEL", "2521": "L34-1-133"}
    state = lay(no_supply, move=DAY, phase="plan")
    assert why(state, attack("A21-I5", "2521")) == ("CMD-6", "attack-unsupplied")
    assert place(state, "A21-I5") == "2420"
    no_command = {"1234": "ADK-I8 S-E01", "1134": "L34-1-133", "dead": "CA-ROMMEL CD-DAK CA-ARNIM"}
    state = lay(no_command, move=DAY, phase="plan")
    assert why(state, attack("ADK-I8", "1134")) == ("CMD-4", "attack-uncommanded")
