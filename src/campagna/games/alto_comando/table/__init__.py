"""How Alto Comando is shown: positions to read, the measured table, results of dice."""
