"""`campagna new-game`: a game of one's own, begun as a renamed copy of The Two Fords."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import click
import msgspec

from campagna.cli.commands import command, option
from campagna.cli.language import Problem, say
from campagna.cli.screen import print_json
from campagna.games.registry import slugs

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LEFT_OUT = {"__pycache__", ".pytest_cache", ".hypothesis", "build", "dist"}


class Names(msgspec.Struct, frozen=True):
    """What the new game is called, in each of the places where a name stands."""

    slug: str
    package: str
    kind: str
    title: str

    @classmethod
    def of(cls, slug: str) -> Names:
        words = slug.split("-")
        capital = [word.capitalize() for word in words]
        return cls(slug, "_".join(words), "".join(capital), " ".join(capital))

    def put_into(self, text: str) -> str:
        """The text of the template with these names."""
        for old, new in (
            ("two-fords", self.slug),
            ("two_fords", self.package),
            ("TwoFords", self.kind),
            ("The Two Fords", self.title),
            ("I due guadi", self.title),
        ):
            text = text.replace(old, new)
        return text


@command(
    "new-game",
    it="Scrive il pacchetto di un gioco nuovo: una copia di I due guadi con un altro nome.",
    en="Write the package of a new game: a copy of The Two Fords under another name.",
)
@click.argument("name")
@option(
    "--into",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="FOLDER",
    it="Dove scriverlo (altrimenti qui).",
    en="Where to write it (otherwise here).",
)
def new_game_command(name: str, into: Path, as_json: bool) -> None:
    _check_name(name)
    names, folder = Names.of(name), into / name
    if folder.exists():
        raise Problem(
            say(
                f"{folder} esiste già: scegli un altro nome o un'altra cartella",
                f"{folder} exists already: choose another name or another folder",
            )
        )
    try:
        files = write_package(template(), folder, names)
    except OSError as problem:
        raise Problem(f"{problem.filename}: {problem.strerror}") from None
    if as_json:
        made = {"game": name, "folder": str(folder), "package": names.package, "files": files}
        print_json({**made, "class": f"{names.package}.game:{names.kind}"})
        return
    click.echo(say(f"{folder}: {files} file. E ora:", f"{folder}: {files} files. And now:"))
    for line in (
        f"pip install -e {folder}",
        f"campagna play {name}",
        f"campagna conformance {name}",
    ):
        click.echo(f"  {line}")


def _check_name(name: str) -> None:
    if not _SLUG.fullmatch(name):
        raise Problem(
            say(
                f"'{name}' non è un nome: minuscole, cifre e trattini, come fiume-lento",
                f"'{name}' is no name: small letters, digits and hyphens, as slow-river",
            )
        )
    if name in slugs():
        raise Problem(say(f"c'è già un gioco '{name}'", f"there is a game '{name}' already"))
    package = Names.of(name).package
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise Problem(
            say(
                f"Python conosce già '{package}': scegli un altro nome",
                f"Python knows '{package}' already: choose another name",
            )
        )


def template() -> Path:
    """The Two Fords: inside an installed Campagna, or in the checkout."""
    home = Path(__file__).parents[1]
    for folder in (home / "template", home.parents[1] / "examples" / "two-fords"):
        if (folder / "pyproject.toml").is_file():
            return folder
    raise Problem(
        say(
            "questa Campagna è installata senza il modello dei giochi nuovi",
            "this Campagna was installed without the template of new games",
        )
    )


def write_package(source: Path, folder: Path, names: Names) -> int:
    """Copy every file of the template under its new name; how many there were."""
    found = (path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file())
    files = [path for path in found if _belongs(path)]
    for path in files:
        target = folder / names.put_into(path.as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (source / path).read_text(encoding="utf-8")
        target.write_text(names.put_into(text), encoding="utf-8")
    return len(files)


def _belongs(path: Path) -> bool:
    """Traces of tests and builds do not belong to a new game."""
    return not any(part in _LEFT_OUT or part.endswith(".egg-info") for part in path.parts)
