"""Chapters 5, 6, 13, 17 and 18: movement, stacking, supply units on the move, road and escarpments."""
