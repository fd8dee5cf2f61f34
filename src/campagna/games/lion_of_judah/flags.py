"""Where units are when they are not on the map, and the flags they carry."""

from __future__ import annotations

# Places of units that are not on the map.
NOT_DUE = -1
"""On the turn track: comes in on turn `due` at hex `entry`."""
DEAD = -2
ABSENT = -3
"""Not of this war."""
GONE = -4
"""Out of the game: withdrawn, deserted with Gugsa, removed dummies."""
BREAKDOWN_BOX = -5
HOLDING = -6
"""Tribal levies, guerrillas and the German company waiting to be placed."""
IN_BOX = -10
"""A truck in RP box i has the place IN_BOX - i (`State.box_of`)."""

NOWHERE = -1

# Flags of a unit.
HIDDEN = 1 << 0
"""Its drawn factor is face down (2.3.7-a)."""
TOP = 1 << 1
"""The combat unit on top of its stack (12.3-a)."""
SHOWN = 1 << 2
"""In a combat of this segment: the enemy sees it though it is not on top."""
FOUGHT = 1 << 3
"""Has attacked or been attacked: no longer screened (PB 14.6.5)."""
MOVED = 1 << 4
"""Its movement of this segment is over."""
UNSUPPLIED = 1 << 5
"""Out of supply at the start of this movement segment, or in the last end phase (9.2)."""
INTERDICTED = 1 << 6
ATTACKED = 1 << 7
ATTACKED_TWICE = 1 << 8
GASSED = 1 << 9
M_SIDE = 1 << 10
"""An HQ on its movement side (10.2-a)."""
TRIED = 1 << 11
"""A leader who was activated or attempted this turn."""
ACTIVE = 1 << 12
"""May move and fight in the segments of the leader in play (PB 13.6.2-b)."""
USED = 1 << 13
"""Was used by a leader this turn (PB 13.6.2.2)."""
DISRUPTED = 1 << 14
"""A leader bombed with result D this turn."""
COLUMN = 1 << 15
"""Moved in column: neither forced march nor attack this turn (PB 13.6.7.3)."""
ARRIVED = 1 << 16
"""Came onto the map, was rebuilt or moved by rail in this administrative phase."""
RECALLED = 1 << 17
"""A leader who spent an RP on a warrior in this phase (PB 13.6.4.2)."""
AIRLIFTED = 1 << 18
"""Supplied by air until the next administrative phase (PB 13.6.5.2)."""
MARCHED = 1 << 19
"""Has made a forced march in this segment."""
LIFTED = 1 << 20
"""A truck that carried something this turn: one kind of load only (10.3-a)."""

TURN_FLAGS = GASSED | TRIED | ACTIVE | USED | DISRUPTED | COLUMN | LIFTED
