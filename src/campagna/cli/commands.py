"""How a command is declared: with help in both languages, and always with --json and --lang."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from campagna.cli.language import (
    Problem,
    SpokenCommand,
    SpokenOption,
    json_option,
    lang_option,
    say,
)
from campagna.core.contract import Game, ScenarioSpec, Setup

Body = Callable[..., int | None]
Decorator = Callable[[Body], Body]


def command(name: str, *, it: str, en: str) -> Callable[[Body], SpokenCommand]:
    """The body gets `as_json` besides its own arguments and may return an exit code."""

    def make(body: Body) -> SpokenCommand:
        params: list[click.Parameter] = getattr(body, "__click_params__", [])[::-1]
        params += [json_option(), lang_option()]
        return SpokenCommand(name, callback=body, params=params, it=it, en=en)

    return make


def option(*names: str, it: str, en: str, **kwargs: Any) -> Decorator:
    return click.option(*names, cls=SpokenOption, it=it, en=en, **kwargs)


def setup_options(body: Body) -> Body:
    """--scenario and --option, for commands that start a game."""
    scenario = option(
        "--scenario",
        metavar="ID",
        it="Scenario (altrimenti il primo).",
        en="Scenario (otherwise the first).",
    )
    options = option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        it="Regola opzionale, ripetibile.",
        en="Optional rule, repeatable.",
    )
    return scenario(options(body))


_TRUTH: Mapping[str, bool] = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


def chosen_setup(game: Game[Any], scenario: str | None, options: Sequence[str]) -> Setup:
    """The set-up these words ask for. Raises `Problem` or `BadPosition`."""
    spec = game.scenario(Setup(scenario or game.scenarios[0].id))
    chosen: dict[str, bool | str] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise Problem(
                say(f"--option {text}: si scrive nome=valore", f"--option {text}: write name=value")
            )
        chosen[name] = _option_value(spec, name, value)
    return game.new_setup(spec.id, chosen)


def _option_value(spec: ScenarioSpec, name: str, value: str) -> bool | str:
    """A word, or a truth where the option is a switch."""
    switch = any(o.name == name and isinstance(o.default, bool) for o in spec.options)
    return _TRUTH.get(value.lower(), value) if switch else value
