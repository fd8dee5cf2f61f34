"""`python -m tests.hostile --count 100000`: attacks a server of its own on loopback."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.hostile.campaign import Campaign
from tests.hostile.house import House
from tests.hostile.reopen import damaged

GAMES = (
    "panzergruppe-guderian",
    "alto-comando",
    "afrika-korps",
    "kasserine",
    "lion-of-judah",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="requests and sockets")
    parser.add_argument("--seconds", type=float, default=3600, help="at most so long")
    parser.add_argument("--seed", type=int, default=1, help="the same seed sends the same")
    parser.add_argument("--first", type=int, default=0, help="begin at this number of the seed")
    parser.add_argument("--games", default=",".join(GAMES), help="games of the matches")
    parser.add_argument("--kinds", default="", help="only these kinds, with commas between them")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with House(Path(folder)) as house:
            campaign = Campaign(house, tuple(asked.games.split(",")), asked.seed)
            if asked.kinds:
                campaign.kinds = {k: campaign.kinds[k] for k in asked.kinds.split(",")}
            report = campaign.run(asked.count, asked.seconds, first=asked.first)
        broken = damaged(Path(folder))
    print(*report.lines(), sep="\n")
    print(*(f"FAULT in the store: {what}" for what in broken), sep="\n")
    return 1 if report.faults or broken else 0


if __name__ == "__main__":
    sys.exit(main())
