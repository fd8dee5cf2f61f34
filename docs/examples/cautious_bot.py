"""A bot of one's own: of three legal orders drawn at random it gives the shortest.

Run it with `python docs/examples/cautious_bot.py`. It uses the public names of `campagna` only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import campagna


class Cautious:
    def __init__(self, chance: campagna.Chance) -> None:
        self._chance = chance

    def decide(self, offers: campagna.Offers, look: Callable[[], campagna.View]) -> campagna.Order:
        found = [offers.sample(self._chance) for _ in range(3)]
        return min(found, key=lambda order: len(str(order)))


def make_cautious(game: campagna.Game[Any], side: str, chance: campagna.Chance) -> Cautious:
    return Cautious(chance)


def main() -> None:
    match = campagna.Match("kasserine", seed=7)
    bot = make_cautious(campagna.game("kasserine"), "axis", campagna.SeededChance(1))
    for _ in range(30):
        step = match.step
        if step is None:
            break
        order = bot.decide(match.legal, partial(match.view, step.side))
        for event in match.play(order):
            print(match.text(event))


if __name__ == "__main__":
    main()
