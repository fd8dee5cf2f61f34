"""`campagna games`: what can be played, and with which switches."""

from __future__ import annotations

from typing import Any

from campagna.cli.commands import command
from campagna.cli.language import language, say
from campagna.cli.screen import print_json, print_table
from campagna.core.contract import Game, OptionSpec
from campagna.games.registry import load_game, slugs


@command(
    "games",
    it="Elenca i giochi: nome, titolo, parti, scenari, opzioni.",
    en="List the games: slug, title, sides, scenarios, options.",
)
def games_command(as_json: bool) -> None:
    games = [load_game(slug) for slug in slugs()]
    if as_json:
        print_json([_listing(g) for g in games])
        return
    for game in games:
        _print_game(game)


def _listing(game: Game[Any]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "rules_version": game.editions.newest,
        "sides": game.scenarios[0].sides,
        "scenarios": game.scenarios,
    }


def _print_game(game: Game[Any]) -> None:
    heading = f"{game.slug}: {game.title[language()]}"
    scenarios = [(s.id, s.title[language()], ", ".join(s.sides)) for s in game.scenarios]
    columns = (say("scenario", "scenario"), say("titolo", "title"), say("parti", "sides"))
    print_table(columns, scenarios, heading)
    options = _by_option(game)
    if options:
        headings = (
            "scenario",
            say("opzione", "option"),
            say("valori", "values"),
            say("regola", "rule"),
            say("significato", "meaning"),
        )
        print_table(headings, [(i, *_option_row(o)) for i, o in options])


def _by_option(game: Game[Any]) -> list[tuple[str, OptionSpec]]:
    """Each option once, with the scenarios that have it."""
    found: list[tuple[list[str], OptionSpec]] = []
    for scenario in game.scenarios:
        for option in scenario.options:
            same = next((ids for ids, known in found if known == option), None)
            if same is None:
                found.append(([scenario.id], option))
            else:
                same.append(scenario.id)
    everywhere = say("tutti", "all") if len(game.scenarios) > 1 else game.scenarios[0].id
    return [
        (everywhere if len(ids) == len(game.scenarios) else " ".join(ids), option)
        for ids, option in found
    ]


def _option_row(option: OptionSpec) -> tuple[str, str, str, str]:
    """The default comes first and is marked."""
    others = [v for v in option.values if v != option.default]
    values = [f"{_word(option.default)}*", *map(_word, others)]
    return option.name, " ".join(values), option.rule, option.text[language()]


def _word(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value
