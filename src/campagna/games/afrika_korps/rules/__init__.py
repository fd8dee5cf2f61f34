"""The rules of Afrika Korps. `CHAPTERS` is the table of contents."""

from __future__ import annotations

CHAPTERS = (
    ("setup", "2"),
    ("sequence", "3"),
    ("phases", "3: the sequence as a table of decisions"),
    ("turns", "3.1, 3.5; 14.1, 23.4, 24: the beginning and the end of a player turn"),
    ("victory", "4"),
    ("movement", "5, 6.2, 6.3"),
    ("path", "5, 17, 18: what a way costs"),
    ("mobility", "5, 8, 13: who may move, and under which terms"),
    ("stacking", "6"),
    ("zones", "7.1, 8"),
    ("strength", "7.3; 8.7, 10.2, 11.1, 11.2"),
    ("precombat", "7.4, 11.9"),
    ("sacrifice", "7.4c, 11.6b, 11.9"),
    ("results", "7.5"),
    ("losses", "7.5; 20.1, 21.6"),
    ("retreat", "7.6; 15.2.2"),
    ("combat", "7, 8, 11"),
    ("obligations", "8.4: who must fight, and whether all can"),
    ("assignment", "8.4, 11.3: the search for a plan of battle"),
    ("automatic_victory", "9"),
    ("declared_victories", "9.3, 9.7, 14.5"),
    ("arrivals", "12, 19, 20, 23.4"),
    ("supply", "14"),
    ("captures", "15"),
    ("supply_denial", "15.5"),
    ("advance", "16; 15.2.3, 15.3.2.2, 15.4"),
    ("substitutes", "21"),
    ("rommel", "22"),
    ("isolation", "24"),
    ("offers", "what may be ordered now"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
