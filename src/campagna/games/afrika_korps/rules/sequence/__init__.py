"""Chapters 2 to 4: preparation, the sequence of play, turns, and victory."""
