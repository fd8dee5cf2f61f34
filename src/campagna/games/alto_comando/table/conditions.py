"""What holds now and is easily overlooked: air attacks left, the lead that a level takes."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition, level, words
from campagna.core.contract import LANGUAGES
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.alto_comando.rules import victory
from campagna.games.alto_comando.rules.forces import plan
from campagna.games.alto_comando.rules.losses import is_shaken, points_of
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM, HOME, SIDES


@rule("CAM-1", "CAM-2")
def _hands(state: State) -> Iterator[Condition]:
    """The cards of both sides; of a choice that is still secret only how many (D-2)."""
    now = state.campaign
    if now is None:
        return
    campaign = plan(state)
    for side in (AXIS, ALLIED):
        held = now.hand(side)
        if not held:
            continue
        known = [card for id_ in held if (card := campaign.card(id_)) is not None]
        open_ = [{"it": card.it, "en": card.en} for card in known]
        secret = len(held) - len(known)
        parts = [*open_, words(HOME, "secret-cards", count=secret)] if secret else open_
        value = {language: ", ".join(part[language] for part in parts) for language in LANGUAGES}
        title = words(HOME, "cards", count=len(held))
        yield Condition("cards", title, "means", value, "CAM-1", SIDES[side])


def conditions(state: State) -> Iterator[Condition]:
    yield from _hands(state)
    yield from _battle(state)


@rule("VIC-4", "VIC-5", "VIC-6", "AIR-1", "HQ-11")
def _battle(state: State) -> Iterator[Condition]:
    if not state.turn or not state.bases or state.result is not None:
        return
    for side in (AXIS, ALLIED):
        yield condition(HOME, "air", "means", "AIR-1", side=SIDES[side], count=state.air[side])
        shaken = sum(is_shaken(state, b) for b in state.table_of(side))
        if shaken:
            yield condition(HOME, "shaken", "danger", "HQ-11", side=SIDES[side], count=shaken)
    if state.field.id == BEDA_FOMM:
        return
    axis, allied = points_of(state, AXIS), points_of(state, ALLIED)
    yield condition(HOME, "score", "now", "VIC-1", axis=axis, allied=allied)
    names, now = load_messages(HOME).tables["level"], victory.standing(state)[1]
    for row in state.world.tables["level"]:
        value = words(HOME, "lead", points=int(row["least"]))
        yield level(dict(names[row["id"]]), "VIC-4", value, reached=row["id"] == now)
