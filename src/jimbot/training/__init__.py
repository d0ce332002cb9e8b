"""The training framework: configure, train, compare and analyse learners. See docs/training.md.

``framework`` and ``checkpoints`` need no learning library; the rest needs ``pip install 'jimbot[training]'``.
"""
