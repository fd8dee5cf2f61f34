"""The sequence of play: its phases, what waits inside them, what may be ordered."""
