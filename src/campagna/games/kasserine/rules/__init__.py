"""The rules of Kasserine. `CHAPTERS` is the table of contents."""

from __future__ import annotations

CHAPTERS = (
    ("losses", "PCS-4; ART-5, LOG-15, RES-1, RES-10"),
    ("setup", "SET-1 to SET-11"),
    ("victory", "VIC-1 to VIC-7"),
    ("sequence", "CAL-1 to CAL-5; WX-1"),
    ("phases", "CAL-2: the sequence as a table of decisions"),
    ("pause", "CAL-5 to CAL-15"),
    ("entries", "CAL-16 to CAL-20; CAP-6"),
    ("movement", "MOV-1 to MOV-10; WX-4"),
    ("exits", "MOV-8; CAL-17, CAL-18"),
    ("path", "MOV-11 to MOV-20"),
    ("step_causes", "MOV-1, MOV-9, MOV-17: which rule forbids a step"),
    ("destinations", "MOV-1: where pieces can get to, for the offers"),
    ("logistics", "LOG-1 to LOG-16; WX-5"),
    ("artillery", "ART-1 to ART-10; STR-1, STR-2"),
    ("command", "CMD-1 to CMD-9; CAP-1 to CAP-8; WX-7"),
    ("eligibility", "CMD-4 to CMD-8"),
    ("line_facts", "LOG-3 to LOG-8, CMD-2: how far a source is, where the line to it is cut"),
    ("zones", "ATT-1, ATT-3; NGT-2"),
    ("obligations", "ATT-2, ATT-4, ATT-7"),
    ("attack", "ATT-5 to ATT-16; AIR-1 to AIR-8; NGT-1 to NGT-5"),
    ("strength", "TER-1, TER-2; CRT-3, CRT-5"),
    ("combat", "CRT-1 to CRT-6; ATT-15"),
    ("results", "RES-1, RES-2, RES-10, RES-11"),
    ("retreat", "RES-2 to RES-9, RES-12; ATT-15"),
    ("forecast", "CRT-6: the chances of a combat before its die"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
