"""The weights of the computer opponents: each belongs to a module and says where it comes from."""

from __future__ import annotations

from campagna.core.weights import weight_tables
from tests.games.panzergruppe_guderian.lay import GAME


def test_every_table_belongs_to_a_module() -> None:
    for name in weight_tables(GAME.home):
        text = (GAME.home / "opponent" / f"{name}.py").read_text(encoding="utf-8")
        assert f'load_weights(HOME, "{name}"' in text


def test_every_weight_is_used_and_has_an_honest_source() -> None:
    for name, weights in weight_tables(GAME.home).items():
        text = (GAME.home / "opponent" / f"{name}.py").read_text(encoding="utf-8")
        for weight, entry in weights.items():
            assert entry.source.startswith(("tuned: ", "guess: ")), (name, weight)
            others = "german_battle_value.WEIGHTS." if weight == "aggression" else "WEIGHTS."
            used = f"WEIGHTS.{weight}" in text or any(
                f"{others}{weight}" in path.read_text(encoding="utf-8")
                for path in (GAME.home / "opponent").glob("german_*.py")
            )
            assert used, f"nobody weighs {name}.{weight}"
