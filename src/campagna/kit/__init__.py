"""What at least two games on hexes share above the board: it knows no game."""
