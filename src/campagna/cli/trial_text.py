"""What `campagna try` prints: each order with its fate, then what stands on the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from campagna.cli.language import language, named, outcome_text, say
from campagna.cli.odds_tables import print_sums
from campagna.cli.offer_text import print_offers
from campagna.cli.order_text import place_text, word
from campagna.cli.screen import compact
from campagna.core.contract import Text
from campagna.core.messages import Messages, load_messages
from campagna.core.tabletop import Piece, Tabletop
from campagna.match.event_text import event_text
from campagna.match.laying_out import Change
from campagna.match.whatif import Trial, Tried, WhatIf


def print_trial(whatif: WhatIf, trial: Trial) -> None:
    messages = load_messages(whatif.game.home)
    about = whatif.script
    if about.title:
        rule = f" [{about.rule}]" if about.rule else ""
        click.echo(f"{_said(about.title)}{rule}")
    if about.about:
        click.echo(f"{_said(about.about)}\n")
    _print_laying_out(messages, trial.corrections)
    for number, tried in enumerate(trial.steps, start=1):
        _print_tried(messages, number, tried)
    if trial.orders_left:
        click.echo(
            say(
                f"Qui il copione si ferma; ordini non giocati: {trial.orders_left}",
                f"Here the script stops; orders not played: {trial.orders_left}",
            )
        )
    click.echo()
    _print_table(messages, whatif, trial)
    if trial.outcome is not None:
        click.echo(say("Partita finita: ", "Game over: ") + outcome_text(messages, trial.outcome))
    if trial.step is not None:
        click.echo(say("Offerte:", "Offers:"))
        print_offers(whatif.game, messages, whatif.state)
        click.echo(f"{messages.prompt(trial.step, language())} [{trial.step.rule}]")
    if trial.dice_left:
        dice = ", ".join(map(str, trial.dice_left))
        click.echo(say(f"Dadi non usati: {dice}", f"Dice not used: {dice}"))
    for unmet in trial.unmet:
        click.echo(
            f"! {unmet.where}: "
            + say("atteso ", "expected ")
            + compact(unmet.expected)
            + say(", trovato ", ", found ")
            + compact(unmet.found)
        )


def _said(text: Any) -> str:
    return str(text.get(language()) or next(iter(text.values()), ""))


def _print_laying_out(messages: Messages, corrections: Iterable[Change]) -> None:
    """Step 0: what no longer stands as the script says."""
    for change in corrections:
        whose = f"{messages.name(change.unit, language())}, " if change.unit else ""
        click.echo(f"0. {whose}{change.field}: {compact(change.given)} -> {compact(change.became)}")


def _print_tried(messages: Messages, number: int, tried: Tried) -> None:
    side = named(messages, "side", tried.side) if tried.side else "-"
    click.echo(f"{number}. {side}: {compact(tried.order)}")
    if not tried.accepted:
        click.echo(say("   rifiutato: ", "   refused: ") + f"{tried.reason} [{tried.rule or '-'}]")
    for event in tried.events:
        click.echo(f"   {event_text(messages, event, language())} [{event.rule}]")
    if tried.sums:
        print_sums(messages, tried.sums)


# --- the table ----------------------------------------------------------------------------------------


def _print_table(messages: Messages, whatif: WhatIf, trial: Trial) -> None:
    table = whatif.table(trial.position)
    if table is None:
        click.echo(compact(trial.named))
        return
    places = set(_places(table))
    on_map = [piece for piece in table.pieces if piece.at in places]
    click.echo(say("Sulla mappa:", "On the map:"))
    groups: dict[tuple[str, str], list[str]] = {}
    for piece in on_map:
        where = _where(messages, table, piece)
        groups.setdefault((where, piece.side), []).append(_piece(messages, piece))
    for (where, side), pieces in groups.items():
        click.echo(f"  {where}  {named(messages, 'side', side)}: {'; '.join(pieces)}")
    _print_elsewhere(messages, table, [p for p in table.pieces if p.at not in places])
    _print_markers(messages, table)
    _print_layers(messages, table, [piece.at for piece in on_map])
    for score in table.scores:
        lines = ", ".join(
            f"{text[language()]} {points} [{rule}]" for text, points, rule in score.lines
        )
        points = say("Punti", "Points")
        sources = f": {lines}" if lines else ""
        click.echo(f"{points} {named(messages, 'side', score.side)} {score.points}{sources}")


def _places(table: Tabletop) -> Iterable[str]:
    """Places of the map: hexes, or of a measured table whatever stands on it."""
    boxes = {box.id for box in table.boxes}
    for piece in table.pieces:
        stands = piece.id in table.sheet.stands if table.sheet else piece.at not in boxes
        if piece.at and stands:
            yield piece.at


def _where(messages: Messages, table: Tabletop, piece: Piece) -> str:
    if table.sheet is not None:
        return place_text(table.sheet.stands[piece.id].at)
    name = messages.place(piece.at).get(language(), piece.at)
    return piece.at if name == piece.at else f"{piece.at} {name}"


def _piece(messages: Messages, piece: Piece) -> str:
    name = messages.name(piece.id, language())
    factors = "" if "+-" in piece.factors or piece.factors in name else piece.factors
    parts = [name, factors]
    if piece.steps > 1:
        steps = say("livelli", "steps")
        parts.append(f"({piece.steps_left}/{piece.steps} {steps})")
    if piece.states:
        parts.append("[" + ", ".join(word(messages, state) for state in piece.states) + "]")
    return " ".join(filter(None, parts))


def _print_elsewhere(messages: Messages, table: Tabletop, pieces: list[Piece]) -> None:
    """How many lie in each box; nobody lists the 150 counters that wait."""
    titles = {box.id: box.title[language()] for box in table.boxes}
    found: dict[tuple[str, str], int] = {}
    for piece in pieces:
        key = titles.get(piece.at) or word(messages, piece.at or "-"), piece.side
        found[key] = found.get(key, 0) + 1
    counts = [
        f"{title} ({named(messages, 'side', side)}): {count}"
        for (title, side), count in found.items()
    ]
    if counts:
        click.echo(say("Fuori mappa: ", "Off the map: ") + _few(counts, _MOST // 2))


def _print_markers(messages: Messages, table: Tabletop) -> None:
    kinds: dict[str, list[str]] = {}
    for marker in table.markers:
        text = f" {marker.text}" if marker.text else ""
        kinds.setdefault(marker.kind, []).append(f"{marker.at}{text}")
    for kind, places in kinds.items():
        title = say("obiettivi", "objectives") if kind == "victory" else word(messages, kind)
        click.echo(f"{title}: {_few(places)}")


_MOST = 14


def _few(places: list[str], most: int = _MOST) -> str:
    more = len(places) - most
    return ", ".join(places[:most]) + (f", ... (+{more})" if more > 0 else "")


def _print_layers(messages: Messages, table: Tabletop, held: list[str]) -> None:
    """Which of the hexes with units on them a line of supply, a zone ... reaches."""
    for layer in table.layers:
        reached = [at for at in dict.fromkeys(held) if at in set(layer.hexes)]
        if reached:
            rule = f" [{layer.rule}]" if layer.rule else ""
            side = f" ({named(messages, 'side', layer.side)})" if layer.side else ""
            click.echo(f"{_title(layer.title)}{side}{rule}: {_few(reached)}")


def _title(text: Text) -> str:
    return text[language()]
