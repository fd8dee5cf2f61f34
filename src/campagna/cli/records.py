"""`campagna replay` and `campagna verify`: what a record tells, and whether it is true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, language, outcome_text, say
from campagna.cli.screen import compact, print_json, print_position, print_table, progress_bar
from campagna.core.contract import BadPosition
from campagna.core.messages import load_messages
from campagna.core.proof import NewKey, Proof, Replay, verify
from campagna.core.record import Record, RecordError
from campagna.games.registry import UnknownGame, load_game
from campagna.lab.records import open_record
from campagna.match.event_text import event_text


@command(
    "replay",
    it="Rigioca un verbale e racconta ogni ordine, fino all'ordine N.",
    en="Play a record again and tell every order, up to order N.",
)
@click.argument("record", type=click.Path(path_type=Path))
@option(
    "--to",
    type=click.IntRange(0),
    metavar="N",
    it="Fermati dopo N ordini.",
    en="Stop after N orders.",
)
def replay_command(record: Path, to: int | None, as_json: bool) -> None:
    try:
        kept = open_record(record)
        _check_end(kept, to)
        replay = Replay(load_game(kept.head.game), kept)
        steps = _replayed(replay, len(kept.entries) if to is None else to)
    except (RecordError, BadPosition, UnknownGame) as problem:
        raise Problem(f"{record}: {problem}") from None
    if as_json:
        print_json(_listing(replay, steps))
    else:
        _print_replay(replay, steps)


def _check_end(record: Record, to: int | None) -> None:
    if to is not None and to > len(record.entries):
        count = len(record.entries)
        raise RecordError(say(f"ha solo {count} ordini", f"it holds only {count} orders"))


def _replayed(replay: Replay, end: int) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    while replay.played < end:
        side = replay.record.entries[replay.played].side
        order, events = replay.advance()
        steps.append({"number": replay.played, "side": side, "order": order, "events": events})
    return steps


def _listing(replay: Replay, steps: list[dict[str, Any]]) -> dict[str, Any]:
    head = replay.record.head
    return {
        "game": head.game,
        "setup": head.setup,
        "match": head.match,
        "orders": len(replay.record.entries),
        "played": replay.played,
        "steps": steps,
        "position": replay.game.describe(replay.state),
        "step": replay.game.step(replay.state),
        "outcome": replay.game.outcome(replay.state),
    }


def _print_replay(replay: Replay, steps: list[dict[str, Any]]) -> None:
    messages = load_messages(replay.game.home)
    for step in steps:
        click.echo(f"{step['number']}. {step['side']}: {compact(step['order'])}")
        for event in step["events"]:
            click.echo(f"   {event_text(messages, event, language())} [{event.rule}]")
    print_position(replay.game.describe(replay.state))
    waiting, outcome = replay.game.step(replay.state), replay.game.outcome(replay.state)
    if waiting is not None:
        click.echo(f"{messages.prompt(waiting, language())} [{waiting.rule}]")
    if outcome is not None:
        click.echo(say("Partita finita: ", "Game over: ") + outcome_text(messages, outcome))


@command(
    "verify",
    it="Dimostra che i verbali sono veri: ordini, dadi, esito. Accetta file e cartelle.",
    en="Prove that records are true: orders, dice, outcome. Takes files and folders.",
)
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify_command(records: tuple[Path, ...], as_json: bool) -> int:
    files = _files(records)
    found: list[tuple[Path, Proof | str]] = []
    with progress_bar(len(files), say("verbali", "records")) as advance:
        for path in files:
            found.append((path, _prove(path)))
            advance()
    failed = [(path, proof) for path, proof in found if isinstance(proof, str)]
    if as_json:
        print_json([_proof_listing(path, proof) for path, proof in found])
    else:
        _print_proofs([(path, proof) for path, proof in found if isinstance(proof, Proof)])
    if failed:
        raise Problem("\n".join(f"{path}: {why}" for path, why in failed))
    return 0


def _files(paths: tuple[Path, ...]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise Problem(
                say(f"nessun verbale (*.jsonl) in {path}", f"no record (*.jsonl) in {path}")
            )
        files += inside
    return files


def _prove(path: Path) -> Proof | str:
    """The proof, or why there is none."""
    try:
        record = open_record(path)
        proof = verify(load_game(record.head.game), record)
    except (RecordError, BadPosition, UnknownGame) as problem:
        return str(problem)
    if proof.finished and record.tail is None:
        return say(
            "manca la fine della partita: il file è tronco", "the end of the game is cut off"
        )
    return proof


def _proof_listing(path: Path, proof: Proof | str) -> dict[str, Any]:
    if isinstance(proof, str):
        return {"record": str(path), "ok": False, "error": proof}
    return {"record": str(path), "ok": True, **msgspec.to_builtins(proof)}


def _print_proofs(proofs: list[tuple[Path, Proof]]) -> None:
    if not proofs:
        return
    columns = (
        say("verbale", "record"),
        say("gioco", "game"),
        say("ordini", "orders"),
        say("tiri", "draws"),
        say("dadi", "dice"),
        say("esito", "outcome"),
    )
    rows = [
        (str(path), p.game, str(p.orders), str(p.draws), _dice(p.dice), _outcome(p))
        for path, p in proofs
    ]
    print_table(columns, rows)
    for path, proof in proofs:
        for new in proof.new_keys:
            if not new.first:
                click.echo(_new_key(path, new))
    count = len(proofs)
    click.echo(say(f"{count} verbali veri", f"{count} records verified"))


def _new_key(path: Path, new: NewKey) -> str:
    return say(
        f"{path}: dall'ordine {new.order} {new.side} firma con un'altra chiave "
        "(un altro dispositivo, o un'altra persona)",
        f"{path}: from order {new.order} on {new.side} signs with another key "
        "(another device, or another person)",
    )


def _dice(kind: str) -> str:
    """How the dice are proven: a record without its secret proves only that they were not changed."""
    return {
        "seed": say("dal seme", "from the seed"),
        "sealed": say("dal segreto", "from the secret"),
        "salted": say("dal segreto e dai giocatori", "from secret and players"),
        "recorded": say("come scritti", "as written"),
    }[kind]


def _outcome(proof: Proof) -> str:
    if proof.outcome is None:
        return say("in corso", "in progress")
    return outcome_text(load_messages(load_game(proof.game).home), proof.outcome)
