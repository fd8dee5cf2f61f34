"""`campagna map`: the map of a game as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from campagna.cli.commands import command, option
from campagna.cli.files import check_writable, write_output
from campagna.cli.language import Problem, language, say
from campagna.cli.screen import print_json
from campagna.core.messages import load_messages
from campagna.games.registry import load_game


@command(
    "map",
    it="Disegna la mappa di un gioco in un file SVG o PNG.",
    en="Draw the map of a game into an SVG or PNG file.",
)
@click.argument("game")
@option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    it="File .svg o .png.",
    en="A .svg or .png file.",
)
@option(
    "--legend/--no-legend", default=True, it="Con o senza legenda.", en="With or without legend."
)
@option("--ids/--no-ids", default=True, it="Con o senza numeri.", en="With or without hex ids.")
def map_command(game: str, output: Path, legend: bool, ids: bool, as_json: bool) -> None:
    board = _board(game)
    if output.suffix.lower() not in {".svg", ".png"}:
        raise Problem(
            say(
                f"{output}: il nome finisce in .svg o .png",
                f"{output}: end the name in .svg or .png",
            )
        )
    check_writable(output)
    from campagna.hexes.drawing import DrawingError, draw_map

    try:
        names = load_messages(load_game(game).home).places(language())
        svg = draw_map(board, language=language(), legend=legend, ids=ids, names=names)
    except DrawingError as problem:
        raise Problem(f"{game}: {problem}") from None
    content = svg.encode() if output.suffix.lower() == ".svg" else _png(svg)
    write_output(output, content)
    if as_json:
        print_json({"game": game, "file": str(output), "bytes": len(content), "hexes": len(board)})
    else:
        click.echo(f"{output}: {len(content)} byte")


def _board(game: str) -> Any:
    board = getattr(load_game(game), "board", None)
    if board is None:
        raise Problem(say(f"{game} non ha una mappa a esagoni", f"{game} has no hex map"))
    return board


def _png(svg: str) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise Problem(
            say(
                "per un file .png serve resvg: pip install 'campagna[png]'; .svg non ne ha bisogno",
                "a .png file needs resvg: pip install 'campagna[png]'; .svg does without",
            )
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
