"""Evaluation: agents on fixed seeds, counted honestly."""
