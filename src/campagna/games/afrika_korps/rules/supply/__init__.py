"""Chapters 14, 15 and 24: supplied attacks, capture and denial of supplies, and isolation."""
