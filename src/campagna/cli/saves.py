"""Saving a match at the keyboard, and taking it up again.

An unfinished match with sealed dice keeps its secret in a file beside the record, readable only by
its owner; the record itself never tells it before the end.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import msgspec

from campagna.cli.language import say
from campagna.core.chance import Chance, ChanceError, SealedChance, SeededChance, commitment
from campagna.core.contract import Game, Refused, Setup
from campagna.core.proof import check_edition
from campagna.core.record import Head, RecordError
from campagna.lab.records import open_record, save_record
from campagna.match.match import Match, decode_order


def new_match(game: Game[Any], setup: Setup, seed: int | None) -> Match:
    """Sealed dice, unless a seed asks for a game that can be played again."""
    name = f"table {secrets.token_hex(8)}" if seed is None else f"table seed {seed}"
    chance = SealedChance(secrets.token_bytes(32), name) if seed is None else SeededChance(seed)
    return Match(game, setup, chance, name)


def save_match(match: Match, path: Path) -> None:
    """Raises OSError and leaves the old file as it was if the record cannot be written."""
    secret = _secret_path(path)
    if isinstance(match.chance, SealedChance) and match.outcome is None:
        descriptor = os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(match.chance.secret.hex())
    else:
        secret.unlink(missing_ok=True)
    save_record(match.record, path)


def resume_match(game: Game[Any], path: Path) -> Match:
    """The match of this record, ready for its next order. Raises RecordError."""
    record = open_record(path)
    head = record.head
    if head.game != game.slug:
        raise RecordError(say(f"è un verbale di {head.game}", f"this is a record of {head.game}"))
    check_edition(game, head)
    match = Match(game, head.setup, _chance(head, path), head.match)
    if match.record.chain != head.chain:
        raise RecordError(say("la preparazione è stata cambiata", "the set-up was changed"))
    for number, entry in enumerate(record.entries, start=1):
        try:
            match.play(decode_order(game, bytes(entry.order)))
        except (msgspec.DecodeError, ChanceError, Refused, RuntimeError):
            raise _changed(number) from None
        if match.record.chain != entry.chain:
            raise _changed(number)
    return match


def _changed(number: int) -> RecordError:
    return RecordError(say(f"l'ordine {number} è stato cambiato", f"order {number} was changed"))


def _chance(head: Head, path: Path) -> Chance:
    if head.seed is not None:
        return SeededChance(head.seed)
    try:
        secret = bytes.fromhex(_secret_path(path).read_text())
    except (OSError, ValueError):
        secret = b""
    if commitment(secret) != head.commitment:
        beside = _secret_path(path)
        raise RecordError(
            say(
                f"per riprendere la partita serve il suo segreto in {beside}",
                f"to go on with this match its secret must be in {beside}",
            )
        )
    return SealedChance(secret, head.match)


def _secret_path(path: Path) -> Path:
    return path.with_name(path.name + ".secret")
