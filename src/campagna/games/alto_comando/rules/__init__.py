"""The rules of Alto Comando. `CHAPTERS` is the table of contents."""

from __future__ import annotations

CHAPTERS = (
    ("attachments", "DIV-14, DIV-17, DIV-21"),
    ("battle_start", "TAB-7 to TAB-10; SET-1 to SET-3, SET-7; TER-1, TER-2"),
    ("terrain", "TER-1, TER-2, TER-6: laid by the players"),
    ("forces", "SET-1; CAM-1 to CAM-3; C3-5, C4-4, C4-6, C7-6, C9-10"),
    ("works_available", "CAM-7: mines, trenches and aircraft of a battle; BF-1, C7-9, C9-6"),
    ("fieldworks", "SET-2, SET-4; MIN-1, TRE-1"),
    ("deployment", "SET-3, SET-5; TAB-3; BF-2, BF-3"),
    ("victory", "VIC-4 to VIC-8"),
    ("sequence", "TRN-1 to TRN-3; SEQ-1 to SEQ-5"),
    ("phases", "SET-1 to SET-3, SEQ-1 to SEQ-5: the sequence as a table of decisions"),
    ("headquarters", "HQ-1 to HQ-4, HQ-9 to HQ-12; SEQ-1"),
    ("movement", "MOV-1 to MOV-7; G-12"),
    ("blocks", "MOV-1, SEQ-3: several moves as one order"),
    ("leg_rules", "MOV-1, MOV-2, MOV-6; ITP-1; WF-1b, WF-1c, WF-8"),
    ("leg_regions", "MOV-1: where a leg may end"),
    ("fire", "FIR-2 to FIR-10; ITA-2; DIV-22"),
    ("losses", "SAV-1 to SAV-6; HQ-4, HQ-7, HQ-8, HQ-11 to HQ-15; VIC-1 to VIC-3"),
    ("odds", "FIR-6, SAV-1: the chances of the dice"),
    ("cover", "TER-4, TER-5; TRE-2 to TRE-7; WF-1a to WF-4, WF-6"),
    ("air", "AIR-1 to AIR-6; ITP-4; WF-6"),
    ("minefields", "MIN-2 to MIN-7; WF-5a, WF-5b"),
    ("cards", "CAM-1, CAM-2"),
    ("campaign", "CAM-3 to CAM-6; C3-4, C3-5, C4-6, C6-5, C9-4"),
    ("aftermath", "CAM-4 to CAM-6; C9-3, C9-4"),
    ("beda_fomm", "BF-1 to BF-6"),
    ("geometry", "G-3 to G-23"),
    ("naming", "names in orders"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
