"""How the computer plays Alto Comando."""
