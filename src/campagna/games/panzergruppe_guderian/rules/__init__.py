"""The rules of Panzergruppe Guderian. `CHAPTERS` is the table of contents."""

from __future__ import annotations

CHAPTERS = (
    ("naming", "3.4: units and hexes by their names"),
    ("sequence", "4.1, 4.2"),
    ("phases", "4.2: the sequence as a table of decisions"),
    ("setup", "5.0, 5.1"),
    ("first_turn", "5.2"),
    ("movement", "6.1, 6.2, 6.4, 6.7"),
    ("rail", "6.3"),
    ("step_causes", "6.2, 6.3, 6.4, 6.7: which rule forbids a step"),
    ("overrun", "6.5, 6.6"),
    ("stacking", "7.1, 7.2"),
    ("zones", "8.1"),
    ("combat", "9.1, 9.2, 9.4, 9.5"),
    ("strength", "7.3; 9.2, 9.3; 11.3"),
    ("results", "9.6; SUM"),
    ("retreat", "9.7"),
    ("advance", "9.8"),
    ("leaders", "10.1 to 10.4"),
    ("supply", "10.3; 11.1 to 11.3"),
    ("command_line", "10.3; 11.2: how far a leader is, where the line to him is cut"),
    ("untried", "12.1 to 12.4"),
    ("interdiction", "13.1 to 13.4"),
    ("reinforcements", "14.1 to 14.3; 16.1, 16.2"),
    ("victory", "15.1, 15.2; BAL-1"),
    ("destinations", "6.1: where a unit can go"),
    ("forecast", "9.4, 9.5, 12.2: the chances of a combat before its die"),
    ("odds_account", "9.4: how the odds come about, line by line"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
