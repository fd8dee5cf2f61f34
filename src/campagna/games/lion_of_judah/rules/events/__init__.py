"""Events, and the decisions that they leave."""
