"""What leaves the game: readable positions and the table that shows them."""
