"""The tables: phases and frames of the sequence of play, chapters of the rules."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from campagna.core.contract import Order
from campagna.core.decision import Phase
from campagna.games.afrika_korps import orders
from campagna.games.afrika_korps.frames import Frame
from campagna.games.afrika_korps.rules import CHAPTERS
from campagna.games.afrika_korps.rules.sequence.sequence import PHASE_RULES
from campagna.games.afrika_korps.state import PHASE_NAMES
from tests.games.afrika_korps.lay import GAME, allowed, lay, why


def test_every_order_is_taken_somewhere() -> None:
    known = {k for k in vars(orders).values() if isinstance(k, type) and issubclass(k, Order)}
    assert set(GAME.order_kinds) == known - {Order}


def test_every_frame_has_a_situation() -> None:
    assert set(GAME.frames) == set(get_args(Frame))


def test_phases_stand_in_the_order_of_the_book() -> None:
    phases = [p for p in GAME.phases if isinstance(p, Phase)]
    assert tuple((p.name, p.rule) for p in phases) == tuple(
        zip(PHASE_NAMES[:-1], PHASE_RULES[:-1], strict=True)
    )


@pytest.mark.rule("21.3")
def test_only_the_allies_break_substitutes_down_in_combat() -> None:
    order = orders.BreakDown("SUB-ARM-1", ("UK-7-4",))
    state = lay("axis", "combat", aside="UK-7-4", R40="SUB-ARM-1")
    assert why(state, order) == ("3.2", "not-now")
    state = lay("allied", "combat", aside="UK-7-4", R40="SUB-ARM-1")
    assert allowed(state, order)


def test_the_table_of_contents_names_every_chapter() -> None:
    found = (p.relative_to(GAME.home / "rules") for p in (GAME.home / "rules").rglob("*.py"))
    modules = {".".join(p.with_suffix("").parts) for p in found if p.stem != "__init__"}
    assert sorted(name for name, _ in CHAPTERS) == sorted(modules)


def test_the_table_of_contents_cites_the_book() -> None:
    ids = (GAME.home / "data" / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
    for name, cited in CHAPTERS:
        for number in re.findall(r"\d[\d.]*[a-z]?", cited):
            known = any(i.startswith(number) for i in ids)
            assert known, f"{name} cites {number}"
