"""The Two Fords: a complete tiny game, the example of docs/adding-a-game.md."""
