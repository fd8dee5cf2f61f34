"""Hints against the judge: in sampled positions the captain's next order must be one that is allowed.

The games are played half by hints and half by orders at random, in shares that change from game to
game: so most positions lie in the middle of a turn that somebody else began.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from campagna.bots.hints import hint
from campagna.core.chance import SeededChance
from campagna.core.contract import Game, Order, Refusal
from campagna.laws.cases import GUESTS, Case, cases_of
from campagna.laws.random_walk import PLAYERS
from campagna.match.match import Match

SHARES = 4
"""Of so many orders none, one, two or three are drawn at random, as the seed says."""


class Fault(msgspec.Struct, frozen=True):
    """A position where the captain's first order was refused, or where nothing could be said."""

    game: str
    scenario: str
    flipped: bool
    seed: int
    number: int
    decision: str
    order: msgspec.Raw | None = None
    rule: str = ""
    reason: str = ""


class Tally(msgspec.Struct):
    """What was asked."""

    game: str
    positions: int = 0
    games: int = 0
    reasons: int = 0
    """Hints with a reason in words."""
    decisions: dict[str, int] = {}
    faults: list[Fault] = []


def check(game: Game[Any], positions: int, seed: int = 1) -> Iterator[Tally]:
    """Games one after the other until so many positions were asked; the tally after each game."""
    GUESTS[game.slug] = game
    cases = cases_of(game.slug)
    tally = Tally(game.slug)
    for number in count(seed):
        one = cases[number % len(cases)]
        _play(tally, Case(game.slug, one.scenario, one.flipped, number), positions)
        tally.games += 1
        yield tally
        if tally.positions >= positions:
            return


def _play(tally: Tally, case: Case, positions: int) -> None:
    game = case.game
    match = Match(game, case.setup, SeededChance(case.seed), "hints")
    players = SeededChance(case.seed ^ PLAYERS)
    at_random = case.seed % SHARES
    while match.step is not None and tally.positions < positions:
        given = _ask(tally, case, match)
        drawn = given is None or players.pick(SHARES, "seat") < at_random
        match.play(game.offers(match.state).sample(players) if drawn or given is None else given)


def _ask(tally: Tally, case: Case, match: Match) -> Order | None:
    step, refused = match.step, list[tuple[Order, Refusal]]()
    assert step is not None

    def judge(order: Order) -> Refusal | None:
        refusal = match.refusal(order)
        if refusal is not None:
            refused.append((order, refusal))
        return refusal

    found = hint(match.game, match.game.view(match.state, step.side), judge)
    tally.positions += 1
    tally.decisions[step.decision] = tally.decisions.get(step.decision, 0) + 1
    if found is not None and found.why is not None:
        tally.reasons += 1
    at = (case.slug, case.scenario, case.flipped, case.seed)
    where = (*at, len(match.record.entries) + 1, step.decision)
    if refused:
        order, refusal = refused[0]
        raw = msgspec.Raw(msgspec.json.encode(order))
        tally.faults.append(Fault(*where, raw, refusal.rule, refusal.reason))
    elif found is None:
        tally.faults.append(Fault(*where))
    return None if found is None else found.order
