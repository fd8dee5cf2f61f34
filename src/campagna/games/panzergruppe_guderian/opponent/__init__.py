"""How the computer plays Panzergruppe Guderian."""
