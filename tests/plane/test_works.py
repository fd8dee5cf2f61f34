"""Minefield strips, trench cells, rivers and bridges."""

from __future__ import annotations

import pytest

from campagna.plane.bases import adjacent_to_rect
from campagna.plane.legality import Ground, Violation
from campagna.plane.works import (
    CROSSING,
    Crossing,
    River,
    cell_fits,
    crossings,
    in_cell,
    in_line,
    is_strip,
    strip_landing,
    strips_agree,
)

LAND = (0, 100, 1200, 1600)
STRIP = (570, 300, 600, 450)


@pytest.mark.rule("G-17", "MIN-1")
def test_a_strip_is_five_bases_long_and_one_deep() -> None:
    assert is_strip((0, 0, 150, 30))
    assert is_strip((0, 0, 30, 150))
    assert not is_strip((0, 0, 150, 150))
    assert not is_strip((0, 0, 149, 30))


@pytest.mark.rule("G-17")
def test_two_strips_lie_in_one_line_or_leave_room_for_a_base() -> None:
    assert in_line(STRIP, (570, 450, 600, 600))
    assert strips_agree(STRIP, (570, 450, 600, 600))
    assert strips_agree(STRIP, (570, 460, 600, 610))
    assert not strips_agree(STRIP, (570, 449, 600, 599))
    assert strips_agree(STRIP, (510, 300, 540, 450))
    assert not strips_agree(STRIP, (511, 300, 541, 450))
    assert not strips_agree(STRIP, (600, 300, 750, 330))
    assert strips_agree((0, 0, 150, 30), (150, 0, 300, 30))
    assert not in_line((0, 0, 150, 30), (150, 1, 300, 31))
    assert not strips_agree(STRIP, STRIP)


@pytest.mark.rule("G-18", "MIN-3")
def test_crossing_goes_from_one_long_side_to_the_other() -> None:
    assert strip_landing((615, 375), STRIP) == (555, 375)
    assert strip_landing((555, 375), STRIP) == (615, 375)
    assert strip_landing((500, 395), (450, 350, 600, 380)) == (500, 335)
    assert CROSSING == 60


@pytest.mark.rule("G-18")
def test_contact_with_a_short_side_or_a_corner_is_not_enough() -> None:
    assert strip_landing((585, 285), STRIP) is None
    assert strip_landing((615, 285), STRIP) is None
    assert strip_landing((615, 286), STRIP) == (555, 286)
    assert strip_landing((435, 365), (450, 350, 600, 380)) is None
    assert strip_landing((435, 335), (450, 350, 600, 380)) is None


@pytest.mark.rule("G-18")
def test_two_strips_in_one_line_are_one_attempt() -> None:
    strips = [(0, 0, 30, 150), STRIP, (570, 450, 600, 600)]
    assert crossings((615, 450), strips) == [Crossing((1, 2), (555, 450))]
    assert crossings((615, 375), strips) == [Crossing((1,), (555, 375))]
    assert crossings((616, 375), strips) == []
    opposite = [STRIP, (630, 300, 660, 450)]
    assert crossings((615, 375), opposite) == [
        Crossing((0,), (555, 375)),
        Crossing((1,), (675, 375)),
    ]


@pytest.mark.rule("G-18", "G-8")
def test_the_ground_lets_a_base_cross_only_the_strips_of_its_attempt() -> None:
    ground = Ground(LAND, strips=[STRIP, (520, 300, 550, 450)])
    way = [(700, 375), (615, 375), (555, 375)]
    assert ground.move_violation(way[:2], 150) is None
    assert ground.move_violation(way, 150) == Violation("G-8", "strip", 0)
    # The landing would overlap the other strip.
    assert ground.without_strips({0}).move_violation(way, 150) == Violation("G-8", "strip", 1)
    alone = Ground(LAND, strips=[STRIP]).without_strips({0})
    assert alone.move_violation(way, 145) is None
    assert alone.move_violation(way, 144) == Violation("G-6", "allowance")


@pytest.mark.rule("G-19", "TRE-1")
def test_cells_side_by_side_never_share_a_base() -> None:
    cells = [(400 + 30 * i, 250 + 30 * j) for i in range(3) for j in range(3)]
    for x in range(385, 475):
        for y in (235, 264, 265, 324):
            assert sum(in_cell((x, y), cell) for cell in cells) == 1


@pytest.mark.rule("G-19")
def test_a_cell_overlaps_nothing_else() -> None:
    assert cell_fits((400, 250), [(430, 250)], [(415, 200, 445, 350)], [(400, 280)])
    assert not cell_fits((400, 250), [(429, 250)], [], [])
    assert not cell_fits((400, 250), [], [(414, 200, 444, 350)], [])
    assert not cell_fits((400, 250), [], [], [(400, 279)])


@pytest.mark.rule("G-17b", "WF-5a")
def test_a_bridge_goes_straight_on_from_its_builder() -> None:
    river = River((0, 500, 1200, 540))
    builder = (300, 485)
    assert river.bridge_fits(builder)
    assert adjacent_to_rect(builder, river.bed)
    assert not river.bridge_fits((300, 484))
    assert not river.bridge_fits((1190, 485))
    bridged = River(river.bed, (river.bridge_from(builder),))
    assert bridged.passage(300) == (285, 500, 315, 540)
    ground = Ground(LAND, rivers=[bridged])
    assert ground.leg_violation((300, 400), (300, 600)) is None
    assert ground.end_violation((300, 520)) is None
    assert ground.leg_violation((300, 400), (301, 600)) == Violation("G-8", "river")
    assert ground.leg_violation((310, 400), (310, 600)) == Violation("G-8", "river")
    assert ground.end_violation((301, 520)) == Violation("G-11", "river")
    across = River((500, 0, 540, 1200), (300,))
    assert across.bridge_from((485, 300)) == 300
    assert across.passage(300) == (500, 285, 540, 315)
    assert across.bridge_fits((555, 300))
    assert across.carries((400, 300), (600, 300))
    assert not across.carries((300, 400), (300, 600))
