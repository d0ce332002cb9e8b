"""Gates: regressions, champions and challengers, calibration, canaries, audits; measured games only."""
