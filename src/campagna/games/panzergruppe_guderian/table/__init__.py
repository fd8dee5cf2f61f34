"""How Panzergruppe Guderian is shown: positions to read, and the table."""
