"""Movement, forced marches, railways and ships."""
