"""General rules: units, control, stacking, victory, and what all chapters share."""
