"""The rules of The Two Fords. `CHAPTERS` is the table of contents."""

from __future__ import annotations

CHAPTERS = (
    ("counters", "1, 9"),
    ("deployment", "2"),
    ("sequence", "3"),
    ("phases", "3: the sequence as a table of decisions"),
    ("movement", "4"),
    ("zones", "5"),
    ("combat", "6"),
    ("reconnaissance", "7"),
    ("victory", "8"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
