"""Measurements: what `jimbot bench` tells about speed and about the hand planner."""
