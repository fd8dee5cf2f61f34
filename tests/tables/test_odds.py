"""Odds columns: examples of printed rulebooks, and the rounding for every pair of strengths."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campagna.tables.odds import odds, odds_column

COLUMNS = ("1-3", "1-2", *(f"{n}-1" for n in range(1, 11)))

strengths = st.integers(min_value=1, max_value=400)


def ratio(column: str) -> Fraction:
    attack, defence = column.split("-")
    return Fraction(int(attack), int(defence))


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (26, 9, "2-1"),
        (27, 9, "3-1"),
        (9, 9, "1-1"),
        (17, 9, "1-1"),
        (4, 5, "1-2"),
        (5, 10, "1-2"),
        (5, 11, "1-3"),
        (1, 3, "1-3"),
        (40, 3, "10-1"),
        (1, 9, "1-3"),
        (99, 10, "9-1"),
        (100, 10, "10-1"),
    ],
)
def test_the_column_of_two_strengths(attack: int, defence: int, column: str) -> None:
    assert COLUMNS[odds_column(COLUMNS, attack, defence)] == column


@given(strengths, strengths)
def test_simple_odds_never_favour_the_attacker_and_are_the_nearest_that_do_not(
    attack: int, defence: int
) -> None:
    a, d = odds(attack, defence)
    assert 1 in (a, d)
    assert Fraction(a, d) <= Fraction(attack, defence)
    better = (a + 1, 1) if d == 1 else (1, d - 1)
    assert Fraction(*better) > Fraction(attack, defence)


@given(strengths, strengths)
def test_the_column_is_the_best_not_above_the_true_ratio(attack: int, defence: int) -> None:
    true = Fraction(attack, defence)
    fair = [c for c in COLUMNS if ratio(c) <= true]
    # Below the first column the first one counts.
    assert COLUMNS[odds_column(COLUMNS, attack, defence)] == (fair[-1] if fair else COLUMNS[0])


@given(strengths, strengths, strengths)
def test_more_attackers_never_make_the_column_worse(attack: int, defence: int, more: int) -> None:
    before = odds_column(COLUMNS, attack, defence)
    assert odds_column(COLUMNS, attack + more, defence) >= before
    assert odds_column(COLUMNS, attack, defence + more) <= before


@given(strengths, strengths, st.integers(min_value=1, max_value=30))
def test_only_the_ratio_counts(attack: int, defence: int, factor: int) -> None:
    assert odds(attack * factor, defence * factor) == odds(attack, defence)


@pytest.mark.parametrize(("attack", "defence"), [(0, 5), (5, 0), (-1, 3)])
def test_without_strength_there_are_no_odds(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        odds(attack, defence)
