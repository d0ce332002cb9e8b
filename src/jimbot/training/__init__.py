"""The training framework: configure, train, compare and analyse learners. See docs/training.md.

Nothing here imports a learning library before it is needed: the rooms ``sb3`` and ``imitation`` do.
"""
