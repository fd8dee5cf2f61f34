"""How Kasserine is shown: positions to read, the table, what a series of games counts."""
