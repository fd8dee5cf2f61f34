"""The weights of the opponent: each says where it comes from, and each is used."""

from __future__ import annotations

from campagna.core.weights import weight_tables
from campagna.games.lion_of_judah.opponent import evaluator
from campagna.games.lion_of_judah.world import HOME


def test_every_weight_is_tuned_or_guessed() -> None:
    for table, weights in weight_tables(HOME).items():
        for name, weight in weights.items():
            kind, _, reason = weight.source.partition(": ")
            assert kind in ("tuned", "guess"), (table, name)
            assert len(reason) > 10, (table, name)


def test_every_weight_is_read_by_a_module() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (HOME / "opponent").glob("*.py"))
    for table, weights in weight_tables(HOME).items():
        assert f'load_weights(HOME, "{table}"' in text, table
        if not table.endswith("_style"):
            assert all(f"WEIGHTS.{name}" in text for name in weights), table


def test_the_styles_name_only_what_a_style_can_weigh() -> None:
    for style in evaluator.STYLES.values():
        assert style.keys() <= evaluator.Evaluator.style_factors.keys()
