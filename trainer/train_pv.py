"""Policy and value: the recipe jimbot.training.imitation.pv."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.train("pv", sys.argv[1:], "train_pv.py")
