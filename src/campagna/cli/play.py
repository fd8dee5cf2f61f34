"""`campagna play`: a game at the keyboard, against people or bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from campagna.bots.bots import BadBots, Bot, bot_maker, bot_names
from campagna.cli.commands import chosen_setup, command, option, setup_options
from campagna.cli.files import cannot_write, check_writable
from campagna.cli.keyboard import Table
from campagna.cli.language import Problem, say
from campagna.cli.output import JsonLines, Words
from campagna.cli.saves import new_match, resume_match, save_match
from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, Game
from campagna.core.record import RecordError
from campagna.games.registry import load_game
from campagna.match.match import Match

HUMAN = "human"


@command(
    "play",
    it="Gioca al terminale. Con --record la partita si conserva, con --resume si riprende.",
    en="Play at the terminal. --record keeps the game, --resume goes on with one.",
)
@click.argument("game")
@option(
    "--seats",
    metavar="A,B",
    it="human o il nome di un bot per parte (altrimenti tutti human).",
    en="human or the name of a bot for each side (otherwise all human).",
)
@option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    it="Scrive il verbale alla fine o all'uscita.",
    en="Write the record at the end or on leaving.",
)
@option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    it="Riprende la partita salvata.",
    en="Go on with a saved game.",
)
@option(
    "--seed",
    type=click.IntRange(0, (1 << 48) - 1),
    it="Dadi ripetibili al posto di quelli sigillati.",
    en="Repeatable dice instead of sealed ones.",
)
@setup_options
def play_command(
    game: str,
    seats: str | None,
    record: Path | None,
    resume: Path | None,
    seed: int | None,
    scenario: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    found = load_game(game)
    record = record or resume
    if record is not None:
        check_writable(record)
    if resume is None:
        setup = chosen_setup(found, scenario, options)
        bots = _bots(found, found.scenario(setup).sides, seats, seed)
        match = new_match(found, setup, seed)
    else:
        if scenario or options or seed is not None:
            raise Problem(
                say(
                    "--resume riprende scenario, opzioni e dadi della partita: non si cambiano",
                    "--resume keeps the scenario, options and dice of the game: do not give others",
                )
            )
        match = _resumed(found, resume)
        bots = _bots(found, found.scenario(match.record.head.setup).sides, seats, seed)
    _play(match, bots, record, as_json)


def _resumed(game: Game[Any], path: Path) -> Match:
    try:
        return resume_match(game, path)
    except (RecordError, BadPosition) as problem:
        raise Problem(f"{path}: {problem}") from None


def _play(match: Match, bots: dict[str, Bot], record: Path | None, as_json: bool) -> None:
    """The record is kept however the table is left: by the end, `quit`, end of input or Ctrl-C."""
    voice = JsonLines(match.game) if as_json else Words(match.game)
    try:
        Table(match, bots, voice).play()
    finally:
        if record is not None:
            try:
                save_match(match, record)
            except OSError as problem:
                raise cannot_write(record, problem) from None
            voice.note(say(f"verbale in {record}", f"record in {record}"))


def _bots(
    game: Game[Any], sides: Sequence[str], seats: str | None, seed: int | None
) -> dict[str, Bot]:
    """The sides that play by themselves."""
    names = [HUMAN] * len(sides) if seats is None else [s.strip() for s in seats.split(",")]
    if len(names) != len(sides):
        raise Problem(
            say(
                f"{game.slug} vuole {len(sides)} posti: {', '.join(sides)}",
                f"{game.slug} needs {len(sides)} seats: {', '.join(sides)}",
            )
        )
    bots: dict[str, Bot] = {}
    for number, (side, name) in enumerate(zip(sides, names, strict=True)):
        if name == HUMAN:
            continue
        luck = secrets.randbits(48) if seed is None else seed + ((number + 1) << 48)
        try:
            bots[side] = bot_maker(name)(game, side, SeededChance(luck))
        except BadBots:
            known = ", ".join((HUMAN, *bot_names()))
            raise Problem(
                say(
                    f"nessun posto '{name}'; ci sono: {known}",
                    f"no seat '{name}'; there are: {known}",
                )
            ) from None
    return bots
