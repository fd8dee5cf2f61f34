"""Resource points, supply, trucks and roads."""
