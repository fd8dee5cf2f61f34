"""Air markers and headquarters."""
