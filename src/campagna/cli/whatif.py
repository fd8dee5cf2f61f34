"""`campagna try` and `campagna forecast`: ask the rules what would happen."""

from __future__ import annotations

import click
import msgspec

from campagna.cli.commands import command
from campagna.cli.files import read_input
from campagna.cli.language import Problem, language, named, say
from campagna.cli.odds_tables import percent, print_sums
from campagna.cli.order_text import phrase, word
from campagna.cli.screen import compact, print_json, print_table
from campagna.cli.trial_text import print_trial
from campagna.core.contract import Fact, Forecast
from campagna.core.messages import Messages, load_messages
from campagna.match.whatif import ScriptError, WhatIf, read_script


@command(
    "try",
    it="""Gioca gli ordini di un copione (JSON, '-' = ingresso standard) e dice che cosa succede.

    \b
    game, scenario, options   quale gioco
    position                  la posizione, anche parziale; senza, l'inizio normale
    dice, draws               i dadi e le estrazioni, in ordine
    orders                    gli ordini da giocare, uno dopo l'altro
    until                     una fase: arrivato lì, il copione si ferma
    stop_after                quanti ordini giocare al massimo
    legal, refused            ordini giudicati all'inizio e non giocati
    expect                    che cosa ci si aspetta da ogni ordine
    title, about, rule        che cosa mostra

    Unità, esagoni, parti e caselle si scrivono per nome. Esempi: docs/examples.
    Una posizione che il gioco non può raggiungere è rifiutata e dice che cosa cambiare.""",
    en="""Play the orders of a position script (JSON, '-' = standard input) and tell what happens.

    \b
    game, scenario, options   which game
    position                  the position, whole or partial; without it the normal start
    dice, draws               the dice and draws to come, in order
    orders                    the orders to play, one after the other
    until                     a phase: there the script stops
    stop_after                how many orders are played at most
    legal, refused            orders judged at the start and not played
    expect                    what should become of each order
    title, about, rule        what it shows

    Units, hexes, sides and boxes are written by name. Examples: docs/examples.
    A position that play can never reach is refused and says what to change.""",
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
        print_trial(whatif, trial)
    for number, tried in enumerate(trial.steps, start=1):
        if tried.mistaken and not whatif.script.expects_refusal(number - 1):
            raise Problem(f"{file}: orders[{number - 1}]: {tried.reason}")
    if trial.unmet:
        places = ", ".join(unmet.where for unmet in trial.unmet)
        raise Problem(f"{file}: not as expected: {places}")


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
