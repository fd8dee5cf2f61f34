"""`campagna try` and `campagna forecast`: ask the rules what would happen."""

from __future__ import annotations

import click
import msgspec

from campagna.cli.commands import command
from campagna.cli.files import read_input
from campagna.cli.language import Problem, language, named, outcome_text, say
from campagna.cli.odds_tables import percent, print_sums
from campagna.cli.offer_text import print_offers
from campagna.cli.order_text import phrase, word
from campagna.cli.screen import compact, print_json, print_position, print_table
from campagna.core.contract import Fact, Forecast
from campagna.core.messages import Messages, load_messages
from campagna.match.event_text import event_text
from campagna.match.whatif import ScriptError, Trial, Tried, WhatIf, read_script


@command(
    "try",
    it="Gioca gli ordini di un copione (JSON, '-' = ingresso standard) e dice che cosa succede.",
    en="Play the orders of a position script (JSON, '-' = standard input) and tell what happens.",
)
@click.argument("file")
def try_command(file: str, as_json: bool) -> None:
    try:
        whatif = WhatIf(read_script(read_input(file)))
        trial = whatif.play(language())
    except ScriptError as problem:
        raise Problem(f"{file}: {problem}") from None
    if as_json:
        print_json(trial)
    else:
        _print_trial(whatif, trial)
    for number, tried in enumerate(trial.steps, start=1):
        if tried.mistaken:
            raise Problem(f"{file}: orders[{number - 1}]: {tried.reason}")


@command(
    "forecast",
    it="Tabella esatta degli esiti del primo ordine di un copione.",
    en="The exact outcome table of the first order of a position script.",
)
@click.argument("file")
def forecast_command(file: str, as_json: bool) -> None:
    try:
        whatif = WhatIf(read_script(read_input(file)))
        order, forecast = whatif.forecast(language())
    except ScriptError as problem:
        raise Problem(f"{file}: {problem}") from None
    if as_json:
        lines = [
            {**msgspec.to_builtins(x), "percent": _percent(x.probability)} for x in forecast.lines
        ]
        answer = {"order": order, "rule": forecast.rule, "lines": lines, "sums": forecast.sums}
        print_json({**answer, "notes": forecast.notes})
    else:
        click.echo(f"{compact(order)} [{forecast.rule}]")
        _print_forecast(load_messages(whatif.game.home), forecast)


def _print_trial(whatif: WhatIf, trial: Trial) -> None:
    messages = load_messages(whatif.game.home)
    for number, tried in enumerate(trial.steps, start=1):
        _print_tried(messages, number, tried)
    click.echo()
    click.echo(say("Posizione:", "Position:"))
    print_position(trial.position)
    if trial.outcome is not None:
        click.echo(say("Partita finita: ", "Game over: ") + outcome_text(messages, trial.outcome))
    if trial.step is not None:
        click.echo(say("Offerte:", "Offers:"))
        print_offers(whatif.game, messages, whatif.state)
        click.echo(f"{messages.prompt(trial.step, language())} [{trial.step.rule}]")
    if trial.dice_left:
        dice = ", ".join(map(str, trial.dice_left))
        click.echo(say(f"Dadi non usati: {dice}", f"Dice not used: {dice}"))


def _print_tried(messages: Messages, number: int, tried: Tried) -> None:
    click.echo(f"{number}. {tried.side or '-'}: {compact(tried.order)}")
    if not tried.accepted:
        click.echo(say("   rifiutato: ", "   refused: ") + f"{tried.reason} [{tried.rule or '-'}]")
    for event in tried.events:
        click.echo(f"   {event_text(messages, event, language())} [{event.rule}]")


def _percent(probability: float) -> float:
    return round(probability * 100, 4)


def _print_forecast(messages: Messages, forecast: Forecast) -> None:
    def fact_text(fact: Fact) -> str:
        facts = fact if isinstance(fact, tuple) else (str(fact),)
        return ", ".join(phrase(named(messages, "word", f)) if f else "" for f in facts)

    found = dict.fromkeys(name for line in forecast.lines for name in line.outcomes)
    names = [n for n in found if any(fact_text(x.outcomes.get(n, "")) for x in forecast.lines)]
    rows = [
        (
            fact_text(x.result),
            percent(x.probability),
            *(fact_text(x.outcomes.get(n, "")) for n in names),
        )
        for x in forecast.lines
    ]
    headings = (say("esito", "result"), say("probabilità", "probability"))
    print_table((*headings, *(word(messages, n) for n in names)), rows)
    print_sums(messages, forecast.sums)
    for note in forecast.notes:
        click.echo(messages.note(note, language()))
