"""What leaves the game: positions as people write them, and what a table shows of a view."""
