"""Combat, and what players see of each other's stacks."""
