"""Parity with the real game: recorded runs are replayed in the engine and compared field by field."""
