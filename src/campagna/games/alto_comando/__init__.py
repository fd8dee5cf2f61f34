"""Alto Comando: divisions on a table measured in centimetres, North Africa 1940-1943."""
