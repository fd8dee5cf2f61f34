"""Kasserine: the battle for the passes of central Tunisia, 14-24 February 1943."""
