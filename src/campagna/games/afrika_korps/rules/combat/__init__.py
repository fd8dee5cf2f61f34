"""Chapters 7 to 11 and 16: zones of control, attacks, automatic victory, results, and advances."""
