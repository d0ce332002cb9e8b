"""Measurements: what `jimbot bench` says about speed and about the hand planner."""
