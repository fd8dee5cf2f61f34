"""Chapters 12 and 19 to 23: what comes ashore, substitutes, Rommel, and units at sea."""
