"""The rules of Afrika Korps. `CHAPTERS` is the table of contents.

Folders and modules stand in the order of the book. Whoever looks for a rule looks for its chapter here,
or asks `campagna rules afrika-korps --json`, which names the lines that carry each rule out.
"""

from __future__ import annotations

CHAPTERS = (
    ("sequence.setup", "2"),
    ("sequence.sequence", "3: the player turns, their phases, and the agenda inside them"),
    ("sequence.phases", "3: the sequence as a table of decisions"),
    ("sequence.turns", "3.1, 3.5, 14.1, 23.4, 24: the beginning and the end of a player turn"),
    ("sequence.victory", "4"),
    ("movement.movement", "5, 6.2, 6.3, 8.1, 15.2.1: a move judged and carried out"),
    ("movement.destinations", "5, 6.1, 9.3, 15.2.1.1: where a move may end"),
    ("movement.marches", "5, 13.3, 22.1: the moves on offer"),
    ("movement.way_trees", "5.2: ways as the steps of an offer"),
    ("movement.path", "5.2, 5.6, 5.7, 17, 18: what a way costs: road and escarpments"),
    ("movement.step_causes", "5, 8.1, 8.3, 13.3, 15.1, 17.3, 18: which rule forbids a step"),
    ("movement.mobility", "5.4, 8.1, 8.3, 13.3, 22.4.1: who may move, and under which terms"),
    ("movement.stacking", "6, 22.2"),
    ("combat.zones", "7.1, 8.3, 9.1, 22.3: zones of control"),
    ("combat.strength", "7.3, 7.4, 8.7, 10.2, 11.1, 11.2, 14.7: factors and odds"),
    ("combat.precombat", "7.4, 11.9: units given up before the first battle"),
    ("combat.sacrifice", "7.4c, 11.6b, 11.9: units that no plan of battle has room for"),
    ("combat.results", "7.5, 11.7, 21.4"),
    ("combat.losses", "7.5, 20.1, 21.6: how units leave the map"),
    ("combat.retreat", "7.6, 10.1, 15.2.2, 23.7"),
    ("combat.following", "15.2.2: supplies taken by a retreat"),
    ("combat.combat", "7.2, 8, 11, 14.3: what one battle may be"),
    ("combat.battles", "7.3, 7.5: battles on offer, fought and foreseen"),
    ("combat.foresight", "7.5, 7.6: what the results of a battle will cost"),
    ("combat.battle_plan", "8.4: a plan of battle as orders"),
    ("combat.obligations", "8.2, 8.4, 11.8, 13.2, 23.1, 23.2: who must fight, and whether all can"),
    ("combat.assignment", "8.4, 8.5, 11.3 to 11.6: the search for a plan of battle"),
    ("combat.automatic_victory", "9"),
    ("combat.declared_victories", "9.3, 9.4, 9.7, 14.5: what may not spoil a declared victory"),
    ("forces.arrivals", "12, 13.1, 19, 20, 23.3 to 23.5, 24.3: what comes ashore"),
    ("supply.supply", "13.2, 14"),
    ("supply.captures", "12.3, 15.2, 15.3"),
    ("supply.supply_denial", "15.5"),
    ("supply.imminent_capture", "15.5: supplies about to be taken"),
    ("combat.advance", "16, 15.2.3, 15.2.4, 15.3.2.2, 15.4: advances, and supplies in combat"),
    ("forces.substitutes", "21"),
    ("forces.rommel", "22, 7.6.3"),
    ("forces.rommel_march", "22.1a: after Rommel"),
    ("forces.embarkation", "23.3, 23.4"),
    ("supply.isolation", "23.6, 24"),
)
"""The chapters in the order of the book, each with the rules it carries out."""
