"""Running the server for people who do not know each other: limits, health, figures, logs, backups."""
