"""What may be ordered now, phase by phase and frame by frame."""
