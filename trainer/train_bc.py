"""Behaviour cloning: the recipe jimbot.training.imitation.pv without values."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.train("bc", sys.argv[1:], "train_bc.py")
