"""How the game's own opponents play."""
