"""Plays the ladders of docs/ladder.md and writes their tables there: `python scripts/ladder.py`.

Finished games are kept in docs/ladder/ as journals, so the command goes on where it stopped and,
when nothing is missing, only writes the tables again. --games and --duels change how many games a
table has; games that the journals have beyond that are left out.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

from campagna.bots.bots import bots_for
from campagna.core.contract import Setup
from campagna.core.messages import Messages, load_messages
from campagna.games.registry import BUILT_IN, load_game
from campagna.lab.intervals import Share, measured_by, sequential
from campagna.lab.ladder import Ladder, Line, Pairing, Run, run_ladder
from campagna.lab.progress_file import Journal

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "ladder.md"
JOURNALS = ROOT / "docs" / "ladder"
SEEDS = {
    "afrika-korps": (40_001, 90_001),
    "alto-comando": (40_001, 120_001),
    "lion-of-judah": (60_001, 110_001),
}
"""By game: of the games between captains and recruits, and of those with a general. Seeds below 10,000
are for tuning; nothing is changed after a look at these games, or others take their place."""
USUAL_SEEDS = 40_001, 50_001
OTHERS = {
    "alto-comando": {"beda_fomm": 100, "c1": 20},
    "lion-of-judah": {"s1940": 20, "campaign": 20},
}
"""Scenarios measured beside the first of their game: how many games of each pairing,"""
OTHER_SEEDS = 140_001, 150_001
"""with these seeds."""
BALANCED = {"panzergruppe-guderian": 200}
"""Games between generals, where their balance is asked for."""
LESSON = "recruit", "captain"
DUEL = "captain", "general"
EQUALS = ("captain",)
WEAK, STRONG = 0.58, 0.68
"""Shares between which the sequential test of a general decides, each error at most 5%."""
BETTER = 0.3
"""The part of a side's games that a captain loses to his like and a general must win."""
MARKED = re.compile(r"(<!-- tables -->\n).*?(<!-- end of tables -->)", re.DOTALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=BUILT_IN, help="only this game")
    parser.add_argument("--games", type=int, default=100, help="captain against recruit")
    parser.add_argument("--duels", type=int, default=400, help="general against captain")
    parser.add_argument("--mirrors", type=int, default=400, help="captain against captain")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-play", action="store_true", help="only write what the journals have")
    asked = parser.parse_args()
    glance = [
        "| game | captain against recruit | general against captain | the general on each side |",
        "|---|---|---|---|",
    ]
    tables = []
    for slug in BUILT_IN:
        game = load_game(slug)
        if "captain" not in bots_for(game):
            continue
        play = not asked.no_play and (not asked.game or slug in asked.game)
        # Half of the games between equals are played: the other half would be the same games.
        wanted: dict[tuple[str, ...], int] = {
            LESSON: asked.games,
            DUEL: asked.duels,
            EQUALS: asked.mirrors,
        }
        if slug in BALANCED:
            wanted[("general",)] = BALANCED[slug]
        parts = [Part(slug, game.scenarios[0].id, SEEDS.get(slug, USUAL_SEEDS), wanted)]
        for scenario, games in OTHERS.get(slug, {}).items():
            each: dict[tuple[str, ...], int] = dict.fromkeys((LESSON, DUEL, EQUALS), games)
            parts.append(Part(slug, scenario, OTHER_SEEDS, each))
        for part in parts:
            summary, table = section(part, asked.workers, play=play)
            glance.append(summary)
            tables.append(table)
    text = DOCUMENT.read_text(encoding="utf-8")
    body = "\n".join([*glance, "", *tables])
    DOCUMENT.write_text(MARKED.sub(lambda m: f"{m[1]}{body}{m[2]}", text), encoding="utf-8")


class Part(NamedTuple):
    """A scenario and the games that are wanted of it."""

    slug: str
    scenario: str
    seeds: tuple[int, int]
    wanted: dict[tuple[str, ...], int]

    def title(self) -> str:
        game = load_game(self.slug)
        if self.scenario == game.scenarios[0].id:
            return game.title["en"]
        title = next(s.title["en"] for s in game.scenarios if s.id == self.scenario)
        return title if game.title["en"] in title else f"{game.title['en']}: {title}"

    def journal(self, *, duel: bool) -> Path:
        first = self.scenario == load_game(self.slug).scenarios[0].id
        name = self.slug if first else f"{self.slug}-{self.scenario}"
        return JOURNALS / f"{name}{'-general' if duel else ''}.jsonl"


def section(part: Part, workers: int, *, play: bool) -> tuple[str, str]:
    """One scenario: its row of the summary, and its tables."""
    setup = Setup(part.scenario)
    seed, duels_seed = part.seeds
    lines = [
        f"### {part.title()}",
        "",
        f"Scenario `{part.scenario}`, seed {seed}, with a general {duels_seed}; pair *i* is number *i*.",
        "",
        "| pairing | games | share of the second | by side of the second | levels |",
        "|---|---|---|---|---|",
    ]
    messages = load_messages(load_game(part.slug).home)
    met: dict[tuple[str, ...], Pairing] = {}
    for seats, games in part.wanted.items():
        mirror = len(seats) == 1
        duel = "general" in seats
        run = Run(part.slug, setup, duels_seed if duel else seed)
        journal = part.journal(duel=duel)
        many = games if play else most_played(journal, run, seats)
        if not many:
            lines.append(f"| {' - '.join(seats * 2 if mirror else seats)} | not measured | | | |")
            continue
        ladder = run_ladder(run, seats, many, workers=workers, mirror=mirror, resume=journal)
        lines += rows(ladder, messages)
        if ladder.pairings:
            met[seats] = ladder.pairings[0]
    tests = [verdict(met[DUEL])] if DUEL in met else []
    if DUEL in met and EQUALS in met:
        tests += ["", targets(met[DUEL], met[EQUALS], messages)]
    return at_a_glance(part.title(), met, messages), "\n".join([*lines, "", *tests, "", ""])


def at_a_glance(title: str, met: dict[tuple[str, ...], Pairing], messages: Messages) -> str:
    cells = [title]
    for seats in (LESSON, DUEL):
        p = met.get(seats)
        cells.append(f"{share(turned(p.score))} of {p.score.games}" if p else "not measured")
    cells.append(by_side(met[DUEL], messages) if DUEL in met else "")
    return f"| {' | '.join(cells)} |"


def most_played(journal: Path, run: Run, seats: tuple[str, ...]) -> int:
    """How many games of a pairing the journal has in whole pairs."""
    if not journal.exists():
        return 0
    kept = Journal(journal, run, Line).load()
    both = {seats, seats[::-1]} if len(seats) == 2 else {seats * 2}
    found: dict[int, set[tuple[str, ...]]] = {}
    for line in kept:
        if line.match.seats in both:
            found.setdefault(line.match.pair, set()).add(line.match.seats)
    whole = 0
    while len(found.get(whole, ())) == len(both):
        whole += 1
    return 2 * whole


def rows(ladder: Ladder, messages: Messages) -> list[str]:
    found = []
    for p in ladder.pairings:
        second = p.score if p.first == p.second else turned(p.score)
        found.append(
            f"| {p.first} - {p.second} | {p.score.games} | {share(second)} "
            f"| {by_side(p, messages)} | {levels(p, messages)} |"
        )
    for failure in ladder.failures:
        found.append(f"| error | | game {failure.game} | {failure.error} | |")
    return found


def verdict(p: Pairing) -> str:
    """The sequential test on the pairs of a duel, for the second seat."""
    found = sequential([[1 - x for x in pair] for pair in p.pairs], WEAK, STRONG)
    said = {
        "strong": f"accepted after {found.games} games",
        "weak": f"refused after {found.games} games",
        "open": f"undecided after {found.games} games",
    }
    return f"Sequential test of the general, {WEAK:.0%} against {STRONG:.0%}: {said[found.share]}."


def targets(duel: Pairing, equals: Pairing, messages: Messages) -> str:
    """By side: what is asked of a general, since sides differ, and what he has."""
    words = []
    for side, mine in of_second(duel).items():
        usual = equals.by_side[side].share
        asked = usual + BETTER * (1 - usual)
        said = {
            "reached": "reached",
            "near": "within two standard errors",
            "missed": "not reached",
        }
        words.append(
            f"{messages.tables['side'][side]['en']} {asked:.0%}, he has {mine.share:.0%} "
            f"({said[measured_by(mine, asked)]})"
        )
    return (
        f"Asked of the general on each side, b + {BETTER} (1 - b) with b the captain's share there "
        f"against his like: {'; '.join(words)}."
    )


def turned(s: Share) -> Share:
    return Share(1 - s.share, 1 - s.high, 1 - s.low, s.games)


def share(s: Share) -> str:
    return f"**{s.share:.1%}** ({s.low:.0%}-{s.high:.0%})"


def of_second(p: Pairing) -> dict[str, Share]:
    """The second seat plays a side when the first plays the other."""
    if p.first == p.second:
        return p.by_side
    one, other = p.by_side
    return {one: turned(p.by_side[other]), other: turned(p.by_side[one])}


def by_side(p: Pairing, messages: Messages) -> str:
    return ", ".join(
        f"{messages.tables['side'][side]['en']} {mine.share:.0%} of {mine.games}"
        for side, mine in of_second(p).items()
    )


def levels(p: Pairing, messages: Messages) -> str:
    total: dict[str, int] = {}
    for counts in p.levels.values() if p.first != p.second else [next(iter(p.levels.values()))]:
        for level, many in counts.items():
            total[level] = total.get(level, 0) + many
    names = messages.tables.get("level", {})
    return ", ".join(f"{names[k]['en'] if k in names else k} {n}" for k, n in sorted(total.items()))


if __name__ == "__main__":
    main()
